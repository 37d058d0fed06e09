// Results for so many records settled on beforehand, where none holds for all records at once
// (docs/noisy-gradient-descent.md, section 7).

/** @typedef {import("./formats.js").Language} Language */

/** For so many records a result holds there. More would widen it only a little. */
const RECORDS = 1000;

/**
 * Whether a bound is for a number of records that were chosen beforehand.
 *
 * @param {Pick<import("expost").Bound, "uniform">} bound
 */
export const isForRecords = ({ uniform }) => Number(uniform) > 1;

/**
 * Returns the option `uniform` of a bound for every record that is tried: "all" where the report
 * allows one for all records at once, else RECORDS.
 *
 * @param {Pick<import("expost").ReportSummary, "mechanism">} summary
 * @returns {"all" | number}
 */
export const uniformOf = ({ mechanism }) =>
  mechanism.kind === "noisy-gradient-descent" && !mechanism.boundsEverybody ? RECORDS : "all";

/**
 * The title and the sentences over a result for several records: "chosen" by the person, or
 * "noticed" by the page; or while she is "exploring", by records that aren't hers.
 *
 * @param {"chosen" | "noticed" | "exploring"} several
 * @param {Pick<import("expost").Bound, "uniform">} bound
 * @param {Language} language
 */
export function severalWords(several, bound, { words, count }) {
  if (several === "exploring") return bound.uniform === "all" ? words.several.explored : words.several.exploringAlone;
  if (!isForRecords(bound)) return words.several[several];
  const most = count(Number(bound.uniform));
  const { chosen, noticed } = words.records;
  return several === "chosen"
    ? { title: chosen.title(most), body: chosen.body }
    : { title: noticed.title, body: noticed.body(most) };
}

/**
 * The hint next to the choice of several records.
 *
 * @param {Pick<import("expost").ReportSummary, "mechanism">} summary
 * @param {Language} language
 */
export function severalHint(summary, { words, count }) {
  const uniform = uniformOf(summary);
  return uniform === "all" ? words.several.chooseHint : words.records.chooseHint(count(uniform));
}

/**
 * The hint next to the choice to try values of nobody.
 *
 * @param {Pick<import("expost").ReportSummary, "mechanism">} summary
 * @param {Language} language
 */
export const exploringHint = (summary, { words: { several } }) =>
  uniformOf(summary) === "all" ? several.chooseHint : several.exploringAlone.hint;
