// Puts a report inside the sheet, so that one file is the whole check (`expost page REPORT`), and
// the sheet inside the frame of the custom element.

/**
 * The place in a page that takes a data block: a comment with its name. It is written in two
 * pieces: inside a script element, as on the publisher's page, the whole would end its text.
 *
 * @param {string} name
 */
export const place = (name) => ["<!", `--${name}-->`].join("");

// Inside a script element the parser looks for "</script" and "<!--"; JavaScript and JSON readers
// disagree about U+2028 and U+2029. Escaped like this none of them can occur, and JSON.parse gives
// back the report byte for byte, so that its fingerprint stays that of the published file.
/** @type {Record<string, string>} */
const ESCAPES = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029" };

/**
 * The sheet with the report's text inside, as one JSON string in a data block (never run, so the
 * page's policy and its hashes are untouched). Nothing is checked here: the sheet says what is
 * wrong with a report, in its own words.
 *
 * @param {string} sheetHtml
 * @param {string} reportText
 * @param {Uint8Array} [path] the file that the report leaves its path to
 */
export function bakePage(sheetHtml, reportText, path) {
  const blocks = dataBlock("expost-report", reportText) + (path ? dataBlock("expost-path", base64(path)) : "");
  return filled(sheetHtml, place("expost-report"), blocks);
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let letters = "";
  const piece = 0x8000;
  for (let at = 0; at < bytes.length; at += piece) letters += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(letters);
}

/**
 * The check page without the report inside, as it was before `bakePage`; null where the page has no
 * report.
 *
 * @param {string} html
 */
export function withoutReport(html) {
  // The data have no "<" of their own.
  const block = (/** @type {string} */ part) => `<script type="application/json" id="expost-${part}">[^<]*</script>`;
  const inside = new RegExp(`${block("report")}(${block("path")})?`);
  return inside.test(html) ? html.replace(inside, place("expost-report")) : null;
}

/**
 * check-frame.html: the document around the sheet, with the sheet inside as a text.
 *
 * @param {string} frameHtml
 * @param {string} sheetHtml
 */
export function bakeFrame(frameHtml, sheetHtml) {
  return filled(frameHtml, place("expost-sheet"), dataBlock("check-sheet", sheetHtml));
}

/**
 * @param {string} html
 * @param {string} at
 * @param {string} block
 */
function filled(html, at, block) {
  const from = html.indexOf(at);
  if (from < 0) throw new Error(`the page has no place for what goes inside (${at})`);
  return html.slice(0, from) + block + html.slice(from + at.length);
}

/**
 * A text as a data block of a page: one JSON string in a script element that is never run.
 *
 * @param {string} id
 * @param {string} text
 */
export function dataBlock(id, text) {
  const data = JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character]);
  return `<script type="application/json" id="${id}">${data}</script>`;
}
