// The languages of statements by their tags.
import { statementLanguage } from "../../statement/language.js";
import * as words from "../../words/languages.mjs";

export const languages = Object.fromEntries(
  Object.entries(words.languages).map(([tag, { check, statement }]) => [tag, statementLanguage(statement, check)]),
);
