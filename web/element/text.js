// The few words that the element says itself, by language; everything else is the sheet's. Each
// language has a check-frame.html of its own.

/** @typedef {import("../../wording/languages.js").LanguageTag} LanguageTag */

/**
 * @typedef {{language: LanguageTag, direction: "ltr" | "rtl", frame: string, alone: string,
 *   notLoaded: string}} ElementWords
 */

/** @type {Record<string, ElementWords>} */
export const languages = /** @satisfies {Record<LanguageTag, ElementWords>} */ ({
  en: {
    language: "en",
    direction: "ltr",
    frame: "Check my record",
    alone: "This file is a part of other pages: it is shown by expost-check.js, which has to be beside it.",
    notLoaded: "The form could not be loaded. Check your connection and load this page again.",
  },
  de: {
    language: "de",
    direction: "ltr",
    frame: "Meinen Eintrag prüfen",
    alone: "Diese Datei ist ein Teil anderer Seiten: Sie wird von expost-check.js gezeigt, das neben ihr liegen muss.",
    notLoaded: "Das Formular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie diese Seite neu.",
  },
  ar: {
    language: "ar",
    direction: "rtl",
    frame: "فحص سجلي",
    alone: "هذا الملف جزء من صفحات أخرى: يعرضه الملف expost-check.js الذي يجب أن يكون بجانبه.",
    notLoaded: "تعذّر تحميل الاستمارة. تحقّق من اتصالك ثم أعد تحميل هذه الصفحة.",
  },
});

/**
 * The language to use for a tag: "de-AT" falls back to "de", what there is no file for to English.
 *
 * @param {string} [tag]
 */
export function languageOf(tag) {
  const asked = tag?.toLowerCase() ?? "";
  return languages[asked] ?? languages[asked.split("-")[0]] ?? languages.en;
}

/**
 * The file that holds the sheet in a language.
 *
 * @param {{language: string}} words
 */
export const frameFile = ({ language }) => `check-frame${language === "en" ? "" : `.${language}`}.html`;
