// The whole sheet as it is drawn from its state.
import { html, nothing } from "lit-html";
import { working } from "../controls/working.js";
import { recordForm } from "./form.js";
import { reportCard } from "./report-card.js";
import { reportChooser } from "./report-chooser.js";
import { resultAnnouncement, resultSections, resultTerms } from "./result.js";
import { failureNotice, waitingNotice } from "./states.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Bound, Report } from "expost" */
/** @import { Together } from "./publications-section.js" */
/** @import { After, State } from "./state.js" */

/**
 * @typedef {Pick<State, "belief" | "several" | "fields" | "hash" | "guides"> & Pick<State,
 *   "others" | "unusable" | "copied"> & {summary: Report["summary"], recounted?: boolean,
 *   together?: Together | null}} Beside a figure
 */
/**
 * A result with an answer. A figure is drawn only once its `after` was worked out.
 *
 * @typedef {Beside & {bound: Bound} & ({kind: "figure", after: After} | {kind: "noEffect" |
 *   "noLimit", after: null})} Answered
 */
/** @typedef {Answered | (Beside & {kind: "wentWrong", message?: string})} Result */

/**
 * Returns what is drawn and saved of a result; null without one, and for a figure until its
 * beliefs from the chosen start are there.
 *
 * @param {State} state
 * @returns {Result | null}
 */
export function resultState(state) {
  const { outcome, belief } = state;
  if (!outcome || (outcome.kind === "figure" && outcome.after?.start !== belief.parts)) return null;
  return /** @type {Result} */ ({
    ...outcome,
    belief,
    several: state.several,
    fields: state.fields,
    summary: /** @type {Report} */ (state.report).summary,
    hash: state.hash,
    guides: state.guides,
    others: state.others,
    unusable: state.unusable,
    copied: state.copied,
  });
}

/**
 * `alone`: neither in a frame nor with a report inside.
 *
 * @param {State} state
 * @param {{embedded: boolean, alone: boolean}} where
 * @param {Language} language
 * @param {Actions} actions
 */
export function sheet(state, { embedded, alone }, language, actions) {
  const { words } = language;
  const result = resultState(state);
  const hasFigure = result && result.kind !== "wentWrong";
  return html`
    <header class=${embedded ? "sheet-head sheet-embedded" : "sheet-head"}>
      <h1>${embedded ? words.embeddedTitle : words.title}</h1>
      ${embedded ? nothing : html`<p class="lede not-kept">${words.intro}</p>`}
      <details class="how not-kept">
        <summary>${words.howToCheck.summary}</summary>
        <ol class="points">
          ${words.howToCheck.points.map((point) => html`<li>${point}</li>`)}
        </ol>
      </details>
    </header>
    <div role="status" class="report-status">
      ${state.phase === "waiting" || state.phase === "reading" ? waitingNotice(state.phase, { embedded }, language) : nothing}
      ${state.phase === "failed" ? failureNotice(/** @type {import("./states.js").Failure} */ (state.failure), language) : nothing}
    </div>
    ${alone && (state.phase === "waiting" || state.phase === "failed") ? reportChooser(language, actions) : nothing}
    ${
      state.phase === "ready"
        ? html`${reportCard({ report: /** @type {Report} */ (state.report), even: state.even, hash: state.hash, fromFile: state.fromFile && alone }, language, actions)}
            <p role="status" class=${state.cleared || state.stopped ? "row-message not-kept" : "visually-hidden"}>
              ${state.cleared ? words.finish.cleared : state.stopped ? words.working.cancelled : nothing}
            </p>
            ${state.asked ? askedView(state.asked, language, actions) : recordForm(state, { clearable: !hasFigure }, language, actions)}
            <section class=${result ? "result" : "result result-none"} aria-labelledby="result-heading">
              <div class="part part-first">
                <h2 id="result-heading" tabindex="-1" ?hidden=${!result}>${words.result.heading}</h2>
                <div role="status" class="announcement">${resultAnnouncement(result, language)}</div>
                ${resultTerms(result, language, actions)}
              </div>
              ${result ? resultSections(result, language, actions) : nothing}
              ${hasFigure ? finish({ embedded }, words, actions) : nothing}
            </section>`
        : nothing
    }
  `;
}

/**
 * In place of the form, how far a check is.
 *
 * @param {import("./asking.js").Asked} asked
 * @param {Language} language
 * @param {Actions} actions
 */
function askedView({ done, all, inPage }, { words, count }, actions) {
  const { starting, steps, stepsSoFar } = words.working;
  const share = all === null ? undefined : Math.min(1, done / all);
  const detail = done === 0 ? starting : all === null ? stepsSoFar(count(done)) : steps(count(Math.min(done, all)), count(all));
  return working(words.working, { phase: starting, detail, share, inPage }, actions.stopCheck);
}

/**
 * @param {{embedded: boolean}} where
 * @param {Language["words"]} words
 * @param {Actions} actions
 */
function finish({ embedded }, words, actions) {
  const { finish: own } = words;
  const choice = (/** @type {string} */ text, /** @type {string} */ hint, /** @type {() => void} */ action) =>
    html`<div>
      <button type="button" class="button" @click=${action}>${text}</button>
      <p class="hint">${hint}</p>
    </div>`;
  return html`<section class="part finish not-kept" aria-labelledby="finish-heading">
    <h3 id="finish-heading">${own.heading}</h3>
    <div class="ways">
      ${choice(own.save, own.saveHint, actions.saveSummary)}
      ${embedded ? choice(own.savePage, own.savePageHint, actions.savePage) : choice(own.print, own.printHint, actions.print)}
      ${choice(own.clear, own.clearHint, actions.clear)}
    </div>
  </section>`;
}
