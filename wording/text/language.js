// The languages by their tags, for programs that speak more than one. The sheet speaks one only
// (web/sheet/chosen-words.js).
import { en } from "./en.js";
import { languageOf } from "./formats.js";

/** @type {Record<string, import("./en.js").Words>} */
const languages = { en };

/**
 * Words and number formats for a language tag ("de-AT" falls back to "de", an unknown one to
 * English).
 *
 * @param {string} [tag]
 */
export function languageFor(tag) {
  const asked = tag?.toLowerCase() ?? "en";
  return languageOf(languages[asked] ?? languages[asked.split("-")[0]] ?? en);
}
