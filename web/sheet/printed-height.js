// Tells the page around how tall the sheet is on paper. A frame that is as tall as on the screen is
// printed with blank pages after it.
import { postToParent } from "../controls/embedded-page.js";
import { steppedHeight } from "../controls/height.js";

/** The width of a page of paper without its margins: a little less than that of A4. */
const PAPER = "690px";

/**
 * Returns the height of the body as it would be printed, in pixels. Print is the medium while it is
 * measured; nothing of that is painted.
 *
 * @param {Document} document
 */
function printedHeight(document) {
  const rules = Array.from(document.styleSheets)
    .flatMap((sheet) => Array.from(sheet.cssRules))
    .filter((rule) => rule instanceof CSSMediaRule)
    .map(({ media }) => ({ media, text: media.mediaText }));
  for (const { media, text } of rules)
    if (/\bprint\b/.test(text)) media.mediaText = "all";
    else if (text.includes("max-width")) media.mediaText = "not all";
  document.documentElement.style.inlineSize = PAPER;
  const { height } = document.body.getBoundingClientRect();
  document.documentElement.style.inlineSize = "";
  for (const { media, text } of rules) media.mediaText = text;
  return height;
}

/**
 * Posts the height on paper to the parent whenever the sheet's height changes. What isn't printed
 * would lose the focus while it isn't shown: where that has the focus, the height stays as it was.
 *
 * @param {Document} document
 */
export function tellPrintedHeight(document) {
  let last = 0;
  new ResizeObserver(() => {
    if (document.activeElement?.closest(".not-kept")) return;
    const height = steppedHeight(printedHeight(document));
    if (height === last) return;
    last = height;
    postToParent({ type: "expost-printed", height });
  }).observe(document.body);
}
