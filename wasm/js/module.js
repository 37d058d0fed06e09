// The WebAssembly module: loaded once, tested before its first use, called with documents.
import { encode, decode } from "@msgpack/msgpack";
import { argumentError, internalError, typedError } from "./errors.js";
import { startedGlue } from "./glue.js";

/**
 * One instance of the module. A trap (an abort, a stack that ran out) leaves its memory in an
 * unknown state, so after one it answers nothing any more.
 */
class Instance {
  #glue;
  #trap = null;

  constructor(glue) {
    this.#glue = glue;
  }

  /** Document in, document out; throws the typed error of a refused call. */
  call(operation, request) {
    if (this.#trap !== null) {
      throw internalError("stopped", "The library stopped after a fault of its own. Load it again.", { cause: this.#trap });
    }
    const requestBytes = encoded([operation, request]);
    let responseBytes;
    try {
      const room = this.#glue._expost_room(requestBytes.length);
      responseBytes = room === 0 ? null : this.#answerTo(requestBytes, room);
    } catch (error) {
      this.#trap = error;
      throw internalError("trap", `The library stopped in ${operation}: ${error?.message ?? error}.`, { cause: error });
    }
    if (responseBytes === null) throw internalError("out-of-memory", "The memory this needs could not be had.");
    const response = decoded(operation, responseBytes);
    if (response.ok !== true) {
      throw typedError(response.error);
    }
    refuseNaN(operation, response.value);
    return response.value;
  }

  /**
   * The bytes that answer those of a request, for which there is room. The memory may grow in
   * between, and is then another array.
   */
  #answerTo(requestBytes, room) {
    this.#glue.HEAPU8.set(requestBytes, room);
    const start = this.#glue._expost_call();
    return this.#glue.HEAPU8.slice(start, start + this.#glue._expost_answer_size());
  }

  /**
   * For freeing what a handle names: after a trap nothing can be freed, and the trap is the error
   * to report.
   */
  release(operation, request) {
    if (this.#trap === null) this.call(operation, request);
  }
}

/** MessagePack, leaving out keys whose value is undefined. */
function encoded(request) {
  try {
    return encode(request, { ignoreUndefined: true });
  } catch (error) {
    // A bigint, a function, a symbol, or more than 100 levels deep: nothing a JSON document could
    // hold.
    throw argumentError("not-a-document", `Only what JSON can hold can be passed: ${error.message}.`, { cause: error });
  }
}

function decoded(operation, bytes) {
  try {
    return decode(bytes);
  } catch (error) {
    throw internalError("bad-response", `The library's answer to ${operation} can't be read.`, { cause: error });
  }
}

/** A number that isn't one must never be shown as a result, wherever in the answer it is. */
function refuseNaN(operation, value) {
  if (typeof value === "number") {
    if (Number.isNaN(value)) {
      throw internalError("not-a-number", `The library's answer to ${operation} holds a value that is not a number.`);
    }
  } else if (Array.isArray(value)) {
    for (const entry of value) refuseNaN(operation, entry);
  } else if (value !== null && typeof value === "object") {
    for (const key in value) refuseNaN(operation, value[key]);
  }
}

async function load() {
  const instance = new Instance(await startedGlue());
  try {
    instance.call("self-test", {});
  } catch (error) {
    throw internalError("self-test", `The library fails its own known-answer test, so it gives no numbers: ${error.message}`, {
      cause: error,
    });
  }
  return instance;
}

let loading = null;

/**
 * The module, loaded at the first call. A failed self-test stays failed: every later call is
 * refused too.
 */
export function loaded() {
  loading ??= load();
  return loading;
}
