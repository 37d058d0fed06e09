// Stamps beside every figure of a report that is about no real people, is no publication, or
// has a known weakness.

/**
 * @param report its summary
 * @param words `report` of a language's words
 * @returns {[string, string][]} a word for each stamp, and what it means. These stand in titles,
 *   too.
 */
export const titleStampsOf = (report, words) => [
  ...(report.sample ? [[words.sample, words.sampleNote]] : []),
  ...(report.insecureSeed ? [[words.experiment, words.experimentNote]] : []),
];

/** All of them. */
export const stampsOf = (report, words) => [
  ...titleStampsOf(report, words),
  ...(report.fullDigits ? [[words.weakness, words.weaknessNote]] : []),
];
