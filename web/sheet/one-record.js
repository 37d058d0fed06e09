// Records from a file or a pasted text, for filling in the form. Nothing is decided here: values
// are shown for checking, and the core judges them like typed ones.
import { withoutMark } from "../../intake/exact-text.js";
import { structureError } from "../../intake/json-structure.js";
import { asTyped } from "../../wording/typed-number.js";
import { withoutUnit } from "./fields.js";

/** @import { ChoiceField, Field } from "./fields.js" */
/** @import { Answers } from "./state.js" */

/**
 * @typedef {"empty" | "several" | "noRow" | "uneven" | "twice" | "unreadable" | "noMatch"}
 *   RowProblem
 */
/**
 * A record as it was found. `pointed` says that the form itself settles how decimals are written:
 * with a point, as in JSON and in rows with commas between their values. `apart` says that values
 * stand apart by something else, so that a comma is free for decimals.
 *
 * @typedef {{values: Map<string, string>, pointed: boolean, apart?: boolean}} Found
 */
/**
 * Records of a text, one or more. `spare` is how many of its lines say nothing of a field.
 *
 * @typedef {{records: Found[], spare?: number, problem?: undefined}} Records
 */
/**
 * A text that has none. `line` is where, if that is known.
 *
 * @typedef {{problem: RowProblem, line?: number}} Refused
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

/** Returns a text for comparing: neither case nor marks of writing direction count. */
const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[\u200e\u200f\u2066-\u2069]/g, "");

/** No text with records is longer than this many characters. */
const LONGEST = 1 << 20;
/** A person looks through them. */
const MOST_RECORDS = 1000;

/**
 * The names that a field may have in a record, for comparing: its key, its labels, with the unit
 * too, unless that is another field's key, and both as a letter to the publisher has them.
 *
 * @param {Field[]} fields
 * @returns {Map<Field, string[]>}
 */
function namesOf(fields) {
  const keys = new Set(fields.map(({ key }) => plain(key)));
  return new Map(
    fields.map((field) => {
      const labels = (field.names ?? [field.label]).map(plain);
      const key = plain(field.key);
      const both = labels.map((label) => `${key} (${label})`);
      return [field, [key, ...[...labels, ...both].filter((name) => !keys.has(name))]];
    }),
  );
}

/**
 * Reads records of the fields: a header with rows (CSV or pasted from a spreadsheet), lines of a
 * name and a value each, or objects in JSON, however deep. Of several forms that the text could
 * have, and of several objects, those count that have the most fields.
 *
 * @param {string} text
 * @param {Field[]} fields
 * @param {typeof import("expost").readRecords} readRecords the package's
 * @returns {Promise<Records | Refused>}
 */
export async function recordsIn(text, fields, readRecords) {
  if (text.length > LONGEST) return { problem: "several" };
  const names = namesOf(fields);
  const content = withoutMark(text).trim();
  if (/^[[{]/.test(content)) return inJson(content, names);
  const table = await inTable(text, readRecords);
  const lines = inLines(content, new Set([...names.values()].flat()));
  const [inHeader, inNames] = [table, lines].map((found) => (found.problem ? 0 : mostIn(found.records, names)));
  if (inNames > inHeader && (inNames > 1 || lines.sure)) return lines;
  return !table.problem && inHeader === 0 ? { problem: "noMatch" } : table;
}

/**
 * How many fields a record has.
 *
 * @param {Found} record
 * @param {Map<Field, string[]>} names
 */
function fieldsIn({ values }, names) {
  const found = new Set(Array.from(values.keys(), plain));
  return [...names.values()].filter((own) => own.some((name) => found.has(name))).length;
}

/**
 * @param {Found[]} records
 * @param {Map<Field, string[]>} names
 */
const mostIn = (records, names) => Math.max(0, ...records.map((record) => fieldsIn(record, names)));

/**
 * @param {string} text
 * @param {Map<Field, string[]>} names
 * @returns {Records | Refused}
 */
function inJson(text, names) {
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    return { problem: "unreadable" };
  }
  if (structureError(text)) return { problem: "twice" };
  const objects = objectsIn(document);
  if (objects.length === 0) return { problem: Array.isArray(document) && document.length === 0 ? "empty" : "unreadable" };
  const records = objects.map((object) => ({
    values: new Map(Object.entries(object).map(([name, value]) => [name, asText(value)])),
    pointed: true,
  }));
  const most = mostIn(records, names);
  if (most === 0) return { problem: "noMatch" };
  const best = records.filter((record) => fieldsIn(record, names) === most);
  return best.length > MOST_RECORDS ? { problem: "several" } : { records: best };
}

/**
 * The objects of a document, from the outside in.
 *
 * @param {unknown} value
 * @returns {Record<string, unknown>[]}
 */
function objectsIn(value) {
  if (value === null || typeof value !== "object") return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [/** @type {Record<string, unknown>} */ (value), ...inside];
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
 * @param {typeof import("expost").readRecords} readRecords
 * @returns {Promise<Records | Refused>}
 */
async function inTable(text, readRecords) {
  try {
    const { header, rows, separator } = await readRecords(text);
    const records = rows.map((row) => ({
      values: new Map(header.map((name, index) => [name, row[index]])),
      pointed: separator === ",",
      apart: separator !== ",",
    }));
    return { records };
  } catch (error) {
    const { type, code = "", pointer = "" } = /** @type {Partial<import("expost").ExpostError>} */ (error);
    if (type !== "data") throw error;
    return { problem: PROBLEMS[code] ?? "unreadable", line: Number(/^\/line\/(\d+)/.exec(pointer)?.[1]) || undefined };
  }
}

/** Without quotation marks around it. */
const unquoted = (/** @type {string} */ text) =>
  text.trim().replace(/^"([^]*)"$/, (_, inside) => inside.replaceAll('""', '"').trim());

/** Without what mail and lists put before a line. */
const unmarked = (/** @type {string} */ line) => line.replace(/^[\s>*•\u2013-]+/, "");

/**
 * Reads lines of a name and a value. A name that comes again begins another record. `sure` says
 * that no table has such a line.
 *
 * @param {string} text
 * @param {Set<string>} names of all fields
 * @returns {Records & {sure: boolean}}
 */
function inLines(text, names) {
  /** @type {Found[]} */
  const records = [];
  let spare = 0;
  let sure = false;
  const isName = (/** @type {string} */ piece) => names.has(plain(unquoted(piece)));
  for (const whole of text.split(/[\r\n]+/)) {
    // The longest name counts: names may have such signs themselves.
    const cuts = [whole, unmarked(whole)].flatMap((line) =>
      Array.from(line.matchAll(/[:=\t;,]/g), ({ 0: sign, index }) => ({
        sign,
        name: line.slice(0, index),
        value: line.slice(index + 1),
      })),
    );
    const cut = cuts.reverse().find(({ name, value }) => isName(name) && !isName(value.split(/[:=\t;,]/)[0]));
    if (cut === undefined) {
      if (whole.trim() !== "") spare += 1;
      continue;
    }
    const name = unquoted(cut.name);
    let record = records.at(-1);
    if (record === undefined || record.values.has(name)) {
      record = { values: new Map(), pointed: false, apart: true };
      records.push(record);
    }
    record.values.set(name, unquoted(cut.value));
    if (cut.sign === ",") record.apart = false;
    if (/[:=]/.test(cut.sign)) sure = true;
  }
  // A reply may have the question below it, with nothing filled in.
  const filled = records.filter(({ values }) => [...values.values()].some((value) => value !== ""));
  return { records: filled.length > 0 ? filled : records.slice(0, 1), spare, sure };
}

/**
 * Matches the values to the form's fields by name. Case doesn't count.
 *
 * Returns { answers, filled, missing, read } or { problem: "twice" }; `read` has every column in
 * its order, with what became of it: { column, value, field, became } where `field` is undefined
 * for a column that is not used, `became` is what the form shows where that is something else, and
 * `unusable` marks a value that is none of the field's choices, or a number whose point may stand
 * for thousands because another number of the row has a decimal comma. Numbers written with a
 * point, and those with a decimal comma that can be nothing else, appear as the page's language
 * writes them.
 *
 * @param {Found} found
 * @param {Field[]} fields
 * @param {string[]} decimals
 * @returns {Match | Refused}
 */
export function matchFields({ values, pointed, apart }, fields, decimals) {
  const read = Array.from(values, ([column, value]) => /** @type {Column} */ ({ column, value }));
  const byName = new Map(read.map((entry) => [plain(entry.column), entry]));
  const twice = new Set(read.filter((entry) => byName.get(plain(entry.column)) !== entry).map(({ column }) => plain(column)));
  /** @type {Answers} */
  const answers = {};
  const missing = [];
  let filled = 0;
  const hasComma = (/** @type {string} */ value) => apart && DECIMAL_COMMA.test(value) && !THOUSANDS.test(value);
  // One mark for a whole row.
  const rowHasComma = read.some(({ value }) => hasComma(value));
  for (const [field, names] of namesOf(fields)) {
    const entry = names.map((name) => byName.get(name)).find(Boolean);
    if (entry && twice.has(plain(entry.column))) return { problem: "twice" };
    if (!entry) {
      missing.push(field);
      continue;
    }
    entry.field = field;
    const value = withoutUnit(field, entry.value);
    const comma = hasComma(value);
    const isOpen = rowHasComma && field.kind === "number" && POINTED_THOUSANDS.test(value);
    const answer = isOpen ? undefined : answerFor(field, value, { comma, decimals: pointed || comma ? decimals : ["."] });
    if (answer === undefined) {
      entry.unusable = true;
    } else {
      answers[field.id] = answer;
      if (answer !== "") filled += 1;
      const shown = field.choices?.find(({ value }) => value === answer)?.text ?? answer;
      if (entry.value !== "" && shown !== entry.value) entry.became = shown;
    }
  }
  return { answers, filled, missing, read };
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
  const { aliases = {}, choices } = field;
  const meant = Object.hasOwn(aliases, text) ? aliases[text] : text;
  const exact = choices.find((choice) => choice.value === meant);
  if (exact) return exact.value;
  const written = plain(text);
  const number = Number(text);
  // A spelling that could be two choices is none.
  for (const isMeant of [
    (/** @type {import("./fields.js").Choice} */ { value }) => plain(value) === written,
    (/** @type {import("./fields.js").Choice} */ { text: shown, names = [] }) =>
      [shown, ...names].some((name) => plain(name) === written),
    (/** @type {import("./fields.js").Choice} */ { value }) => value !== "" && Number(value) === number,
  ]) {
    const close = choices.filter(isMeant);
    if (close.length > 0) return close.length === 1 ? close[0].value : undefined;
  }
  const isYesOrNo =
    choices.length === 2 && choices.every(({ value }) => YES.has(value.toLowerCase()) || NO.has(value.toLowerCase()));
  if (!isYesOrNo) return undefined;
  const meaning = YES.has(written) ? YES : NO.has(written) ? NO : undefined;
  return meaning && choices.find((choice) => meaning.has(choice.value.toLowerCase()))?.value;
}
