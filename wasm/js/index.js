// The npm package's interface (index.d.ts), on the WebAssembly module's operations.
import { Telling } from "./data-rows.js";
import { refuseUnknown } from "./errors.js";
import { loadAs } from "./load-report.js";
import { loaded } from "./module.js";
import { withPackedPath } from "./path-file.js";
import { profileOf } from "./profile.js";
import { ReportOfRows } from "./report-rows.js";
import { Report, promisedTo } from "./report.js";
import { answerAbout, isBlock } from "./row-blocks.js";
import { guessedKindsOf, scaffoldOf } from "./scaffold.js";
import { keptRowsOf, withStudyData } from "./study-data.js";

export { openCsv } from "./csv-table.js";
export * from "./person.js";

/**
 * @import { Audit, DataRows, ModelPlanOptions, PlanOptions, Profile, ProfileOptions, Published,
 *   AuditOptions, DescentPlanOptions, GuessOptions, PublishOptions, ScaffoldOptions,
 *   TrainedModel } from "expost"
 */

/**
 * @param {string | object} report
 * @param {import("expost").LoadOptions} [options]
 */
export const loadReport = (report, options) => loadAs(ReportOfRows, report, options);

/** @param {PlanOptions | ModelPlanOptions | DescentPlanOptions} options */
export async function plan(options) {
  return (await loaded()).call("plan", { ...options });
}

/**
 * @param {number} dimension
 * @param {number} tail
 * @returns {Promise<number>}
 */
export async function goeQuantile(dimension, tail) {
  return (await loaded()).call("goe-quantile", { dimension, tail }).quantile;
}

/**
 * @param {number} epsilon
 * @param {number} delta
 * @param {number} sensitivity
 * @returns {Promise<number>}
 */
export async function gaussianSigma(epsilon, delta, sensitivity) {
  return (await loaded()).call("gaussian-sigma", { epsilon, delta, sensitivity }).sigma;
}

/**
 * @param {object} report
 * @returns {Promise<import("expost").CompositionPart | null>}
 */
export async function compositionPart(report) {
  return (await loaded()).call("composition-part", { report }).part;
}

/**
 * @param {import("expost").CompositionPart[]} parts
 * @param {number} delta
 * @returns {Promise<number>}
 */
export async function compose(parts, delta) {
  return (await loaded()).call("compose", { parts, delta }).epsilon;
}

/**
 * @param {object} study
 * @param {TrainedModel} [model]
 * @returns {Promise<import("expost").CompositionPart>}
 */
export async function publicationPart(study, model) {
  return (await loaded()).call("publication-part", { study, model }).part;
}

/**
 * @param {object} study
 * @param {import("expost").PromisedTo} who
 * @param {TrainedModel} [model]
 * @returns {Promise<import("expost").PersonalPromise>}
 */
export async function promiseOfStudy(study, who, model) {
  return (await loaded()).call("promise", { study, model, ...promisedTo(who) });
}

/**
 * @param {object} ledger
 * @param {import("expost").LedgerQuestions} [questions]
 * @returns {Promise<import("expost").CheckedLedger>}
 */
export async function checkLedger(ledger, { limit, study, adds, ...left } = {}) {
  refuseUnknown(left);
  return (await loaded()).call("check-ledger", { ledger, limit, study, adds });
}

/**
 * @param {object} ledger
 * @returns {Promise<import("expost").ComposedLedgerTotal>}
 */
export async function ledgerTotal(ledger) {
  return (await loaded()).call("ledger-total", { ledger }).total;
}

/**
 * @param {object} report
 * @param {{report: string, study: string}} hashes
 * @returns {Promise<import("expost").LedgerEntry>}
 */
export async function ledgerEntry(report, hashes) {
  return (await loaded()).call("ledger-entry", { report, hashes }).entry;
}

/**
 * @param {object} ledger
 * @param {import("expost").LedgerAddition} addition
 * @returns {Promise<import("expost").EnteredLedger>}
 */
export async function enterLedger(ledger, { key, entry, data, limit, ...left }) {
  refuseUnknown(left);
  return (await loaded()).call("enter-ledger", { ledger, key, entry, data, limit });
}

/**
 * @param {string[]} header
 * @param {import("expost").RawValue[][] | import("expost").RowBlock} rows
 * @returns {Promise<string>}
 */
export async function tableLines(header, rows) {
  const instance = await loaded();
  /** @type {import("./row-blocks.js").Ask} */
  const ask = (part, beside) => instance.call("table-lines", { header, ...part }, beside);
  return (isBlock(rows) ? answerAbout(rows, ask) : ask({ rows })).lines;
}

/**
 * @param {number[]} values
 * @returns {Promise<number>}
 */
export async function sumUpward(values) {
  return (await loaded()).call("sum-upward", { values }).sum;
}

/**
 * @param {object} study
 * @returns {Promise<string>}
 */
export async function studyText(study) {
  return (await loaded()).call("study-text", { study }).text;
}

/**
 * @param {object} study
 * @returns {Promise<import("expost").DocumentError[]>}
 */
export async function studyErrors(study) {
  return (await loaded()).call("check-study", { study }).errors;
}

/**
 * @param {Pick<DataRows, "header" | "kinds" | "select">} data
 * @param {ScaffoldOptions} options
 */
export async function scaffold(data, { label, onLeftOut, ...left } = /** @type {ScaffoldOptions} */ ({})) {
  refuseUnknown(left);
  return scaffoldOf(await loaded(), data, label, onLeftOut);
}

/**
 * @param {DataRows} data
 * @param {GuessOptions} options
 */
export async function guessedKinds(data, { onProgress, signal, ...left } = {}) {
  refuseUnknown(left);
  return guessedKindsOf(await loaded(), data, { onProgress, signal });
}

/** Steps of training taken at once between two looks at the signal. */
const STEPS = 1;
/** Rows audited at once. */
const AUDITED = 4096;

/**
 * @param {DataRows} data
 * @param {object} study
 * @param {PublishOptions} [options]
 * @returns {Promise<Published>}
 */
export async function publish(data, study, { seed, secrets, onProgress, signal, ...left } = {}) {
  refuseUnknown(left);
  const instance = await loaded();
  return withStudyData(instance, data, study, { onProgress, signal }, async (handle) => {
    const telling = new Telling({ onProgress, signal });
    for (;;) {
      const { finished, steps: step, ...progress } = instance.call("train", { data: handle, seed, steps: STEPS });
      await telling.now({ phase: "training", step, ...progress });
      if (finished) break;
    }
    await telling.now({ phase: "releasing" });
    return withPackedPath(instance.call("publish", { data: handle, seed, secrets }));
  });
}

/**
 * @param {DataRows} data
 * @param {object} study
 * @param {TrainedModel} model
 * @param {PublishOptions} [options]
 * @returns {Promise<Published>}
 */
export async function attach(data, study, model, { seed, secrets, onProgress, signal, ...left } = {}) {
  refuseUnknown(left);
  const instance = await loaded();
  return withStudyData(instance, data, study, { onProgress, signal }, async (handle) => {
    await new Telling({ onProgress, signal }).now({ phase: "releasing" });
    return withPackedPath(instance.call("attach", { data: handle, model, seed, secrets }));
  });
}

/**
 * @param {DataRows} data
 * @param {object} study
 * @param {import("expost").Report} report
 * @param {AuditOptions} [options]
 * @returns {Promise<Audit>}
 */
export async function audit(data, study, report, { onProgress, signal, ...options } = {}) {
  const instance = await loaded();
  Report.handleOf(report);
  return withStudyData(instance, data, study, { onProgress, signal }, async (handle, total) => {
    const telling = new Telling({ onProgress, signal });
    for (;;) {
      const request = { data: handle, report: Report.handleOf(report), options, rows: AUDITED };
      const { finished, ...result } = instance.call("audit", request);
      await telling.now({ phase: "auditing", rows: finished ? total : result.rows, total });
      if (!finished) continue;
      telling.end();
      for (const column of Object.keys(result.rows)) result.rows[column] = Float64Array.from(result.rows[column]);
      return result;
    }
  });
}

/**
 * @param {DataRows} data
 * @param {object} study
 * @param {ProfileOptions} [options]
 * @returns {Promise<Profile>}
 */
export async function profile(data, study, options = {}) {
  return profileOf(await loaded(), data, study, options);
}

/**
 * @param {DataRows} data
 * @param {object} study
 * @param {import("expost").KeptRowsOptions} [options]
 */
export async function keptRows(data, study, { onProgress, signal, ...left } = {}) {
  refuseUnknown(left);
  return keptRowsOf(await loaded(), data, study, { onProgress, signal });
}
