// English by itself: for the registry's entries, and for statements where nothing else is asked.
import { check } from "../words/en/check.js";
import { statement } from "../words/en/statement.js";
import { statementLanguage } from "./language.js";

export const english = statementLanguage(statement, check);
