// A CSV file on the command line: the table, with the file's name on what is wrong in it.
import { CsvTable } from "../../intake/csv-table.js";
import { startsAsGzip, tableText } from "../../intake/table-text.js";
import { inputError } from "../errors.js";

/** @typedef {import("./opened-file.js").OpenedFile} OpenedFile */
/** @typedef {import("./table.js").ReadOptions} ReadOptions */

/**
 * About how many rows a file has, from how many lines its first piece has; undefined where its
 * size isn't known.
 *
 * @param {OpenedFile} file
 * @param {{bytes: number, lines: number}} first
 */
function estimatedRows(file, { bytes, lines }) {
  return file.size === null || lines === 0 ? undefined : Math.ceil((file.size / bytes) * lines);
}

/** A CSV file under way. */
export class CsvFile {
  #name;
  #table;
  expectedRows;

  /**
   * Reads the header of an opened file. Throws an error for an empty one.
   *
   * @param {OpenedFile} file
   * @param {ReadOptions} [options]
   */
  static async open(file, { onBytes, decimalComma } = {}) {
    /** @type {{bytes: number, lines: number} | null} */
    let first = null;
    const refusal = (/** @type {string} */ message) => inputError(`${file.name}: ${message}`);
    const compressed = startsAsGzip(await file.head(2));
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of file.bytes(onBytes)) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    const pieces = async function* () {
      for await (const piece of tableText(counted(), refusal)) {
        // The first piece is never bytes.
        if (typeof piece === "string") first ??= { bytes, lines: piece.match(/\r\n|\n|\r/g)?.length ?? 0 };
        yield piece;
      }
    };
    const table = await CsvTable.open(pieces(), refusal, { decimalComma });
    return new CsvFile(file.name, table, compressed ? undefined : estimatedRows(file, first ?? { bytes: 0, lines: 0 }));
  }

  /**
   * @param {string} name
   * @param {CsvTable} table
   * @param {number} [expectedRows]
   */
  constructor(name, table, expectedRows) {
    this.#name = name;
    this.#table = table;
    this.expectedRows = expectedRows;
  }

  get header() {
    return this.#table.header;
  }

  /** The data rows, once. */
  get rows() {
    return this.#table.rows;
  }

  /** Says that there are none. */
  noRows() {
    return this.#table.noRows();
  }

  /**
   * The place of what the library refused, for `naming`: the file, and the line where it names a
   * row.
   *
   * @param {{pointer: string}} refused
   */
  placeOf({ pointer }) {
    const line = this.#table.lineOf(pointer);
    return line === null ? this.#name : `${this.#name}, line ${line}`;
  }
}
