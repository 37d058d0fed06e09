// Why there is no form or no figure, each reason in its own words.
import { html } from "lit-html";
import { notice } from "./notice.js";

/**
 * The box for a report that could not be used. `failure` is { state, message, document, expected,
 * found }.
 */
export function failureNotice(failure, language) {
  const { words } = language;
  const own = words.states[failure.state];
  return notice({
    id: failure.state,
    kind: "stop",
    title: own.title,
    body: own.body,
    detail: failure.message && own.detail ? [own.detail, failure.message] : undefined,
    more: moreFor(failure, language),
  });
}

function moreFor(failure, language) {
  const own = language.words.states[failure.state];
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
      ${stated ? own.promise(language.number(promise.epsilon), language.number(promise.delta)) : own.noPromise}
    </p>`;
  }
  return undefined;
}

/** No report yet, or one being read. */
export function waitingNotice(state, { embedded }, language) {
  const own = language.words.states;
  if (state === "reading") return notice({ id: "reading", ...own.reading });
  return notice({ id: "noReport", ...(embedded ? own.noReportEmbedded : own.noReport) });
}
