// One published number, and what a stranger who knows all other records learns from it: example 4
// of [R] (Redberg and Wang, NeurIPS 2021). A sum of the records' values is published with normal
// noise; the stranger knows the sum of all others.

/**
 * The setting: sum of the other records' values, value of the record, both in the unit of what is
 * counted; standard deviation of the noise in the same unit.
 *
 * @typedef {{others: number, value: number, sigma: number}} Setting
 */

/**
 * A belief as a count: nearest of 100, or of 1,000 near the start. Where that would be none or all
 * of them, `open` says so, and `count` is what there is less or more than.
 *
 * @typedef {{count: number, of: number, open: "more" | "fewer" | null}} Count
 */

const WORDS = 2 ** 32;
/** Nearer to 50 in 100 than this, a count of 1,000 is given. */
const NEAR_START = 0.02;

/**
 * Returns a standard normal number from two random words, by the transformation of Box and Muller.
 * It is finite whatever the words are: at most 6.77 from 0.
 *
 * @param {number} first whole, at least 0 and below 2³²
 * @param {number} second the same
 */
export function normalFrom(first, second) {
  const radius = Math.sqrt(-2 * Math.log((first + 0.5) / WORDS));
  return radius * Math.cos((2 * Math.PI * (second + 0.5)) / WORDS);
}

/**
 * Returns the density of a normal distribution, in 1 over the unit of its arguments.
 *
 * @param {number} at
 * @param {number} mean
 * @param {number} sigma standard deviation, above 0
 */
export function density(at, mean, sigma) {
  const distance = (at - mean) / sigma;
  return Math.exp((-distance * distance) / 2) / (sigma * Math.sqrt(2 * Math.PI));
}

/**
 * Returns the privacy loss of a published number in nats: log of how much more likely it was with
 * the record than without. Its absolute value is ε(o, D, D_{±z}) of [R], example 4.
 *
 * @param {number} published
 * @param {Setting} setting
 * @throws {RangeError} where there is no such number, as without noise
 */
export function lossAt(published, { others, value, sigma }) {
  const shift = value / sigma;
  const loss = shift * ((published - others) / sigma - shift / 2);
  if (Number.isNaN(loss) || !(sigma > 0)) throw new RangeError("without noise of a finite size there is no privacy loss");
  return loss;
}

/**
 * Returns the belief that the record was used, by someone who gave it 50 in 100 before.
 *
 * @param {number} loss in nats
 */
export const beliefAfter = (loss) => 1 / (1 + Math.exp(-loss));

/**
 * @param {number} belief from 0 to 1
 * @returns {Count}
 * @throws {RangeError} for what is no belief
 */
export function countOf(belief) {
  if (!(belief >= 0 && belief <= 1)) throw new RangeError("a belief is from 0 to 1");
  const of = Math.abs(belief - 0.5) < NEAR_START ? 1000 : 100;
  const count = Math.round(belief * of);
  if (belief > 0.99) return { count: 99, of, open: "more" };
  if (belief < 0.01) return { count: 1, of, open: "fewer" };
  return { count, of, open: null };
}

/**
 * Returns both sums of all other records that fit a published number together with the exact
 * absolute loss of one record that was not used: o − v/2 ± σ²ε/v, the smaller one first. One of
 * them is the true sum.
 *
 * @param {number} published
 * @param {number} loss the exact one, in nats, of either sign
 * @param {{value: number, sigma: number}} setting with a value above 0
 * @returns {[number, number]}
 */
export function othersFrom(published, loss, { value, sigma }) {
  const middle = published - value / 2;
  const distance = (sigma * (sigma * Math.abs(loss))) / value;
  return [middle - distance, middle + distance];
}

/**
 * Returns the range of published numbers to draw, and the outlines of both densities in a picture
 * of `width` by `height`: without the record, and with it. `xOf` places a number in the picture,
 * at its edge where it lies beyond.
 *
 * @param {Setting} setting
 * @param {{width: number, height: number}} size
 */
export function curves({ others, value, sigma }, { width, height }) {
  const [from, to] = [others - 3.5 * sigma, others + value + 3.5 * sigma];
  const xOf = (/** @type {number} */ number) =>
    Math.round(Math.min(1, Math.max(0, (number - from) / (to - from))) * width * 10) / 10;
  const peak = density(0, 0, sigma);
  const outline = (/** @type {number} */ mean) =>
    Array.from({ length: 81 }, (_, index) => {
      const number = from + ((to - from) * index) / 80;
      const y = height - (density(number, mean, sigma) / peak) * (height - 4);
      return `${index === 0 ? "M" : "L"}${xOf(number)} ${Math.round(y * 10) / 10}`;
    }).join("");
  return { from, to, xOf, without: outline(others), including: outline(others + value) };
}
