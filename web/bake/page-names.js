// Names of the files that pages are in.

/**
 * The file of a page in a language: English has the plain name, every other its tag after it.
 *
 * @param {string} page
 * @param {string} language
 */
const pageName = (page, language) => `${page}${language === "en" ? "" : `.${language}`}.html`;

/** The file of the check page in a language. */
export const sheetName = (/** @type {string} */ language) => pageName("sheet", language);

/** The file of the check page with the document around it, for the custom element. */
export const frameName = (/** @type {string} */ language) => pageName("check-frame", language);

/** The folder of the site that has a language's pages: English is at its beginning. */
export const siteFolder = (/** @type {string} */ language) => (language === "en" ? "" : `${language}/`);

/**
 * The file of the publisher's or the practitioner's page in a language.
 *
 * @param {"publish" | "profile"} page
 * @param {string} language
 */
export const dataSheetName = (page, language) => pageName(`${page}-sheet`, language);

/**
 * The file of the same page as the site shows it in a frame: it gets what reads Parquet later, from
 * the page around.
 *
 * @param {"publish" | "profile"} page
 * @param {string} language
 */
export const dataFrameName = (page, language) => pageName(`${page}-frame`, language);

/** The script that reads Parquet, the same for all these pages. */
export const PARQUET_READER = "parquet-reader.js";
