// A loaded report: a handle to what the module prepared, with its lifetime.
import { argumentError } from "./errors.js";

/** Frees what nobody freed; a safety net, because nobody knows when it runs. */
const forgotten = new FinalizationRegistry(({ instance, handle }) => {
  instance.release("free-report", { report: handle });
});

/** Columns of the answer to bound-rows that have one number a row. */
const ROW_COLUMNS = ["lower", "upper", "total", "inLower", "inUpper", "outLower", "outUpper"];

/** A raw value is never an array, so an x that is one says that the record is coded already. */
function isCoded(record) {
  return typeof record?.x === "object" && record.x !== null && typeof record.x.length === "number";
}

export class Report {
  #instance;
  #handle;
  summary;

  constructor(instance, { handle, summary }) {
    this.#instance = instance;
    this.#handle = handle;
    this.summary = summary;
    forgotten.register(this, { instance, handle }, this);
    Object.freeze(this);
  }

  bound(record, options = {}) {
    const who = isCoded(record) ? { x: Array.from(record.x), y: record.y } : { record };
    return this.#instance.call("bound", { report: this.#held(), ...who, options });
  }

  recordFaults(record) {
    return this.#instance.call("record-faults", { report: this.#held(), record }).faults;
  }

  releaseCost() {
    return this.#instance.call("release-cost", { report: this.#held() }).cost;
  }

  boundRows(header, rows, { firstRow = 1, ...options } = {}) {
    const value = this.#instance.call("bound-rows", { report: this.#held(), header, rows, firstRow, options });
    for (const column of ROW_COLUMNS) {
      value[column] = Float64Array.from(value[column]);
    }
    return value;
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

  /** What an audit passes to the module. Not part of the interface. */
  static held(report) {
    if (!(typeof report === "object" && report !== null && #held in report)) {
      throw argumentError("wrong-type", "The report must be one that loadReport returned.");
    }
    return report.#held();
  }
}

// `using report = …` where the engine has it.
if (Symbol.dispose !== undefined) {
  Report.prototype[Symbol.dispose] = Report.prototype.free;
}
