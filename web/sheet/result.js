// The figure, from the headline to what it does not cover.
import { html, nothing } from "lit-html";
import {
  figureCounts,
  hardlyWords,
  headlineWords,
  neverFails,
  personWords,
  sureWords,
  tryingWords,
  whateverWords,
} from "../../wording/headline.js";
import { emphasised } from "../controls/emphasis.js";
import { adjustments } from "./adjustments.js";
import { beliefChoice } from "./belief.js";
import { version } from "./engine.js";
import { experts } from "./experts.js";
import { charts, numbersTable } from "./figure-charts.js";
import { moreToRead } from "./more-to-read.js";
import { nextSteps } from "./next-steps.js";
import { notice } from "./notice.js";
import { partsSection } from "./parts-section.js";
import { promiseNumbers, promiseSection } from "./promise-section.js";
import { publicationsSection } from "./publications-section.js";
import { namesOf } from "./series.js";
import { severalChoice, severalNotice } from "./several.js";
import { dateOf } from "./summary.js";
import { whyPicture } from "./why-picture.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Answered, Result } from "./sheet-view.js" */

/**
 * @param {Result} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function resultSections(state, language, actions) {
  const { words } = language;
  if (state.kind === "wentWrong") {
    return html`${notice({ id: "wentWrong", within: true, kind: "stop", title: words.states.wentWrong.title, body: words.states.wentWrong.body, detail: state.message ? [words.states.wentWrong.detail, state.message] : undefined })}`;
  }
  const figure = state.kind === "figure" ? figureCounts(state.belief.parts, state.after) : null;
  return html`
    ${figure ? charts(figure, state, language) : nothing} ${notMeant(language)} ${nextSteps(state, language, actions)}
    ${moreToRead(state.guides, language)} ${sure(state, language, actions)} ${publicationsSection(state, language, actions)}
    ${figure ? nothing : promiseSection(state, language)} ${promiseNumbers(state, figure, language)}
    ${figure ? numbersTable(figure, state, language) : nothing}
    ${state.kind === "noLimit" ? nothing : html`${partsSection(state, language)} ${whyPicture(state, language)}`}
    ${printed(state, language)} ${experts(state, language, actions)}
  `;
}

/**
 * The lines right under the headline: what was reduced, for how many records it holds, and the
 * belief it starts from.
 *
 * @param {Result | null} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function resultTerms(state, language, actions) {
  if (!state || state.kind === "wentWrong") return nothing;
  const { fields, bound } = state;
  const named = (/** @type {string[]} */ keys = []) =>
    namesOf(
      fields,
      fields.filter(({ key }) => keys.includes(key)),
      language,
    );
  const unknown = named(bound.unknown);
  const hardly = hardlyWords(named(bound.hardlyMatter), language);
  const { mechanism } = state.summary;
  const isNetwork = mechanism.kind === "noisy-gradient-descent" && mechanism.network && mechanism.path === "all";
  return html`${state.kind === "figure" ? tells(state.summary, language) : nothing}
  ${isNetwork ? html`<p>${language.words.result.network}</p>` : nothing}
  ${unknown.length > 0 ? html`<p class="not-kept">${whateverWords(state.bound, unknown, language)} ${hardly}</p>` : nothing}
  ${personWords(state.bound.person, language) ? html`<p>${language.words.promise.oneRow}</p>` : nothing}
  ${adjustments(state, language)} ${state.several ? severalNotice(state.several, state.bound, language, actions) : nothing}
  ${state.kind === "figure" ? beliefChoice(state.belief, language, actions) : nothing}`;
}

/**
 * The sentence about all that knowing of a record's use would tell.
 *
 * @param {import("expost").ReportSummary} summary
 * @param {Language} language
 */
function tells({ membership }, { words: { result } }) {
  if (membership === "") return html`<p>${result.tellsNothing}</p>`;
  const [before, after] = result.tells("\n").split("\n");
  return html`<p>${before}<bdi>${membership}</bdi>${after}</p>`;
}

/**
 * The words announced when a result arrives: the headline and its sentence, or the state in its
 * place.
 *
 * @param {Result | null} state
 * @param {Language} language
 */
export function resultAnnouncement(state, language) {
  const { words } = language;
  if (!state) return nothing;
  const stamp = state.summary.sample ? html`<p class="stamp">${words.result.sample}</p>` : nothing;
  if (state.kind === "noLimit" || state.kind === "noEffect") {
    const own = words.states[state.kind];
    return html`<div data-state=${state.kind}>
        <p class="headline">${own.title}</p>
        <p class="lede">${own.body}</p>
      </div>
      ${stamp}`;
  }
  if (state.kind !== "figure") return nothing;
  const { headline, size, meaning, anchors } = headlineWords(figureCounts(state.belief.parts, state.after), language);
  return html`<div data-state="figure">
      <p class="headline">${headline}</p>
      ${size ? html`<p class="size">${size}</p>` : nothing}
      <p class="lede">${emphasised(meaning)}</p>
      <p>${anchors}</p>
    </div>
    ${stamp}`;
}

/** @param {Language} language */
function notMeant(language) {
  const { notMeant: words } = language.words;
  return html`<section class="part" aria-labelledby="not-heading">
    <h3 id="not-heading">${words.heading}</h3>
    <p>${words.intro}</p>
    <ul class="points">
      ${words.points.map((point) => html`<li>${emphasised(point)}</li>`)}
    </ul>
  </section>`;
}

/**
 * @param {Answered} state
 * @param {Language} language
 * @param {Actions} actions
 */
function sure(state, language, actions) {
  const words = language.words.sure;
  return html`<section class="part" aria-labelledby="sure-heading">
    <h3 id="sure-heading">${words.heading}</h3>
    <p>${sureWords(state.bound, language)} ${tryingWords(state.bound, language)}</p>
    ${neverFails(state.bound) || state.several === "exploring" ? nothing : severalChoice(state, state.recounted ? nowWords(state, language) : null, language, actions)}
  </section>`;
}

/**
 * The new figure, next to the box that changed it: the headline is out of sight from there.
 *
 * @param {Answered} state
 * @param {Language} language
 */
function nowWords(state, language) {
  const { several, states } = language.words;
  if (state.kind !== "figure") return several.now(states[state.kind].title);
  const counts = figureCounts(state.belief.parts, state.after);
  const { start, most } = headlineWords(counts, language);
  return (counts.yours.atMost.open ? several.nowOpen : several.nowFigure)(start, most);
}

// At the end of a printed summary: what it came from. On the screen the report's card and the
// experts' section say so.
/**
 * @param {{hash: string | null, summary: import("expost").ReportSummary}} state
 * @param {Language} language
 */
function printed(state, language) {
  const { summary, report } = language.words;
  return html`<dl class="facts printed">
      ${
        state.summary.published
          ? html`<div>
              <dt>${report.published}</dt>
              <dd>${language.date(state.summary.published)}</dd>
            </div>`
          : nothing
      }
      <div>
        <dt>${summary.fingerprint}</dt>
        <dd><code translate="no" dir="ltr">${state.hash ?? report.fingerprintMissing}</code></dd>
      </div>
      <div>
        <dt>${summary.checked}</dt>
        <dd>${dateOf(new Date(), language)}</dd>
      </div>
      <div>
        <dt>${summary.version}</dt>
        <dd translate="no">Expost ${version}</dd>
      </div>
    </dl>
    <p class="printed">${summary.recordPrinted}</p>`;
}
