// A bound in words: what kind of answer it is, the headline in counts, and how sure it is. Shared
// by the page and the command line, so that both say the same.
import { isForRecords } from "./records.js";
import { beliefCounts, countsOn, inReleases } from "./rounding.js";

/** @typedef {import("expost").Bound} Bound */
/** @typedef {import("expost").Interval} Interval */
/** @typedef {import("./formats.js").Language} Language */
/** @typedef {"figure" | "noEffect" | "noLimit" | "wentWrong"} AnswerKind */

/**
 * The kind of answer that a bound is. Anything but a number of at least 0 gives no figure at all.
 * "figure", "noEffect" (exactly 0), "noLimit" (infinite) or "wentWrong".
 *
 * @param {{total?: {upper?: unknown}} | null | undefined} bound
 * @returns {AnswerKind}
 */
export function kindOf(bound) {
  const upper = bound?.total?.upper;
  if (typeof upper !== "number" || !(upper >= 0)) return "wentWrong";
  if (upper === Infinity) return "noLimit";
  return upper === 0 ? "noEffect" : "figure";
}

/**
 * Counts for the record and, on the same scale, for the promises. `after` is from `posterior`;
 * `toYou` where there is a promise to her that is below the one to everyone.
 *
 * @param {number} parts the starting belief in ten-thousandths
 * @param {{yours: Interval, promise?: Interval | null, toYou?: Interval | null}} after
 */
export function figureCounts(parts, after) {
  const yours = beliefCounts(parts, after.yours);
  const on = (/** @type {Interval | null | undefined} */ interval) => (interval ? countsOn(yours.of, interval) : null);
  return { yours, promise: on(after.promise), toYou: on(after.toYou) };
}

/**
 * Whether a count is said as "more than 99 in 100".
 *
 * @param {import("./rounding.js").End} end
 * @param {number} of
 */
const isOver = ({ count, open }, of) => open || count * 100 > of * 99;

/**
 * The range that the promise allows, from the same start on the same scale.
 *
 * @param {ReturnType<typeof figureCounts>} counts
 * @param {Language} language
 */
export function promiseReading({ yours: { of, before }, promise }, language) {
  if (!promise) return null;
  const { promise: words, result } = language.words;
  const start = result.inCount(language.count(before), language.count(of));
  const most = countInWords(promise.atMost, of, language, "more");
  const least = countInWords(promise.atLeast, of, language, "fewer");
  return isOver(promise.atMost, of) || promise.atLeast.open
    ? words.readingBetween(start, least, most)
    : words.reading(start, most, least);
}

/**
 * A count in words: "62 in 100", "more than 99 in 100". Above 99 in 100 it is that on any scale.
 *
 * @param {import("./rounding.js").End} end
 * @param {number} of
 * @param {Language} language
 * @param {"more" | "fewer"} openWord
 */
export function countInWords(end, of, language, openWord) {
  const { result } = language.words;
  if (openWord === "more" && isOver(end, of)) return result.moreThan(language.count(99), language.count(100));
  /** @type {[string, string]} */
  const written = [language.count(end.count), language.count(of)];
  if (!end.open) return result.inCount(...written);
  return openWord === "more" ? result.moreThan(...written) : result.fewerThan(...written);
}

/** Sizes of an answer by the largest share of 100 that they are said of, fixed for all reports. */
const SIZES = /** @type {const} */ ([
  ["coin", 0.55],
  ["slight", 0.65],
  ["clear", 0.8],
  ["likely", 0.95],
]);

/** @typedef {"coin" | "slight" | "clear" | "likely" | "none"} Size */

/**
 * The size of an answer as it is shown, rounded up: from 50 in 100 only, as other starts have none.
 *
 * @param {Pick<ReturnType<typeof figureCounts>, "yours">} counts
 * @returns {Size | null}
 */
export function sizeOf({ yours: { of, before, atMost } }) {
  if (2 * before !== of) return null;
  const share = atMost.open ? 1 : atMost.count / of;
  return SIZES.find(([, most]) => share <= most)?.[0] ?? "none";
}

/**
 * The size of a bound on the loss, whatever the start.
 *
 * @param {number} upper in nats
 * @returns {Size}
 */
export const sizeOfBound = (upper) => SIZES.find(([, most]) => upper <= Math.log(most / (1 - most)))?.[0] ?? "none";

/**
 * The sentences of the headline, for the page and for the summary: its meaning, the ends of its
 * scale, and as a line of its own both ends of the result.
 *
 * @param {Pick<ReturnType<typeof figureCounts>, "yours">} counts
 * @param {Language} language
 */
export function headlineWords(counts, language) {
  const { result } = language.words;
  const { of, before, atMost, atLeast } = counts.yours;
  const start = result.inCount(language.count(before), language.count(of));
  const most = countInWords(atMost, of, language, "more");
  const least = countInWords(atLeast, of, language, "fewer");
  const size = sizeOf(counts);
  return {
    start,
    size: size === null ? null : size === "none" ? result.size.none() : `${result.size[size](most)} ${result.either}`,
    most,
    least,
    headline: (isOver(atMost, of) ? result.headlineOpen : result.headline)(start, most),
    meaning: [
      result.setting,
      (2 * before === of ? result.cannotTell : result.knowsSome)(start),
      isOver(atMost, of) || atLeast.open ? result.between(least, most) : result.limits(most),
      result.othersKnown,
    ].join(" "),
    ends: `${result.interval.heading}: ${result.interval.range(least, most)}`,
    anchors: result.anchors(start, result.inCount(language.count(of), language.count(of))),
  };
}

/**
 * Whether a figure holds whatever the noise was, and so for every record that is tried.
 *
 * @param {Pick<Bound, "total">} bound
 */
export const neverFails = (bound) => bound.total.failureProbability === 0;

/**
 * How sure, in words.
 *
 * @param {Pick<Bound, "total" | "uniform">} bound
 * @param {Language} language
 */
export function sureWords(bound, language) {
  const { sure, records } = language.words;
  if (neverFails(bound)) return sure.always;
  const { count, of } = inReleases(bound.total.failureProbability);
  /** @type {[string, string, number]} */
  const publications = [language.count(count), language.count(of), count];
  if (isForRecords(bound)) return records.noise(language.count(Number(bound.uniform)), ...publications);
  return (bound.uniform === "all" ? sure.noiseSeveral : sure.noise)(...publications);
}

/**
 * The effect of trying several records on the figure.
 *
 * @param {Pick<Bound, "total" | "uniform">} bound
 * @param {Language} language
 */
export function tryingWords(bound, { words: { sure, records } }) {
  if (neverFails(bound)) return sure.tryingAlways;
  if (isForRecords(bound)) return records.trying;
  return bound.uniform === "all" ? sure.tryingSeveral : sure.trying;
}

/**
 * Values for which a figure holds whatever they are; with the figure's gap, where that may be as
 * much as half of one in 100, whatever was believed before: a belief moves by a quarter of it.
 *
 * @param {Pick<Bound, "gap">} bound
 * @param {string[]} labels of these values
 * @param {Language} language
 */
export function whateverWords({ gap = 0 }, labels, { words: { result }, count, list }) {
  const whatever = result.whatever(list(labels));
  const lower = Number.isFinite(gap) ? 25 * gap : 0;
  return lower < 0.5 ? whatever : `${whatever} ${result.gap(result.inCount(count(Math.ceil(lower)), count(100)))}`;
}

/**
 * Names what hardly matters of the values that aren't known, "" where nothing does. The core's rule
 * is about a start of 50 in 100.
 *
 * @param {string[]} labels of these values
 * @param {Language} language
 */
export function hardlyWords(labels, { words: { result }, count, list }) {
  const inHundred = (/** @type {number} */ number) => result.inCount(count(number), count(100));
  return labels.length === 0 ? "" : result.hardly(list(labels), inHundred(50), inHundred(1));
}

/**
 * Words about a promise: those for a δ of 0 leave no room for rare outcomes.
 *
 * @param {{delta: number}} guarantee
 * @param {Pick<import("../words/en/check.js").CheckWords, "promise">} words
 */
export const promiseWords = ({ delta }, { promise }) => (delta > 0 ? promise : { ...promise, ...promise.alone });

/**
 * The promise to a person with several rows; null where the report speaks of none.
 *
 * @param {Bound["person"]} person
 * @param {Language} language
 */
export const personWords = (person, { words: { promise }, count, number }) =>
  !person || person.rows === 1 ? null : promise.person(count(person.rows), number(person.epsilon), number(person.delta));
