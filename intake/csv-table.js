// CSV as a header and a stream of rows: comma, semicolon or tab, quoted fields, any line ends,
// blanks after separators. The command line and the curator's page read through here, so that both
// take the same files and say the same about others.
//
// The meaning of a value is the library's business; here only its text is found, and the line it
// stands on.
import Papa from "papaparse";

/** As much text as the separator is guessed from. */
const HEAD = 1 << 16;
/** A row longer than this is a quotation mark that is never closed. */
const LONGEST_ROW = 1 << 24;
/**
 * How JSON begins: an object, or an array of objects or arrays. No table's first column has such a
 * name.
 */
const JSON_START = /^\s*(\{\s*"|\[\s*[[{])/;

/**
 * @param {string} head
 * @returns {{delimiter: string, newline: "\n" | "\r"}}
 */
function dialect(head) {
  // Blanks at a field's ends are trimmed with its value, later. Only before a quotation mark do
  // they matter here.
  const blanks = /[,;\t] "/.test(head) ? [", ", "; ", "\t "] : [];
  const newline = head.includes("\n") || !head.includes("\r") ? "\n" : "\r";
  // A blank line at the end counts as a row of one field otherwise, and short tables of two
  // columns as none.
  const { meta } = Papa.parse(head, {
    preview: 10,
    newline,
    skipEmptyLines: true,
    delimitersToGuess: [...blanks, ",", ";", "\t"],
  });
  // With "\n" the "\r" of a CRLF stays at the end of the last field: a blank, trimmed like others.
  return { delimiter: meta.delimiter, newline };
}

/** @typedef {{fields: string[], line: number}} LinedRow a row, and the line on which it starts */

/**
 * Rows as arrays of text, with their lines.
 *
 * @param {AsyncIterable<string>} pieces
 * @param {(message: string) => Error} refusal
 * @returns {AsyncGenerator<LinedRow, void>}
 */
async function* linedRows(pieces, refusal) {
  /** @type {ReturnType<typeof dialect> | null} */
  let config = null;
  let pending = "";
  let line = 1;
  /**
   * @param {boolean} last whether the text has ended
   * @returns {LinedRow[]}
   */
  const parsed = (last) => {
    if (config === null && JSON_START.test(pending))
      throw refusal("is JSON; rows as CSV, with a header line, or as Parquet were expected");
    config ??= dialect(pending);
    const { newline } = config;
    /** @type {import("papaparse").ParseResult<string[]>} */
    const { data, errors, meta } = new Papa.Parser(config).parse(pending, 0, !last);
    pending = last ? "" : pending.slice(meta.cursor);
    // Errors of a row that isn't complete yet are told when it is.
    const broken = errors.find(({ row }) => row !== undefined && row < data.length)?.row;
    return data.map((fields, index) => {
      const start = line;
      line += 1 + fields.reduce((sum, field) => sum + field.split(newline).length - 1, 0);
      if (index === broken) throw refusal(`line ${start} has a quotation mark that is not closed, or not doubled`);
      return { fields, line: start };
    });
  };
  /** @param {LinedRow} row */
  const isBlank = ({ fields }) => fields.length === 1 && fields[0].trim() === "";
  for await (const piece of pieces) {
    pending += piece;
    if (config === null && pending.length < HEAD) continue;
    for (const row of parsed(false)) {
      if (!isBlank(row)) yield row;
    }
    if (pending.length > LONGEST_ROW) throw refusal(`line ${line} has a quotation mark that is not closed`);
  }
  for (const row of parsed(true)) {
    if (!isBlank(row)) yield row;
  }
}

/**
 * Where the data rows of a file stand: line = row + offset, with the rows at which the offset
 * changes.
 */
class Lines {
  /** @type {{row: number, offset: number}[]} */
  #changes = [];

  /**
   * @param {number} row
   * @param {number} line
   */
  add(row, line) {
    if (this.#changes.at(-1)?.offset !== line - row) this.#changes.push({ row, offset: line - row });
  }

  /**
   * The line on which data row `row` (from 1) starts.
   *
   * @param {number} row
   */
  of(row) {
    const change = this.#changes.findLast((entry) => entry.row <= row);
    return change === undefined ? null : row + change.offset;
  }
}

/** A CSV table under way. */
export class CsvTable {
  #rows;
  #refusal;
  #lines = new Lines();
  #header;

  /**
   * Reads the header from a text in pieces. `refusal(message)` makes the error that is thrown where
   * the text is no table; the message goes on after a file's name: "line 7 has 3 fields, but the
   * header has 4".
   *
   * @param {AsyncIterable<string>} pieces
   * @param {(message: string) => Error} refusal
   */
  static async open(pieces, refusal) {
    const rows = linedRows(pieces, refusal);
    const first = await rows.next();
    if (first.done) throw refusal("is empty; a header line with the columns' names was expected");
    return new CsvTable(
      first.value.fields.map((field) => field.trim()),
      rows,
      refusal,
    );
  }

  /**
   * @param {string[]} header
   * @param {AsyncIterable<LinedRow>} rows
   * @param {(message: string) => Error} refusal
   */
  constructor(header, rows, refusal) {
    this.#header = header;
    this.#rows = rows;
    this.#refusal = refusal;
  }

  get header() {
    return this.#header;
  }

  /** The data rows, once. */
  get rows() {
    return this.#dataRows();
  }

  /** @returns {AsyncGenerator<string[], void>} */
  async *#dataRows() {
    let row = 0;
    for await (const { fields, line } of this.#rows) {
      row += 1;
      this.#lines.add(row, line);
      if (fields.length !== this.#header.length) {
        const count = fields.length === 1 ? "1 field" : `${fields.length} fields`;
        throw this.#refusal(`line ${line} has ${count}, but the header has ${this.#header.length}`);
      }
      yield fields;
    }
  }

  /** Says that there are none. */
  noRows() {
    return this.#refusal("has a header, but no rows below it");
  }

  /**
   * The line of the row that a pointer of the library names ("/7/age"), null where it names none.
   *
   * @param {string} pointer
   */
  lineOf(pointer) {
    const row = /^\/(\d+)(\/|$)/.exec(pointer)?.[1];
    return row === undefined ? null : this.#lines.of(Number(row));
  }
}
