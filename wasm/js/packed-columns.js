// Columns as the module copies them whole: numbers as doubles, texts as bytes, without a document
// for each value (wasm/src/columns.hpp).

/** @import { RawValue } from "expost" */

/**
 * A column: numbers, with a bit a row (the lowest first) that says which are there, if not all are;
 * or texts.
 *
 * @typedef {[Float64Array] | [Float64Array, Uint8Array] | [string[]]} PackedColumn
 */
/** @typedef {PackedColumn[]} PackedColumns */

/**
 * @param {RawValue[]} column
 * @returns {PackedColumn | null}
 */
function packedNumbers(column) {
  const numbers = new Float64Array(column.length);
  const present = new Uint8Array(Math.ceil(column.length / 8));
  let missing = false;
  for (let row = 0; row < column.length; row += 1) {
    const value = column[row];
    if (typeof value === "number") {
      numbers[row] = value;
      present[row >> 3] |= 1 << (row & 7);
    } else if (value === null) missing = true;
    else return null;
  }
  return missing ? [numbers, present] : [numbers];
}

/**
 * A blank text and nothing at all mean the same.
 *
 * @param {RawValue[]} column
 * @returns {PackedColumn | null}
 */
function packedTexts(column) {
  /** @type {string[]} */
  const texts = [];
  for (const value of column) {
    if (value !== null && typeof value !== "string") return null;
    texts.push(value ?? "");
  }
  return /\0|\p{Cs}/u.test(texts.join(" ")) ? null : [texts];
}

/**
 * @param {RawValue[] | Float64Array} column
 * @returns {PackedColumn | null}
 */
function packedColumn(column) {
  if (column instanceof Float64Array) return [column];
  return Array.isArray(column) ? (packedNumbers(column) ?? packedTexts(column)) : null;
}

/**
 * Columns of numbers and of texts, with rows; null where one is of something else, or of both, or
 * where they can't be columns at all: as a document they are looked at value by value.
 *
 * @param {(RawValue[] | Float64Array)[]} columns
 * @returns {PackedColumns | null}
 */
export function packedColumns(columns) {
  if (!Array.isArray(columns) || !(columns[0]?.length > 0)) return null;
  /** @type {PackedColumns} */
  const packed = [];
  for (const column of columns) {
    const one = column?.length === columns[0].length ? packedColumn(column) : null;
    if (one === null) return null;
    packed.push(one);
  }
  return packed;
}
