// Where a report comes from: a chosen or dropped file, pasted text, the sample, or a link
// `#report=<URL>&sha256=<hex>`. For every page of the site that takes one.
import { says as words } from "site-words";
import { exactText } from "../../../intake/exact-text.js";
import { fingerprint, sameFingerprint } from "../../../intake/fingerprint.js";
import { takeDroppedFiles } from "../../controls/dropped.js";
import { byId } from "./by-id.js";

const message = byId("chooser-message");
// Two reports may be under way; only the one asked for last counts.
let turn = 0;

/**
 * Says something where the chooser is; `sentence` is one of the library's, which is English
 * whatever the page speaks.
 *
 * @param {string} text
 * @param {string} [sentence]
 */
export function say(text, wrong = false, sentence) {
  message.textContent = text;
  if (sentence) {
    const english = document.createElement("span");
    Object.assign(english, { textContent: sentence, lang: "en", dir: "ltr" });
    message.append(" ", english);
  }
  message.classList.toggle("wrong", wrong);
}

/**
 * A name that somebody else chose. It may run the other way than the sentence that it is in.
 *
 * @param {string} name
 */
const isolated = (name) => `\u2068${name}\u2069`;

/**
 * The part of an address that names a report and pins what it must be.
 *
 * @param {URL} address
 * @param {string} hash
 */
export const reportFragment = (address, hash) => new URLSearchParams({ report: address.href, sha256: hash }).toString();

/**
 * Links to this page, and to another that can show it, that name the report. Only one that has an
 * address can be named.
 *
 * @param {URL | null} address
 * @param {string} [hash]
 */
function setLink(address, hash) {
  const share = byId("share");
  const passOn = document.getElementById("pass-on");
  for (const box of [share, passOn]) box?.toggleAttribute("hidden", !(address && hash));
  if (!address || !hash) return;
  const fragment = reportFragment(address, hash);
  const link = new URL(location.href);
  link.hash = fragment;
  /** @type {HTMLInputElement} */
  const shown = byId("share-link");
  shown.value = link.href;
  if (passOn) /** @type {HTMLAnchorElement} */ (passOn.firstElementChild).hash = fragment;
}

/**
 * A report that was found.
 *
 * @typedef {object} FoundReport
 * @property {string} text
 * @property {ArrayBuffer} [bytes] of a file
 * @property {string} [name] the file's
 * @property {string} [wanted] the fingerprint that a link names
 * @property {URL} [address]
 * @property {boolean} moveThere the person asked for it on this page
 */

/**
 * Makes the chooser work.
 *
 * @param {(report: FoundReport) => void} use is given each report that was found
 * @param {() => void} [clear] is called when another report is asked for
 */
export function startReportSource(use, clear = () => {}) {
  /** @type {HTMLInputElement} */
  const chooser = byId("report-file");

  function begin(chosen = false) {
    turn += 1;
    // The name next to the button is that of the report in use, or none.
    if (!chosen) chooser.value = "";
    setLink(null);
    clear();
    return turn;
  }

  function refuse(/** @type {string} */ text) {
    begin();
    say(text, true);
  }

  async function useFile(/** @type {File} */ file, chosen = false) {
    const mine = begin(chosen);
    const bytes = await file.arrayBuffer();
    if (mine !== turn) return;
    const text = exactText(bytes);
    if (text === null) say(words.unreadable, true);
    else use({ text, bytes, name: isolated(file.name), moveThere: true });
  }

  /**
   * @param {URL} address
   * @param {{wanted?: string, moveThere: boolean}} how
   */
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
      address = new URL(asked.get("report") ?? "", location.href);
    } catch {
      address = null;
    }
    if (!address || !["http:", "https:"].includes(address.protocol)) return refuse(words.badAddress);
    const wanted = asked.get("sha256")?.trim();
    if (wanted !== undefined && !/^[0-9a-f]{64}$/i.test(wanted)) return refuse(words.badFingerprint);
    useAddress(address, { wanted, moveThere: false });
  }

  chooser.addEventListener("change", () => {
    const file = chooser.files?.[0];
    if (file) useFile(file, true);
  });
  // So that the same file can be chosen again, after it was changed.
  chooser.addEventListener("click", () => (chooser.value = ""));
  const sample = new URL(`${SITE_ROOT}sample/report.json`, location.href);
  byId("sample").addEventListener("click", () => useAddress(sample, { moveThere: true }));
  byId("use-text").addEventListener("click", () => {
    const { value } = /** @type {HTMLTextAreaElement} */ (byId("report-text"));
    begin();
    if (value.trim() === "") say(words.emptyText, true);
    else use({ text: value, moveThere: true });
  });
  takeDroppedFiles((/** @type {File} */ file) => useFile(file));
  addEventListener("hashchange", followLink);
  followLink();
}
