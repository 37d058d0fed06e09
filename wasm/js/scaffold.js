// A study to be filled in, from the header of a table; and what its columns seem to hold.
import { argumentError } from "./errors.js";
import { CsvBlock } from "./csv-table.js";
import { checkData, inChunks } from "./data-rows.js";
import { isBlock, rowsOf } from "./row-blocks.js";

/**
 * @import { DataRows, GuessedKind, RawValue } from "expost"
 * @import { Answer, Instance } from "./module.js"
 */

/** How many rows have been counted. @param {Answer} forms */
const rowsIn = ([{ blank, bit, word, number, text }]) => blank + bit + word + number + text;

/**
 * @param {Instance} instance
 * @param {Pick<DataRows, "header" | "kinds" | "select">} data
 * @param {string} label
 * @param {import("expost").ScaffoldOptions["onLeftOut"]} onLeftOut
 * @returns {Answer}
 */
export function scaffoldOf(instance, { header, kinds, select }, label, onLeftOut) {
  if (typeof label !== "string") {
    throw argumentError("wrong-type", "The label must be the name of a column, as text.");
  }
  const { study, unread, leftOut } = instance.call("scaffold", { header, kinds, label });
  select?.(
    [...header.keys()].filter((column) => !unread.includes(column)),
    unread,
    [],
  );
  for (const column of leftOut) onLeftOut?.(column);
  return study;
}

/**
 * @param {Instance} instance
 * @param {DataRows} data
 * @param {import("./data-rows.js").Watching} watching
 * @returns {Promise<GuessedKind[]>}
 */
export async function guessedKindsOf(instance, data, watching) {
  checkData(data);
  const { header } = data;
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
  return instance.call("guess-kinds", { header, kinds: data.kinds, forms }).kinds;
}
