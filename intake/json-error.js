// Sentences about a text that is not JSON, or whose structure readers take differently.
import { DEEPEST } from "./json-structure.js";
import { visible } from "./visible.js";

const LONGEST_POINTER = 300;

/**
 * True if a text is wrong only in that it ends too early, in V8's words; true for a whole document,
 * too.
 *
 * @param {string} text
 */
function isBeginning(text) {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = /** @type {SyntaxError} */ (error);
    return /unexpected end/i.test(message) || Number(/position (\d+)/.exec(message)?.[1]) === text.length;
  }
}

/**
 * The first character that no document could go on with: where a beginning stops being one, found
 * by halving.
 *
 * @param {string} text
 */
function errorBetween(text) {
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * @param {string} text
 * @param {string} message the engine's
 * @returns {{line: number, column: number} | null} both from 1; null where the engine doesn't say
 */
function place(text, message) {
  // Firefox, and newer V8 in addition to the position.
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return { line: Number(named[1]), column: Number(named[2]) };
  /** @type {string | number | undefined} */
  let position = /position (\d+)/.exec(message)?.[1];
  // V8 shows an unexpected token with what is round it, but not where it is.
  if (position === undefined && /^unexpected token/i.test(message) && isBeginning("[")) position = errorBetween(text);
  if (position === undefined) return null;
  const before = text.slice(0, Number(position));
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}

/**
 * Says why a text is not JSON, as the end of a sentence about it: "is not JSON: line 3, column 5 is
 * not what JSON allows there".
 *
 * @param {string} text
 * @param {Error} error from `JSON.parse`
 */
export function jsonError(text, error) {
  if (text.trim() === "") return "is empty: a JSON document was expected";
  const found = place(text, error.message);
  // V8 gives no position where the text ends too early; Firefox gives the place of the end.
  if (/unexpected end|unterminated string|end of data/i.test(error.message)) {
    return "is not complete: its JSON text ends too early";
  }
  if (found === null) return "is not JSON";
  return `is not JSON: line ${found.line}, column ${found.column} is not what JSON allows there`;
}

/**
 * Words for what `structureError` found, as the end of a sentence about the text.
 *
 * @param {NonNullable<ReturnType<typeof import("./json-structure.js").structureError>>} error
 */
export function structureWords(error) {
  return error.tooDeep
    ? `is nested more than ${DEEPEST} levels deep`
    : `has the key ${shownPointer(error.pointer)} twice: readers differ in which of the two they take`;
}

/**
 * A pointer in a sentence: keys may be of any length and hold anything.
 *
 * @param {string} pointer
 */
function shownPointer(pointer) {
  const shown = Array.from(visible(pointer));
  return shown.length > LONGEST_POINTER ? `${shown.slice(0, LONGEST_POINTER).join("")}…` : shown.join("");
}
