// Stamps at every figure of a report that is about no real people, is no publication, or
// has a known weakness.

/** @typedef {[word: string, meaning: string]} Stamp */
/** @typedef {import("expost").ReportSummary} ReportSummary */
/** @typedef {import("../words/en/check.js").CheckWords["report"]} ReportWords */

/**
 * @param {ReportSummary} report
 * @param {ReportWords} words `report` of a language's words
 * @returns {Stamp[]} a word for each stamp, and what it means. Titles have these, too.
 */
export const titleStampsOf = (report, words) => [
  ...(report.sample ? /** @type {Stamp[]} */ ([[words.sample, words.sampleNote]]) : []),
  ...(report.insecureSeed ? /** @type {Stamp[]} */ ([[words.experiment, words.experimentNote]]) : []),
];

/**
 * All of them.
 *
 * @param {ReportSummary} report
 * @param {ReportWords} words
 * @returns {Stamp[]}
 */
export const stampsOf = (report, words) => [
  ...titleStampsOf(report, words),
  ...(report.fullDigits ? /** @type {Stamp[]} */ ([[words.weakness, words.weaknessNote]]) : []),
];

/**
 * The report's other weak spots in words, the gravest first: those that no stamp tells of.
 *
 * @param {ReportSummary} report
 * @param {ReportWords} words
 * @returns {[level: import("expost").ReportWarning["level"], sentence: string][]}
 */
export const warningsOf = ({ warnings }, { warning: words }) =>
  warnings.flatMap(({ code, level }) => {
    const sentences = new Map(Object.entries(words));
    const sentence = sentences.get(code) ?? sentences.get(`${code}-${level}`);
    return sentence ? /** @type {[typeof level, string][]} */ ([[level, sentence]]) : [];
  });
