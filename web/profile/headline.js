// What the study comes to, in sentences: the range of ε in which the choice matters, and the rows that decide its ends.
import { count, downward, percent, upward } from "./figures.js";

/** { headline, sentences } */
export function headlineOf({ transition, plateaus, displacement }, words) {
  if (transition === null) return { headline: words.none, sentences: [words.oneCoordinate] };
  const { epsilonLow, epsilonHigh, lowRow, highRow } = transition;
  if (displacement.every((distance) => distance === 0)) return { headline: words.none, sentences: [words.nobody] };
  const low = downward(epsilonLow);
  const high = upward(epsilonHigh);
  return {
    headline: words.range(low, high),
    sentences: [
      words.low(low, count(lowRow), percent(plateaus.low)),
      words.between,
      Number.isFinite(epsilonHigh) ? words.high(high, count(highRow)) : words.noHigh(count(highRow)),
      words.rounded,
    ],
  };
}
