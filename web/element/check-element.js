// <expost-check>: a thin wrapper round the sheet in its frame. It fetches a report, which is
// public, and hands it over; it never sees a record or a figure, and what it says about them is
// that there is one.
import { exactText } from "../../intake/exact-text.js";
import { frameName } from "../bake/page-names.js";
import { landInFrame } from "../controls/land.js";
import { pathBeside } from "../controls/path-file.js";
import { SANDBOX } from "../controls/sandbox.js";
import { themeNames } from "../controls/theme-names.js";
import { errors, isErrorCode } from "./errors.js";
import { knownLanguage } from "./known-language.js";

/** How tall the element is, in pixels, until the sheet has said how tall it is. */
const HEIGHT = 320;
const INSET = "1.25rem";
/**
 * How long a frame may take after it has loaded, and at all, before the page's own content is
 * shown instead; in milliseconds.
 */
const AFTER_LOAD = 3_000;
const AT_ALL = 20_000;

// Adopted, because a strict policy of the page refuses a <style> in here.
const STYLE = `
:host { display: block; }
:host([hidden]), [hidden] { display: none; }
iframe { display: block; inline-size: 100%; border: 0; color-scheme: var(--expost-color-scheme, var(--page)); }
.waiting { visibility: hidden; }
`;

/** @typedef {import("./errors.js").ErrorCode} ErrorCode */

/**
 * The sheet's task: a report, none, one that is being fetched, or that there is none.
 *
 * @typedef {{type: "expost-report", text: string | null, path?: Blob, hash?: string} | {type:
 *   "expost-loading"} | {type: "expost-failed", code: ErrorCode, address?: string | null}} Given
 */

/** @type {CSSStyleSheet | undefined} */
let style;
function sharedStyle() {
  if (!style) {
    style = new CSSStyleSheet();
    style.replaceSync(STYLE);
  }
  return style;
}

/**
 * The language of an element: its own, or that of the closest one around it, out of shadow trees
 * too.
 *
 * @param {Element} element
 */
function languageTag(element) {
  /** @type {Element | undefined} */
  let at = element;
  while (at) {
    const tag = at.getAttribute("lang");
    if (tag) return tag;
    // Out of a shadow tree; a document has no host.
    at = at.parentElement ?? /** @type {Partial<ShadowRoot>} */ (at.getRootNode()).host;
  }
  return "";
}

/** @param {Element} element */
const languageOf = (element) => knownLanguage(languageTag(element), Object.keys(ELEMENT_WORDS));

/**
 * The colour schemes of the page where an element is. A page that names none is light, and on a
 * dark device a frame in it would be dark all the same.
 *
 * @param {Element} element
 */
function colourScheme(element) {
  const { colorScheme } = getComputedStyle(element);
  if (colorScheme !== "normal") return colorScheme;
  const meta = element.ownerDocument.querySelector('meta[name="color-scheme" i]');
  return meta?.getAttribute("content") || "light";
}

/**
 * The whole number in an attribute; null where there is none, or none in this range.
 *
 * @param {string | null} text
 * @param {number} least
 * @param {number} most
 */
const wholeNumber = (text, least, most) =>
  /^\d{1,6}$/.test(text ?? "") && Number(text) >= least && Number(text) <= most ? Number(text) : null;

/**
 * Not as `new URL("./", import.meta.url)`, in which bundlers see a file to be bundled; some give
 * no address at all.
 *
 * @param {string} address
 */
function folderOf(address) {
  try {
    return new URL("./", address).href;
  } catch {
    return "";
  }
}

// Not there where pages are made ahead of time; importing this must not be an error there.
const Base = globalThis.HTMLElement ?? class {};

export class ExpostCheckElement extends Base {
  /** The folder of check-frame.html where no `files` attribute says otherwise. */
  static files = folderOf(import.meta.url);

  static observedAttributes = ["src", "sha256", "signed-by", "lang", "prior", "height", "files"];

  #shadow;
  /** The page's own content, for where there is no sheet. */
  #fallback;
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  #ready = false;
  /** @type {ReturnType<typeof setTimeout>[]} */
  #patience = [];
  /** @type {AbortController | null} */
  #watching = null;
  /**
   * Text of the report where the page gave it itself.
   *
   * @type {string | null}
   */
  #report = null;
  /**
   * The file of that report's path, where it has one.
   *
   * @type {Blob | null}
   */
  #path = null;
  /**
   * The sheet's task, kept because the frame may become ready later or be loaded again.
   *
   * @type {Given | null}
   */
  #given = null;
  /** @type {AbortController | null} */
  #fetching = null;
  #due = false;
  #theme = "";
  /** @type {{address: string, text: string, path: Blob | undefined} | null} */
  #fetched = null;

  constructor() {
    super();
    this.#shadow = this.attachShadow({ mode: "open" });
    this.#shadow.adoptedStyleSheets = [sharedStyle()];
    this.#fallback = document.createElement("slot");
    this.#shadow.append(this.#fallback);
  }

  get src() {
    return this.getAttribute("src");
  }
  set src(value) {
    this.#reflect("src", value);
  }

  get sha256() {
    return this.getAttribute("sha256");
  }
  set sha256(value) {
    this.#reflect("sha256", value);
  }

  get signedBy() {
    return this.getAttribute("signed-by");
  }
  set signedBy(value) {
    this.#reflect("signed-by", value);
  }

  get files() {
    return this.getAttribute("files");
  }
  set files(value) {
    this.#reflect("files", value);
  }

  get prior() {
    return wholeNumber(this.getAttribute("prior"), 1, 99);
  }
  set prior(value) {
    this.#reflect("prior", value);
  }

  get height() {
    return wholeNumber(this.getAttribute("height"), 1, 100_000);
  }
  set height(value) {
    this.#reflect("height", value);
  }

  get report() {
    return this.#report;
  }
  set report(value) {
    if (value !== null && value !== undefined && !["string", "object"].includes(typeof value))
      throw new TypeError("report must be the text of a report, or the object that it is as JSON");
    if (value && typeof value === "object" && "x-signature" in value)
      throw new TypeError("a signed report must be given as its text: an object hasn't the bytes that were signed");
    // A text stays as it is: its fingerprint is that of its bytes.
    this.#report = typeof value === "string" ? value : value ? JSON.stringify(value) : null;
    this.#reload();
  }

  get path() {
    return this.#path;
  }
  set path(value) {
    if (value !== null && value !== undefined && !(value instanceof Blob))
      throw new TypeError("path must be the file of the report's path, as a Blob");
    this.#path = value ?? null;
    this.#reload();
  }

  /** Clears the record and the result in the sheet. */
  clear() {
    this.#post({ type: "expost-clear" });
  }

  connectedCallback() {
    // Set before the element was known, they would hide the accessors.
    for (const name of ["src", "sha256", "signedBy", "files", "prior", "height", "report", "path"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#open();
    this.#reload();
  }

  disconnectedCallback() {
    this.#close();
    this.#fetching?.abort();
    this.#given = this.#fetched = null;
  }

  /** Moved by moveBefore, it keeps its frame, and so what was entered there. */
  connectedMoveCallback() {
    this.#sendTheme();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#frame) return;
    if (name === "height") this.#setHeight(this.#frame);
    else if (name === "prior") this.#sendPrior();
    else if (["src", "sha256", "signed-by"].includes(name)) this.#reload();
    else if (this.#frame.getAttribute("src") !== this.#frameAddress()) this.#openAgain();
  }

  /**
   * @param {string} name
   * @param {string | number | null | undefined} value
   */
  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  }

  #frameAddress(language = languageOf(this)) {
    const folder = (this.files ?? /** @type {typeof ExpostCheckElement} */ (this.constructor).files).replace(/[^/]$/, "$&/");
    return new URL(frameName(language), new URL(folder, this.ownerDocument.baseURI)).href;
  }

  /** Makes a frame, which keeps its place until its document is there. */
  #open() {
    const words = ELEMENT_WORDS[languageOf(this)];
    const frame = this.ownerDocument.createElement("iframe");
    frame.title = words.frame;
    frame.setAttribute("part", "frame");
    frame.setAttribute("sandbox", SANDBOX);
    frame.setAttribute("referrerpolicy", "no-referrer");
    this.#frame = frame;
    this.#setHeight(frame);
    // In place of content that the page did not give.
    this.#fallback.textContent = words.notLoaded;
    // Hidden from now on, so that nothing in it is loaded for nothing or used and then taken away.
    // Its place is kept.
    this.#fallback.hidden = true;
    frame.className = "waiting";
    this.#watch();
    this.#shadow.append(frame);
  }

  /** Loads the frame's document, unless it is there or on its way. */
  #show() {
    const frame = this.#frame;
    if (!frame || frame.hasAttribute("src")) return;
    // English is next to the script in any case; a file of another language may not be.
    let second = languageOf(this) === "en" ? null : "en";
    const late = () => {
      if (this.#ready) return;
      if (!second) return this.#fail(frame, "no-frame");
      this.#stopWaiting();
      this.#patience.push(setTimeout(late, AT_ALL));
      frame.title = ELEMENT_WORDS[second].frame;
      frame.src = this.#frameAddress(second);
      second = null;
    };
    frame.addEventListener("load", () => this.#patience.push(setTimeout(late, AFTER_LOAD)));
    this.#patience.push(setTimeout(late, AT_ALL));
    frame.src = this.#frameAddress();
  }

  /** Loads another document in place of the one that is there or on its way. */
  #openAgain() {
    const shown = this.#frame?.hasAttribute("src");
    this.#close();
    this.#open();
    if (shown) this.#show();
  }

  #close() {
    this.#stopWaiting();
    this.#watching?.abort();
    this.#frame?.remove();
    this.#frame = null;
    this.#ready = false;
    this.#fallback.hidden = false;
  }

  /** The frame isn't waited for any more. */
  #stopWaiting() {
    for (const timer of this.#patience) clearTimeout(timer);
    this.#patience = [];
  }

  /** Hears the frame, and what may change its look. */
  #watch() {
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    const hear = (/** @type {MessageEvent} */ { source, data }) => {
      if (this.#frame && source === this.#frame.contentWindow) this.#hear(this.#frame, data ?? {});
    };
    addEventListener("message", hear, { signal });
    const look = () => this.#sendTheme();
    // Not in a made-up page, as jsdom's.
    globalThis.matchMedia?.("(prefers-color-scheme: dark)").addEventListener("change", look, { signal });
    const { body, documentElement } = this.ownerDocument;
    const observer = new MutationObserver(look);
    for (const element of [documentElement, body, this]) if (element) observer.observe(element, { attributes: true });
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /**
   * @param {HTMLIFrameElement} frame
   * @param {{type?: unknown, height?: unknown, at?: unknown, code?: unknown}} message
   */
  #hear(frame, { type, height, at, code }) {
    if (type === "expost-height" && Number(height) > 0) frame.style.blockSize = `${Math.ceil(Number(height))}px`;
    else if (type === "expost-land") landInFrame(frame, at);
    else if (type === "expost-ready") this.#start(frame);
    else if (type === "expost-result") this.#tell("expost-result");
    else if (type === "expost-error" && isErrorCode(code)) this.#tellError(code);
  }

  /** @param {HTMLIFrameElement} frame */
  #start(frame) {
    this.#ready = true;
    this.#fallback.hidden = true;
    frame.hidden = false;
    frame.className = "";
    this.#theme = "";
    this.#post({ type: "expost-events" });
    this.#sendTheme();
    this.#sendPrior();
    if (this.#given) this.#post(this.#given);
    this.#tell("expost-ready");
  }

  /** @param {{type: string, [part: string]: unknown}} message */
  #post(message) {
    // The sandboxed frame has no origin that could be named; what is sent is public.
    if (this.#ready) this.#frame?.contentWindow?.postMessage(message, "*");
  }

  /** @param {HTMLIFrameElement} frame */
  #setHeight(frame) {
    if (!this.#ready) frame.style.blockSize = `${this.height ?? HEIGHT}px`;
    frame.style.minBlockSize = this.height ? `${this.height}px` : "";
  }

  #sendPrior() {
    this.#post({ type: "expost-prior", hundredths: this.prior });
  }

  #sendTheme() {
    if (!this.#ready) return;
    this.#frame?.style.setProperty("--page", colourScheme(this));
    const computed = getComputedStyle(this);
    const found = themeNames.map((name) => [name, computed.getPropertyValue(`--expost-${name}`).trim()]);
    // The sheet's paper may not be the page's, so its words keep off its sides.
    const theme = { inset: INSET, ...Object.fromEntries(found.filter(([, value]) => value !== "")) };
    const text = JSON.stringify(theme);
    if (text === this.#theme) return;
    this.#theme = text;
    this.#post({ type: "expost-theme", theme });
  }

  /** Attributes come one by one; what they mean together is looked at once. */
  #reload() {
    if (this.#due || !this.isConnected) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#load();
    });
  }

  async #load() {
    this.#show();
    this.#fetching?.abort();
    this.#fetching = new AbortController();
    const { signal } = this.#fetching;
    const pins = { hash: this.sha256?.trim(), key: this.signedBy?.trim() };
    // A pin with a slip in it gives no figure.
    if (pins.hash !== undefined && !/^[0-9a-f]{64}$/i.test(pins.hash)) return this.#refuse("bad-sha256");
    if (this.#report !== null)
      return this.#give({ type: "expost-report", text: this.#report, path: this.#path ?? undefined, ...pins });
    if (!this.src) return this.#give({ type: "expost-report", text: null });
    let text;
    /** @type {Blob | undefined} */
    let path;
    try {
      const address = new URL(this.src, this.ownerDocument.baseURI);
      // Only what the report must be has changed.
      if (this.#fetched?.address === address.href)
        return this.#give({ type: "expost-report", text: this.#fetched.text, path: this.#fetched.path, ...pins });
      this.#give({ type: "expost-loading" });
      const fetched = (/** @type {URL} */ from) => fetch(from, { credentials: "omit", referrerPolicy: "no-referrer", signal });
      const response = await fetched(address);
      if (!response.ok) throw new Error(String(response.status));
      text = exactText(await response.arrayBuffer());
      if (text !== null) path = await pathBeside(text, address, fetched);
      if (text !== null && !signal.aborted) this.#fetched = { address: address.href, text, path };
    } catch {
      if (!signal.aborted) this.#refuse("not-fetched", this.src);
      return;
    }
    if (signal.aborted) return;
    if (text === null) this.#refuse("unreadable");
    else this.#give({ type: "expost-report", text, path, ...pins });
  }

  /** @param {Given} message */
  #give(message) {
    this.#given = message;
    this.#post(message);
  }

  /**
   * There is no report to hand over.
   *
   * @param {ErrorCode} code
   * @param {string | null} [address]
   */
  #refuse(code, address) {
    this.#give({ type: "expost-failed", code, address });
    this.#tellError(code);
  }

  /**
   * @param {HTMLIFrameElement} frame
   * @param {ErrorCode} code
   */
  #fail(frame, code) {
    this.#fallback.hidden = false;
    frame.hidden = true;
    this.#tellError(code);
  }

  /** @param {ErrorCode} code */
  #tellError(code) {
    this.#tell("expost-error", { code, message: errors[code] });
  }

  /**
   * @param {string} type
   * @param {object | null} [detail]
   */
  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
