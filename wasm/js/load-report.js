// A report's text or document → a loaded report. A text whose signature doesn't fit gives none,
// wherever a report is loaded.
import { structureWords } from "../../intake/json-error.js";
import { DEEPEST, isDeeperThan } from "../../intake/json-structure.js";
import { REFUSALS, signerOf } from "../../intake/signature.js";
import { ReportError, argumentError, refuseUnknown } from "./errors.js";
import { loaded } from "./module.js";
import { loadedWithPath } from "./path-file.js";
import { parseReportText } from "./report-text.js";

/**
 * @param {string} text
 * @param {string} [wanted]
 */
async function signer(text, wanted) {
  const found = await signerOf(text, wanted);
  if (!("refusal" in found)) return found.signer;
  throw new ReportError({ code: `signature-${found.refusal}`, message: REFUSALS[found.refusal] });
}

/**
 * @template {import("./report.js").Report} T
 * @param {new (instance: import("./module.js").Instance, loaded: import("./report.js").Loaded) =>
 *   T} Class Report, or a class of it with more
 * @param {string | object} report
 * @param {import("expost").LoadOptions} [options]
 */
export async function loadAs(Class, report, { signedBy, path, ...left } = {}) {
  refuseUnknown(left);
  if (typeof report !== "string" && (typeof report !== "object" || report === null)) {
    throw argumentError("wrong-type", "The report must be JSON text or the parsed document.");
  }
  if (typeof report !== "string" && signedBy !== undefined) {
    throw argumentError("wrong-type", "Give the text of the report: the parsed document hasn't the bytes that were signed.");
  }
  const signed = typeof report === "string" ? await signer(report, signedBy) : null;
  const instance = await loaded();
  const document = typeof report === "string" ? parseReportText(report) : report;
  if (isDeeperThan(DEEPEST, document)) {
    throw new ReportError({ code: "too-deep", message: `The report ${structureWords({ tooDeep: true })}.` });
  }
  const answer = (await loadedWithPath(instance, document, path)) ?? instance.call("load-report", { report: document });
  return new Class(instance, { ...answer, signer: signed });
}
