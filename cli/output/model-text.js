// A model's coefficients as a table.
import { nearest } from "../../wording/figures.js";
import { wrapped } from "../../wording/paragraph.js";
import { table } from "../../wording/text-table.js";
import { oneLine } from "./one-line.js";

/**
 * The meaning of a coefficient, in a sentence.
 *
 * @param {import("expost").ReportSummary} summary
 * @param {string[]} names of the classes
 */
function meaning({ features, label, loss }, names) {
  const quoted = names.map((name) => `"${oneLine(name)}"`);
  if (loss.classes !== undefined)
    return "The score of each class is the intercept and what each value adds. Probabilities are in proportion to e to the power of the scores.";
  if (loss.name === "logistic")
    return `The intercept and what each value adds make the log odds of ${quoted[1]} against ${quoted[0]}.`;
  const what = features === null || label === null ? "the coded outcome" : `"${oneLine(label.name)}"`;
  const unit = features === null || label?.unit === undefined ? "" : `, in ${oneLine(label.unit)}`;
  return `The intercept and what each value adds make the prediction of ${what}${unit}.`;
}

/** @param {import("expost").CoefficientTerm} term */
function named({ feature, level, unit }) {
  if (level !== undefined) return oneLine(`${feature}: ${level}`);
  return oneLine(unit === undefined ? feature : `${feature}, per unit (${unit})`);
}

/**
 * @param {import("expost").Coefficients} found
 * @param {import("expost").ReportSummary} summary
 * @param {string[]} names of the classes
 */
export function modelText({ terms, outputs, mayScale }, summary, names) {
  const head = outputs.length > 1 ? [["", ...names.map(oneLine)]] : [];
  const rows = [
    ...head,
    ["intercept", ...outputs.map(({ intercept }) => nearest(intercept))],
    ...terms.map((term, i) => [named(term), ...outputs.map(({ coefficients }) => nearest(coefficients[i]))]),
  ];
  const scaled = mayScale
    ? " A record that is longer than 1 when it is coded is scaled down first, and its sum is another: expost predict counts that."
    : "";
  return `${table(rows)}\n${wrapped(`${meaning(summary, names)}${scaled}`)}\n`;
}
