// Lines through values in order, the largest first.
import { rankedPoints, ranksToName } from "../curves.js";

/**
 * A line for ranked values, marked at the ranks that the table names; how many can't be drawn.
 *
 * @template {string} Style
 * @param {string} name
 * @param {Style} style
 * @param {Float64Array} sorted
 */
export function rankedLine(name, style, sorted) {
  const points = rankedPoints(sorted);
  return {
    line: { name, style, points, marks: ranksToName(sorted.length).map((rank) => [rank, sorted[rank - 1]]) },
    zeros: sorted.reduce((zeros, value) => zeros + (value === 0 ? 1 : 0), 0),
  };
}
