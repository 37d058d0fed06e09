// The common part of all entries of the package.
import { loaded } from "./module.js";

export { ExpostError, ReportError } from "./errors.js";

// Both are put in by scripts/build.mjs, from package.json and expost/report/report.hpp.
export const version = EXPOST_VERSION;
export const formatVersion = EXPOST_FORMAT_VERSION;

/**
 * @param {number} epsilon
 * @param {number} prior
 */
export async function posterior(epsilon, prior) {
  return (await loaded()).call("posterior", { epsilon, prior });
}
