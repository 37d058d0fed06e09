// The language of this page. It is English only, and marked so.
import { languageFor } from "../../wording/text/language.js";
import { en } from "./text/en.js";

export const profileLanguage = () => ({ ...languageFor("en"), page: en });
