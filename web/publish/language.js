// The language of this page: its own words with the check page's words for beliefs, and number
// formats.
import { check } from "#words/check";
import { publish } from "#words/publish";
import { languageOf } from "../../wording/formats.js";
import { writtenIn } from "../../wording/written.js";

/** @typedef {ReturnType<typeof publishLanguage>} PublishLanguage */

/**
 * Returns the language for some words, those of this build unless given. `written` puts a number of
 * wording/figures.js into its way of writing.
 *
 * @param {import("#words/publish").PublishWords} [page]
 * @param {import("#words/check").CheckWords} [sheet]
 */
export const publishLanguage = (page = publish, sheet = check) => ({
  ...languageOf(sheet),
  written: writtenIn(sheet),
  page,
});
