// The languages of the pages, English first. Each has its words in wording/text/<tag>.js, the same
// file of statement, web/site, web/publish and web/profile, and web/element/text.js.

export const LANGUAGES = /** @type {const} */ (["en", "de", "ar"]);

/** @typedef {(typeof LANGUAGES)[number]} LanguageTag */
