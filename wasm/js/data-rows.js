// Rows of raw values on their way into the module: in chunks, so that neither side holds the text
// of a whole data set.
import { argumentError } from "./errors.js";
import { isBlock } from "./row-blocks.js";

/** @import { DataRows, RawValue, RowBlock, Signal } from "expost" */

/**
 * Hears how far a call is, and can break it off.
 *
 * @typedef {{onProgress?: (progress: {phase: "reading", rows: number}) => void, signal?: Signal}}
 *   Watching
 */

/** Rows a call. Large enough that the calls don't count, small enough that progress is seen. */
const CHUNK = 2048;

/** Milliseconds between two pauses: a frame of a screen. A timer takes one to four by itself. */
const FRAME = 16;
let pausedAt = -Infinity;

/**
 * Tells how far a call is, as often as can be seen: the first and the last of each phase, and one a
 * frame in between. A page that heard of hundreds of thousands of steps would do nothing else.
 *
 * @template {{phase: string}} Progress
 */
export class Telling {
  #onProgress;
  #signal;
  /** @type {string | null} */
  #phase = null;
  /** @type {Progress | null} */
  #untold = null;

  /** @param {{onProgress?: (progress: Progress) => void, signal?: Signal}} watching */
  constructor({ onProgress, signal }) {
    this.#onProgress = onProgress;
    this.#signal = signal;
  }

  /**
   * Lets the progress be seen, and a cancel be heard, before the module computes on: where a phase
   * begins, and where neither has been possible for a frame. Rejects with the reason of an aborted
   * signal.
   *
   * @param {Progress} progress
   */
  async now(progress) {
    const isNew = progress.phase !== this.#phase;
    if (isNew) this.end();
    if (isNew || performance.now() - pausedAt >= FRAME) {
      this.#phase = progress.phase;
      this.#untold = null;
      this.#onProgress?.(progress);
      await new Promise((resolve) => setTimeout(resolve, 0));
      pausedAt = performance.now();
    } else {
      this.#untold = progress;
    }
    this.#signal?.throwIfAborted();
  }

  /** Tells what came last, if it wasn't told. */
  end() {
    if (this.#untold !== null) this.#onProgress?.(this.#untold);
    this.#untold = null;
  }
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
 * Passes all rows to `take`, in chunks and the blocks that they come in, telling `onProgress` how
 * many they are.
 *
 * @param {DataRows["rows"]} rows
 * @param {Watching} watching
 * @param {(part: RawValue[][] | RowBlock, firstRow: number) => number} take returns how many rows
 *   those were
 * @returns {Promise<number>} how many rows there were
 */
export async function inChunks(rows, watching, take) {
  /** @type {Telling<{phase: "reading", rows: number}>} */
  const telling = new Telling(watching);
  let read = 0;
  /** @type {RawValue[][]} */
  let chunk = [];
  const pass = async (/** @type {RawValue[][] | RowBlock} */ part) => {
    read += take(part, read + 1);
    await telling.now({ phase: "reading", rows: read });
  };
  const passChunk = async () => {
    const rest = chunk;
    chunk = [];
    if (rest.length > 0) await pass(rest);
  };
  for await (const item of rows) {
    if (isBlock(item)) {
      await passChunk();
      await pass(item);
    } else if (chunk.push(item) === CHUNK) {
      await passChunk();
    }
  }
  await passChunk();
  telling.end();
  return read;
}
