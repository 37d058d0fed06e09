// A report's text or document → a loaded report.
import { structureWords } from "../../intake/json-error.js";
import { DEEPEST, isDeeperThan } from "../../intake/json-structure.js";
import { ReportError, argumentError } from "./errors.js";
import { loaded } from "./module.js";
import { parseReportText } from "./report-text.js";

/**
 * @template {import("./report.js").Report} T
 * @param {new (instance: import("./module.js").Instance, loaded: import("./report.js").Loaded) =>
 *   T} Class Report, or a class of it with more
 * @param {string | object} report
 */
export async function loadAs(Class, report) {
  if (typeof report !== "string" && (typeof report !== "object" || report === null)) {
    throw argumentError("wrong-type", "The report must be JSON text or the parsed document.");
  }
  const instance = await loaded();
  const document = typeof report === "string" ? parseReportText(report) : report;
  if (isDeeperThan(DEEPEST, document)) {
    throw new ReportError({ code: "too-deep", message: `The report ${structureWords({ tooDeep: true })}.` });
  }
  return new Class(instance, instance.call("load-report", { report: document }));
}
