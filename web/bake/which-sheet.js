// Which of the two check pages a report needs: the small one for the main job, or the one for
// every mechanism.

/**
 * Whether a report's text describes anything but objective perturbation with Gaussian noise and a
 * generalised linear loss. What is no report is for the small page to refuse.
 *
 * @param {string} text
 */
export function needsEveryMechanism(text) {
  let model;
  try {
    ({ model } = JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return false;
  }
  const { loss, mechanism } = model ?? {};
  return (
    loss?.name === "softmax" ||
    mechanism?.noise === "laplace" ||
    (typeof mechanism?.name === "string" && mechanism.name !== "objective-perturbation")
  );
}

/**
 * How long a report may take before the small check page, which most reports need, is asked for
 * too; in milliseconds. Where the way to the host is short, the report is there by then, and only
 * the page that it needs is loaded. Where it is long (a round trip of 0.6 s on Slow 4G), waiting
 * for the report would cost every visitor that round trip. This costs a fraction of it, and the
 * other page is given up when the report comes: before its first byte where both are on one host.
 */
export const HEAD_START = 50;

/**
 * The file of a page in a language: English has the plain name, every other its tag after it.
 *
 * @param {string} page
 * @param {string} language
 */
const pageName = (page, language) => `${page}${language === "en" ? "" : `.${language}`}.html`;

/**
 * The file of the check page in a language.
 *
 * @param {string} language
 */
export const sheetName = (language, every = false) => pageName(`sheet${every ? "-every" : ""}`, language);

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
