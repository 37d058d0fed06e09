// Rows of raw values on their way into the module: in chunks, so that neither side holds the text
// of a whole data set.
import { argumentError } from "./errors.js";

/** Rows a call. Large enough that the calls don't count, small enough that progress is seen. */
const CHUNK = 2048;

/**
 * Lets progress be seen, and a cancel be heard, before the module computes on. Rejects with the
 * reason of an aborted signal.
 */
export async function shown(signal) {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/** Throws unless `data` is DataRows. */
export function checkData(data) {
  if (!Array.isArray(data?.header)) {
    throw argumentError("wrong-type", "The data must have a header: the columns' names as an array of text.");
  }
  const { rows } = data;
  if (
    typeof rows?.[Symbol.asyncIterator] !== "function" &&
    (typeof rows?.[Symbol.iterator] !== "function" || typeof rows === "string")
  ) {
    throw argumentError("wrong-type", "The data must have rows: an iterable, or an async iterable, of arrays of values.");
  }
}

/**
 * Passes all rows to `take(rows, firstRow)`, chunk by chunk, telling `onProgress` after each.
 *
 * @returns {Promise<number>} how many rows there were
 */
export async function inChunks(rows, { onProgress, signal }, take) {
  let read = 0;
  let chunk = [];
  const pass = async () => {
    take(chunk, read + 1);
    read += chunk.length;
    chunk = [];
    onProgress?.({ phase: "reading", rows: read });
    await shown(signal);
  };
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length === CHUNK) await pass();
  }
  if (chunk.length > 0) await pass();
  return read;
}
