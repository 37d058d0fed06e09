// The WebAssembly module: loaded once, tested before its first use, called with documents
// (wasm/src/boundary.cpp).
import { internalError, typedError } from "./errors.js";
import { startedGlue, wordsOf } from "./glue.js";

/**
 * An answer's value: docs/operations.md says what each operation gives. Of any type, because the
 * core makes it, and the public types (index.d.ts) say what becomes of it.
 *
 * @typedef {any} Answer
 */

/**
 * One instance of the module. A trap (an abort, a stack that ran out) leaves its memory in an
 * unknown state, so after one it answers nothing any more.
 */
export class Instance {
  #glue;
  /** @type {unknown} */
  #trap = null;

  /** @param {import("expost-glue").OperationsGlue} glue */
  constructor(glue) {
    this.#glue = glue;
  }

  /**
   * Document in, document out; throws the typed error of a refused call.
   *
   * @param {string} operation
   * @param {object} request
   * @param {import("./packed-columns.js").PackedColumns | Uint8Array} [beside] the rows that it is
   *   about, as columns, or the bytes of a file
   * @returns {Answer}
   */
  call(operation, request, beside) {
    if (this.#trap !== null) {
      throw internalError("stopped", "The library stopped after an internal error. Load it again.", { cause: this.#trap });
    }
    let response;
    try {
      if (beside === undefined) response = this.#glue.call(operation, request);
      else if (beside instanceof Uint8Array) response = this.#glue["call-with-bytes"](operation, request, beside);
      else response = this.#glue["call-with-rows"](operation, request, beside);
    } catch (error) {
      this.#trap = error;
      throw internalError("trap", `The library stopped in ${operation}: ${wordsOf(error)}.`, { cause: error });
    }
    if (response.ok !== true) {
      throw typedError(response.error);
    }
    return response.value;
  }

  /**
   * Has a function called after each gradient of a bound by the report of this handle.
   *
   * @param {number} report
   * @param {() => void} told
   */
  watch(report, told) {
    this.#glue.watch(report, told);
  }

  /**
   * For freeing what a handle names: after a trap nothing can be freed, and the trap is the error
   * to report.
   *
   * @param {string} operation
   * @param {object} request
   */
  release(operation, request) {
    if (this.#trap === null) this.call(operation, request);
  }
}

async function load() {
  const instance = new Instance(await startedGlue());
  try {
    instance.call("self-test", {});
  } catch (error) {
    throw internalError("self-test", `The library fails its own known-answer test, so it gives no numbers: ${wordsOf(error)}`, {
      cause: error,
    });
  }
  return instance;
}

/** @type {Promise<Instance> | null} */
let loading = null;

/**
 * The module, loaded at the first call. A failed self-test stays failed: every later call is
 * refused too.
 */
export function loaded() {
  loading ??= load();
  return loading;
}
