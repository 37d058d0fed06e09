// JSON text → document, by the engine's own parser, with one sentence about where a faulty text goes wrong.
import { ReportError } from "./errors.js";
import { DEEPEST, structureFault } from "./json-structure.js";
import { visible } from "./visible.js";

/** As in expost/report/limits.hpp. */
const TEXT_LIMIT = 256 * 1024 * 1024;
const LONGEST_POINTER = 300;

/** Whether a text is wrong only in that it ends too early, in V8's words; true for a whole document, too. */
function isBeginning(text) {
  try {
    JSON.parse(text);
    return true;
  } catch ({ message }) {
    return /unexpected end/i.test(message) || Number(/position (\d+)/.exec(message)?.[1]) === text.length;
  }
}

/** The first character that no document could go on with: where a beginning stops being one, found by halving. */
function faultBetween(text) {
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** @returns {{line: number, column: number} | null} both from 1; null where the engine doesn't say */
function place(text, message) {
  // Firefox, and newer V8 beside the position.
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return { line: Number(named[1]), column: Number(named[2]) };
  let position = /position (\d+)/.exec(message)?.[1];
  // V8 shows an unexpected token with what is round it, but not where it is.
  if (position === undefined && /^unexpected token/i.test(message) && isBeginning("[")) position = faultBetween(text);
  if (position === undefined) return null;
  const before = text.slice(0, Number(position));
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}

/** Why a text is not JSON, as the end of a sentence about it: "is not JSON: line 3, column 5 is not what JSON allows there". */
export function jsonFault(text, error) {
  if (text.trim() === "") return "is empty: a JSON document was expected";
  const found = place(text, error.message);
  // V8 gives no position where the text ends too early; Firefox gives the place of the end.
  if (/unexpected end|unterminated string|end of data/i.test(error.message)) {
    return "is not complete: its JSON text ends too early";
  }
  if (found === null) return "is not JSON";
  return `is not JSON: line ${found.line}, column ${found.column} is not what JSON allows there`;
}

/** What `structureFault` found, as the end of a sentence about the text. */
export function structureWords(fault) {
  return fault.tooDeep
    ? `is nested more than ${DEEPEST} levels deep`
    : `has the key ${shownPointer(fault.pointer)} twice: readers differ in which of the two they take`;
}

/** A pointer in a sentence: keys may be of any length and hold anything. */
function shownPointer(pointer) {
  const shown = Array.from(visible(pointer));
  return shown.length > LONGEST_POINTER ? `${shown.slice(0, LONGEST_POINTER).join("")}…` : shown.join("");
}

/** Throws ReportError "not-json", "duplicate-key", "too-deep", "not-a-report" or "too-large". */
export function parseReportText(text) {
  if (text.length > TEXT_LIMIT) {
    throw new ReportError({ code: "too-large", message: `The report is longer than ${TEXT_LIMIT} bytes.` });
  }
  // A byte order mark says nothing about the document; JSON.parse would refuse it.
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let document;
  try {
    document = JSON.parse(body);
  } catch (error) {
    throw new ReportError({ code: "not-json", message: `The report ${jsonFault(body, error)}.` }, { cause: error });
  }
  const fault = structureFault(body);
  if (fault !== null) {
    const { pointer = "", tooDeep } = fault;
    const code = tooDeep ? "too-deep" : "duplicate-key";
    throw new ReportError({ code, pointer, message: `The report ${structureWords(fault)}.` });
  }
  if (document === null || typeof document !== "object") {
    const message = 'The report must be an object whose format is "expost-report", but is a single value.';
    throw new ReportError({ code: "not-a-report", message });
  }
  return document;
}
