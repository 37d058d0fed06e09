// From the text of a report to what the sheet shows of it.
import { fingerprint, sameFingerprint } from "../../intake/fingerprint.js";
import { openReport } from "./engine.js";
import { fieldsOf } from "./fields.js";

/** @import { Failure } from "./states.js" */

/** @typedef {{phase: "failed", failure: Failure, report?: undefined}} Failed */
/**
 * @typedef {{phase: "ready", report: import("expost").Report, hash: string | null, fields:
 *   import("./fields.js").Field[], failure?: undefined}} Ready
 */

/**
 * @param {Failure} failure
 * @returns {Failed}
 */
const failed = (failure) => ({ phase: "failed", failure });

/**
 * Returns what of the sheet's state a report changes: { phase: "ready", report, hash, fields }, or
 * { phase: "failed", failure }. A text of null is that of a file that could not be read; `expected`
 * is the fingerprint that the page around asks for, if any.
 *
 * @param {string | null} text
 * @param {string | undefined} expected
 * @param {import("../../wording/text/en.js").Words} words
 * @returns {Promise<Ready | Failed>}
 */
export async function loadedReport(text, expected, words) {
  if (text === null) return failed({ state: "unreadable" });
  const hash = await fingerprint(text);
  if (expected && !hash) return failed({ state: "hashUnchecked" });
  if (expected && !sameFingerprint(expected, /** @type {string} */ (hash)))
    return failed({ state: "hashMismatch", expected: expected.trim().toLowerCase(), found: hash });
  const { report, ...failure } = await openReport(text);
  return report
    ? { phase: "ready", report, hash, fields: fieldsOf(report.summary, words) }
    : failed(/** @type {Failure} */ (failure));
}
