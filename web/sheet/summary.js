// The page that a person may keep: the figure and what it came from, without the record.
import { figureCounts, headlineWords, sureWords, tryingWords } from "../../wording/headline.js";
import { stampsOf } from "../../wording/stamps.js";
import { changedWords } from "./adjustments.js";
import { version } from "./engine.js";
import { LINKS, neededFor } from "./next-steps.js";
import { togetherLine } from "./publications-section.js";

/** @import { Language } from "../../wording/formats.js" */

/**
 * The day it is here, in words.
 *
 * @param {Date} now
 * @param {Language} language
 */
export function dateOf(now, language) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return language.date(`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
}

/**
 * Lines about the next steps: the same as on the page, as text.
 *
 * @param {import("./sheet-view.js").Answered} state
 * @param {Language} language
 */
function nextLines({ bound, summary }, { words: { next, finish }, isolated }) {
  const { publisher } = summary;
  const links = LINKS.filter((kind) => publisher?.links?.[kind]);
  return [
    `${next.heading}:`,
    next.needed[neededFor(bound, summary)].replaceAll("**", ""),
    ...next.points.map((point) => `- ${point.replaceAll("**", "")}`),
    publisher?.contact ? `${finish.questions} ${isolated(publisher.contact)}` : finish.questionsUnknown,
    ...links.map((kind) => `${next.linkNames[kind]}: ${isolated(/** @type {string} */ (publisher?.links?.[kind]))}`),
    next.advice,
  ];
}

/**
 * The summary as plain text. Notes are left out: they name values of the record.
 *
 * @param {import("./sheet-view.js").Answered} state
 * @param {Language} language
 */
export function summaryText(state, language, today = new Date()) {
  const { words } = language;
  const { summary: own } = words;
  const facts = [
    [own.report, state.summary.title],
    [own.publisher, state.summary.publisher?.name ?? words.report.publisherUnknown],
    [own.published, language.date(state.summary.published)],
    [own.fingerprint, state.hash ?? words.report.fingerprintMissing],
    [own.checked, dateOf(today, language)],
    [own.version, `Expost ${version}`],
  ];
  const lines = [own.title, "=".repeat(own.title.length), ""];
  if (state.summary.sample) lines.push(words.result.sample, "");
  for (const [word, note] of stampsOf({ ...state.summary, sample: false }, words.report)) lines.push(`${word}: ${note}`, "");
  if (state.kind === "figure") {
    const { headline, size, meaning, anchors, ends } = headlineWords(figureCounts(state.belief.parts, state.after), language);
    lines.push(words.result.heading, headline, "", ...(size ? [size] : []), meaning.replaceAll("**", ""), anchors, "", ends);
  } else {
    lines.push(words.states[state.kind].title, "", words.states[state.kind].body);
  }
  const all = togetherLine(state, language);
  if (all) lines.push("", `${words.together.heading}: ${all} ${words.together.holds}`);
  const changed = changedWords(state.bound, language);
  if (changed) lines.push("", changed);
  lines.push("", `${words.sure.heading}: ${sureWords(state.bound, language)} ${tryingWords(state.bound, language)}`, "");
  lines.push(
    `${words.notMeant.heading}: ${words.notMeant.intro}`,
    ...words.notMeant.points.map((point) => `- ${point.replaceAll("**", "")}`),
    "",
  );
  lines.push(...nextLines(state, language), "");
  lines.push(...facts.map(([name, value]) => `${name}: ${language.isolated(value)}`), "", own.record, "");
  return lines.join("\n");
}
