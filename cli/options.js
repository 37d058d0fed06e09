// Values of options: read strictly, because a mistyped number must never become another number.
import { InvalidArgumentError } from "commander";

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** @param {string} text */
function finiteNumber(text) {
  const value = DECIMAL.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isFinite(value)) throw new InvalidArgumentError("It must be a number, like 0.5 or 1e-6.");
  return value;
}

export const anyNumber = finiteNumber;

/** @param {string} text */
export function positiveNumber(text) {
  const value = finiteNumber(text);
  if (!(value > 0)) throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

/**
 * Strictly between 0 and 1.
 *
 * @param {string} text
 */
export function probability(text) {
  const value = finiteNumber(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("It must lie between 0 and 1, like 1e-6.");
  return value;
}

/**
 * A reader of whole numbers from `least` to `most`.
 *
 * @param {number} least
 * @returns {(text: string) => number}
 */
export function wholeNumber(least, most = Number.MAX_SAFE_INTEGER) {
  return (text) => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/**
 * "one", "all" or a number of records.
 *
 * @param {string} text
 * @returns {"one" | "all" | number}
 */
export function uniformity(text) {
  if (text === "one" || text === "all") return text;
  return wholeNumber(1, 1e15)(text);
}

/**
 * "EPSILON" or "EPSILON,DELTA" as a ledger's limit.
 *
 * @param {string} text
 * @returns {{epsilon: number, delta?: number}}
 */
export function ledgerLimit(text) {
  const [epsilon, delta, ...more] = text.split(",");
  if (more.length > 0) throw new InvalidArgumentError("It must be EPSILON or EPSILON,DELTA, like 3 or 3,1e-5.");
  return { epsilon: positiveNumber(epsilon), ...(delta === undefined ? {} : { delta: probability(delta) }) };
}

/**
 * "FROM:TO:COUNT" as the library's option `epsilons`, which refuses what is out of range.
 *
 * @param {string} text
 */
export function epsilonGrid(text) {
  const parts = text.split(":").map((part) => (DECIMAL.test(part.trim()) ? Number(part) : NaN));
  const [from, to, count] = parts;
  if (parts.length !== 3 || !parts.every(Number.isFinite)) {
    throw new InvalidArgumentError("It must be FROM:TO:COUNT, like 1e-2:1e4:25.");
  }
  return { from, to, count };
}

/**
 * How many models to draw: none, or enough for a standard error.
 *
 * @param {string} text
 */
export function sampleCount(text) {
  const value = wholeNumber(0, 100000)(text);
  if (value === 1) throw new InvalidArgumentError("It must be 0, or 2 or more: one model has no standard error.");
  return value;
}
