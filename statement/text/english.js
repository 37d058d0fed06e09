// English by itself: for the registry's entries, and for statements where nothing else is asked.
import { en as sheet } from "../../wording/text/en.js";
import { statementLanguage } from "../language.js";
import { en } from "./en.js";

export const english = statementLanguage(en, sheet);
