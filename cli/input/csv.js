// A CSV file on the command line: the table, with the file's name on what is wrong in it.
import { openCsv } from "expost";
import { openCsvFile } from "../../intake/csv-file.js";
import { inputError } from "../errors.js";

/**
 * Opens a file as CSV and reads its header.
 *
 * @param {import("./opened-file.js").OpenedFile} file
 * @param {import("./table.js").ReadOptions} [options]
 * @returns {Promise<import("./table.js").NamedTable>}
 */
export async function openCsvNamed(file, { onBytes, decimalComma } = {}) {
  const refusal = (/** @type {string} */ message) => inputError(`${file.name}: ${message}`);
  const { lineOf, ...table } = await openCsvFile(openCsv, file.bytes(onBytes), refusal, {
    decimalComma,
    size: file.size ?? undefined,
  });
  const placeOf = (/** @type {{pointer: string}} */ { pointer }) => {
    const line = lineOf(pointer);
    return line === null ? file.name : `${file.name}, line ${line}`;
  };
  return { ...table, placeOf };
}
