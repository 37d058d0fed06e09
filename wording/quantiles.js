// Quantiles by nearest rank, as the core takes them (nearest_rank.hpp): values that occur.

/**
 * Index of the first entry among `count` in rising order that at least a share of all does not
 * exceed. A share that is met except for rounding is met.
 *
 * @param {number} share from 0 to 1
 * @param {number} count at least 1
 */
export const nearestRank = (share, count) => Math.max(Math.ceil(share * count * (1 - 2 ** -50)), 1) - 1;

/**
 * Median, 99th percentile and maximum.
 *
 * @param {Float64Array} values at least one
 */
export function quantiles(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (/** @type {number} */ share) => sorted[nearestRank(share, sorted.length)];
  return { median: at(0.5), p99: at(0.99), max: at(1) };
}
