// A study to be filled in, from the header of a table and the form of its values.
import { argumentError } from "./errors.js";
import { CsvBlock } from "./csv-table.js";
import { checkData, inChunks } from "./data-rows.js";
import { isBlock, rowsOf } from "./row-blocks.js";

/**
 * @import { DataRows, RawValue } from "expost"
 * @import { Answer, Instance } from "./module.js"
 */

/** How many rows have been counted. @param {Answer} forms */
const rowsIn = ([{ blank, bit, word, number, text }]) => blank + bit + word + number + text;

/**
 * @param {Instance} instance
 * @param {DataRows} data
 * @param {string} label
 * @param {import("./data-rows.js").Watching & Pick<import("expost").ScaffoldOptions, "onLeftOut">}
 *   watching
 * @returns {Promise<object>}
 */
export async function scaffoldOf(instance, data, label, { onLeftOut, ...watching }) {
  checkData(data);
  if (typeof label !== "string") {
    throw argumentError("wrong-type", "The label must be the name of a column, as text.");
  }
  const { header, kinds } = data;
  // First without the rows: a header at fault is told before a large file is read.
  const { unread, leftOut } = instance.call("scaffold", { header, kinds, label });
  data.select?.(
    [...header.keys()].filter((column) => !unread.includes(column)),
    unread,
  );
  for (const column of leftOut) onLeftOut?.(column);
  /** @type {(rows: RawValue[][], firstRow: number, forms?: Answer) => Answer} */
  const counted = (rows, firstRow, forms) => instance.call("count-forms", { header, rows, firstRow, forms }).forms;
  let forms = counted([], 1);
  await inChunks(data.rows, watching, (part, firstRow) => {
    if (part instanceof CsvBlock) {
      const before = forms;
      forms = instance.call("count-forms", { header, forms: before, ...CsvBlock.requestOf(part) }).forms;
      return rowsIn(forms) - rowsIn(before);
    }
    const rows = isBlock(part) ? rowsOf(part) : part;
    forms = counted(rows, firstRow, forms);
    return rows.length;
  });
  return instance.call("scaffold", { header, kinds, label, forms }).study;
}
