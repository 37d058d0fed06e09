// The curator's rows on their way into the module: in chunks, so that neither side holds the text of a whole data set.
import { argumentError } from "./errors.js";

/** Rows a call. Large enough that the calls don't count, small enough that progress is seen. */
const CHUNK = 2048;

/** Lets progress be seen, and a cancel be heard, before the module computes on. Rejects with the reason of a signal that was aborted. */
export async function shown(signal) {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/**
 * Opens a data set for a study, reads all rows into it, runs `use(handle, rows)` and frees it, whatever happens.
 *
 * @param {(handle: number, rows: number) => unknown} use
 */
export async function withStudyData(instance, data, study, { onProgress, signal }, use) {
  if (!Array.isArray(data?.header)) {
    throw argumentError("wrong-type", "The data must have a header: the columns' names as an array of text.");
  }
  const rows = data.rows;
  if (
    typeof rows?.[Symbol.asyncIterator] !== "function" &&
    (typeof rows?.[Symbol.iterator] !== "function" || typeof rows === "string")
  ) {
    throw argumentError("wrong-type", "The data must have rows: an iterable, or an async iterable, of arrays of values.");
  }
  signal?.throwIfAborted();
  const { data: handle } = instance.call("open-study", { study, header: data.header });
  try {
    let read = 0;
    let chunk = [];
    const append = async () => {
      instance.call("append-rows", { data: handle, rows: chunk, firstRow: read + 1 });
      read += chunk.length;
      chunk = [];
      onProgress?.({ phase: "reading", rows: read });
      await shown(signal);
    };
    for await (const row of rows) {
      chunk.push(row);
      if (chunk.length === CHUNK) await append();
    }
    if (chunk.length > 0) await append();
    return await use(handle, read);
  } finally {
    instance.release("free-data", { data: handle });
  }
}
