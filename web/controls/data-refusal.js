// Refusals of a table in the page's own words, by their codes. The library's sentence is English
// and follows them; on an English page it is enough.

/** @import { TableErrors } from "../../words/en/table-errors.js" */
/** @import { PlainError } from "../worker/plain-error.js" */

const decoded = (/** @type {string} */ segment) => segment.replace(/~1/g, "/").replace(/~0/g, "~");

/**
 * The column that an error of the data is about: "/7/age" is in a row, "/age" in the header. Null
 * where it is about none.
 *
 * @param {Pick<PlainError, "code" | "pointer">} error
 */
export function columnIn({ code, pointer }) {
  if (["missing-column", "duplicate-column", "one-class"].includes(code)) return decoded(pointer.slice(1));
  const cell = /^\/\d+\/(.*)$/s.exec(pointer);
  return cell ? decoded(cell[1]) : null;
}

/**
 * The line that a refusal of a file's text names; null where it names none.
 *
 * @param {Pick<PlainError, "pointer">} error
 */
export function lineIn({ pointer }) {
  const line = /^\/line\/(\d+)/.exec(pointer);
  return line && Number(line[1]);
}

/**
 * A place in a file, with what is wrong there in the page's words.
 *
 * @param {string} place
 * @param {PlainError} error of type "data" or "table"
 * @param {{language: string, errors: {table: TableErrors}}} words
 */
export function explained(place, error, { language, errors }) {
  if (language === "en") return place;
  /** @type {Record<string, Record<string, string | ((column: string) => string)>>} */
  const { cell, column, table } = errors.table;
  const { code, pointer } = error;
  const name = columnIn(error) ?? (code === "wrong-type" ? decoded(pointer.slice(1)) : null);
  const words = name === null ? table[code] : (/^\/\d+\//.test(pointer) ? cell : column)[code];
  if (words === undefined) return place;
  return `${place} ${typeof words === "string" ? words : words(/** @type {string} */ (name))}`;
}
