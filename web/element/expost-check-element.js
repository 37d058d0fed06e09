// <expost-check>: a thin wrapper round the sheet in its frame. It fetches a report, which is
// public, and hands it over; it never sees a record or a figure, and what it says about them is
// that there is one.
import { exactText } from "../../intake/exact-text.js";
import { needsEveryMechanism } from "../bake/which-sheet.js";
import { SANDBOX } from "../controls/sandbox.js";
import { themeNames } from "../controls/theme-names.js";
import { errors } from "./errors.js";
import { frameFile, languageOf, languages } from "./text/language.js";

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
iframe { display: block; inline-size: 100%; border: 0; color-scheme: var(--expost-color-scheme); }
.waiting { visibility: hidden; }
`;

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
 */
function languageTag(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    if (at.getAttribute("lang")) return at.getAttribute("lang");
  }
  return "";
}

const wholeNumber = (text, least, most) =>
  /^\d{1,6}$/.test(text ?? "") && Number(text) >= least && Number(text) <= most ? Number(text) : null;

/**
 * Not as `new URL("./", import.meta.url)`, in which bundlers see a file to be bundled; some give
 * no address at all.
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

  static observedAttributes = ["src", "sha256", "lang", "prior", "height", "files"];

  /** The page's own content, for where there is no sheet. */
  #fallback = null;
  #frame = null;
  /** Whether the report needs the frame that has bounds for every mechanism. */
  #every = false;
  #ready = false;
  #patience = [];
  #watching = null;
  /** Text of the report where the page gave it itself. */
  #report = null;
  /**
   * The report that the sheet is to show, kept because the frame may become ready later or be
   * loaded again.
   */
  #given = null;
  #fetching = null;
  #due = false;
  #theme = "";

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sharedStyle()];
    this.#fallback = document.createElement("slot");
    shadow.append(this.#fallback);
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
    // A text stays as it is: its fingerprint is that of its bytes.
    this.#report = typeof value === "string" ? value : value ? JSON.stringify(value) : null;
    this.#reload();
  }

  /** Clears the record and the result in the sheet. */
  clear() {
    this.#post({ type: "expost-clear" });
  }

  connectedCallback() {
    // Set before the element was known, they would hide the accessors.
    for (const name of ["src", "sha256", "files", "prior", "height", "report"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#open();
    this.#reload();
  }

  disconnectedCallback() {
    this.#close();
    this.#fetching?.abort();
    this.#given = null;
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#frame) return;
    if (name === "height") this.#setHeight();
    else if (name === "prior") this.#sendPrior();
    else if (name === "src" || name === "sha256") this.#reload();
    else if (this.#frame.getAttribute("src") !== this.#frameAddress()) {
      this.#close();
      this.#open();
    }
  }

  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  #frameAddress(words = languageOf(languageTag(this))) {
    const folder = (this.files ?? this.constructor.files).replace(/[^/]$/, "$&/");
    return new URL(frameFile(words, this.#every), new URL(folder, this.ownerDocument.baseURI)).href;
  }

  #open() {
    const words = languageOf(languageTag(this));
    const frame = this.ownerDocument.createElement("iframe");
    frame.title = words.frame;
    frame.setAttribute("part", "frame");
    frame.setAttribute("sandbox", SANDBOX);
    frame.setAttribute("referrerpolicy", "no-referrer");
    frame.src = this.#frameAddress();
    this.#frame = frame;
    this.#setHeight();
    // In place of content that the page did not give.
    this.#fallback.textContent = words.notLoaded;
    // Hidden from now on, so that nothing in it is loaded for nothing or used and then taken away.
    // Its place is kept.
    this.#fallback.hidden = true;
    frame.className = "waiting";
    // English is beside the script in any case; a file of another language may not be.
    let second = words === languages.en ? null : languages.en;
    const late = () => {
      if (this.#ready) return;
      if (!second) return this.#fail("no-frame");
      this.#patience.forEach(clearTimeout);
      this.#patience = [setTimeout(late, AT_ALL)];
      frame.title = second.frame;
      frame.src = this.#frameAddress(second);
      second = null;
    };
    frame.addEventListener("load", () => this.#patience.push(setTimeout(late, AFTER_LOAD)));
    this.#patience.push(setTimeout(late, AT_ALL));
    this.#watch();
    this.shadowRoot.append(frame);
  }

  #close() {
    this.#patience.forEach(clearTimeout);
    this.#patience = [];
    this.#watching?.abort();
    this.#frame?.remove();
    this.#frame = null;
    this.#ready = false;
    this.#fallback.hidden = false;
  }

  /** Hears the frame, and what may change its look. */
  #watch() {
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    addEventListener("message", (event) => event.source === this.#frame?.contentWindow && this.#hear(event.data ?? {}), {
      signal,
    });
    const look = () => this.#sendTheme();
    // Not in a made-up page, as jsdom's.
    globalThis.matchMedia?.("(prefers-color-scheme: dark)").addEventListener("change", look, { signal });
    const { body, documentElement } = this.ownerDocument;
    const observer = new MutationObserver(look);
    for (const element of [documentElement, body, this]) if (element) observer.observe(element, { attributes: true });
    signal.addEventListener("abort", () => observer.disconnect());
  }

  #hear({ type, height, code }) {
    if (type === "expost-height" && height > 0) this.#frame.style.blockSize = `${Math.ceil(height)}px`;
    else if (type === "expost-ready") this.#start();
    else if (type === "expost-result") this.#tell("expost-result");
    else if (type === "expost-error" && Object.hasOwn(errors, code)) this.#tellError(code);
  }

  #start() {
    this.#ready = true;
    this.#fallback.hidden = true;
    this.#frame.hidden = false;
    this.#frame.className = "";
    this.#theme = "";
    this.#post({ type: "expost-events" });
    this.#sendTheme();
    this.#sendPrior();
    if (this.#given) this.#post(this.#given);
    this.#tell("expost-ready");
  }

  #post(message) {
    // The sandboxed frame has no origin that could be named; what is sent is public.
    if (this.#ready) this.#frame.contentWindow.postMessage(message, "*");
  }

  #setHeight() {
    if (!this.#ready) this.#frame.style.blockSize = `${this.height ?? HEIGHT}px`;
    this.#frame.style.minBlockSize = this.height ? `${this.height}px` : "";
  }

  #sendPrior() {
    this.#post({ type: "expost-prior", hundredths: this.prior });
  }

  #sendTheme() {
    if (!this.#ready) return;
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
    this.#fetching?.abort();
    this.#fetching = new AbortController();
    const { signal } = this.#fetching;
    const hash = this.sha256?.trim();
    // A pin with a slip in it gives no figure.
    if (hash !== undefined && !/^[0-9a-f]{64}$/i.test(hash)) return this.#refuse("bad-sha256");
    if (this.#report !== null) return this.#give({ type: "expost-report", text: this.#report, hash });
    if (!this.src) return this.#give({ type: "expost-report", text: null });
    this.#give({ type: "expost-loading" });
    let text;
    try {
      const address = new URL(this.src, this.ownerDocument.baseURI);
      const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal });
      if (!response.ok) throw new Error(String(response.status));
      text = exactText(await response.arrayBuffer());
    } catch {
      if (!signal.aborted) this.#refuse("not-fetched", this.src);
      return;
    }
    if (signal.aborted) return;
    if (text === null) this.#refuse("unreadable");
    else this.#give({ type: "expost-report", text, hash });
  }

  #give(message) {
    this.#given = message;
    // Without a report, the frame that is there will do.
    const every = message.text ? needsEveryMechanism(message.text) : this.#every;
    if (every !== this.#every) {
      this.#every = every;
      if (this.#frame) {
        this.#close();
        this.#open();
      }
    }
    this.#post(message);
  }

  /** There is no report to hand over. */
  #refuse(code, address) {
    this.#give({ type: "expost-failed", code, address });
    this.#tellError(code);
  }

  #fail(code) {
    this.#fallback.hidden = false;
    this.#frame.hidden = true;
    this.#tellError(code);
  }

  #tellError(code) {
    this.#tell("expost-error", { code, message: errors[code] });
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
