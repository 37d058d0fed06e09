// The languages of the site, the first one at its root and each of the others in a folder of its
// own. A language whose words lack those of a page has no such page: links to it lead to the first
// language's, and the words of the link say so.
import * as ar from "./ar.js";
import * as de from "./de.js";
import * as en from "./en.js";

/** @type {{words: import("../types.js").Words, file: string, folder: string}[]} */
export const languages = [
  { words: en, file: "en.js", folder: "" },
  { words: de, file: "de.js", folder: "de/" },
  { words: ar, file: "ar.js", folder: "ar/" },
];
