// A file's rows, passed on to a published model in parts.
import { naming } from "../errors.js";
import { inParts } from "../input/row-parts.js";
import { withTable } from "../input/table.js";
import { Progress } from "../output/progress.js";

/** @typedef {import("expost").RowPredictions} RowPredictions */

const ENDS = /** @type {const} */ (["score", "probability", "prediction"]);
const COLUMNS = /** @type {const} */ ([
  "class",
  ...ENDS,
  ...ENDS.map((name) => /** @type {const} */ (`${name}Lower`)),
  ...ENDS.map((name) => /** @type {const} */ (`${name}Upper`)),
]);
const CLASS_COLUMNS = /** @type {const} */ (["probabilities", "probabilitiesLower", "probabilitiesUpper"]);

/**
 * Columns of many calls, one after the other.
 *
 * @param {RowPredictions[]} parts at least one
 * @returns {RowPredictions}
 */
function joined(parts) {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const whole = (/** @type {Float64Array[]} */ columns) => {
    const column = new Float64Array(rows);
    let start = 0;
    for (const piece of columns) {
      column.set(piece, start);
      start += piece.length;
    }
    return column;
  };
  /** @type {RowPredictions} */
  const all = { rows, clamped: 0, scaled: 0 };
  for (const part of parts) {
    all.clamped += part.clamped;
    all.scaled += part.scaled;
  }
  for (const name of COLUMNS) if (parts[0][name] !== undefined) all[name] = whole(parts.flatMap((part) => part[name] ?? []));
  for (const name of CLASS_COLUMNS) {
    const classes = parts[0][name]?.length ?? 0;
    if (classes > 0)
      all[name] = Array.from({ length: classes }, (_, k) => whole(parts.flatMap((part) => part[name]?.[k] ?? [])));
  }
  return all;
}

/**
 * Calls `take` with each part of a file's rows, in order, and gets their number from it. A refusal
 * names the file and the line.
 *
 * @param {string} path
 * @param {boolean | undefined} decimalComma
 * @param {import("expost").Report["columnsOf"]} columnsOf the columns that are read
 * @param {(header: string[], rows: import("../input/row-parts.js").RowsPart,
 *   options: {firstRow: number, decimalComma?: boolean}) => number} take
 */
async function eachPart(path, decimalComma, columnsOf, take) {
  const bar = await Progress.over(path);
  try {
    await withTable(
      path,
      { onBytes: bar.onBytes, onRead: bar.stop, decimalComma },
      ({ header, kinds, select, rows, placeOf }) =>
        naming({ data: placeOf }, () => {
          select?.(columnsOf(header, { kinds }), [], columnsOf(header, { kinds, numbers: true }));
          let firstRow = 1;
          return inParts(rows, (part) => {
            firstRow += take(header, part, { firstRow, decimalComma });
          });
        }),
    );
  } finally {
    bar.stop();
  }
}

/**
 * The predictions for all rows of a file.
 *
 * @param {import("expost").Report} report
 * @param {string} path
 * @param {{decimalComma?: boolean, unknown?: string}} how
 */
export async function predictionsOf(report, path, { decimalComma, unknown }) {
  /** @type {RowPredictions[]} */
  const parts = [];
  /** @type {import("expost").Report["columnsOf"]} */
  const columnsOf = (header, options) => report.columnsOf(header, { ...options, labels: false });
  await eachPart(path, decimalComma, columnsOf, (header, rows, options) => {
    const part = report.predictRows(header, rows, { ...options, unknown });
    parts.push(part);
    return part.rows;
  });
  return joined(parts);
}

/**
 * How well the model does on all rows of a file.
 *
 * @param {import("expost").Report} report
 * @param {string} path
 * @param {boolean | undefined} decimalComma
 */
export async function scoresOf(report, path, decimalComma) {
  const all = { clamped: 0, scaled: 0 };
  /** @type {import("expost").RowScores | undefined} */
  let last;
  /** @type {import("expost").Report["columnsOf"]} */
  const columnsOf = (header, options) => report.columnsOf(header, options);
  await eachPart(path, decimalComma, columnsOf, (header, rows, options) => {
    const before = last?.scores?.rows ?? 0;
    last = report.scoreRows(header, rows, { ...options, sums: last?.sums });
    all.clamped += last.clamped;
    all.scaled += last.scaled;
    return (last.scores?.rows ?? 0) - before;
  });
  return { ...all, scores: /** @type {import("expost").RowScores} */ (last).scores };
}

/**
 * Names of a label's classes, in the order of their numbers; of a report without features their
 * codes.
 *
 * @param {import("expost").ReportSummary} summary
 */
export function classNames({ features, label, loss }) {
  if (features !== null && label !== null)
    return label.kind === "binary"
      ? [/** @type {string} */ (label.negative), /** @type {string} */ (label.positive)]
      : (label.levels ?? []);
  return loss.classes === undefined ? ["-1", "1"] : Array.from({ length: loss.classes }, (_, k) => String(k));
}
