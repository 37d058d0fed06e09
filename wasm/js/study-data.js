// A curator's data set in the module: opened, filled with all rows, used and freed.
import { checkData, inChunks } from "./data-rows.js";
import { answerAbout, isBlock } from "./row-blocks.js";

/**
 * Opens a data set for a study, reads all rows into it, runs `use(handle, rows)` and frees it,
 * whatever happens.
 *
 * @template T
 * @param {import("./module.js").Instance} instance
 * @param {import("expost").DataRows} data
 * @param {object} study
 * @param {import("./data-rows.js").Watching & {opened?: (handle: number) => void}} watching
 *   `opened` is called before the first row is read, for what can be refused without any
 * @param {(handle: number, rows: number) => T | Promise<T>} use
 */
export async function withStudyData(instance, data, study, watching, use) {
  checkData(data);
  watching.signal?.throwIfAborted();
  const { data: handle } = instance.call("open-study", {
    study,
    header: data.header,
    expectedRows: data.expectedRows,
    decimalComma: data.decimalComma,
  });
  try {
    watching.opened?.(handle);
    const read = await inChunks(data.rows, watching, (rows, firstRow) => {
      /** @type {import("./row-blocks.js").Ask} */
      const ask = (part, beside) => instance.call("append-rows", { data: handle, ...part, firstRow }, beside);
      const answer = isBlock(rows) ? answerAbout(rows, ask) : ask({ rows });
      return answer.rows - firstRow + 1;
    });
    return await use(handle, read);
  } finally {
    instance.release("free-data", { data: handle });
  }
}
