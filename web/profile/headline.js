// The result of the study in sentences: what holds at the ε that people use, the range of ε in
// which the choice matters, and the rows that decide its ends.
import { othersAlike } from "../../wording/alike.js";
import { nobodyMoves, sharesOfMost } from "./curves.js";
import { count, downward, figure, percent, percentDownward, percentUpward, upward } from "./figures.js";

/** The ε that promises are mostly made with, and about the largest. */
const USUAL = 1;
const LARGEST_USUAL = 10;

/**
 * The place of the largest value that is at most `wanted`, of ascending ones; the first where all
 * are larger.
 *
 * @param {Float64Array} values
 * @param {number} wanted
 */
const atMost = (values, wanted) =>
  Math.max(
    values.findLastIndex((value) => value <= wanted * (1 + 1e-9)),
    0,
  );

/**
 * The headline, and the sentences below it.
 *
 * @param {Pick<import("expost").Profile, "transition" | "plateaus" | "displacement" |
 *   "epsilons" | "typical" | "lambda" | "lipschitz">} profile
 * @param {import("#words/profile").ProfileWords["result"]} words
 */
export function headlineOf(profile, words) {
  const { transition, plateaus, displacement, epsilons, typical } = profile;
  if (nobodyMoves(profile)) return { headline: words.none, sentences: [words.nobody] };
  const [one, most] = [atMost(epsilons, USUAL), atMost(epsilons, LARGEST_USUAL)];
  const headline = words.exposed(figure(epsilons[one]), upward(typical.max[one]));
  if (transition === null) return { headline, sentences: [words.oneCoordinate] };
  const { epsilonLow, epsilonHigh, lowRow, highRow } = transition;
  const low = downward(epsilonLow);
  const high = upward(epsilonHigh);
  const rowOf = (/** @type {number} */ row) =>
    words.row(count(row), othersAlike(displacement, row), count(othersAlike(displacement, row)));
  return {
    headline,
    sentences: [
      words.usual(figure(epsilons[most]), percentUpward(sharesOfMost(profile).max[most]), percentDownward(plateaus.low)),
      words.range(low, high),
      words.between,
      words.low(low, rowOf(lowRow), percent(plateaus.low)),
      Number.isFinite(epsilonHigh) ? words.high(high, rowOf(highRow)) : words.noHigh(rowOf(highRow)),
      words.rounded,
    ],
  };
}
