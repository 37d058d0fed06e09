// Rows of raw values on their way into the module: in chunks, so that neither side holds the text
// of a whole data set.
import { argumentError } from "./errors.js";

/** @import { DataRows, RawValue, Signal } from "expost" */

/**
 * Hears how far a call is, and can break it off.
 *
 * @typedef {{onProgress?: (progress: {phase: "reading", rows: number}) => void, signal?: Signal}}
 *   Watching
 */

/** Rows a call. Large enough that the calls don't count, small enough that progress is seen. */
const CHUNK = 2048;

/**
 * Lets progress be seen, and a cancel be heard, before the module computes on. Rejects with the
 * reason of an aborted signal.
 *
 * @param {Signal | undefined} signal
 */
export async function shown(signal) {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/**
 * Throws unless `data` is DataRows.
 *
 * @param {DataRows} data
 */
export function checkData(data) {
  if (!Array.isArray(data?.header)) {
    throw argumentError("wrong-type", "The data must have a header: the columns' names as an array of text.");
  }
  // Whatever a caller without types has handed over.
  const { rows } = /** @type {{rows?: any}} */ (data);
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
 * @param {DataRows["rows"]} rows
 * @param {Watching} watching
 * @param {(rows: RawValue[][], firstRow: number) => void} take
 * @returns {Promise<number>} how many rows there were
 */
export async function inChunks(rows, { onProgress, signal }, take) {
  let read = 0;
  /** @type {RawValue[][]} */
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
