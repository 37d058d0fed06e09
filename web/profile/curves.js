// The lines of the charts, from a profile and an audit.
import { nearestRank } from "../../wording/quantiles.js";

/** @import { Profile } from "expost" */

/** The quantile at a share of sorted values. */
export const quantileAt = (/** @type {Float64Array} */ sorted, /** @type {number} */ share) =>
  sorted[nearestRank(share, sorted.length)];

const SHARES = { max: 1, p99: 0.99, p90: 0.9, median: 0.5, p10: 0.1, min: 0 };

/**
 * Quantiles of the values, with their mean.
 *
 * @param {ArrayLike<number>} values
 * @returns {Record<keyof typeof SHARES | "mean", number>}
 */
export function quantilesOf(values) {
  const sorted = Float64Array.from(values).sort();
  const found = Object.entries(SHARES).map(([name, share]) => [name, quantileAt(sorted, share)]);
  return { ...Object.fromEntries(found), mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length };
}

/**
 * Typical losses as shares of the most they could be, β = λε/(2G) times the row's displacement, by
 * quantile and ε. A quantile of the losses is the loss of the row at that quantile of the
 * displacements: one grows with the other.
 *
 * @param {Pick<Profile, "lambda" | "lipschitz" | "epsilons" | "typical" | "displacement">} profile
 * @returns {Record<"max" | "p99" | "median" | "min", number[]>}
 */
export function sharesOfMost({ lambda, lipschitz, epsilons, typical, displacement }) {
  const moved = quantilesOf(displacement);
  const shares = (/** @type {"max" | "p99" | "median" | "min"} */ name) =>
    Array.from(epsilons, (epsilon, index) => {
      const most = ((lambda * epsilon) / (2 * lipschitz)) * moved[name];
      return most > 0 ? typical[name][index] / most : NaN;
    });
  return { max: shares("max"), p99: shares("p99"), median: shares("median"), min: shares("min") };
}

/** Whether no row moves the model at all. */
export const nobodyMoves = (/** @type {Pick<Profile, "displacement">} */ { displacement }) =>
  displacement.every((distance) => distance === 0);

/** The values, largest first. */
export const ranked = (/** @type {ArrayLike<number>} */ values) => Float64Array.from(values).sort().reverse();

/** About how many points a ranked line is drawn of. */
const POINTS = 240;

/**
 * Ranks from 1 to `last`, all of them at first, then equally spaced in their logarithms.
 *
 * @param {number} last
 * @param {number} [points] about how many
 */
export function ranksUpTo(last, points = POINTS) {
  const ranks = new Set([1, last]);
  for (let index = 0; index < points; index += 1) ranks.add(Math.round(last ** (index / (points - 1))));
  return [...ranks].sort((a, b) => a - b);
}

/** [rank, value] for a line through ranked values. */
export const rankedPoints = (/** @type {Float64Array} */ sorted) =>
  ranksUpTo(sorted.length).map((rank) => [rank, sorted[rank - 1]]);

/**
 * Ranks that a table names: 1, 2, 5, 10, … and the last.
 *
 * @param {number} last
 */
export function ranksToName(last) {
  const ranks = [];
  for (let unit = 1; unit < last; unit *= 10) for (const times of [1, 2, 5]) if (times * unit < last) ranks.push(times * unit);
  return [...ranks, last];
}
