// The words of this build. web/build.mjs replaces en.js with another language's file, one sheet for
// each language.
export { words } from "../../wording/text/en.js";
