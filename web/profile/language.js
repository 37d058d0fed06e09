// The language of this page. It is English only, and marked so.
import { languageFor } from "../../wording/text/language.js";
import { en } from "./text/en.js";

/** @typedef {ReturnType<typeof profileLanguage>} ProfileLanguage */

export const profileLanguage = () => ({ ...languageFor("en"), page: en });
