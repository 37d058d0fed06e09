// The example of an answer on the first page, in the words of the check page.
import { headlineWords } from "../../wording/headline.js";
import { languageOf } from "../../wording/formats.js";

/** Beliefs before and after, in 100; the words round the example name them as well. */
export const EXAMPLE = { before: 50, after: 62 };

/**
 * Returns the headline of the example and its two counts, `start` and `most`.
 *
 * @param {import("../../words/en/check.js").CheckWords} words
 */
export function exampleWords(words) {
  const { before, after } = EXAMPLE;
  const end = (/** @type {number} */ count) => ({ count, open: false });
  const yours = { of: 100, before, atMost: end(after), atLeast: end(100 - after) };
  return headlineWords({ yours }, languageOf(words));
}
