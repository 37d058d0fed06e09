// The language of this page: its own words, and the check page's number formats.
import { languageOf } from "../../wording/text/formats.js";
import { pageWords, sheetWords } from "./chosen-words.js";

/** @typedef {ReturnType<typeof profileLanguage>} ProfileLanguage */

/** Returns the language for some words, those of this build unless given. */
export const profileLanguage = (page = pageWords, sheet = sheetWords) => ({ ...languageOf(sheet), page });
