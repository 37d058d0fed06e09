// A Parquet file on the command line: the table, with the file's name on what is wrong in it.
import { ParquetTable } from "../../intake/parquet-table.js";
import { inputError } from "../errors.js";

/**
 * Opens a file that starts as Parquet. Throws a refusal for what can't be read as a table.
 *
 * @param {import("./opened-file.js").OpenedFile} file
 * @param {import("./table.js").ReadOptions} [options]
 * @returns {Promise<import("./table.js").NamedTable>}
 */
export async function openParquet(file, options) {
  const { size } = file;
  if (!file.isSeekable || size === null)
    throw inputError(`${file.name}: is Parquet, which can't be read from a pipe; give it as a file`);
  /** @type {import("../../intake/table.js").TableError} */
  const refusal = (message, { place = "", cause } = {}) => inputError(`${file.name}${place}: ${message}`, { cause });
  const table = await ParquetTable.open({ size, slice: (from, to) => file.slice(from, to) }, refusal, options);
  return {
    header: table.header,
    rows: table.rows,
    noRows: () => table.noRows(),
    expectedRows: table.expectedRows,
    kinds: table.kinds,
    select: (columns) => table.select(columns),
    selectAll: (columns, unread) => table.selectAll(columns, unread),
    placeOf: () => file.name,
  };
}
