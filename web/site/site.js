// The page round the sheet. It finds a report and hands its text over; it never sees a record, nor a result.
import { exactText } from "../intake/exact-text.js";
import { fingerprint } from "../intake/fingerprint.js";
import { takeDroppedFiles } from "../intake/dropped.js";
import { en as words } from "./text/en.js";

const frame = document.getElementById("sheet-frame");
const message = document.getElementById("chooser-message");

let sheetReady = false;
/** What the sheet should show; kept, because the frame may become ready later or be loaded again. */
let current = null;
// Two reports may be under way; only the one asked for last counts.
let turn = 0;

function say(text, wrong = false) {
  message.textContent = text;
  message.className = wrong ? "chooser-message chooser-wrong" : "chooser-message";
}

function handOver() {
  if (!sheetReady || !current) return;
  // The sandboxed frame has no origin that could be named; what is sent is public.
  frame.contentWindow.postMessage({ type: "expost-report", ...current }, "*");
}

addEventListener("message", (event) => {
  if (event.source !== frame.contentWindow) return;
  if (event.data?.type === "expost-ready") {
    sheetReady = true;
    handOver();
  }
  if (event.data?.type === "expost-height" && event.data.height > 0) frame.height = Math.ceil(event.data.height);
});

function show(text, { hash, moveThere = true } = {}) {
  current = { text, hash };
  say(words.loaded);
  handOver();
  if (!moveThere) return;
  frame.scrollIntoView({ block: "start" });
  frame.focus({ preventScroll: true });
}

async function useFile(file) {
  turn += 1;
  setLink(null);
  const text = exactText(await file.arrayBuffer());
  if (text === null) say(words.unreadable, true);
  else show(text);
}

async function useAddress(address, { hash, moveThere } = {}) {
  const mine = (turn += 1);
  say(words.loading);
  setLink(null);
  let text;
  try {
    const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
    if (!response.ok) throw new Error(String(response.status));
    text = exactText(await response.arrayBuffer());
  } catch {
    if (mine === turn) say(words.notFetched(address.href), true);
    return;
  }
  if (mine !== turn) return;
  if (text === null) {
    say(words.unreadable, true);
    return;
  }
  show(text, { hash, moveThere });
  setLink(address, await fingerprint(text));
}

/** A link that names the report and pins what it must be. Only a report that has an address can have one. */
function setLink(address, hash) {
  const box = document.getElementById("share");
  box.hidden = !(address && hash);
  if (box.hidden) return;
  const link = new URL(location.href);
  link.hash = new URLSearchParams({ report: address.href, sha256: hash }).toString();
  document.getElementById("share-link").value = link.href;
}

/** Follows `#report=<URL>&sha256=<hex>`. */
function followLink() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (!asked.has("report")) return;
  let address;
  try {
    address = new URL(asked.get("report"), location.href);
  } catch {
    address = null;
  }
  if (!address || !["http:", "https:"].includes(address.protocol)) {
    say(words.badAddress, true);
    return;
  }
  const hash = asked.get("sha256") ?? undefined;
  if (hash !== undefined && !/^[0-9a-f]{64}$/i.test(hash.trim())) {
    say(words.badFingerprint, true);
    return;
  }
  useAddress(address, { hash, moveThere: false });
}

document.getElementById("report-file").addEventListener("change", (event) => {
  const file = event.target.files[0];
  if (file) useFile(file);
  event.target.value = "";
});
document.getElementById("sample").addEventListener("click", () => useAddress(new URL("sample/report.json", location.href)));
document.getElementById("use-text").addEventListener("click", () => {
  const { value } = document.getElementById("report-text");
  turn += 1;
  setLink(null);
  if (value.trim() === "") say(words.emptyText, true);
  else show(value);
});
takeDroppedFiles(useFile);
addEventListener("hashchange", followLink);

// The sheet is given to the frame as text instead of by address. A sandbox lets a frame lead itself elsewhere, with a query
// string if it likes; but a document given as text is held by this page's policy too, and that says frame-src blob:, so nothing
// that would have to be asked for may be shown in the frame (tried in Chromium and Firefox: location, links, downloads,
// refresh). Blobs are what the sheet made itself; Firefox counts saving one as showing it.
fetch("sheet.html", { credentials: "omit" })
  .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
  .then((text) => (frame.srcdoc = text))
  .catch(() => say(words.noSheet, true));
followLink();
