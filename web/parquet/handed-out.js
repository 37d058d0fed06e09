// Where parquet-reader.js leaves what reads Parquet, and the page's own script finds it.

/**
 * A reader of Parquet, with the text of the script that it came in. The script hands its text out
 * itself, when it runs, so it is a text that the browser let run here.
 *
 * @typedef {{open: typeof import("../../intake/parquet-table.js").ParquetTable.open, text: string}}
 *   ParquetReader
 */

/** @type {{expostParquet?: ParquetReader}} */
const scope = /** @type {any} */ (globalThis);

/** Returns what parquet-reader.js handed out in this page or worker, undefined before it ran. */
export const handedOut = () => scope.expostParquet;

/** @param {ParquetReader} reader */
export function handOut(reader) {
  scope.expostParquet = reader;
}
