// The result as a page of its own, for keeping and printing where the sheet itself can't print:
// inside another page.

/**
 * HTML of what is on the sheet but the record: no script, and the sheet's own style.
 *
 * @param {Document} document
 * @param {import("../../wording/formats.js").Language} language
 */
export function summaryPage(document, language) {
  const { title } = language.words.summary;
  const main = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (document.querySelector("main")).cloneNode(true));
  for (const part of main.querySelectorAll(".not-kept, .folded:not([open])")) part.remove();
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = document.documentElement.lang;
  page.documentElement.dir = document.documentElement.dir;
  page.documentElement.className = "kept";
  const style = page.createElement("style");
  style.textContent = /** @type {HTMLStyleElement} */ (document.querySelector("style")).textContent;
  page.head.append(style);
  page.body.append(main);
  return `<!doctype html>\n<meta charset="utf-8">\n${page.documentElement.outerHTML}\n`;
}
