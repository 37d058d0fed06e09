// A CSV file on the command line: the table, with the file's name on what is wrong in it.
import { CsvTable } from "../../web/intake/csv-table.js";
import { inputFault } from "../faults.js";
import { nameOf, textPieces } from "./bytes.js";

/** A CSV file under way. */
export class CsvFile {
  #name;
  #table;

  /** Opens a file (or "-") and reads its header. Throws a fault for an empty one. */
  static async open(path, { onBytes } = {}) {
    const name = nameOf(path);
    const fault = (message) => inputFault(`${name}: ${message}`);
    return new CsvFile(name, await CsvTable.open(textPieces(path, { onBytes }), fault));
  }

  constructor(name, table) {
    this.#name = name;
    this.#table = table;
  }

  get header() {
    return this.#table.header;
  }

  /** The data rows, once. */
  get rows() {
    return this.#table.rows;
  }

  /** The place of what the library refused, for `naming`: the file, and the line where it names a row. */
  placeOf({ pointer }) {
    const line = this.#table.lineOf(pointer);
    return line === null ? this.#name : `${this.#name}, line ${line}`;
  }
}
