// Asking reports about a record: at once, or, of a network, in a worker, which may take long.
import { atOnce } from "./check-record.js";
import { boundSeries, sourceOf } from "./engine.js";

/**
 * @import { Bound, BoundOptions, Checked, PartlyKnownRecord, Report } from "expost"
 * @import { SeriesBound } from "expost"
 */
/** @import { Progress, Question } from "./work.js" */

/** @import { Workplace } from "../worker/workplace.js" */
/** @typedef {Workplace<typeof import("./work.js").tasks>} SheetWorkplace */

/**
 * How far a question is: `all` intermediate models, null where values aren't known.
 *
 * @typedef {{done: number, all: number | null, inPage: boolean}} Asked
 */
/**
 * Questions that reports are asked.
 *
 * @typedef {object} Ask
 * @property {(report: Report, record: any) => Promise<Checked> | Checked} check any: raw or coded
 * @property {(report: Report, record: any, options?: BoundOptions) => Promise<Bound> | Bound} bound
 * @property {(reports: Report[], record: PartlyKnownRecord, options: BoundOptions) =>
 *   Promise<SeriesBound> | SeriesBound} series
 */

/**
 * The intermediate models of a network, 0 where there is none.
 *
 * @param {Pick<Report, "summary">} report
 */
const modelsOf = ({ summary: { mechanism } }) =>
  mechanism.kind === "noisy-gradient-descent" && mechanism.network && mechanism.path === "all" ? mechanism.stoppedAfter : 0;

const isKnown = (/** @type {object} */ record) =>
  Object.values(record).every((value) => typeof value !== "object" || value === null || Array.isArray(value));

/**
 * Asks reports with a network in a worker, others at once.
 *
 * @param {() => SheetWorkplace} workplaceOf
 * @param {AbortSignal} signal
 * @param {(asked: Asked) => void} onProgress
 * @returns {Ask}
 */
export function inWorker(workplaceOf, signal, onProgress) {
  /**
   * @param {Question} question
   * @param {Report[]} reports
   * @param {any[]} values
   * @returns {Promise<any>} any: each question has its own answer
   */
  function ask(question, reports, values) {
    const models = reports.reduce((sum, report) => sum + modelsOf(report), 0);
    const workplace = workplaceOf();
    const all = isKnown(values[0]) ? models : null;
    const watching = {
      signal,
      onProgress: (/** @type {Progress} */ { done }) => onProgress({ done, all, inPage: workplace.inPage }),
    };
    return workplace.do("ask", { sources: reports.map(sourceOf), question, values }, watching);
  }
  const isLong = (/** @type {Report[]} */ reports) => reports.some((report) => modelsOf(report) > 0);
  return {
    check: (report, record) => (isLong([report]) ? ask("check", [report], [record]) : atOnce.check(report, record)),
    bound: (report, record, options) =>
      isLong([report]) ? ask("bound", [report], [record, options]) : atOnce.bound(report, record, options),
    series: (reports, record, options) =>
      isLong(reports) ? ask("series", reports, [record, options]) : boundSeries(reports, record, options),
  };
}
