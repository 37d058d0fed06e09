// Puts a report inside the sheet, so that one file is the whole check (`expost page REPORT`).

const PLACE = "<!--expost-report-->";

// Inside a script element the parser looks for "</script" and "<!--"; JavaScript and JSON readers disagree about U+2028
// and U+2029. Escaped like this none of them can occur, and JSON.parse gives back the report byte for byte, so that its
// fingerprint stays that of the published file.
const ESCAPES = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029" };

/**
 * The sheet with the report's text inside, as one JSON string in a data block (never run, so the page's policy and its
 * hashes are untouched). Nothing is checked here: the sheet says what is wrong with a report, in its own words.
 */
export function bakePage(sheetHtml, reportText) {
  const at = sheetHtml.indexOf(PLACE);
  if (at < 0) throw new Error(`the sheet has no place for a report (${PLACE})`);
  const data = JSON.stringify(reportText).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character]);
  const block = `<script type="application/json" id="expost-report">${data}</script>`;
  return sheetHtml.slice(0, at) + block + sheetHtml.slice(at + PLACE.length);
}
