// Messages between the sheet and the page around it. Nothing that is said has a
// word of the record or a figure.
import { postToParent, tellReady } from "../controls/embedded-page.js";
import { guidesOf } from "./more-to-read.js";
import { tellPrintedHeight } from "./printed-height.js";
import { applyTheme } from "./theme.js";

/** @import { Pins } from "./report-loading.js" */
/** @import { Failure, FailureState } from "./states.js" */

/**
 * Calls for what a page around says.
 *
 * @typedef {object} FromPage
 * @property {(text: string, pins: Pins, path?: Blob) => void} [report]
 * @property {() => void} [noReport]
 * @property {(reports: import("./actions.js").Further[]) => unknown} others
 * @property {() => void} [loading]
 * @property {(failure: Failure) => void} [failed]
 * @property {() => void} clear
 * @property {(hundredths: number | null) => void} prior
 * @property {(guides: import("./more-to-read.js").Guides) => void} guides
 */

/**
 * Why a page around could not get the report, by the code it sends: the state whose words are
 * shown.
 *
 * @type {Record<string, FailureState>}
 */
const FAILURES = { "not-fetched": "notFetched", unreadable: "unreadable", "bad-sha256": "badFingerprint" };

const textOf = (/** @type {unknown} */ value) => (typeof value === "string" ? value : undefined);

/** A state's name as a code: "hashMismatch" → "hash-mismatch". */
const codeOf = (/** @type {string} */ state) => state.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Listens to the page around. `on` has `report(text, pins, path)`, `noReport()`, `loading()`,
 * `failed(failure)`, `clear()`, `prior(hundredths)` and `guides(addresses)`; a sheet with a report
 * inside leaves out what would replace it.
 *
 * @param {FromPage} on
 * @param {Document} document
 */
export function talkToPage(on, document) {
  const root = document.documentElement;
  // A page that has no use for it isn't told that a record was checked.
  let wantsEvents = false;
  /** @type {import("./theme.js").Theme} */
  let theme = null;

  /** @type {Record<string, (message: any) => void>} a message may have anything in it */
  const hear = {
    "expost-report": ({ text, path, hash, key }) => {
      const pins = { hash: textOf(hash), key: textOf(key) };
      if (typeof text === "string") on.report?.(text, pins, path instanceof Blob ? path : undefined);
      else if (text === null) on.noReport?.();
    },
    "expost-others": ({ reports }) => {
      if (Array.isArray(reports))
        on.others(
          reports.map((one) => ({
            ...{ name: textOf(one?.name) ?? "", text: textOf(one?.text) ?? "" },
            path: one?.path instanceof Blob ? one.path : undefined,
          })),
        );
    },
    "expost-loading": () => on.loading?.(),
    "expost-failed": ({ code, address }) => {
      if (!Object.hasOwn(FAILURES, code)) return;
      on.failed?.({ state: FAILURES[code], message: typeof address === "string" ? address : undefined });
    },
    "expost-clear": () => on.clear(),
    "expost-prior": ({ hundredths }) => {
      if (hundredths === null || (Number.isInteger(hundredths) && hundredths >= 1 && hundredths <= 99)) on.prior(hundredths);
    },
    "expost-theme": (message) => {
      theme = message.theme;
      applyTheme(theme, root);
    },
    "expost-guides": (message) => {
      const guides = guidesOf(message);
      if (guides) on.guides(guides);
    },
    "expost-events": () => {
      wantsEvents = true;
    },
  };
  addEventListener("message", ({ source, data }) => {
    if (source === window.parent && Object.hasOwn(hear, data?.type)) hear[data.type](data);
  });
  // Colours that can be read on light paper may not be readable on dark.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme && applyTheme(theme, root));

  return {
    ready() {
      tellReady();
      tellPrintedHeight(document);
    },
    resultShown() {
      if (wantsEvents) postToParent({ type: "expost-result" });
    },
    /** @param {FailureState | undefined} refused why the report can't be used, if it can't */
    reportRead(refused) {
      postToParent(refused ? { type: "expost-error", code: codeOf(refused) } : { type: "expost-read" });
    },
  };
}
