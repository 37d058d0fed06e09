// The person's side alone (check.d.ts). The curator's operations are in index.js.
import { loadAs } from "./load-report.js";
import { Report } from "./report.js";

export * from "./person.js";

export const loadReport = (/** @type {string | object} */ report) => loadAs(Report, report);
