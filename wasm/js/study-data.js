// A curator's data set in the module: opened, filled with all rows, used and freed.
import { checkData, inChunks, painted } from "./data-rows.js";

/**
 * Opens a data set for a study, reads all rows into it, runs `use(handle, rows)` and frees it, whatever happens.
 *
 * @param {(handle: number, rows: number) => unknown} use
 */
export async function withStudyData(instance, data, study, onProgress, use) {
  checkData(data);
  const { data: handle } = instance.call("open-study", {
    study,
    header: data.header,
    expectedRows: data.expectedRows,
  });
  try {
    const read = await inChunks(data.rows, onProgress, (rows, firstRow) =>
      instance.call("append-rows", { data: handle, rows, firstRow }),
    );
    return await use(handle, read);
  } finally {
    instance.release("free-data", { data: handle });
  }
}

/** Says that the model is being trained (for an audit: every row's loss computed), and lets that be seen. */
export async function announceTraining(onProgress, rows) {
  if (onProgress === undefined) return;
  onProgress({ phase: "training", rows });
  await painted();
}
