// Documents that axe found nothing wrong in are remembered between runs of npm test, so that it is
// asked only about those that changed. A document is known by all that axe can see of it.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/**
 * A file with a digest in each line; without one nothing is remembered. The stages of npm test name
 * it.
 */
const memory = process.env.EXPOST_JUDGED;

const known = new Set(memory && existsSync(memory) ? readFileSync(memory, "utf8").split("\n") : []);

/**
 * Runs in the page. The text of its document as it is rendered now: elements and attributes, what
 * was entered, which rules of style there are, what has the focus or the pointer, and the screen.
 * Scripts, comments and frames inside are left out: axe doesn't look into them. null where there is
 * more to it than can be read, as in a shadow tree.
 */
function rendered() {
  const all = Array.from(document.querySelectorAll("*"));
  if (all.some((element) => element.localName.includes("-") || element.shadowRoot)) return null;
  const copy = document.documentElement.cloneNode(true);
  for (const script of copy.querySelectorAll("script")) script.textContent = "";
  for (const frame of copy.querySelectorAll("iframe")) frame.removeAttribute("srcdoc");
  const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  // Some have a random text.
  while (comments.nextNode()) comments.currentNode.data = "";
  const placesOf = (selector) => Array.from(document.querySelectorAll(selector), (element) => all.indexOf(element));
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  const likes = [
    "prefers-color-scheme: dark",
    "prefers-contrast: more",
    "prefers-reduced-motion: reduce",
    "forced-colors: active",
  ];
  try {
    return JSON.stringify([
      document.compatMode,
      // axe asks for landmarks and a heading only in a page of its own.
      window === top,
      copy.outerHTML,
      Array.from(document.querySelectorAll("input, select, textarea"), (field) => [
        field.value,
        field.checked,
        field.indeterminate,
      ]),
      sheets.map(({ media, disabled, cssRules }) => [
        media.mediaText,
        disabled,
        Array.from(cssRules, ({ cssText }) => cssText),
      ]),
      [":hover", ":focus", ":focus-visible", ":focus-within", ":active", ":target", ":modal"].map(placesOf),
      [innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY],
      likes.map((one) => matchMedia(`(${one})`).matches),
    ]);
  } catch {
    // Rules of another origin can't be read.
    return null;
  }
}

/**
 * Returns the key that a document and the question are known by; null where there is none.
 *
 * @param {object} frame the page or the frame with the document
 * @param {string[]} question what else the answer is up to
 * @returns {Promise<string | null>}
 */
export async function judgedAs(frame, question) {
  if (!memory) return null;
  const text = await frame.evaluate(rendered);
  if (text === null) return null;
  const browser = (frame.page?.() ?? frame).context().browser();
  const asked = [...question, browser.browserType().name(), browser.version(), text];
  return createHash("sha256").update(JSON.stringify(asked)).digest("hex");
}

export const wasGood = (key) => key !== null && known.has(key);

/** Remembers it for the runs to come. */
export function rememberGood(key) {
  if (key === null || known.has(key)) return;
  known.add(key);
  appendFileSync(memory, `${key}\n`);
}
