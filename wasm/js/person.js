// The common part of all entries of the package.
import { loaded } from "./module.js";

export { boundSeries } from "./report.js";

export { ExpostError, ReportError } from "./errors.js";

// scripts/build.mjs puts these in, from package.json and from the module.
export const version = EXPOST_VERSION;
export const formatVersion = EXPOST_FORMAT_VERSION;
export const limits = /* @__PURE__ */ Object.freeze(EXPOST_LIMITS);

/**
 * @param {number} epsilon
 * @param {number} prior
 */
export async function posterior(epsilon, prior) {
  return (await loaded()).call("posterior", { epsilon, prior });
}

/**
 * @param {string} text
 * @returns {Promise<{header: string[], rows: string[][], separator: string}>}
 */
export async function readRecords(text) {
  return (await loaded()).call("read-records", { text });
}
