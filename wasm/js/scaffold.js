// A study to be filled in, from the header of a table; and what its columns seem to hold.
import { argumentError } from "./errors.js";
import { checkData, inChunks } from "./data-rows.js";
import { isBlock, rowsOf } from "./row-blocks.js";

/**
 * @import { DataRows, GuessedKind, RawValue } from "expost"
 * @import { Answer, Instance } from "./module.js"
 */

/**
 * @param {Instance} instance
 * @param {string[]} header
 * @param {string} label
 * @returns {object}
 */
export function scaffoldOf(instance, header, label) {
  if (typeof label !== "string") {
    throw argumentError("wrong-type", "The label must be the name of a column, as text.");
  }
  return instance.call("scaffold", { header, label }).study;
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
    const rows = isBlock(part) ? rowsOf(part) : part;
    forms = counted(rows, firstRow, forms);
    return rows.length;
  });
  return instance.call("guess-kinds", { header, forms }).kinds;
}
