// CSV as a header and a stream of rows: comma, semicolon or tab, or the separator that a first line
// names ("sep=|"); quoted fields, any line ends, blanks after separators. The command line and the
// curator's page read through here, so that both take the same files and say the same about others.
//
// The meaning of a value is the library's business; here only its text is found, and the line it
// stands on.
import Papa from "papaparse";
import { asciiText, joinedAscii, linesWithoutQuotes } from "./ascii.js";
import { RowEnds } from "./row-ends.js";
import { BrokenText } from "./table-text.js";

/** As much text as the separator is guessed from. */
const HEAD = 1 << 16;
/** A row longer than this is a quotation mark that is never closed. */
const LONGEST_ROW = 1 << 24;
/**
 * How JSON begins: an object, or an array of objects or arrays. No table's first column has such a
 * name.
 */
const JSON_START = /^\s*(\{\s*"|\[\s*[[{])/;

/** A first line by which spreadsheets name the separator. */
const SEPARATOR_LINE = /^("?)sep=([^\r\n"])\1[ \t]*(?:\r\n?|\n|$)/i;
const STATED = [",", ";", "\t", "|"];
/** Separators that are told from the text itself. */
const GUESSED = [",", ";", "\t"];

/**
 * @param {string} head without a line that names the separator
 * @param {string[]} separators it may have
 * @param {string} [stated] the separator that such a line names
 * @returns {{delimiter: string, newline: "\n" | "\r"}}
 */
function dialect(head, separators, stated) {
  const newline = head.includes("\n") || !head.includes("\r") ? "\n" : "\r";
  // Blanks at a field's ends are trimmed with its value, later. Only before a quotation mark do
  // they matter here.
  if (stated !== undefined) return { delimiter: head.includes(`${stated} "`) ? `${stated} ` : stated, newline };
  const blanks = /[,;\t] "/.test(head) ? separators.map((separator) => `${separator} `) : [];
  // With "\n" the "\r" of a CRLF stays at the end of the last field: a blank, trimmed like others.
  return { delimiter: likeliest(head.slice(0, HEAD).replace(/^\ufeff/, ""), [...blanks, ...separators], newline), newline };
}

/** As many rows as the separator is guessed from. */
const PREVIEW = 10;
/** Blanks longer than this are looked at as if they were this long. */
const LONGEST_BLANKS = 64;

/**
 * The separator that Papa Parse would guess: it gives the rows most nearly equal numbers of fields,
 * two or more; of several the one that gives more fields, then the first. Papa's own guess takes
 * time as the number of quotation marks times the length of blanks.
 *
 * @param {string} head
 * @param {string[]} delimiters
 * @param {"\n" | "\r"} newline
 */
function likeliest(head, delimiters, newline) {
  const [best] = delimiters
    .map((delimiter) => {
      const blanks = new RegExp(`(?:(?!${delimiter}|${newline})\\s){${LONGEST_BLANKS},}`, "g");
      const text = head.replace(blanks, (run) => run[0] + "\u00a0".repeat(LONGEST_BLANKS - 2) + run.at(-1));
      const parser = new Papa.Parser({ delimiter, newline, preview: PREVIEW });
      /** @type {import("papaparse").ParseResult<string[]>} */
      const { data } = parser.parse(text, 0, false);
      // A blank line at the end counts as a row of one field otherwise.
      const counts = data.filter((fields) => fields.length > 1 || fields[0] !== "").map((fields) => fields.length);
      const changes = counts.slice(1).reduce((sum, count, index) => sum + Math.abs(count - counts[index]), 0);
      return { delimiter, changes, mean: counts.reduce((sum, count) => sum + count, 0) / counts.length };
    })
    .filter(({ mean }) => mean > 1.99)
    .sort((a, b) => a.changes - b.changes || b.mean - a.mean);
  return best?.delimiter ?? ",";
}

/**
 * Whether the columns of a text, read as one column, stand apart by "|": as many in the second line
 * as in the first.
 *
 * @param {string} head
 */
function hasPipes(head) {
  const [first = "", second = first] = head.split(/[\r\n]+/).filter((text) => text.trim() !== "");
  const count = (/** @type {string} */ text) => text.split("|").length - 1;
  return count(first) > 0 && count(first) === count(second);
}

/** @typedef {{fields: string[], line: number}} LinedRow a row, and the line on which it starts */

/**
 * The refusal of a row that hasn't as many fields as the header.
 *
 * @param {LinedRow} row
 * @param {string[]} header
 * @param {(message: string) => Error} refusal
 */
function unequal({ fields, line }, header, refusal) {
  const count = fields.length === 1 ? "1 field" : `${fields.length} fields`;
  return refusal(`line ${line} has ${count}, but the header has ${header.length}`);
}

/** @param {LinedRow} row */
const isNotBlank = ({ fields }) => fields.length > 1 || fields[0].trim() !== "";

/**
 * Whole lines in which nothing has to be quoted, from `line` on; as bytes where they are ASCII.
 *
 * @typedef {object} LinedText
 * @property {string | Uint8Array} text
 * @property {string} separator
 * @property {number} line
 * @property {number} count of lines
 * @property {() => LinedRow[]} parsed
 */

/** How many lines a text has, each of them ended. @param {string} text */
function linesIn(text) {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/**
 * The header as a row, then rows as arrays of text with their lines, or lines that the library can
 * take apart itself. `decimalComma`: a comma separates no columns.
 *
 * @param {AsyncIterable<string | Uint8Array>} pieces bytes are ASCII
 * @param {(message: string) => Error} refusal
 * @param {boolean} decimalComma
 * @returns {AsyncGenerator<LinedRow | LinedText, void>}
 */
async function* linedRows(pieces, refusal, decimalComma) {
  const separators = decimalComma ? GUESSED.filter((separator) => separator !== ",") : GUESSED;
  /** @type {ReturnType<typeof dialect> | null} */
  let config = null;
  /** Those of the text that is pending. */
  let ends = /** @type {RowEnds | null} */ (null);
  let pending = "";
  let line = 1;
  // Finds how the text is laid out, and takes away a line that names the separator.
  const opening = () => {
    const [separatorLine, , stated] = SEPARATOR_LINE.exec(pending) ?? [];
    if (separatorLine !== undefined) {
      if (!STATED.includes(stated))
        throw refusal(`line 1 says that columns are separated by ${JSON.stringify(stated)}; , ; | or a tab was expected`);
      pending = pending.slice(separatorLine.length);
      line += 1;
    }
    const found = dialect(pending, separators, stated);
    const [header = ""] = pending.trimStart().split(/[\r\n]/, 1);
    const isOneColumn = stated === undefined && !separators.some((separator) => header.includes(separator));
    if (decimalComma && (stated === "," || (isOneColumn && header.includes(","))))
      throw refusal("has columns that are separated by commas, so that a decimal comma can't be told from them");
    if (isOneColumn && hasPipes(pending))
      throw refusal('has columns that are separated by "|"; save it with commas, or put a first line "sep=|" above it');
    return found;
  };
  /**
   * Rows of a text that starts on line `from`, and the line after them. Where a row is broken,
   * those before it and `isBroken`.
   *
   * @param {string} text
   * @param {number} from
   * @param {ReturnType<typeof dialect>} config
   * @param {boolean} last whether the text has ended; else it has whole rows only
   */
  const rowsIn = (text, from, config, last) => {
    /** @type {import("papaparse").ParseResult<string[]>} */
    const { data, errors } = new Papa.Parser(config).parse(text, 0, !last);
    const broken = errors[0]?.row;
    let next = from;
    /** @type {LinedRow[]} */
    const rows = data.slice(0, broken).map((fields) => {
      const start = next;
      next += 1 + fields.reduce((sum, field) => sum + field.split(config.newline).length - 1, 0);
      return { fields, line: start };
    });
    return { rows: rows.filter(isNotBlank), isBroken: broken !== undefined, next };
  };
  /** Takes the first `end` characters away. @param {number} end */
  const take = (end) => {
    const text = pending.slice(0, end);
    pending = pending.slice(end);
    ends?.take();
    return text;
  };
  /**
   * The rows so far. What is wrong is told in the order of the lines.
   *
   * @param {boolean} last whether the text has ended
   */
  function* parsed(last) {
    if (config === null && JSON_START.test(pending))
      throw refusal("is JSON; rows as CSV, with a header line, or as Parquet were expected");
    const isFirst = config === null;
    config ??= opening();
    ends ??= new RowEnds(config).read(pending);
    const { end, isBroken } = ends;
    const toEnd = last && !isBroken;
    const found = rowsIn(take(toEnd ? pending.length : end), line, config, toEnd);
    line = found.next;
    const { rows } = found;
    const fault =
      isBroken || found.isBroken ? refusal(`line ${line} has a quotation mark that is not closed, or not doubled`) : null;
    // At the beginning before any row is taken: then a file is refused when it is chosen.
    if (fault !== null && isFirst)
      for (const row of rows) if (row.fields.length !== rows[0].fields.length) throw unequal(row, rows[0].fields, refusal);
    if (!isFirst || fault === null) yield* rows;
    if (fault !== null) throw fault;
  }
  /**
   * Lines that can only be read in one way.
   *
   * @param {string | Uint8Array} text
   * @param {number} count of its lines
   * @param {ReturnType<typeof dialect>} found
   * @returns {LinedText}
   */
  const taken = (text, count, found) => {
    const from = line;
    line += count;
    const parsed = () => rowsIn(typeof text === "string" ? text : asciiText(text), from, found, true).rows;
    return { text, separator: found.delimiter, line: from, count, parsed };
  };
  /**
   * How lines are laid out, where some can be taken apart without a reader of CSV; else null.
   */
  const plainDialect = () => (config?.newline === "\n" && config.delimiter.length === 1 ? config : null);
  /** The whole lines of the text so far, where each can only be read in one way. */
  const plainLines = () => {
    const found = plainDialect();
    if (found === null || ends === null) return null;
    const text = pending.slice(0, ends.end);
    if (text.includes('"') || text.trimStart() === "" || /^[^\S\n]*\n/.test(text)) return null;
    take(text.length);
    return taken(text, linesIn(text), found);
  };
  /**
   * The same with the lines of a piece that is bytes, which become no text.
   *
   * @param {Uint8Array} piece
   */
  const plainBytes = (piece) => {
    const found = plainDialect();
    const end = piece.lastIndexOf(0x0a) + 1;
    if (found === null || ends?.isQuoted || end === 0) return null;
    const text = joinedAscii(pending, piece.subarray(0, end));
    const count = text === null ? null : linesWithoutQuotes(text);
    if (text === null || count === null) return null;
    if (asciiText(text.subarray(0, text.indexOf(0x0a))).trim() === "") return null;
    pending = asciiText(piece.subarray(end));
    ends = new RowEnds(found).read(pending);
    return taken(text, count, found);
  };
  try {
    for await (const piece of pieces) {
      const plain = typeof piece === "string" ? null : plainBytes(piece);
      if (plain !== null) {
        yield plain;
      } else {
        const text = typeof piece === "string" ? piece : asciiText(piece);
        pending += text;
        if (config === null && pending.length < HEAD) continue;
        ends?.read(text);
        // A row that goes on is not looked at again with every piece.
        if (ends === null || ends.end > 0 || ends.isBroken) {
          const lines = plainLines();
          if (lines === null) yield* parsed(false);
          else yield lines;
        }
      }
      if (pending.length > LONGEST_ROW) throw refusal(`line ${line} has a quotation mark that is not closed`);
    }
  } catch (error) {
    if (!(error instanceof BrokenText)) throw error;
    const { newline } = config ?? dialect(pending, separators);
    throw refusal(`line ${line + pending.split(newline).length - 1} has ${error.fault}`);
  }
  yield* parsed(true);
}

/**
 * Where the data rows of a file stand: line = row + offset, with the rows at which the offset
 * changes.
 */
class Lines {
  /** @type {{row: number, offset: number}[]} */
  #changes = [];

  /**
   * Forgets what was known of this row and later ones.
   *
   * @param {number} row
   * @param {number} line
   */
  add(row, line) {
    while ((this.#changes.at(-1)?.row ?? 0) >= row) this.#changes.pop();
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
   * header has 4". `decimalComma`: numbers may have a comma, so that no comma separates columns.
   *
   * @param {AsyncIterable<string | Uint8Array>} pieces bytes are ASCII
   * @param {(message: string) => Error} refusal
   * @param {{decimalComma?: boolean}} [options]
   */
  static async open(pieces, refusal, { decimalComma = false } = {}) {
    const rows = linedRows(pieces, refusal, decimalComma);
    const first = await rows.next();
    if (first.done || "text" in first.value) throw refusal("is empty; a header line with the columns' names was expected");
    return new CsvTable(
      first.value.fields.map((field) => field.trim()),
      rows,
      refusal,
    );
  }

  /**
   * @param {string[]} header
   * @param {AsyncIterable<LinedRow | LinedText>} rows
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

  /** The data rows, once: single ones, and blocks of text. */
  get rows() {
    return this.#dataRows();
  }

  /** @returns {AsyncGenerator<string[] | import("./row-block.js").TextBlock, void>} */
  async *#dataRows() {
    let row = 0;
    const counted = (/** @type {LinedRow} */ lined) => {
      row += 1;
      this.#lines.add(row, lined.line);
      if (lined.fields.length !== this.#header.length) throw unequal(lined, this.#header, this.#refusal);
      return lined.fields;
    };
    for await (const item of this.#rows) {
      if (!("text" in item)) {
        yield counted(item);
      } else if (this.#header.length < 2) {
        for (const each of item.parsed()) yield counted(each);
      } else {
        const { text, separator, line, count, parsed } = item;
        const before = row;
        // A row a line, unless it is found otherwise.
        this.#lines.add(row + 1, line);
        row += count;
        const rows = () => {
          row = before;
          return parsed().map(counted);
        };
        yield { text, separator, rows };
      }
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
