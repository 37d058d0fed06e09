// The page round the sheet. It finds a report and hands its text over; it never sees a record, nor
// a result.
import { says as words } from "site-words";
import { needsEveryMechanism } from "../../bake/which-sheet.js";
import { byId } from "./by-id.js";
import { say, startReportSource } from "./report-source.js";

/** @type {HTMLIFrameElement} */
const frame = byId("sheet-frame");

let sheetReady = false;
/**
 * The address of the sheet in the frame, or on its way there.
 *
 * @type {string | null}
 */
let shown = null;
/**
 * The report for the sheet; kept, because the frame may become ready later or be loaded again.
 *
 * @type {{text: string, hash?: string} | null}
 */
let current = null;
/**
 * Where the focus was when it should have moved to a sheet that wasn't there yet; null: it needn't
 * move.
 *
 * @type {Element | null}
 */
let focusLeft = null;

function handOver() {
  if (!sheetReady || !current) return;
  // The sandboxed frame has no origin that could be named; what is sent is public.
  frame.contentWindow?.postMessage({ type: "expost-report", ...current }, "*");
}

// A frame that has the focus before its document is there gets no keys in Chromium: they stay with
// the page around, and Tab passes the sheet by.
const focusSheet = () => frame.focus({ preventScroll: true });

addEventListener("message", (event) => {
  if (event.source !== frame.contentWindow) return;
  if (event.data?.type === "expost-ready") {
    sheetReady = true;
    handOver();
    // It stays with a person who has moved it in the meantime.
    if (focusLeft !== null && focusLeft === document.activeElement) focusSheet();
    focusLeft = null;
  }
  if (event.data?.type === "expost-height" && event.data.height > 0) frame.height = String(Math.ceil(event.data.height));
});

startReportSource(({ text, name, wanted, moveThere }) => {
  current = { text, hash: wanted };
  showSheet(needsEveryMechanism(text) ? SITE_EVERY_SHEET : SITE_SHEET);
  // Whether it is a report is for the form to say: nothing comes back from there.
  say(name ? words.handedOverFrom(name) : words.handedOver);
  handOver();
  if (!moveThere) return;
  frame.scrollIntoView({ block: "start" });
  if (sheetReady) focusSheet();
  else focusLeft = document.activeElement;
});

// The sheet is given to the frame as text instead of by address. A sandbox lets a frame lead
// itself elsewhere, with a query string if it likes; but a document given as text is held by this
// page's policy too, and that says frame-src blob:, so nothing that would have to be asked for may
// be shown in the frame (tried in Chromium and Firefox: location, links, downloads, refresh).
// Blobs are what the sheet made itself; Firefox counts saving one as showing it.
//
// A report of another mechanism than the main job's needs the larger sheet, which is fetched when
// there is one.
/** @param {string} address */
function showSheet(address) {
  if (address === shown) return;
  shown = address;
  sheetReady = false;
  fetch(address, { credentials: "omit" })
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .then((text) => {
      if (address === shown) frame.srcdoc = text;
    })
    .catch(() => say(words.noSheet, true));
}

if (shown === null) showSheet(SITE_SHEET);
