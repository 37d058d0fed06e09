// A loaded report that reads many rows at once.
import { refuseUnknown } from "./errors.js";
import { Report } from "./report.js";
import { answerAbout, isBlock } from "./row-blocks.js";

/** Columns of the answer to bound-rows that have one number a row. */
const ROW_COLUMNS = ["lower", "upper", "total", "inLower", "inUpper", "outLower", "outUpper", "gap"];

/** Columns of the answer to predict-rows that have one number a row, where there are such. */
const PREDICTED_COLUMNS = ["score", "probability", "prediction"].flatMap((name) => [name, `${name}Lower`, `${name}Upper`]);
PREDICTED_COLUMNS.push("class", "label", "loss");
/** Those that have one for each class. */
const CLASS_COLUMNS = ["probabilities", "probabilitiesLower", "probabilitiesUpper"];

/**
 * @param {Report} report
 * @param {string} operation
 * @param {import("expost").RawValue[][] | import("expost").RowBlock} rows
 * @param {Record<string, unknown>} request what it says besides
 */
function aboutRows(report, operation, rows, request) {
  /** @type {import("./row-blocks.js").Ask} */
  const ask = (part, beside) => Report.asked(report, operation, { ...request, ...part }, beside);
  return isBlock(rows) ? answerAbout(rows, ask) : ask({ rows });
}

export class ReportOfRows extends Report {
  /**
   * @param {string[]} header
   * @param {import("expost").RawValue[][] | import("expost").RowBlock} rows
   * @param {import("expost").BoundOptions & import("expost").RowOptions} [options]
   * @returns {import("expost").RowBounds}
   */
  boundRows(header, rows, { firstRow = 1, decimalComma, unknown, ...options } = {}) {
    const value = aboutRows(this, "bound-rows", rows, { header, firstRow, decimalComma, unknown, options });
    for (const column of ROW_COLUMNS) {
      if (column in value) value[column] = Float64Array.from(value[column]);
    }
    return value;
  }

  /**
   * @param {string[]} header
   * @param {import("expost").RawValue[][] | import("expost").RowBlock} rows
   * @param {import("expost").PredictOptions} [options]
   * @returns {import("expost").RowPredictions}
   */
  predictRows(header, rows, { firstRow = 1, decimalComma, unknown, labels, ...left } = {}) {
    refuseUnknown(left);
    const value = aboutRows(this, "predict-rows", rows, { header, firstRow, decimalComma, unknown, labels });
    for (const column of PREDICTED_COLUMNS) {
      if (column in value) value[column] = Float64Array.from(value[column]);
    }
    for (const columns of CLASS_COLUMNS) {
      if (columns in value) value[columns] = Array.from(value[columns], (column) => Float64Array.from(column));
    }
    return value;
  }

  /**
   * @param {string[]} header
   * @param {import("expost").RawValue[][] | import("expost").RowBlock} rows
   * @param {import("expost").ScoreOptions} [options]
   * @returns {import("expost").RowScores}
   */
  scoreRows(header, rows, { firstRow = 1, decimalComma, sums, ...left } = {}) {
    refuseUnknown(left);
    return aboutRows(this, "score-rows", rows, { header, firstRow, decimalComma, sums });
  }

  /**
   * @param {string[]} header
   * @param {{kinds?: (string | null)[], labels?: boolean, numbers?: boolean}} [options]
   * @returns {number[]}
   */
  columnsOf(header, { kinds, labels, numbers = false, ...left } = {}) {
    refuseUnknown(left);
    const found = Report.asked(this, "columns-of", { header, kinds, labels });
    return numbers ? found.numbers : found.columns;
  }

  /** @returns {import("expost").Coefficients} */
  coefficients() {
    return Report.asked(this, "coefficients", {});
  }
}
