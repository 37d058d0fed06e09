// A bound in the words of the page: both are read by people who compare them.
import { posterior } from "expost";
import { downwardAsOnPage, plain, signedUnits, unsignedUnits, upwardAsOnPage } from "../../wording/figures.js";
import { languageOf } from "../../wording/formats.js";
import {
  figureCounts,
  hardlyWords,
  headlineWords,
  kindOf,
  personWords,
  promiseWords,
  sureWords,
  tryingWords,
  whateverWords,
} from "../../wording/headline.js";
import { partsOf } from "../../wording/mechanism.js";
import { wrapped } from "../../wording/paragraph.js";
import { BELIEF_PARTS, partsThatAddUp } from "../../wording/rounding.js";
import { stampsOf, warningsOf } from "../../wording/stamps.js";
import { table } from "../../wording/text-table.js";
import { check } from "../../words/en/check.js";
import { oneLine } from "./one-line.js";

/** @typedef {import("expost").Bound} Bound */
/** @typedef {import("expost").ReportSummary} ReportSummary */

const language = languageOf(check);
const { words } = language;
const EVEN = BELIEF_PARTS / 2; // the starting belief of the headline
/**
 * Above this, "at most" would be said of what isn't. Both parts of a bound at a report's largest,
 * 0.05, are below.
 */
const LIKELIEST_FAILURE = 0.1;

/**
 * The result of a bound, or of several together, in words.
 *
 * @param {{total: Pick<Bound["total"], "upper" | "failureProbability">}} bound
 * @param {string} [setting] what somebody wants to know
 */
export async function opening(bound, setting = words.result.setting) {
  const kind = kindOf(bound);
  if (bound.total.failureProbability > LIKELIEST_FAILURE) {
    return wrapped(
      `There is no headline at a failure probability of ${plain(bound.total.failureProbability)}: such a limit fails too often to be said without it.`,
    );
  }
  if (kind !== "figure") {
    const state = words.states[kind];
    return `${state.title}\n\n${wrapped(state.body)}`;
  }
  const after = { yours: await posterior(bound.total.upper, EVEN / BELIEF_PARTS), promise: null };
  const { headline, size, meaning, anchors, ends } = headlineWords(figureCounts(EVEN, after), language);
  return `${words.result.heading}\n${headline}\n\n${wrapped(`${size} ${meaning.replace(words.result.setting, setting).replaceAll("**", "")} ${anchors}`)}\n\n${ends}`;
}

/** @param {Bound} bound */
function intervals(bound) {
  /**
   * @param {string} name
   * @param {import("expost").Interval} interval
   * @param {number} [failure]
   */
  const row = (name, { lower, upper }, failure) => [
    name,
    downwardAsOnPage(lower),
    upwardAsOnPage(upper),
    failure === undefined ? "" : plain(failure),
  ];
  const ends = (/** @type {[number, number]} */ [lower, upper]) => ({ lower, upper });
  return table([
    ["Ex-post privacy loss, in nats", "at least", "at most", "failure probability"],
    row("|L|, everything published", bound.total, bound.total.failureProbability),
    row("  L as a member", ends(bound.total.loss.in)),
    row("  L as a non-member", ends(bound.total.loss.out)),
    row("|L|, the model alone (ε̄)", bound.epsilon, bound.modelFailureProbability),
    row("  L as a member", ends(bound.loss.in)),
    row("  L as a non-member", ends(bound.loss.out)),
  ]);
}

/**
 * @param {Bound} bound
 * @param {ReportSummary} summary
 */
function components(bound, summary) {
  const found = partsOf(bound, summary, words);
  if (found === null || bound.components === null) return null;
  const shown = partsThatAddUp(
    bound.total.upper,
    found.map(([, , amount]) => amount),
  );
  if (shown === null) return wrapped(words.parts.tooLarge);
  const { places, total, parts } = shown;
  return [
    `What makes up ${unsignedUnits(total, places)} (${words.experts.attainedAt(bound.components.end, bound.components.member)}):`,
    table(found.map(([name], index) => [`  ${name}`, signedUnits(parts[index], places)])),
  ].join("\n");
}

/**
 * The promises to everyone and to her, and how the result differs from them.
 *
 * @param {Bound} bound
 * @param {import("expost").PersonalPromise} hers
 */
function promise({ guarantee, total }, { byLength, epsilon, length }) {
  if (guarantee === null) return words.promise.none;
  const own = promiseWords(guarantee, words);
  const stated = own.stated(language.number(guarantee.epsilon), language.number(guarantee.delta));
  if (!byLength) return wrapped(`${stated} ${own.sentences}`);
  const { you } = words.promise;
  const to = /** @type {number} */ (epsilon);
  const note = total.upper > to ? you.above : own.sentences;
  return wrapped(`${stated} ${you.stated(upwardAsOnPage(to), upwardAsOnPage(length))} ${note}`);
}

/**
 * Names the fields whose values aren't known, and those of them that hardly matter.
 *
 * @param {Bound} bound
 * @param {ReportSummary} summary
 */
export function whatever(bound, { features, label }) {
  const fields = [...(features ?? []), ...(label ? [label] : [])];
  const labelsOf = (/** @type {string[]} */ names = []) =>
    fields.filter(({ name }) => names.includes(name)).map((field) => oneLine(field.label));
  const labels = labelsOf(bound.unknown);
  if (labels.length === 0) return null;
  return wrapped(`${whateverWords(bound, labels, language)} ${hardlyWords(labelsOf(bound.hardlyMatter), language)}`.trim());
}

/**
 * Says that the result is about one row, where the report is about persons with several.
 *
 * @param {Bound} bound
 */
function severalRows({ person }) {
  const promised = personWords(person, language);
  return promised === null ? null : wrapped(`${words.promise.oneRow} ${promised}`);
}

/**
 * One person's bound, for people.
 *
 * @param {Bound} bound
 * @param {ReportSummary} summary
 * @param {import("expost").PersonalPromise} hers
 */
export async function boundText(bound, summary, hers) {
  const paragraphs = [
    ...stampsOf(summary, words.report).map(([word, note]) => wrapped(`${word}: ${note}`)),
    ...warningsOf(summary, words.report).map(([level, sentence]) =>
      wrapped(`${words.report.warningLevels[level]}: ${sentence}`),
    ),
    await opening(bound),
    whatever(bound, summary),
    intervals(bound),
    components(bound, summary),
    bound.notes.length > 0 ? ["Notes:", ...bound.notes.map((note) => `  ${note}`)].join("\n") : null,
    wrapped(`${sureWords(bound, language)} ${tryingWords(bound, language)}`),
    promise(bound, hers),
    severalRows(bound),
  ];
  return paragraphs
    .filter((paragraph) => paragraph !== null)
    .map((paragraph) => `${paragraph.trimEnd()}\n`)
    .join("\n");
}
