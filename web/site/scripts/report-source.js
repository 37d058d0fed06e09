// Where a report comes from: a chosen or dropped file, pasted text, the sample, or a link
// `#report=<URL>&sha256=<hex>&key=<public key>`. For every page of the site that takes one.
import { says as words } from "#words/site";
import { exactText } from "../../../intake/exact-text.js";
import { fingerprint, sameFingerprint } from "../../../intake/fingerprint.js";
import { isPublicKey } from "../../../intake/minisign.js";
import { takeDroppedFiles } from "../../controls/dropped.js";
import { isPathFile, pathBeside } from "../../controls/path-file.js";
import { byId } from "./by-id.js";
import { fetched } from "./early.js";
import { canBeFetched, furtherReports, layOutForLink, linkedAddress, linkedReport } from "./linked.js";

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
  message.classList.remove("visually-hidden");
  message.textContent = text;
  if (sentence) {
    const english = document.createElement("span");
    Object.assign(english, { textContent: sentence, lang: "en", dir: "ltr" });
    message.append(" ", english);
  }
  message.classList.toggle("wrong", wrong);
  // In a page laid out for a link it is above the report, far from the chooser.
  if (wrong && message.getBoundingClientRect().top < 0) message.scrollIntoView({ block: "start" });
}

/**
 * Says something to those who don't see that it is there.
 *
 * @param {string} text
 */
export function sayUnseen(text) {
  say(text);
  message.classList.add("visually-hidden");
}

/**
 * Moves the focus from one element to another. Firefox moves it into no frame until it is done with
 * the key that asks for it, some milliseconds later.
 *
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function leave(from, to, frames = 60) {
  to.focus();
  if (document.activeElement === from && frames > 0) requestAnimationFrame(() => leave(from, to, frames - 1));
}

/**
 * Puts the message and the report first, and the ways to another report last.
 *
 * @param {HTMLElement} shown where the report is shown
 */
function putReportFirst(shown) {
  layOutForLink();
  const chooser = /** @type {HTMLElement} */ (document.querySelector(".which"));
  const column = /** @type {HTMLElement} */ (chooser.parentElement);
  if (column.firstElementChild === message) return;
  column.prepend(message);
  column.append(chooser);
  // Following it must not take the report out of the page's address.
  const skip = /** @type {HTMLElement | null} */ (document.querySelector(".skip"));
  skip?.addEventListener("click", (event) => {
    event.preventDefault();
    leave(skip, shown.checkVisibility() ? shown : byId("which-heading"));
  });
}

/**
 * A name that somebody else chose. It may run the other way than the sentence that it is in.
 *
 * @param {string} name
 */
export const isolated = (name) => `\u2068${name}\u2069`;

/**
 * The part of an address that names a report and pins what it must be.
 *
 * @param {URL} address
 * @param {string} hash
 * @param {string} [key] that signed it
 */
export function reportFragment(address, hash, key) {
  const named = new URLSearchParams({ report: address.href, sha256: hash, ...(key && { key }) });
  if (linkedAddress()?.href === address.href) for (const further of furtherReports()) named.append("report", further);
  return named.toString();
}

/**
 * Links to this page, and to another that can show it, that name the report. Only one that has an
 * address can be named.
 *
 * @param {URL | null} address
 * @param {string} [hash]
 * @param {string} [key]
 */
function setLink(address, hash, key) {
  const share = byId("share");
  const passOn = document.getElementById("pass-on");
  for (const box of [share, passOn]) box?.toggleAttribute("hidden", !(address && hash));
  const fragment = address && hash ? reportFragment(address, hash, key) : "";
  // The page in another language shows the same report.
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a")))
    if (fragment || link.hash) link.hash = fragment;
  if (!address || !hash) return;
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
 * @property {Blob} [path] the file that it leaves its path to
 * @property {ArrayBuffer} [bytes] of a file
 * @property {string} [name] the file's
 * @property {string} [wanted] the fingerprint that a link names
 * @property {string} [key] the public key that a link names
 * @property {URL} [address]
 * @property {boolean} moveThere the person asked for it on this page
 */

/**
 * Makes the chooser work.
 *
 * @param {HTMLElement} shown where the page shows a report
 * @param {object} on
 * @param {(report: FoundReport) => void} on.use is given each report that was found
 * @param {() => void} on.begin is called when another report is asked for
 * @param {() => void} [on.failed] is called when a report that was asked for can't be had
 */
export function startReportSource(shown, { use, begin: started, failed = () => {} }) {
  /** @type {HTMLInputElement} */
  const chooser = byId("report-file");
  /** @type {FoundReport | null} */
  let last = null;
  function useIt(/** @type {FoundReport} */ found) {
    last = found;
    use(found);
  }

  function begin(chosen = false) {
    turn += 1;
    // The name next to the button is that of the report in use, or none.
    if (!chosen) chooser.value = "";
    setLink(null);
    started();
    return turn;
  }

  function fail(/** @type {string} */ text) {
    failed();
    say(text, true);
  }

  function refuse(/** @type {string} */ text) {
    begin();
    fail(text);
  }

  async function useFile(/** @type {File} */ file, chosen = false) {
    const mine = begin(chosen);
    // A part of the report that was there before.
    if (last !== null && isPathFile(file.name)) return useIt({ ...last, path: file, moveThere: true });
    const bytes = await file.arrayBuffer();
    if (mine !== turn) return;
    const text = exactText(bytes);
    if (text === null) fail(words.unreadable);
    else useIt({ text, bytes, name: isolated(file.name), moveThere: true });
  }

  /**
   * @param {URL} address
   * @param {{wanted?: string, key?: string, moveThere: boolean}} how
   */
  async function useAddress(address, { wanted, key, moveThere }) {
    const mine = begin();
    say(words.loading);
    let bytes;
    try {
      const response = await fetched(address);
      if (!response.ok) throw new Error(String(response.status));
      bytes = await response.arrayBuffer();
    } catch {
      if (mine === turn) fail(words.notFetched(address.href));
      return;
    }
    if (mine !== turn) return;
    const text = exactText(bytes);
    if (text === null) return fail(words.unreadable);
    const path = await pathBeside(text, address, fetched);
    if (mine !== turn) return;
    useIt({ text, path, bytes, wanted, key, address, moveThere });
    const hash = await fingerprint(text);
    // A report that a link asked for and did not get is not to be passed on.
    if (mine === turn && hash && (wanted === undefined || sameFingerprint(wanted, hash))) setLink(address, hash, key);
  }

  function followLink() {
    const asked = linkedReport();
    if (!asked) return;
    putReportFirst(shown);
    const address = linkedAddress();
    if (!address) return refuse(words.badAddress);
    // The page's policy refuses it: what is fetched from elsewhere is fetched over https.
    if (!canBeFetched(address)) return refuse(words.unencrypted(address.href));
    const wanted = asked.sha256;
    if (wanted !== undefined && !/^[0-9a-f]{64}$/i.test(wanted)) return refuse(words.badFingerprint);
    const { key } = asked;
    if (key !== undefined && !isPublicKey(key)) return refuse(words.badKey);
    useAddress(address, { wanted, key, moveThere: false });
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
    if (value.trim() === "") fail(words.emptyText);
    else useIt({ text: value, moveThere: true });
  });
  takeDroppedFiles((/** @type {File} */ file) => useFile(file));
  addEventListener("hashchange", followLink);
  followLink();
}
