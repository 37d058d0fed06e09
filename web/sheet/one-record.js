// One record from a file or a copied row, for filling in the form. Nothing is decided here: the values are shown for
// checking, and the core judges them like typed ones.
import Papa from "papaparse";
import { withoutMark } from "../intake/exact-text.js";

/** Words that data files use for yes and no; the form shows the one it understood. */
const YES = new Set(["yes", "true", "y", "t", "1"]);
const NO = new Set(["no", "false", "n", "f", "0"]);

/**
 * Reads a header with one row (CSV or pasted from a spreadsheet) or one JSON object.
 * Returns { values } (a Map from column name to text) or { problem: "empty" | "several" | "noRow" | "unreadable" }.
 */
export function readOneRecord(text) {
  const trimmed = withoutMark(text).trim();
  if (trimmed === "") return { problem: "empty" };
  return /^[[{]/.test(trimmed) ? fromJson(trimmed) : fromRows(trimmed);
}

function fromJson(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return { problem: "unreadable" };
  }
  if (Array.isArray(found)) {
    if (found.length !== 1) return { problem: found.length > 1 ? "several" : "empty" };
    found = found[0];
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) return { problem: "unreadable" };
  return { values: new Map(Object.entries(found).map(([name, value]) => [name, asText(value)])) };
}

function asText(value) {
  if (value === null || value === undefined) return "";
  if (value === true) return "yes";
  if (value === false) return "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function fromRows(text) {
  // Three rows are enough to know that there is more than one record, whatever the size of the file.
  const { data } = Papa.parse(text, { preview: 3, skipEmptyLines: "greedy" });
  if (data.length > 2) return { problem: "several" };
  if (data.length < 2) return { problem: "noRow" };
  const [header, row] = data;
  return { values: new Map(header.map((name, index) => [name.trim(), (row[index] ?? "").trim()])) };
}

/**
 * Matches the values to the form's fields by name (the field's key, else its label, without regard to case).
 * Returns { answers, filled, missing, unusable, ignored } or { problem: "noMatch" }.
 */
export function matchFields(values, fields) {
  const byName = new Map(Array.from(values, ([name, value]) => [name.toLowerCase(), { name, value }]));
  const used = new Set();
  const answers = {};
  const missing = [];
  const unusable = [];
  let filled = 0;
  for (const field of fields) {
    const column = byName.get(field.key.toLowerCase()) ?? byName.get(field.label.toLowerCase());
    if (!column) {
      missing.push(field);
      continue;
    }
    used.add(column.name);
    const answer = field.kind === "choice" ? choiceFor(field, column.value) : column.value;
    if (answer === undefined) {
      unusable.push(field);
    } else {
      answers[field.id] = answer;
      if (answer !== "") filled += 1;
    }
  }
  if (used.size === 0) return { problem: "noMatch" };
  return { answers, filled, missing, unusable, ignored: values.size - used.size };
}

function choiceFor(field, text) {
  if (text === "") return "";
  const exact = field.choices.find((choice) => choice.value === text);
  if (exact) return exact.value;
  const written = text.toLowerCase();
  const close = field.choices.find((choice) => choice.value.toLowerCase() === written);
  if (close) return close.value;
  const isYesOrNo =
    field.choices.length === 2 &&
    field.choices.every(({ value }) => YES.has(value.toLowerCase()) || NO.has(value.toLowerCase()));
  if (!isYesOrNo) return undefined;
  const meaning = YES.has(written) ? YES : NO.has(written) ? NO : undefined;
  return meaning && field.choices.find((choice) => meaning.has(choice.value.toLowerCase()))?.value;
}
