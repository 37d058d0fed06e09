// Rows that go to the module as they are: lines of text or columns (RowBlock of index.d.ts).

import { packedColumns } from "./packed-columns.js";

/**
 * @import { RawValue, RowBlock } from "expost"
 * @import { Answer } from "./module.js"
 * @import { PackedColumns } from "./packed-columns.js"
 */

/**
 * A request's part that has rows, or what it says of rows that are beside it.
 *
 * @typedef {{rows: RawValue[][]}
 *   | {columns: RawValue[][]}
 *   | {text: string, separator: string}
 *   | {separator: string}
 *   | {}} RowsPart
 */
/** @typedef {(part: RowsPart, beside?: PackedColumns | Uint8Array) => Answer} Ask */

/**
 * Whether an item of DataRows.rows is a block; anything else is a row, or refused as one.
 *
 * @param {unknown} item
 * @returns {item is RowBlock}
 */
export const isBlock = (item) =>
  typeof item === "object" && item !== null && !Array.isArray(item) && ("columns" in item || "text" in item);

/**
 * Columns as a document has them.
 *
 * @param {(RawValue[] | Float64Array)[]} columns
 * @returns {RawValue[][]}
 */
const listed = (columns) => columns.map((column) => (column instanceof Float64Array ? Array.from(column) : column));

/**
 * The answer about a block. Columns and bytes go to the module as they lie in memory, where they
 * can. A text that the module doesn't take apart is taken apart by whoever made the block.
 *
 * @param {RowBlock} block
 * @param {Ask} ask
 * @returns {Answer}
 */
export function answerAbout(block, ask) {
  if ("columns" in block) {
    const packed = packedColumns(block.columns);
    if (packed !== null) return ask({}, packed);
    // Anything may be in the place of columns, and the module says so.
    return ask({ columns: Array.isArray(block.columns) ? listed(block.columns) : block.columns });
  }
  try {
    const { text, separator } = block;
    return text instanceof Uint8Array ? ask({ separator }, text) : ask({ text, separator });
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code !== "irregular-text") throw error;
    return ask({ rows: block.rows() });
  }
}

/**
 * The rows of a block, one by one.
 *
 * @param {RowBlock} block
 * @returns {RawValue[][]}
 */
export function rowsOf(block) {
  if ("text" in block) return block.rows();
  return Array.from(block.columns[0] ?? [], (_, row) => block.columns.map((column) => column[row]));
}
