// The language of this page: its own words with the check page's words for beliefs, and number
// formats.
import { languageOf } from "../../wording/text/formats.js";
import { writtenIn } from "../../wording/text/written.js";
import { pageWords, sheetWords } from "./chosen-words.js";

/** @typedef {ReturnType<typeof publishLanguage>} PublishLanguage */

/**
 * Returns the language for some words, those of this build unless given. `written` puts a number of
 * wording/figures.js into its way of writing.
 *
 * @param {import("./text/en.js").PublishWords} [page]
 * @param {import("../../wording/text/en.js").Words} [sheet]
 */
export const publishLanguage = (page = pageWords, sheet = sheetWords) => ({
  ...languageOf(sheet),
  written: writtenIn(sheet),
  page,
});
