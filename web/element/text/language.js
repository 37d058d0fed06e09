// The languages that check-frame.html is made in, one file each, and the few words that the element says itself.
import { en } from "./en.js";

export const languages = { en };

/** The language to use for a tag: "de-AT" falls back to "de", what there is no file for to English. */
export function languageOf(tag) {
  const asked = tag?.toLowerCase() ?? "";
  return languages[asked] ?? languages[asked.split("-")[0]] ?? en;
}

/** The file that holds the sheet in a language. */
export const frameFile = ({ language }) => (language === "en" ? "check-frame.html" : `check-frame.${language}.html`);
