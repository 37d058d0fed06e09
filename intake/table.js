// The curator's data as a table: pasted text, or a file that is CSV or Parquet, told apart by its
// first bytes.
import { openCsvFile } from "./csv-file.js";
import { startsAsParquet } from "./parquet-magic.js";
import { someRows } from "./some-rows.js";
import { NOT_READABLE, bytesOf } from "./source.js";
import { watchingThousands } from "./thousands.js";

/**
 * A value of a row, before it is coded.
 *
 * @typedef {string | number | boolean | null} RawValue
 */

/**
 * Makes the error for what is no table. `place` goes between the file's name and the message.
 *
 * @typedef {(message: string, where?: {place?: string, cause?: unknown}) => Error} TableError
 */

/**
 * Columns by their places: those that are read, those whose kinds can't be, and those of numbers.
 *
 * @typedef {(columns: number[], unread: number[], numbers: number[]) => void} Select
 */

/**
 * A table under way: the rows are there once.
 *
 * @typedef {object} Table
 * @property {string[]} header
 * @property {AsyncIterable<import("./row-block.js").RowOrBlock>} rows
 * @property {number} [expectedRows] how many there are, where that is known
 * @property {(string | null)[]} [kinds] names of the columns' kinds, where the file has them
 * @property {Select} [select] has only these columns read, by their places
 * @property {Select} [selectAll] has all read that can be
 * @property {() => number[]} [thousands] places of columns whose points may stand for thousands,
 *   once the rows were read
 * @property {() => Error} noRows says that there are none
 * @property {(pointer: string) => number | null} lineOf
 * @property {() => unknown} [close]
 */

/** @typedef {import("./csv-file.js").OpenCsv} OpenCsv */

/**
 * Makes the errors for what is no table; `file` is the field that it was given in, where the page
 * has several. `place` goes between the file's name and the message.
 *
 * @param {string | null} file
 * @returns {TableError}
 */
export const tableError =
  (file = null) =>
  (message, { place = "", cause } = {}) => {
    const { type, code, pointer = "" } = /** @type {Partial<import("expost").ExpostError>} */ (cause ?? {});
    // The library's own code, where it refused the text.
    const own = type === "data" ? { code, pointer } : { code: "not-a-table", pointer: "" };
    return Object.assign(new Error(message, { cause }), { type: "table", file, place, ...own });
  };

/**
 * A File as Parquet is read: any part of it.
 *
 * @param {File} file
 * @param {TableError} refusal
 */
const parts = (file, refusal) => ({
  size: file.size,
  /**
   * @param {number} from
   * @param {number} [to]
   */
  slice: (from, to) =>
    file
      .slice(from, to)
      .arrayBuffer()
      .catch((cause) => {
        throw refusal(NOT_READABLE, { cause });
      }),
});

/**
 * @param {File | string} source
 * @param {TableError} refusal
 * @param {(read: number) => void} onBytes
 * @param {{openCsv: OpenCsv, decimalComma?: boolean}} how
 * @returns {Promise<Table>}
 */
async function tableIn(source, refusal, onBytes, { openCsv, decimalComma }) {
  if (typeof source !== "string") {
    const file = parts(source, refusal);
    if (startsAsParquet(await file.slice(0, 4))) {
      // Run where there is such a file only: it compiles a decoder of its own.
      const { ParquetTable } = await import("./parquet-table.js");
      return ParquetTable.open(file, refusal, { onBytes });
    }
  }
  const isText = typeof source === "string";
  const chunks = isText ? [source] : bytesOf(source, refusal, onBytes);
  const table = await openCsvFile(openCsv, chunks, refusal, { decimalComma, size: isText ? source.length : source.size });
  if (isText) onBytes(source.length);
  return table;
}

/**
 * { header, rows, expectedRows, lineOf }: `rows` are arrays of raw values, or blocks of rows, once;
 * `lineOf(pointer)` is the line of the row that a pointer of the library names, null where it names
 * none or the file has no lines. `refusal` is from `tableError`; `onShare` hears how much is read;
 * no rows are a refusal but with `mayBeEmpty`. It is closed when no line is asked for any more.
 *
 * @param {File | string} source
 * @param {TableError} refusal
 * @param {{openCsv: OpenCsv, decimalComma?: boolean, signal?: AbortSignal,
 *   onShare?: (share: number) => void, mayBeEmpty?: boolean}} options
 * @returns {Promise<Omit<Table, "noRows" | "close"> & ReturnType<typeof watchingThousands> &
 *   {decimalComma?: boolean, close: () => Promise<void>}>}
 */
export async function openTable(source, refusal, { openCsv, decimalComma, signal, onShare = () => {}, mayBeEmpty = false }) {
  const all = typeof source === "string" ? source.length : source.size;
  const table = await tableIn(source, refusal, (read) => onShare(all > 0 ? read / all : 1), { openCsv, decimalComma });
  const rows = async function* () {
    for await (const row of mayBeEmpty ? table.rows : someRows(table.rows, () => table.noRows())) {
      signal?.throwIfAborted();
      yield row;
    }
  };
  return {
    header: table.header,
    rows: rows(),
    expectedRows: table.expectedRows,
    decimalComma,
    kinds: table.kinds,
    ...watchingThousands(table),
    lineOf: (pointer) => table.lineOf(pointer),
    close: async () => void (await table.close?.()),
  };
}

/**
 * The columns' names of a table that is closed then. The beginning of a CSV is read, so that a file
 * at fault there is refused when it is chosen.
 *
 * @param {Awaited<ReturnType<typeof openTable>>} table
 */
export async function headerOf({ header, kinds, rows, close }) {
  try {
    // Parquet has its names and kinds at the end, and is read from there.
    if (kinds !== undefined) return header;
    const blocks = rows[Symbol.asyncIterator]();
    await blocks.next();
    await blocks.next();
  } finally {
    await close();
  }
  return header;
}
