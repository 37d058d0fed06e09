// A loaded report: a handle to what the module prepared, with its lifetime.
import { argumentError } from "./errors.js";

/**
 * @import { Bound, BoundOptions, Checked, CodedRecord, PartlyKnownRecord } from "expost"
 * @import { ReleaseCost, ReportSummary } from "expost"
 * @import { Instance } from "./module.js"
 */

/** @typedef {{handle: number, summary: ReportSummary, signer: string | null}} Loaded */

/**
 * Frees what nobody freed; a safety net, because nobody knows when it runs.
 *
 * @type {FinalizationRegistry<{instance: Instance, handle: number}>}
 */
const forgotten = new FinalizationRegistry(({ instance, handle }) => {
  instance.release("free-report", { report: handle });
});

/**
 * No value of a field is an array, so an x that is one says that the record is coded already.
 *
 * @template {{x: ArrayLike<number>}} Coded
 * @param {PartlyKnownRecord | Coded} record
 * @returns {record is Coded}
 */
function isCoded(record) {
  const x = /** @type {{x?: unknown} | null} */ (record)?.x;
  return typeof x === "object" && x !== null && "length" in x && typeof x.length === "number";
}

/**
 * The receiver of a promise, as the operation has it.
 *
 * @param {import("expost").PromisedTo} who
 */
export function promisedTo(who) {
  if (typeof who === "number") return { length: who };
  if (Array.isArray(who)) return { records: who };
  return isCoded(who) ? { x: Array.from(who.x) } : { record: who };
}

/**
 * @param {Report[]} reports
 * @param {PartlyKnownRecord | PartlyKnownRecord[]} record
 * @param {BoundOptions} [options]
 * @returns {import("expost").SeriesBound}
 */
export function boundSeries(reports, record, options = {}) {
  const who = Array.isArray(record) ? { records: record } : { record };
  return Report.askedTogether(reports, "bound-series", { ...who, options });
}

export class Report {
  #instance;
  /** @type {number | null} */
  #handle;
  summary;
  signer;

  /**
   * @param {Instance} instance
   * @param {Loaded} loaded
   */
  constructor(instance, { handle, summary, signer }) {
    this.#instance = instance;
    this.#handle = handle;
    this.summary = summary;
    this.signer = signer;
    forgotten.register(this, { instance, handle }, this);
    Object.freeze(this);
  }

  /**
   * @param {PartlyKnownRecord | CodedRecord} record
   * @param {BoundOptions} [options]
   * @returns {Bound}
   */
  bound(record, options = {}) {
    const who = isCoded(record) ? { x: Array.from(record.x), y: record.y } : { record };
    return Report.asked(this, "bound", { ...who, options });
  }

  /**
   * @param {PartlyKnownRecord} record
   * @param {BoundOptions} [options]
   * @returns {Checked}
   */
  check(record, options = {}) {
    return Report.asked(this, "check", { record, options });
  }

  /**
   * @param {import("expost").PromisedTo} who
   * @returns {import("expost").PersonalPromise}
   */
  promise(who) {
    return Report.asked(this, "promise", promisedTo(who));
  }

  /** @returns {ReleaseCost | null} */
  releaseCost() {
    return Report.asked(this, "release-cost", {}).cost;
  }

  free() {
    if (this.#handle === null) return;
    const handle = this.#handle;
    this.#handle = null;
    forgotten.unregister(this);
    this.#instance.release("free-report", { report: handle });
  }

  #held() {
    if (this.#handle === null) {
      throw argumentError("freed", "This report was freed. Load it again.");
    }
    return this.#handle;
  }

  /**
   * The module's answer about a report. Not part of the interface.
   *
   * @param {Report} report
   * @param {string} operation
   * @param {object} request
   * @param {import("./packed-columns.js").PackedColumns | Uint8Array} [beside]
   */
  static asked(report, operation, request, beside) {
    return report.#instance.call(operation, { report: report.#held(), ...request }, beside);
  }

  /**
   * Has a function called after each gradient of a bound, of a network. Not part of the interface.
   *
   * @param {Report} report
   * @param {() => void} told
   */
  static watch(report, told) {
    report.#instance.watch(report.#held(), told);
  }

  /**
   * The module's answer about several reports. Not part of the interface.
   *
   * @param {Report[]} reports
   * @param {string} operation
   * @param {object} request
   */
  static askedTogether(reports, operation, request) {
    const handles = reports.map((report) => Report.handleOf(report));
    if (handles.length === 0) throw argumentError("wrong-length", "Give two reports or more.");
    return reports[0].#instance.call(operation, { reports: handles, ...request });
  }

  /**
   * The handle that an audit passes to the module. Not part of the interface.
   *
   * @param {unknown} report
   */
  static handleOf(report) {
    if (!(typeof report === "object" && report !== null && #held in report)) {
      throw argumentError("wrong-type", "The report must be one that loadReport returned.");
    }
    return report.#held();
  }
}

// `using report = …` where the engine has it.
if (Symbol.dispose !== undefined) {
  Object.assign(Report.prototype, { [Symbol.dispose]: Report.prototype.free });
}
