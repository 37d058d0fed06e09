// Rows on their way through, looked at for the curator alone: nothing of this goes into a study.
import { seenRows } from "../../intake/row-block.js";

/** @typedef {import("../../intake/table.js").RawValue} RawValue */

/** Values that are kept to be compared, at most: of a column, and of all together. */
const MOST_KEPT = 100_000;
const MOST_KEPT_TOGETHER = 2_000_000;
/** Fewer that are all different say nothing. */
const LEAST_VALUES = 100;
/** Levels of a label, at most; more are "more than". */
const MOST_LEVELS = 20;

/** @param {RawValue} value */
const isBlank = (value) => value === null || (typeof value === "string" && ["", "?"].includes(value.trim()));

/**
 * A text that is no number, or a whole number: measurements are often all different, and mean
 * nothing by it.
 *
 * @param {RawValue} value
 */
function isName(value) {
  if (typeof value === "number") return Number.isInteger(value);
  if (typeof value !== "string") return false;
  const text = value.trim();
  return /^[+-]?\d+$/.test(text) || Number.isNaN(Number(text.replace(",", ".")));
}

/** Values of one column: different ones up to a number, until one is no name or comes again. */
class DifferentNames {
  /** @type {Set<string> | null} */
  #seen = new Set();
  #most;

  /** @param {number} most values that are kept */
  constructor(most) {
    this.#most = most;
  }

  /** @param {RawValue} value */
  add(value) {
    if (this.#seen === null || this.#seen.size >= this.#most || isBlank(value)) return;
    const text = String(value).trim();
    if (!isName(value) || this.#seen.has(text)) this.#seen = null;
    else this.#seen.add(text);
  }

  get areAll() {
    return this.#seen !== null && this.#seen.size >= LEAST_VALUES;
  }
}

export class WatchedRows {
  #header;
  #label;
  /** @type {DifferentNames[]} */
  #columns;
  /** @type {Set<string>} */
  #levels = new Set();

  /**
   * @param {string[]} header
   * @param {string} label
   */
  constructor(header, label) {
    this.#header = header;
    this.#label = header.indexOf(label.trim());
    const most = Math.min(MOST_KEPT, Math.max(LEAST_VALUES, Math.floor(MOST_KEPT_TOGETHER / header.length)));
    this.#columns = header.map(() => new DifferentNames(most));
  }

  /**
   * The same rows and blocks.
   *
   * @param {AsyncIterable<import("../../intake/row-block.js").RowOrBlock>} rows
   */
  passed(rows) {
    return seenRows(rows, (row) =>
      row.forEach((value, i) => {
        if (i !== this.#label) this.#columns[i]?.add(value);
        else if (!isBlank(value) && this.#levels.size <= MOST_LEVELS) this.#levels.add(String(value).trim());
      }),
    );
  }

  /** Names of the columns whose values, but for blanks, are all different names. */
  get identifying() {
    return this.#header.filter((name, i) => name.trim() !== "" && this.#columns[i].areAll);
  }

  /** "3 different values", of the label. */
  get levelsInWords() {
    const { size } = this.#levels;
    if (size > MOST_LEVELS) return `more than ${MOST_LEVELS} different values`;
    return size === 1 ? "1 value" : `${size} different values`;
  }
}
