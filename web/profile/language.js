// The language of this page: its own words, and the check page's number formats.
import { check } from "#words/check";
import { profile } from "#words/profile";
import { languageOf } from "../../wording/formats.js";

/** @typedef {ReturnType<typeof profileLanguage>} ProfileLanguage */

/** Returns the language for some words, those of this build unless given. */
export const profileLanguage = (page = profile, sheet = check) => ({ ...languageOf(sheet), page });
