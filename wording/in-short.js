// Answers to the first questions of a careful reader about a report: on the check page's card, and
// at the top of the statement.
import { countInWords, personWords } from "./headline.js";
import { BELIEF_PARTS, beliefCounts } from "./rounding.js";
import { warningsOf } from "./stamps.js";

/** @typedef {[question: string, answer: string[]]} Answer its sentences */

/**
 * Five questions with their answers, the last one what is missing or weak. The first is left out
 * where the ends under a promise are not known.
 *
 * @param {object} facts
 * @param {import("expost").ReportSummary} facts.summary
 * @param {string | null} facts.signer
 * @param {import("expost").Interval | null} facts.even what the promise lets a belief of one half
 *   become; null without a promise
 * @param {import("./formats.js").Language} language
 * @param {(text: string) => string} theirs marks a text of the report's
 * @returns {Answer[]}
 */
export function inShort({ summary, signer, even }, language, theirs) {
  const { report } = language.words;
  const { short: own } = report;
  const { publisher, people, unit } = summary;
  const person = personWords(summary.person, language);
  const warnings = warningsOf(summary, report).map(([level, sentence]) => own.missing(report.warningLevels[level], sentence));
  const hasLinks = Object.keys(publisher?.links ?? {}).length > 0;
  return [
    ...(even === null && summary.guarantee !== null
      ? []
      : /** @type {Answer[]} */ ([
          [own.whatPromised, [even === null ? own.nothingPromised : promised(even, summary, language)]],
        ])),
    [own.toWhom, [...(unit === "" ? [] : [own.by(theirs(unit))]), ...(person === null ? [] : [person])]],
    [own.people, [own.roughly(people === null ? own.notStated : report.peopleRoughly(language.count(people)))]],
    [
      own.behind,
      [
        own.by(publisher?.name ? theirs(publisher.name) : own.notStated),
        signer === null ? own.unsigned : own.signed,
        hasLinks ? own.links : own.noLinks,
      ],
    ],
    [own.weak, warnings.length === 0 ? [own.nothingWeak] : warnings],
  ];
}

/**
 * @param {import("expost").Interval} even
 * @param {import("expost").ReportSummary} summary
 * @param {import("./formats.js").Language} language
 */
function promised(even, { guarantee }, language) {
  const { result, report } = language.words;
  const { of, before, atMost } = beliefCounts(BELIEF_PARTS / 2, even);
  const most = countInWords(atMost, of, language, "more");
  if (atMost.open) return report.short.promisedLittle(most);
  const say = guarantee?.delta === 0 ? report.short.promised : report.short.promisedBesideDelta;
  return say(result.inCount(language.count(before), language.count(of)), most);
}
