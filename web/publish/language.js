// The language of this page: its own words with the check page's words for beliefs, and number
// formats.
import { languageFor } from "../../wording/text/language.js";
import { en } from "./text/en.js";

const words = { en };

export function publishLanguage(tag) {
  const language = languageFor(tag);
  return { ...language, page: words[language.words.language] ?? en };
}
