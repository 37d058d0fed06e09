// Where a report comes from: a chosen or dropped file, pasted text, the sample, or a link
// `#report=<URL>&sha256=<hex>`. For every page of the site that takes one.
import { says as words } from "site-words";
import { exactText } from "../../../intake/exact-text.js";
import { fingerprint, sameFingerprint } from "../../../intake/fingerprint.js";
import { takeDroppedFiles } from "../../controls/dropped.js";

const message = document.getElementById("chooser-message");
// Two reports may be under way; only the one asked for last counts.
let turn = 0;

/**
 * Says something where the chooser is; `sentence` is one of the library's, which is English
 * whatever the page speaks.
 */
export function say(text, wrong = false, sentence = undefined) {
  message.textContent = text;
  if (sentence) {
    const english = document.createElement("span");
    Object.assign(english, { textContent: sentence, lang: "en", dir: "ltr" });
    message.append(" ", english);
  }
  message.classList.toggle("wrong", wrong);
}

/** A name of somebody else's, which may run the other way than the sentence it stands in. */
const isolated = (name) => `\u2068${name}\u2069`;

/** The part of an address that names a report and pins what it must be. */
export const reportFragment = (address, hash) => new URLSearchParams({ report: address.href, sha256: hash }).toString();

/**
 * Links to this page, and to another that can show it, that name the report. Only one that has an
 * address can be named.
 */
function setLink(address, hash) {
  const share = document.getElementById("share");
  const passOn = document.getElementById("pass-on");
  const named = Boolean(address && hash);
  for (const box of [share, passOn]) box?.toggleAttribute("hidden", !named);
  if (!named) return;
  const fragment = reportFragment(address, hash);
  const link = new URL(location.href);
  link.hash = fragment;
  document.getElementById("share-link").value = link.href;
  if (passOn) passOn.firstElementChild.hash = fragment;
}

/**
 * Makes the chooser work.
 *
 * @param {(report: {text: string, bytes?: ArrayBuffer, name?: string, wanted?: string, address?:
 *   URL, moveThere: boolean}) => void} use is given each report that was found; `wanted` is the
 *   fingerprint that a link names, `bytes` are those of a file, `name` is the file's
 * @param {() => void} clear is called when another report is asked for
 */
export function startReportSource(use, clear = () => {}) {
  const chooser = document.getElementById("report-file");

  function begin(chosen = false) {
    turn += 1;
    // The name beside the button is that of the report in use, or none.
    if (!chosen) chooser.value = "";
    setLink(null);
    clear();
    return turn;
  }

  function refuse(text) {
    begin();
    say(text, true);
  }

  async function useFile(file, chosen = false) {
    const mine = begin(chosen);
    const bytes = await file.arrayBuffer();
    if (mine !== turn) return;
    const text = exactText(bytes);
    if (text === null) say(words.unreadable, true);
    else use({ text, bytes, name: isolated(file.name), moveThere: true });
  }

  async function useAddress(address, { wanted, moveThere }) {
    const mine = begin();
    say(words.loading);
    let bytes;
    try {
      const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
      if (!response.ok) throw new Error(String(response.status));
      bytes = await response.arrayBuffer();
    } catch {
      if (mine === turn) say(words.notFetched(address.href), true);
      return;
    }
    if (mine !== turn) return;
    const text = exactText(bytes);
    if (text === null) return say(words.unreadable, true);
    use({ text, bytes, wanted, address, moveThere });
    const hash = await fingerprint(text);
    // A report that a link asked for and did not get is not to be passed on.
    if (mine === turn && hash && (wanted === undefined || sameFingerprint(wanted, hash))) setLink(address, hash);
  }

  function followLink() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!asked.has("report")) return;
    let address;
    try {
      address = new URL(asked.get("report"), location.href);
    } catch {
      address = null;
    }
    if (!address || !["http:", "https:"].includes(address.protocol)) return refuse(words.badAddress);
    const wanted = asked.get("sha256")?.trim();
    if (wanted !== undefined && !/^[0-9a-f]{64}$/i.test(wanted)) return refuse(words.badFingerprint);
    useAddress(address, { wanted, moveThere: false });
  }

  chooser.addEventListener("change", () => {
    const [file] = chooser.files;
    if (file) useFile(file, true);
  });
  // So that the same file can be chosen again, after it was changed.
  chooser.addEventListener("click", () => (chooser.value = ""));
  document
    .getElementById("sample")
    .addEventListener("click", () => useAddress(new URL(`${SITE_ROOT}sample/report.json`, location.href), { moveThere: true }));
  document.getElementById("use-text").addEventListener("click", () => {
    const { value } = document.getElementById("report-text");
    begin();
    if (value.trim() === "") say(words.emptyText, true);
    else use({ text: value, moveThere: true });
  });
  takeDroppedFiles((file) => useFile(file));
  addEventListener("hashchange", followLink);
  followLink();
}
