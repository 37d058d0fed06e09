// Numbers as publishers type them, by the rule of typed-number.js: the sign before decimals is the
// language's, and nothing stands between thousands.
import { plainly, readTyped, twoReadings } from "./typed-number.js";

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const SEPARATED = /^[-+]?\d[\d.,'’ \u00a0\u202f]*\d$/;

/**
 * { value } or { problem: "blank" | "ambiguous" | "notANumber" }. `decimals` are the signs that the
 * page's language uses before decimals.
 *
 * @param {string} text
 * @param {string[]} decimals
 * @returns {{value: number, problem?: undefined} | {value?: undefined, problem: "blank" |
 *   "ambiguous" | "notANumber"}}
 */
export function readNumber(text, decimals) {
  if (plainly(text) === "") return { problem: "blank" };
  const { text: written, ambiguous } = readTyped(text, decimals);
  if (ambiguous) return { problem: "ambiguous" };
  if (NUMBER.test(written)) {
    const value = Number(written);
    return Number.isFinite(value) ? { value } : { problem: "notANumber" };
  }
  return { problem: SEPARATED.test(written) ? "ambiguous" : "notANumber" };
}

/**
 * The words for a problem of `readNumber` in a field.
 *
 * @typedef {object} NumberErrors
 * @property {(name: string) => string} blank
 * @property {(name: string) => string} notANumber
 * @property {(name: string, written: string, withDecimals: string, without: string) => string}
 *   ambiguous
 * @property {(name: string) => string} ambiguousPlain
 */

/**
 * Returns the sentence for a problem: what could be read in two ways is shown with both readings.
 *
 * @param {"blank" | "ambiguous" | "notANumber"} problem
 * @param {string} text as it was typed
 * @param {string} name of the field
 * @param {{errors: NumberErrors, decimals: string[]}} words
 */
export function numberProblem(problem, text, name, { errors, decimals }) {
  if (problem !== "ambiguous") return errors[problem](name);
  const readings = twoReadings(text, decimals);
  return readings ? errors.ambiguous(name, text.trim(), ...readings) : errors.ambiguousPlain(name);
}
