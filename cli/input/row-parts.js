// Rows and blocks of a file, in parts for single calls of the library.

/** Rows a call of the library. */
const CHUNK = 2048;

/** @typedef {import("expost").RawValue[][] | import("expost").RowBlock} RowsPart */

/**
 * Calls `take` with all rows, in order: a block as it is, rows by themselves a chunk at a time.
 *
 * @param {AsyncIterable<import("../../intake/row-block.js").RowOrBlock>} rows
 * @param {(part: RowsPart) => void} take
 */
export async function inParts(rows, take) {
  /** @type {import("expost").RawValue[][]} */
  let chunk = [];
  const takeChunk = () => {
    if (chunk.length > 0) take(chunk);
    chunk = [];
  };
  for await (const item of rows) {
    if (!Array.isArray(item)) {
      takeChunk();
      take(item);
    } else if (chunk.push(item) === CHUNK) {
      takeChunk();
    }
  }
  takeChunk();
}
