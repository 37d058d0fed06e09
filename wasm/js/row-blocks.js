// Rows that go to the module as they are: columns, or those that a table of CSV has read (RowBlock
// of index.d.ts).

import { CsvBlock } from "./csv-table.js";
import { packedColumns } from "./packed-columns.js";

/**
 * @import { RawValue, RowBlock } from "expost"
 * @import { Answer } from "./module.js"
 * @import { PackedColumns } from "./packed-columns.js"
 */

/**
 * A request's part that has rows, or what it says of rows that are beside it.
 *
 * @typedef {{rows: RawValue[][]} | {columns: RawValue[][]} | {table: number} | {}} RowsPart
 */
/** @typedef {(part: RowsPart, beside?: PackedColumns) => Answer} Ask */

/**
 * Whether an item of DataRows.rows is a block; anything else is a row, or refused as one.
 *
 * @param {unknown} item
 * @returns {item is RowBlock}
 */
export const isBlock = (item) =>
  item instanceof CsvBlock || (typeof item === "object" && item !== null && !Array.isArray(item) && "columns" in item);

/**
 * Columns as a document has them.
 *
 * @param {(RawValue[] | Float64Array)[]} columns
 * @returns {RawValue[][]}
 */
const listed = (columns) => columns.map((column) => (column instanceof Float64Array ? Array.from(column) : column));

/**
 * The answer about a block. Columns go to the module as they lie in memory, where they can.
 *
 * @param {RowBlock} block
 * @param {Ask} ask
 * @returns {Answer}
 */
export function answerAbout(block, ask) {
  if (block instanceof CsvBlock) return ask(CsvBlock.requestOf(block));
  const { columns } = /** @type {{columns: (RawValue[] | Float64Array)[]}} */ (block);
  const packed = packedColumns(columns);
  if (packed !== null) return ask({}, packed);
  // Anything may be in the place of columns, and the module says so.
  return ask({ columns: Array.isArray(columns) ? listed(columns) : columns });
}

/**
 * The rows of a block, one by one.
 *
 * @param {RowBlock} block
 * @returns {RawValue[][]}
 */
export function rowsOf(block) {
  if (block instanceof CsvBlock) return block.rows();
  const { columns } = /** @type {{columns: (RawValue[] | Float64Array)[]}} */ (block);
  return Array.from(columns[0] ?? [], (_, row) => columns.map((column) => column[row]));
}
