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

/** @type {WeakMap<import("expost").Report, string>} */
const texts = new WeakMap();

/** The text of a report that was opened. */
export const textOf = (/** @type {import("expost").Report} */ report) => /** @type {string} */ (texts.get(report));

/**
 * Loads and prepares a report from its text. Returns { report }, or { state, message, document }
 * where `state` is one of noWebAssembly, selfTest, notAReport, damagedReport, newerFormat,
 * noFigure, signatureWrong, signatureMissing, signatureUnchecked.
 *
 * @param {string} text
 * @param {string} [signedBy] the public key that must have signed it
 * @returns {Promise<Opened>}
 */
export async function openReport(text, signedBy) {
  if (typeof WebAssembly !== "object") return { state: "noWebAssembly" };
  try {
    const report = await loadReport(withoutMark(text), { signedBy });
    texts.set(report, text);
    return { report };
  } catch (/** @type {any} one of the library's has more than another */ error) {
    return { ...refusal(error), message: error.message, document: parsed(text) };
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
