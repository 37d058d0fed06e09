// One record from a file or a copied row, for filling in the form. Nothing is decided here: the
// values are shown for checking, and the core judges them like typed ones.
import { withoutMark } from "../../intake/exact-text.js";
import { structureError } from "../../intake/json-structure.js";
import { asTyped } from "../../wording/typed-number.js";

/** @import { ChoiceField, Field } from "./fields.js" */
/** @import { Answers } from "./state.js" */

/** @typedef {"empty" | "several" | "noRow" | "uneven" | "twice" | "unreadable"} RowProblem */
/**
 * @typedef {{values: Map<string, string>, pointed: boolean, apart?: boolean, problem?: undefined}}
 *   Values
 */
/**
 * @typedef {{column: string, value: string, field?: Field, became?: string, unusable?: boolean}}
 *   Column
 */
/**
 * @typedef {{answers: Answers, filled: number, missing: Field[], read: Column[], problem?:
 *   undefined}} Match
 */

/** Words that data files use for yes and no; the form shows the one it understood. */
const YES = new Set(["yes", "true", "y", "t", "1"]);
const NO = new Set(["no", "false", "n", "f", "0"]);

/** A number whose only sign between digits is a comma. */
const DECIMAL_COMMA = /^[-+]?\d+,\d+(e[-+]?\d+)?$/i;
/**
 * The form in which a spreadsheet also shows thousands: "2,150" is left for the person to say.
 * "0,150" is no such number.
 */
const THOUSANDS = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/** The same with points, of any length: "1.045", which is a thousand beside a decimal comma. */
const POINTED_THOUSANDS = /^[-+]?[1-9]\d{0,2}(\.\d{3})+$/;

/** Returns a name for comparing: neither case nor marks of writing direction count. */
const plain = (/** @type {string} */ name) => name.toLowerCase().replace(/[\u200e\u200f\u2066-\u2069]/g, "");

/** No record is longer than this many characters. */
const LONGEST = 1 << 20;

/**
 * Reads a header with one row (CSV or pasted from a spreadsheet) or one JSON object.
 *
 * Returns { values, pointed, apart } or { problem }. `values` is a Map from column name to text. `pointed` says that the form itself
 * settles how decimals are written: with a point, as in JSON and in rows with commas between their
 * values. `apart` says that values stand apart by something else, so that a comma is free for
 * decimals.
 *
 * @param {string} text
 * @param {typeof import("expost").readRecord} readRecord the package's
 * @returns {Promise<Values | {problem: RowProblem}>}
 */
export async function readOneRecord(text, readRecord) {
  if (text.length > LONGEST) return { problem: "several" };
  const json = withoutMark(text).trim();
  return /^[[{]/.test(json) ? fromJson(json) : fromRows(text, readRecord);
}

/**
 * @param {string} text
 * @returns {Values | {problem: RowProblem}}
 */
function fromJson(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return { problem: "unreadable" };
  }
  if (structureError(text)) return { problem: "twice" };
  if (Array.isArray(found)) {
    if (found.length !== 1) return { problem: found.length > 1 ? "several" : "empty" };
    found = found[0];
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) return { problem: "unreadable" };
  return { values: new Map(Object.entries(found).map(([name, value]) => [name, asText(value)])), pointed: true };
}

/** @param {unknown} value */
function asText(value) {
  if (value === null || value === undefined) return "";
  if (value === true) return "yes";
  if (value === false) return "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Problems by code of the library's refusals; any other is "unreadable".
 *
 * @type {Record<string, RowProblem>}
 */
const PROBLEMS = {
  "no-row": "noRow",
  "several-rows": "several",
  "wrong-length": "uneven",
  "duplicate-column": "twice",
  empty: "empty",
};

/**
 * @param {string} text
 * @param {typeof import("expost").readRecord} readRecord
 * @returns {Promise<Values | {problem: RowProblem}>}
 */
async function fromRows(text, readRecord) {
  try {
    const { header, row, separator } = await readRecord(text);
    return {
      values: new Map(header.map((name, index) => [name, row[index]])),
      pointed: separator === ",",
      apart: separator !== ",",
    };
  } catch (error) {
    const { type, code = "" } = /** @type {Partial<import("expost").ExpostError>} */ (error);
    if (type !== "data") throw error;
    return { problem: PROBLEMS[code] ?? "unreadable" };
  }
}

/**
 * Matches the values to the form's fields by name: the field's key, else one of its labels, with
 * the unit too, unless that is another field's key. Case doesn't count.
 *
 * Returns { answers, filled, missing, read } or { problem: "noMatch" | "twice" }; `read` has every column in
 * its order, with what became of it: { column, value, field, became } where `field` is undefined
 * for a column that is not used, `became` is what the form shows where that is something else, and
 * `unusable` marks a value that is none of the field's choices, or a number whose point may stand
 * for thousands because another number of the row has a decimal comma. Numbers written with a point, and
 * those with a decimal comma that can be nothing else, appear as the page's language writes them.
 *
 * @param {Values} found
 * @param {Field[]} fields
 * @param {string[]} decimals
 * @returns {Match | {problem: "noMatch" | "twice"}}
 */
export function matchFields({ values, pointed, apart }, fields, decimals) {
  const read = Array.from(values, ([column, value]) => /** @type {Column} */ ({ column, value }));
  const byName = new Map(read.map((entry) => [plain(entry.column), entry]));
  const twice = new Set(read.filter((entry) => byName.get(plain(entry.column)) !== entry).map(({ column }) => plain(column)));
  const keys = new Set(fields.map(({ key }) => plain(key)));
  /** @type {Answers} */
  const answers = {};
  const missing = [];
  let filled = 0;
  const hasComma = (/** @type {string} */ value) => apart && DECIMAL_COMMA.test(value) && !THOUSANDS.test(value);
  // One mark for a whole row.
  const rowHasComma = read.some(({ value }) => hasComma(value));
  for (const field of fields) {
    const labels = (field.names ?? [field.label]).map(plain).filter((name) => !keys.has(name));
    const entry = [plain(field.key), ...labels].map((name) => byName.get(name)).find(Boolean);
    if (entry && twice.has(plain(entry.column))) return { problem: "twice" };
    if (!entry) {
      missing.push(field);
      continue;
    }
    entry.field = field;
    const comma = hasComma(entry.value);
    const isOpen = rowHasComma && field.kind === "number" && POINTED_THOUSANDS.test(entry.value);
    const answer = isOpen
      ? undefined
      : answerFor(field, entry.value, { comma, decimals: pointed || comma ? decimals : ["."] });
    if (answer === undefined) {
      entry.unusable = true;
    } else {
      answers[field.id] = answer;
      if (answer !== "") filled += 1;
      const shown = field.choices?.find(({ value }) => value === answer)?.text ?? answer;
      if (entry.value !== "" && shown !== entry.value) entry.became = shown;
    }
  }
  return read.some(({ field }) => field) ? { answers, filled, missing, read } : { problem: "noMatch" };
}

/**
 * @param {Field} field
 * @param {string} text
 * @param {{comma: boolean | undefined, decimals: string[]}} written
 */
function answerFor(field, text, { comma, decimals }) {
  if (field.kind === "choice") return choiceFor(field, text);
  return field.kind === "number" && !field.coded ? asTyped(comma ? text.replace(",", ".") : text, decimals) : text;
}

/**
 * @param {ChoiceField} field
 * @param {string} text
 */
function choiceFor(field, text) {
  if (text === "") return "";
  const { aliases = {} } = field;
  const meant = Object.hasOwn(aliases, text) ? aliases[text] : text;
  const exact = field.choices.find((choice) => choice.value === meant);
  if (exact) return exact.value;
  const written = text.toLowerCase();
  const close =
    field.choices.find((choice) => choice.value.toLowerCase() === written) ??
    field.choices.find((choice) => choice.text.toLowerCase() === written);
  if (close) return close.value;
  const isYesOrNo =
    field.choices.length === 2 &&
    field.choices.every(({ value }) => YES.has(value.toLowerCase()) || NO.has(value.toLowerCase()));
  if (!isYesOrNo) return undefined;
  const meaning = YES.has(written) ? YES : NO.has(written) ? NO : undefined;
  return meaning && field.choices.find((choice) => meaning.has(choice.value.toLowerCase()))?.value;
}
