// The languages of statements by their tags, for programs that speak all of them. A page speaks
// one, and English for the registry.
import { ar as arabicSheet } from "../../wording/text/ar.js";
import { de as germanSheet } from "../../wording/text/de.js";
import { statementLanguage } from "../language.js";
import { ar } from "./ar.js";
import { de } from "./de.js";
import { english } from "./english.js";

/** @typedef {import("../../wording/languages.js").LanguageTag} LanguageTag */

/** @type {Record<LanguageTag, import("../language.js").StatementLanguage>} */
export const languages = {
  en: english,
  de: statementLanguage(de, germanSheet),
  ar: statementLanguage(ar, arabicSheet),
};
