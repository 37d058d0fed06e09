// A loaded report that reads many rows at once.
import { Report } from "./report.js";
import { answerAbout, isBlock } from "./row-blocks.js";

/** Columns of the answer to bound-rows that have one number a row. */
const ROW_COLUMNS = ["lower", "upper", "total", "inLower", "inUpper", "outLower", "outUpper"];

export class ReportOfRows extends Report {
  /**
   * @param {string[]} header
   * @param {import("expost").RawValue[][] | import("expost").RowBlock} rows
   * @param {import("expost").BoundOptions & {firstRow?: number, decimalComma?: boolean}} [options]
   * @returns {import("expost").RowBounds}
   */
  boundRows(header, rows, { firstRow = 1, decimalComma, ...options } = {}) {
    const ask = (/** @type {import("./row-blocks.js").RowsPart} */ part) =>
      Report.asked(this, "bound-rows", { header, ...part, firstRow, decimalComma, options });
    const value = isBlock(rows) ? answerAbout(rows, ask) : ask({ rows });
    for (const column of ROW_COLUMNS) {
      value[column] = Float64Array.from(value[column]);
    }
    return value;
  }
}
