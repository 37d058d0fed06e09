// What stands beside every figure of a report that is about no real people, is no publication, or has a known weakness.

/**
 * @param report its summary
 * @param words `report` of a language's words
 * @returns {[string, string][]} a word for each mark, and what it means
 */
export const stampsOf = (report, words) => [
  ...(report.sample ? [[words.sample, words.sampleNote]] : []),
  ...(report.insecureSeed ? [[words.experiment, words.experimentNote]] : []),
  ...(report.fullDigits ? [[words.weakness, words.weaknessNote]] : []),
];
