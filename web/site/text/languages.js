// The languages of the site, the first one at its root and each of the others in a folder of its own.
import * as en from "./en.js";

export const languages = [{ words: en, file: "en.js", folder: "" }];
