// Numbers as people type them, turned into the one way of writing that the core reads: ASCII
// digits, a point before decimals. Nothing is guessed: what could be read in two ways is refused,
// with both readings.

const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
// Marks of direction that a right-to-left page puts round a copied number.
const MARKS = /[\u061c\u200e\u200f]/g;
const SEPARATORS = /[.,\u066b\u066c\u060c]/g;

/**
 * ASCII digits and minus, without marks of direction.
 *
 * @param {string} typed
 */
export function plainly(typed) {
  return typed
    .replace(MARKS, "")
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace("\u2212", "-")
    .trim();
}

/**
 * A person's number, for the core: { text }, or { ambiguous: true } where it holds a separator
 * that the page's language doesn't use before decimals. `decimals` are the signs it does use. What
 * is no number at all goes through: the core says so.
 *
 * @param {string} typed
 * @param {string[]} decimals
 * @returns {{text: string, ambiguous?: undefined} | {text?: undefined, ambiguous: true}}
 */
export function readTyped(typed, decimals) {
  const text = plainly(typed);
  const [separator, ...more] = text.match(SEPARATORS) ?? [];
  if (!separator || !/^[-+]?[\d\s.,\u066b\u066c\u060c]+(e[-+]?\d+)?$/i.test(text)) return { text };
  return more.length === 0 && decimals.includes(separator) ? { text: text.replace(separator, ".") } : { ambiguous: true };
}

/**
 * The two readings of a number with one separator, as the language writes them: [with decimals,
 * without]. null for others.
 *
 * @param {string} typed
 * @param {string[]} decimals
 * @returns {[string, string] | null}
 */
export function twoReadings(typed, decimals) {
  const text = plainly(typed);
  const found = text.match(SEPARATORS) ?? [];
  if (found.length !== 1 || !/^[-+]?\d+\D\d+$/.test(text)) return null;
  return [text.replace(found[0], decimals[0]), text.replace(found[0], "")];
}

/**
 * A number written for programs, as the language writes it. Text that is no such number stays as
 * it is.
 *
 * @param {string} text
 * @param {string[]} decimals
 */
export function asTyped(text, decimals) {
  if (!/^[-+]?(\d+|\d*\.\d+)(e[-+]?\d+)?$/i.test(text)) return text;
  const written = text.replace(".", decimals[0]);
  // That sign goes with digits of its own.
  return decimals[0] === "\u066b" ? written.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))) : written;
}
