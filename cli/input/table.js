// A table of raw values, whatever the file it is in: CSV text or Parquet, told apart by their
// first bytes.
import { startsAsParquet } from "../../intake/parquet-magic.js";
import { someRows } from "../../intake/some-rows.js";
import { openCsvNamed } from "./csv.js";
import { OpenedFile } from "./opened-file.js";

/** @typedef {import("../../intake/row-block.js").RowOrBlock} RowOrBlock */

/**
 * For commands that read a table.
 *
 * @type {[flags: string, description: string]}
 */
export const DECIMAL_COMMA = [
  "--decimal-comma",
  "numbers in the file have a decimal comma, as 1,5 does; for files whose columns are separated by something else",
];

/**
 * `onBytes` is told how far reading has got, in bytes of the file. `decimalComma`: numbers in texts
 * have a comma.
 *
 * @typedef {{onBytes?: (read: number) => void, decimalComma?: boolean}} ReadOptions
 */

/**
 * A table of a file that has a name: `placeOf` is the place of what the library refused, for
 * `naming`.
 *
 * @typedef {object} NamedTable
 * @property {string[]} header
 * @property {AsyncIterable<RowOrBlock>} rows
 * @property {number} [expectedRows]
 * @property {boolean} [decimalComma] as it was asked for
 * @property {(string | null)[]} [kinds] names of the columns' kinds, where the file has them
 * @property {(columns: number[]) => void} [select] has only these columns read, by their places
 * @property {(columns: number[], unread: number[]) => void} [selectAll] has all read that can be
 * @property {() => Error} noRows
 * @property {(refused: {pointer: string}) => string} placeOf
 * @property {() => unknown} [close]
 */

/**
 * @param {OpenedFile} file
 * @param {ReadOptions} options
 * @returns {Promise<NamedTable>}
 */
async function tableIn(file, options) {
  const head = await file.head(4);
  if (!startsAsParquet(head)) return openCsvNamed(file, options);
  // A bundle runs this only where there is a Parquet file.
  const { openParquet } = await import("./parquet.js");
  return openParquet(file, options);
}

/**
 * All rows, and then a check that they are all of one file; `whenRead` is called after it.
 *
 * @param {AsyncIterable<RowOrBlock>} rows
 * @param {OpenedFile} file
 * @param {() => void} whenRead
 * @returns {AsyncGenerator<RowOrBlock, void>}
 */
async function* checked(rows, file, whenRead) {
  yield* rows;
  await file.checkUnchanged();
  whenRead();
}

/**
 * Opens a table and passes it to `use({header, rows, expectedRows, decimalComma, placeOf})`:
 *
 *   rows          arrays of raw values, as long as the header, or blocks of rows, once
 *   expectedRows  about how many there will be; undefined where that isn't known
 *   placeOf       the place of what the library refused, for `naming`: the file, and the line
 *                 where it has one
 *
 * A file that is changed meanwhile is an error, whatever else seems to be one.
 *
 * @template Result
 * @param {string} path
 * @param {ReadOptions & {mayBeEmpty?: boolean}} options mayBeEmpty: no rows are no error
 * @param {(table: Omit<NamedTable, "noRows">) => Result | Promise<Result>} use
 */
export async function withTable(path, { mayBeEmpty = false, ...options }, use) {
  const file = await OpenedFile.open(path);
  let reading = true;
  /** @type {NamedTable | undefined} */
  let table;
  try {
    table = await tableIn(file, options);
    const { noRows, placeOf } = table;
    return await use({
      header: table.header,
      rows: checked(mayBeEmpty ? table.rows : someRows(table.rows, noRows), file, () => (reading = false)),
      expectedRows: table.expectedRows,
      kinds: table.kinds,
      select: table.select,
      selectAll: table.selectAll,
      decimalComma: options.decimalComma,
      placeOf,
    });
  } catch (error) {
    if (reading) await file.checkUnchanged();
    throw error;
  } finally {
    await table?.close?.();
    await file.close();
  }
}
