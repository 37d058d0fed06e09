// Rows that go to the module as they are: lines of text or columns (RowBlock of index.d.ts).

/**
 * @import { RawValue, RowBlock } from "expost"
 * @import { Answer } from "./module.js"
 */

/**
 * A request's part that has rows.
 *
 * @typedef {{rows: RawValue[][]} | {columns: RawValue[][]} | {text: string, separator: string}}
 *   RowsPart
 */

/**
 * Whether an item of DataRows.rows is a block; anything else is a row, or refused as one.
 *
 * @param {unknown} item
 * @returns {item is RowBlock}
 */
export const isBlock = (item) =>
  typeof item === "object" && item !== null && !Array.isArray(item) && ("columns" in item || "text" in item);

/**
 * The answer about a block. A text that the module doesn't take apart is taken apart by whoever
 * made the block.
 *
 * @param {RowBlock} block
 * @param {(part: RowsPart) => Answer} ask
 * @returns {Answer}
 */
export function answerAbout(block, ask) {
  if ("columns" in block) return ask({ columns: block.columns });
  try {
    return ask({ text: block.text, separator: block.separator });
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
  return (block.columns[0] ?? []).map((_, row) => block.columns.map((column) => column[row]));
}
