// The result of the study in sentences: the range of ε in which the choice matters, and the rows
// that decide its ends.
import { othersAlike } from "../../wording/alike.js";
import { nobodyMoves } from "./curves.js";
import { count, downward, percent, upward } from "./figures.js";

/**
 * The headline, and the sentences below it.
 *
 * @param {Pick<import("expost").Profile, "transition" | "plateaus" | "displacement">} profile
 * @param {import("#words/profile").ProfileWords["result"]} words
 */
export function headlineOf(profile, words) {
  const { transition, plateaus, displacement } = profile;
  if (transition === null) return { headline: words.none, sentences: [words.oneCoordinate] };
  const { epsilonLow, epsilonHigh, lowRow, highRow } = transition;
  if (nobodyMoves(profile)) return { headline: words.none, sentences: [words.nobody] };
  const low = downward(epsilonLow);
  const high = upward(epsilonHigh);
  const rowOf = (/** @type {number} */ row) =>
    words.row(count(row), othersAlike(displacement, row), count(othersAlike(displacement, row)));
  return {
    headline: words.range(low, high),
    sentences: [
      words.low(low, rowOf(lowRow), percent(plateaus.low)),
      words.between,
      Number.isFinite(epsilonHigh) ? words.high(high, rowOf(highRow)) : words.noHigh(rowOf(highRow)),
      words.rounded,
    ],
  };
}
