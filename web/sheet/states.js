// Why there is no form or no figure, each reason in its own words.
import { html } from "lit-html";
import { notice } from "./notice.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { GuaranteeDocument } from "../../wasm/documents.js" */

/** @typedef {Language["words"]["states"]} States */
/**
 * @typedef {"notAReport" | "damagedReport" | "newerFormat" | "noFigure"} Refusal
 */
/**
 * @typedef {Extract<keyof States, Refusal | "hashMismatch" | "hashUnchecked" | "noWebAssembly" |
 *   "selfTest" | "unreadable" | "notFetched" | "pathMissing" | "badFingerprint" |
 *   "signatureWrong" | "signatureMissing" | "signatureUnchecked">} FailureState
 */
/** @typedef {{guarantee?: Partial<GuaranteeDocument>} | null} RefusedDocument */
/**
 * Why a report could not be used. `expected` and `found` are fingerprints.
 *
 * @typedef {{state: FailureState, message?: string, document?: RefusedDocument, expected?: string,
 *   found?: string | null}} Failure
 */

/**
 * The box for a report that could not be used.
 *
 * @param {Failure} failure
 * @param {Language} language
 */
export function failureNotice(failure, language) {
  const { words } = language;
  const own = /** @type {{title: string, body: string, detail?: string}} */ (words.states[failure.state]);
  return notice({
    id: failure.state,
    kind: "stop",
    title: own.title,
    body: own.body,
    detail: failure.message && own.detail ? [own.detail, failure.message] : undefined,
    more: moreFor(failure, language),
  });
}

/**
 * @param {Failure} failure
 * @param {Language} language
 */
function moreFor(failure, language) {
  const own = /** @type {States["hashMismatch"] & States["noFigure"]} */ (language.words.states[failure.state]);
  if (failure.state === "hashMismatch") {
    return html`<dl class="facts">
      <div>
        <dt>${own.expected}</dt>
        <dd><code translate="no" dir="ltr">${failure.expected}</code></dd>
      </div>
      <div>
        <dt>${own.found}</dt>
        <dd><code translate="no" dir="ltr">${failure.found}</code></dd>
      </div>
    </dl>`;
  }
  if (failure.state === "noFigure") {
    const promise = failure.document?.guarantee;
    const stated = Number.isFinite(promise?.epsilon) && Number.isFinite(promise?.delta);
    return html`<p>
      ${stated ? own.promise(language.number(/** @type {GuaranteeDocument} */ (promise).epsilon), language.number(/** @type {GuaranteeDocument} */ (promise).delta)) : own.noPromise}
    </p>`;
  }
  return undefined;
}

/**
 * No report yet, or one being read.
 *
 * @param {"waiting" | "reading"} state
 * @param {{embedded: boolean}} where
 * @param {Language} language
 */
export function waitingNotice(state, { embedded }, language) {
  const own = language.words.states;
  if (state === "reading") return notice({ id: "reading", ...own.reading });
  return notice({ id: "noReport", ...(embedded ? own.noReportEmbedded : own.noReport) });
}
