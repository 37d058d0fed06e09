// The words of this build. web/build.mjs replaces both files by those of another language, one page
// for each language.
export { words as sheetWords } from "../../wording/text/en.js";
export { words as pageWords } from "./text/en.js";
