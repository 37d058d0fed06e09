// JSON text → document, by the engine's own parser, with one sentence about where a faulty text goes wrong.
import { ReportError } from "./errors.js";

/** As in expost/report/limits.hpp. */
const TEXT_LIMIT = 256 * 1024 * 1024;

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

/** Throws ReportError "not-json" or "too-large". */
export function parseReportText(text) {
  if (text.length > TEXT_LIMIT) {
    throw new ReportError({ code: "too-large", message: `The report is longer than ${TEXT_LIMIT} bytes.` });
  }
  // A byte order mark says nothing about the document; JSON.parse would refuse it.
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ReportError({ code: "not-json", message: `The report ${jsonFault(body, error)}.` }, { cause: error });
  }
}
