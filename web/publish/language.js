// The language of this page: its own words with the check page's words for beliefs, and number
// formats.
import { languageFor } from "../../wording/text/language.js";
import { en } from "./text/en.js";

/** @typedef {ReturnType<typeof publishLanguage>} PublishLanguage */

/** @type {Record<string, import("./text/en.js").PublishWords>} */
const words = { en };

/** @param {string} tag */
export function publishLanguage(tag) {
  const language = languageFor(tag);
  return { ...language, page: words[language.words.language] ?? en };
}
