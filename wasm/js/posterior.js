// expost/posterior: beliefs alone (posterior.d.ts), with a module that has nothing else.
import { ExpostError, internalError } from "./errors.js";
import { startedGlue } from "./glue.js";

export { ExpostError };

/** @type {(code: string, pointer: string, message: string) => ExpostError} */
const refused = (code, pointer, message) => new ExpostError({ type: "argument", code, pointer, message });

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 */
function textAt(bytes, start) {
  return new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start)));
}

/**
 * @param {import("expost-glue").BeliefGlue} glue
 * @param {number} epsilon
 * @param {number} prior
 */
function belief(glue, epsilon, prior) {
  const start = glue._expost_belief(epsilon, prior);
  if (start === 0) {
    const [code, pointer, message] = textAt(glue.HEAPU8, glue._expost_refusal()).split("\n");
    throw refused(code, pointer, message);
  }
  const [lower, upper] = new Float64Array(glue.HEAPU8.buffer, start, 2);
  return { lower, upper };
}

async function load() {
  const glue = await startedGlue();
  const { lower, upper } = belief(glue, 1, 0.5);
  if (lower !== 0.2689414213699949 || upper !== 0.7310585786300056)
    throw internalError("self-test", "The library fails its own known-answer test, so it gives no numbers.");
  return glue;
}

/** @type {Promise<import("expost-glue").BeliefGlue> | null} */
let loading = null;

/**
 * @param {number} epsilon
 * @param {number} prior
 */
export async function posterior(epsilon, prior) {
  // In words as of request.cpp: documents never reach this module.
  for (const [name, value] of Object.entries({ epsilon, prior })) {
    if (value === undefined || value === null) throw refused("missing", `/${name}`, `${name} must be given`);
    if (typeof value !== "number" || Number.isNaN(value)) throw refused("wrong-type", `/${name}`, `${name} must be a number`);
  }
  loading ??= load();
  return belief(await loading, epsilon, prior);
}
