// The languages that check-frame.html is made in, one file each, and the few words that the
// element says itself.
import { ar } from "./ar.js";
import { de } from "./de.js";
import { en } from "./en.js";

/** @typedef {typeof en} ElementWords */

/** @type {Record<string, ElementWords>} */
export const languages = { en, de, ar };

/**
 * The language to use for a tag: "de-AT" falls back to "de", what there is no file for to English.
 *
 * @param {string} [tag]
 */
export function languageOf(tag) {
  const asked = tag?.toLowerCase() ?? "";
  return languages[asked] ?? languages[asked.split("-")[0]] ?? en;
}

/**
 * The file that holds the sheet in a language, for the main job or for every mechanism.
 *
 * @param {{language: string}} words
 * @param {boolean} [every]
 */
export const frameFile = ({ language }, every = false) =>
  `check-frame${every ? "-every" : ""}${language === "en" ? "" : `.${language}`}.html`;
