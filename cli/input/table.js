// A table of raw values, whatever the file it is in: CSV text or Parquet, told apart by their
// first bytes.
import { startsAsParquet } from "../../intake/parquet-magic.js";
import { someRows } from "../../intake/some-rows.js";
import { watchingThousands } from "../../intake/thousands.js";
import { remark } from "../output/streams.js";
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
 * For commands that bound or predict the rows of a table.
 *
 * @type {[flags: string, description: string]}
 */
export const UNKNOWN = [
  "--unknown <TEXT>",
  'this text, such as "?", stands for any value of its column, and numbers may be ranges like 20..30; off unless it is given',
];

/**
 * `onBytes` is told how far reading has got, in bytes of the file; `onRead` is called when all is
 * read, before anything is told. `decimalComma`: numbers in texts have a comma.
 *
 * @typedef {{onBytes?: (read: number) => void, onRead?: () => void, decimalComma?: boolean}}
 *   ReadOptions
 */

/** @typedef {import("../../intake/table.js").Select} Select */

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
 * @property {Select} [select] has only these columns read, by their places
 * @property {Select} [selectAll] has all read that can be
 * @property {() => number[]} [thousands] places of columns whose points may stand for thousands,
 *   once the rows were read
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
 * The sentence about columns whose points were read as decimal marks, and may stand for thousands.
 *
 * @param {string} name of the file
 * @param {string[]} columns
 */
function thousandsText(name, columns) {
  const quoted = columns.map((column) => `"${column}"`).join(", ");
  const of = columns.length === 1 ? `the column ${quoted}` : `each of the columns ${quoted}`;
  return (
    `${name}: all numbers with a point in ${of} have three digits after it, as thousands have, ` +
    "but 1.045 was read as a little more than 1: if they are thousands, write them without points, as 1045"
  );
}

/**
 * Opens a table and passes it to `use({header, rows, expectedRows, decimalComma, placeOf})`:
 *
 *   rows          arrays of raw values, as long as the header, or blocks of rows, once
 *   expectedRows  about how many there will be; undefined where that isn't known
 *   placeOf       the place of what the library refused, for `naming`: the file, and the line
 *                 where it has one
 *
 * A file that is changed meanwhile is an error, whatever else seems to be one. When all is read,
 * columns of numbers whose points may stand for thousands are told.
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
    const { header, noRows, placeOf } = table;
    const { select, selectAll, doubtful } = watchingThousands(table);
    const whenRead = () => {
      reading = false;
      options.onRead?.();
      const names = doubtful();
      if (names.length > 0) remark(thousandsText(file.name, names));
    };
    return await use({
      header,
      rows: checked(mayBeEmpty ? table.rows : someRows(table.rows, noRows), file, whenRead),
      expectedRows: table.expectedRows,
      kinds: table.kinds,
      select,
      selectAll,
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
