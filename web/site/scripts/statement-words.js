// The words of statements in a language that isn't English. Loaded with the reader, which speaks
// English by itself: a module for each language.
import { words as sheet } from "sheet-words";
import { words as statement } from "statement-words";
import { statementLanguage } from "../../../statement/language.js";

export const say = statementLanguage(statement, sheet);
