// The sentences that a result begins with, spelled once for all tests, and apart from the texts of
// the pages (words/en).

/** A count as it is written in English: 1,000. */
const written = (count) => count.toLocaleString("en-GB");

/** "From 50 in 100 to at most 57 in 100": `of` is what both are counted in. */
export const fromTo = (before, after, { of = 100 } = {}) =>
  `From ${before} in ${written(of)} to at most ${after} in ${written(of)}`;

/** "From 50 in 100 to more than 99 in 100" */
export const fromOver = (before, { over = 99, of = 100 } = {}) =>
  `From ${before} in ${written(of)} to more than ${over} in ${written(of)}`;

/** "From 10 in 100", which every such sentence starts with. */
export const beginsFrom = (before, { of = 100 } = {}) => `From ${before} in ${written(of)}`;

/** Matches every sentence from `before` to some belief of at most so many in 100. */
export const fromToSome = (before) => new RegExp(`^From ${before} in 100 to at most \\d+ in 100$`);

/** The sentence within another one. */
export const inSentence = (sentence) => sentence.replace(/^From/, "from");
