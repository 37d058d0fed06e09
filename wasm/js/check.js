// The person's side alone (check.d.ts). The curator's operations are in index.js.
import { loadAs } from "./load-report.js";
import { Report } from "./report.js";

export * from "./person.js";

/**
 * @param {string | object} report
 * @param {import("expost").LoadOptions} [options]
 */
export const loadReport = (report, options) => loadAs(Report, report, options);
