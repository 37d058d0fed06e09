// The languages by their tags, for programs that speak more than one. The sheet speaks one only
// (web/sheet/chosen-words.js).
import { en } from "./en.js";
import { languageOf } from "./formats.js";

const languages = { en };

/**
 * Words and number formats for a language tag ("de-AT" falls back to "de", an unknown one to
 * English).
 */
export function languageFor(tag) {
  return languageOf(languages[tag?.toLowerCase()] ?? languages[tag?.toLowerCase().split("-")[0]] ?? en);
}
