// The words of this build. web/build.mjs puts another language's file in the place of en.js, one sheet for each language.
export { words } from "./en.js";
