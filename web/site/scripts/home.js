// The page round the sheet. It finds a report and hands its text over; it never sees a record, nor
// a result.
import { says as words } from "#words/site";
import { exactText } from "../../../intake/exact-text.js";
import { pathBeside } from "../../controls/path-file.js";
import { byId } from "./by-id.js";
import { fetched } from "./early.js";
import { canBeFetched, furtherReports, isLinked, linkedAddress, webAddress } from "./linked.js";
import { isolated, say, sayUnseen, startReportSource } from "./report-source.js";
import { sandboxedFrame } from "./sandboxed-frame.js";

/** @typedef {import("./report-source.js").FoundReport} FoundReport */

/** @type {HTMLIFrameElement} */
const frame = byId("sheet-frame");
const tab = document.title;

/**
 * The report for the sheet; kept, because the frame may become ready later or be loaded again.
 *
 * @type {FoundReport | null}
 */
let current = null;
/** Whether the sheet that is there has not started in time. */
let silent = false;
/** Whether a report is being looked for. */
let searching = false;
/**
 * Where the focus was when it should have moved to a sheet that wasn't there yet; null: it needn't
 * move.
 *
 * @type {Element | null}
 */
let focusLeft = null;

const sheet = sandboxedFrame(frame, {
  ready() {
    if (silent) say(current ? words.handingOver : "");
    silent = false;
    showOrHide();
    const [number, questions] = Array.from(
      /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#read-more a")),
      ({ href }) => href,
    );
    sheet.post({ type: "expost-guides", number, questions });
    handOver();
    // It stays with a person who has moved it in the meantime.
    if (focusLeft !== null && focusLeft === document.activeElement) focusSheet();
    focusLeft = null;
  },
  message({ type, height }) {
    if (type === "expost-printed" && Number(height) > 0) frame.style.setProperty("--printed", `${Math.ceil(Number(height))}px`);
    if (current === null) return;
    if (type === "expost-read") taken(current);
    // The sheet says why, in words, at the top of a page that a link led to.
    else if (type === "expost-error") (isLinked() ? sayUnseen : say)(words.refused);
  },
  failed(reason) {
    // There is no report to show, and the page says why: that is the sentence to be read.
    if (!isWanted()) return;
    silent = reason === "silent";
    if (silent) frame.hidden = true;
    else giveUp();
    say(silent ? words.noStart : words.noSheet, true);
  },
});

/** Whether the sheet has a use. It has none on a page for a link that led to no report. */
const isWanted = () => current !== null || searching || !isLinked();

function showOrHide() {
  frame.hidden = !isWanted();
}

function handOver() {
  if (current)
    sheet.post({ type: "expost-report", text: current.text, path: current.path, hash: current.wanted, key: current.key });
  else sheet.post(searching ? { type: "expost-loading" } : { type: "expost-report", text: null });
}

/** Takes the report in use away, and the form that goes with it. */
function giveUp() {
  current = null;
  silent = searching = false;
  showOrHide();
  handOver();
}

// A frame that has the focus before its document is there gets no keys in Chromium: they stay with
// the page around, and Tab passes the sheet by.
const focusSheet = () => frame.focus({ preventScroll: true });

/**
 * Names a page that a link led to, in its tab and at its top.
 *
 * @param {{title?: string, publisher?: {name?: string}}} [report] once the sheet has read it
 */
function namePage({ title, publisher } = {}) {
  const name = publisher?.name;
  const named = title === undefined ? words.tab : name ? words.tabOf(title, name) : words.tabOfReport(title);
  document.title = isLinked() ? named : tab;
  byId("linked-title").textContent = title === undefined ? words.tab : words.tabOfReport(`\n${isolated(title)}`);
  const line = byId("linked-publisher");
  line.hidden = !name;
  line.textContent = name ? words.publishedBy(isolated(name)) : "";
}

/**
 * A report that a link names beside the first, with the file that it leaves its path to; its text
 * is null where it can't be had.
 *
 * @param {string} name its address as it is written
 * @returns {Promise<{name: string, text: string | null, path?: Blob}>}
 */
async function furtherReport(name) {
  const address = webAddress(name);
  if (!address || !canBeFetched(address)) return { name, text: null };
  try {
    const response = await fetched(address);
    const text = response.ok ? exactText(await response.arrayBuffer()) : null;
    return { name, text, path: text === null ? undefined : await pathBeside(text, address, fetched) };
  } catch {
    return { name, text: null };
  }
}

/**
 * The other publications that the link names. They are asked for with the link, and never because
 * of what the sheet says: a request then would tell something that the sheet knows.
 *
 * @type {Promise<Awaited<ReturnType<typeof furtherReport>>[]>}
 */
let further = Promise.resolve([]);

/** @param {FoundReport} first with which the others go */
async function handFurtherOver(first) {
  const reports = await further;
  if (current === first && reports.length > 0) sheet.post({ type: "expost-others", reports });
}

/**
 * The sheet has read the report.
 *
 * @param {FoundReport} report
 */
function taken({ text, name }) {
  const report = JSON.parse(text.replace(/^\ufeff/, ""));
  namePage(report);
  if (current) handFurtherOver(current);
  if (isLinked()) sayUnseen(words.formBelow(report.title));
  else say(name ? words.handedOverFrom(name) : words.handedOver);
}

/** @param {FoundReport} report */
function use(report) {
  current = report;
  searching = false;
  const named = report.address && report.address.href === linkedAddress()?.href ? furtherReports() : [];
  further = Promise.all(named.map(furtherReport));
  // Whether it is a report is for the sheet to say.
  say(words.handingOver);
  sheet.show(SITE_SHEET);
  if (sheet.ready) handOver();
  if (!report.moveThere) return;
  frame.scrollIntoView({ block: "start" });
  if (sheet.ready) focusSheet();
  else focusLeft = document.activeElement;
}

function begin() {
  current = null;
  searching = true;
  focusLeft = null;
  showOrHide();
  namePage();
  handOver();
}

startReportSource(frame, { use, begin, failed: giveUp });

sheet.show(SITE_SHEET);
