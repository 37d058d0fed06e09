// A curator's data set in the module: opened, filled with all rows, used and freed.
import { checkData, inChunks } from "./data-rows.js";
import { answerAbout, isBlock } from "./row-blocks.js";

/** @import { DataRows, RawValue, RowBlock } from "expost" */

/**
 * Opens a data set for a study, runs `use(handle)` and frees it, whatever happens.
 *
 * @template T
 * @param {import("./module.js").Instance} instance
 * @param {Omit<DataRows, "rows">} data
 * @param {object} study
 * @param {(handle: number) => T | Promise<T>} use
 */
async function withStudy(instance, { header, kinds, select, expectedRows, decimalComma }, study, use) {
  const request = { study, header, kinds, expectedRows, decimalComma };
  const { data: handle, columns, unread, numbers } = instance.call("open-study", request);
  try {
    select?.(columns, unread, numbers);
    return await use(handle);
  } finally {
    instance.release("free-data", { data: handle });
  }
}

/**
 * An operation's answer about rows as they come, from row `firstRow` of the data on.
 *
 * @param {import("./module.js").Instance} instance
 * @param {"append-rows" | "keep-rows"} operation
 * @param {number} handle
 * @param {RawValue[][] | RowBlock} rows
 * @param {number} firstRow
 */
function answerOf(instance, operation, handle, rows, firstRow) {
  /** @type {import("./row-blocks.js").Ask} */
  const ask = (part, beside) => instance.call(operation, { data: handle, ...part, firstRow }, beside);
  return isBlock(rows) ? answerAbout(rows, ask) : ask({ rows });
}

/**
 * As `withStudy`, with all rows in the data set; `use(handle, rows)` is told how many they are.
 *
 * @template T
 * @param {import("./module.js").Instance} instance
 * @param {DataRows} data
 * @param {object} study
 * @param {import("./data-rows.js").Watching & {opened?: (handle: number) => void}} watching
 *   `opened` is called before the first row is read, for what can be refused without any
 * @param {(handle: number, rows: number) => T | Promise<T>} use
 */
export async function withStudyData(instance, data, study, watching, use) {
  checkData(data);
  watching.signal?.throwIfAborted();
  return withStudy(instance, data, study, async (handle) => {
    watching.opened?.(handle);
    const read = await inChunks(
      data.rows,
      watching,
      (rows, firstRow) => answerOf(instance, "append-rows", handle, rows, firstRow).rows - firstRow + 1,
    );
    return use(handle, read);
  });
}

/**
 * A number for each row: 1 where the study's `person` keeps it, else 0.
 *
 * @param {import("./module.js").Instance} instance
 * @param {DataRows} data
 * @param {object} study
 * @param {import("./data-rows.js").Watching} watching
 */
export async function keptRowsOf(instance, data, study, watching) {
  checkData(data);
  watching.signal?.throwIfAborted();
  return withStudy(instance, { ...data, expectedRows: undefined }, study, async (handle) => {
    /** @type {boolean[][]} */
    const parts = [answerOf(instance, "keep-rows", handle, [], 1).kept];
    await inChunks(data.rows, watching, (rows, firstRow) => {
      const { kept } = answerOf(instance, "keep-rows", handle, rows, firstRow);
      parts.push(kept);
      return kept.length;
    });
    return Uint8Array.from(parts.flat(), Number);
  });
}
