// The shape of a record as the answers have it so far: its columns, coordinates and length.
import { readNumber } from "../../wording/typed-decimal.js";

/** @import { Column } from "./columns.js" */
/** @import { Answers } from "./fields.js" */

const KINDS_OF_FEATURES = ["number", "boolean", "category", "constant"];

/** Whether a column goes into the model. The outcome doesn't. */
const isUsed = (/** @type {Answers} */ answers, /** @type {Column} */ column) =>
  KINDS_OF_FEATURES.includes(column.kind) && column.name !== answers.outcome;

/** The choices in a text, one on each line. */
export const levelsIn = (/** @type {string} */ text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * The length that no record can exceed: with it as the norm, no record has to be scaled down.
 * Needs no data.
 *
 * @param {Answers} answers
 * @param {string[]} decimals the language's signs before decimals
 */
export function greatestLength(answers, decimals) {
  const ends = [answers.rangeStart, answers.rangeEnd].map((text) => readNumber(text, decimals).value ?? 1);
  const largest = Math.max(Math.abs(ends[0]), Math.abs(ends[1]));
  let squares = 0;
  for (const column of answers.columns.filter((each) => isUsed(answers, each))) {
    const size =
      column.kind === "number" ? largest : column.kind === "constant" ? (readNumber(column.value, decimals).value ?? 1) : 1;
    squares += size * size;
  }
  return Math.sqrt(squares);
}

/**
 * Coordinates of a record, as the core counts them.
 *
 * @param {Answers} answers
 */
export function dimensionOf(answers) {
  const used = answers.columns.filter((column) => isUsed(answers, column));
  return used.reduce((sum, column) => sum + (column.kind === "category" ? levelsIn(column.levels).length : 1), 0);
}
