// The words of statements in a language that isn't English. Loaded with the reader, which speaks
// English by itself: a module for each language.
import { check } from "#words/check";
import { statement } from "#words/statement";
import { statementLanguage } from "../../../statement/language.js";

export const say = statementLanguage(statement, check);
