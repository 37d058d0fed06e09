// The package, and what its refusals mean on this page.
import { boundSeries, loadReport, posterior, readRecords, version, formatVersion } from "expost";
import { withoutMark } from "../../intake/exact-text.js";

/** @import { FailureState } from "./states.js" */

/**
 * A report that was opened, or why it was not. `document` is the report as it was written.
 *
 * @typedef {{report: import("expost").Report, state?: undefined, message?: undefined, document?:
 *   undefined} | {report?: undefined, state: FailureState, message?: string, document?:
 *   import("./states.js").RefusedDocument}} Opened
 */

export { boundSeries, posterior, readRecords, version, formatVersion };

/**
 * A report's text, and the file that it leaves its path to.
 *
 * @typedef {{text: string, path?: Blob}} Source
 */

/** @type {WeakMap<import("expost").Report, Source>} */
const sources = new WeakMap();

/** Where a report that was opened came from. */
export const sourceOf = (/** @type {import("expost").Report} */ report) => /** @type {Source} */ (sources.get(report));

/**
 * Loads and prepares a report from its text. Returns { report }, or { state, message, document }
 * where `state` is one of noWebAssembly, selfTest, notAReport, damagedReport, newerFormat,
 * noFigure, pathMissing, signatureWrong, signatureMissing, signatureUnchecked.
 *
 * @param {string} text
 * @param {string} [signedBy] the public key that must have signed it
 * @param {Blob} [path] the file that it leaves its path to
 * @returns {Promise<Opened>}
 */
export async function openReport(text, signedBy, path) {
  if (typeof WebAssembly !== "object") return { state: "noWebAssembly" };
  try {
    const report = await loadReport(withoutMark(text), { signedBy, path });
    sources.set(report, { text, path });
    return { report };
  } catch (/** @type {any} one of the library's has more than another */ error) {
    // The name of a missing file is enough.
    const message = error.code === "path-missing" ? error.message.match(/path-\w+\.bin\.gz/)[0] : error.message;
    return { ...refusal(error), message, document: parsed(text) };
  }
}

/**
 * States by code: the core's (core/report) and the package's own (wasm/js). Reports with any other
 * are damaged.
 *
 * @type {Record<string, FailureState>}
 */
const STATES = {
  "newer-version": "newerFormat",
  unsupported: "noFigure",
  "path-missing": "pathMissing",
  "not-json": "notAReport",
  "not-a-report": "notAReport",
  "signature-wrong": "signatureWrong",
  "signature-missing": "signatureMissing",
  "signature-unchecked": "signatureUnchecked",
};

/**
 * @param {{type?: string, code?: string}} error
 * @returns {{state: FailureState}}
 */
function refusal({ type, code }) {
  if (type === "internal") return { state: code === "no-webassembly" ? "noWebAssembly" : "selfTest" };
  if (type !== "report") return { state: "selfTest" };
  return { state: STATES[/** @type {string} */ (code)] ?? "damagedReport" };
}

// Only for repeating the promise of a report that gives no figure.
/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return null;
  }
}
