// The languages of the pages, English first. Each has its words in wording/text/<tag>.js,
// statement/text/<tag>.js, web/site/text/<tag>.js and web/element/text.js.

export const LANGUAGES = /** @type {const} */ (["en", "de", "ar"]);

/** @typedef {(typeof LANGUAGES)[number]} LanguageTag */
