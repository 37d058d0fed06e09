// A report's text → its document, by the engine's own parser.
import { jsonError, structureWords } from "../../intake/json-error.js";
import { structureError } from "../../intake/json-structure.js";
import { ReportError } from "./errors.js";

/** As `limits.textBytes`, which the module knows (tests/package/calls.test.mjs). */
export const TEXT_LIMIT = 256 * 1024 * 1024;

/**
 * Throws ReportError "not-json", "duplicate-key", "too-deep", "not-a-report" or "too-large".
 *
 * @param {string} text
 * @returns {object}
 */
export function parseReportText(text) {
  if (text.length > TEXT_LIMIT) {
    throw new ReportError({ code: "too-large", message: `The report is longer than ${TEXT_LIMIT} bytes.` });
  }
  // A byte order mark says nothing about the document; JSON.parse would refuse it.
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let document;
  try {
    document = JSON.parse(body);
  } catch (error) {
    throw new ReportError(
      { code: "not-json", message: `The report ${jsonError(body, /** @type {SyntaxError} */ (error))}.` },
      { cause: error },
    );
  }
  const error = structureError(body);
  if (error !== null) {
    const { pointer = "", tooDeep } = error;
    const code = tooDeep ? "too-deep" : "duplicate-key";
    throw new ReportError({ code, pointer, message: `The report ${structureWords(error)}.` });
  }
  if (document === null || typeof document !== "object") {
    const message = 'The report must be an object whose format is "expost-report", but is a single value.';
    throw new ReportError({ code: "not-a-report", message });
  }
  return document;
}
