// How well a model does on rows, as tables.
import { nearest } from "../../wording/figures.js";
import { table } from "../../wording/text-table.js";
import { oneLine } from "./one-line.js";

/** More classes than this don't fit beside each other. */
const MOST_CLASSES = 10;

/** @param {number | null} value */
const orNone = (value) => (value === null ? "" : nearest(value));

/**
 * @param {import("expost").ClassScores} scores
 * @param {string[]} given names of the classes
 */
export function classScoreText({ rows, accuracy, commonest, logLoss, ownLogLoss, confusion, calibration }, given) {
  const names = given.map(oneLine);
  const parts = [
    table([
      [`${rows} rows`, "the model", "knowing only how many are of each class"],
      ["share that is right", nearest(accuracy), nearest(commonest)],
      ["log loss, in nats", nearest(logLoss), nearest(ownLogLoss)],
    ]),
  ];
  if (confusion !== null && names.length <= MOST_CLASSES)
    parts.push(
      `Rows by what they are, columns by what the model says:\n${table([
        ["", ...names],
        ...confusion.map((row, k) => [names[k], ...row.map(String)]),
      ])}`,
    );
  const what = names.length === 2 ? names[1] : "what the model says";
  parts.push(
    `Calibration: the probability of ${what}, and the share of rows for which it is so\n${table([
      ["probability", "rows", "mean", "share"],
      ...calibration.map(({ from, to, rows: count, mean, share }) => [
        `${from.toFixed(1)} to ${to.toFixed(1)}`,
        String(count),
        orNone(mean),
        orNone(share),
      ]),
    ])}`,
  );
  return parts.join("\n");
}

/**
 * @param {import("expost").NumberScores} scores
 * @param {string} [unit]
 */
export function numberScoreText({ rows, rootMeanSquaredError, meanAbsoluteError, r2, deviation }, unit) {
  const inUnit = unit === undefined ? "" : `, in ${oneLine(unit)}`;
  return table([
    [`${rows} rows`, "the model", "their own mean"],
    [`root mean squared error${inUnit}`, nearest(rootMeanSquaredError), nearest(deviation)],
    [`mean absolute error${inUnit}`, nearest(meanAbsoluteError), ""],
    ["R²", r2 === null ? "none: all rows have the same number" : nearest(r2), ""],
  ]);
}
