// Common parts of the charts over ε: their axis, the range in which the choice of ε matters,
// and the lines that are drawn.
import { html, nothing } from "lit-html";
import { logScale } from "../chart/scale.js";
import { nobodyMoves } from "../curves.js";
import { figure } from "../figures.js";

/** @import { Profile } from "expost" */
/** @import { Axis, Style, Zone } from "../chart/plot.js" */

/** @typedef {import("#words/profile").ProfileWords["charts"]} ChartWords */

/**
 * The values of ε: there is always a last one.
 *
 * @typedef {{epsilons: {at(last: -1): number} & Float64Array}} Ascending
 */

/** @typedef {Profile & {transition: NonNullable<Profile["transition"]>}} Ranged it has a range */

/**
 * The quantiles that are drawn as lines, with their styles.
 *
 * @type {["max" | "p99" | "median", Style][]}
 */
export const LINES = [
  ["max", "one"],
  ["p99", "two"],
  ["median", "three"],
];

/**
 * The axis of ε, the same under every chart that has one.
 *
 * @param {Pick<Profile, "epsilons">} profile
 * @param {Pick<ChartWords, "epsilon">} words
 * @returns {Axis}
 */
export const epsilonAxis = ({ epsilons }, words) => ({
  kind: "log",
  label: words.epsilon,
  low: epsilons[0],
  high: /** @type {number} */ (epsilons.at(-1)),
});

/**
 * The transition as a stretch of that axis; null where there is none.
 *
 * @param {Pick<Profile, "transition" | "displacement">} profile
 * @param {Pick<ChartWords, "lower" | "transition" | "upper">} words
 * @returns {Zone | null}
 */
export function zoneOf(profile, words) {
  const { transition } = profile;
  if (transition === null || nobodyMoves(profile)) return null;
  return {
    from: transition.epsilonLow,
    to: transition.epsilonHigh,
    before: words.lower,
    within: words.transition,
    after: words.upper,
  };
}

/**
 * How much of the transition is on that axis.
 *
 * @param {Pick<Ranged, "transition" | "epsilons">} profile
 */
export function reachOf({ transition: { epsilonLow, epsilonHigh }, epsilons }) {
  const { low, high } = logScale(epsilons[0], /** @type {number} */ (epsilons.at(-1)), 0, 1, 2);
  if (epsilonLow > high || epsilonHigh < low) return "none";
  return epsilonLow >= low && epsilonHigh <= high ? "whole" : "part";
}

/**
 * Where the charts end before the range does, this is said. A range without an upper end has no
 * end to show.
 *
 * @param {Pick<Profile, "transition" | "epsilons" | "displacement">} profile
 * @param {{beyond: (from: string, to: string) => string}} words
 */
export function beyondAxis(profile, words) {
  const { transition, epsilons } = /** @type {Ascending & typeof profile} */ (profile);
  if (transition === null || nobodyMoves(profile)) return nothing;
  const { epsilonLow, epsilonHigh } = transition;
  const ends = Number.isFinite(epsilonHigh) ? [epsilonLow, epsilonHigh] : [epsilonLow];
  if (ends.every((end) => end >= epsilons[0] && end <= epsilons.at(-1))) return nothing;
  return html`<p class="hint" id="beyond">${words.beyond(figure(epsilons[0]), figure(epsilons.at(-1)))}</p>`;
}
