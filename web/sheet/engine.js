// The package, and what its refusals mean on this page.
import { loadReport, posterior, version, formatVersion } from "expost";
import { withoutMark } from "../../intake/exact-text.js";

/** @import { FailureState } from "./states.js" */

/**
 * A report that was opened, or why it was not. `document` is the report as it was written.
 *
 * @typedef {{report: import("expost").Report, state?: undefined, message?: undefined, document?:
 *   undefined} | {report?: undefined, state: FailureState, message?: string, document?:
 *   import("./states.js").RefusedDocument}} Opened
 */

export { posterior, version, formatVersion };

/**
 * Loads and prepares a report from its text. Returns { report }, or { state, message, document }
 * where `state` is one of noWebAssembly, selfTest, notAReport, damagedReport, newerFormat,
 * noFigure.
 *
 * @param {string} text
 * @returns {Promise<Opened>}
 */
export async function openReport(text) {
  if (typeof WebAssembly !== "object") return { state: "noWebAssembly" };
  try {
    return { report: await loadReport(withoutMark(text)) };
  } catch (/** @type {any} one of the library's has more than another */ error) {
    return { ...refusal(error), message: error.message, document: parsed(text) };
  }
}

// The codes are the core's (core/report) and the package's own (wasm/js).
/**
 * @param {{type?: string, code?: string}} error
 * @returns {{state: FailureState}}
 */
function refusal({ type, code }) {
  if (type === "internal") return { state: code === "no-webassembly" ? "noWebAssembly" : "selfTest" };
  if (type !== "report") return { state: "selfTest" };
  if (code === "newer-version") return { state: "newerFormat" };
  if (code === "unsupported") return { state: "noFigure" };
  return { state: code === "not-json" || code === "not-a-report" ? "notAReport" : "damagedReport" };
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
