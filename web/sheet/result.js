// The figure, from the headline to what it does not cover.
import { html, nothing } from "lit-html";
import {
  countInWords,
  figureCounts,
  headlineWords,
  neverFails,
  promiseWords,
  sureWords,
  tryingWords,
} from "../../wording/headline.js";
import { partsOf } from "../../wording/mechanism.js";
import { partsThatAddUp, unitsToNumber } from "../../wording/rounding.js";
import { emphasised } from "../controls/emphasis.js";
import { adjustments } from "./adjustments.js";
import { beliefChoice } from "./belief.js";
import { dotGrid, dotSample } from "./chart/dots.js";
import { intervalBand, startSample } from "./chart/interval-bar.js";
import { runningBar, stretchOf } from "./chart/running-bar.js";
import { version } from "./engine.js";
import { experts } from "./experts.js";
import { notice } from "./notice.js";
import { severalChoice, severalNotice } from "./several.js";
import { dateOf } from "./summary.js";

export { kindOf } from "../../wording/headline.js";

/** `state` has bound, kind, after, belief, several, fields, summary, hash. */
export function resultSections(state, language, actions) {
  const { words } = language;
  if (state.kind === "wentWrong") {
    return html`${notice({ id: "wentWrong", kind: "stop", title: words.states.wentWrong.title, body: words.states.wentWrong.body, detail: state.message ? [words.states.wentWrong.detail, state.message] : undefined })}`;
  }
  const figure = state.kind === "figure" ? figureCounts(state.belief.hundredths, state.after) : null;
  return html`
    ${figure ? charts(state, figure, language) : nothing} ${promiseSection(state, figure, language)}
    ${state.kind === "noLimit" ? nothing : partsSection(state, language)} ${notMeant(language)}
    ${sure(state, language, actions)} ${printed(state, language)} ${experts(state, language, actions)}
  `;
}

/**
 * The lines right under the headline: what was reduced, for how many records it holds, and the
 * belief it starts from.
 */
export function resultTerms(state, language, actions) {
  if (!state || state.kind === "wentWrong") return nothing;
  return html`${adjustments(state, language)} ${state.several ? severalNotice(state.several, language, actions) : nothing}
  ${state.kind === "figure" ? beliefChoice(state.belief, language, actions) : nothing}`;
}

/**
 * The words announced when a result arrives: the headline and its sentence, or the state in its
 * place.
 */
export function resultAnnouncement(state, language) {
  const { words } = language;
  if (!state) return nothing;
  const stamp = state.summary.sample ? html`<p class="stamp">${words.result.sample}</p>` : nothing;
  if (state.kind === "noLimit" || state.kind === "noEffect") {
    const own = words.states[state.kind];
    return html`${stamp}
      <div data-state=${state.kind}>
        <p class="headline">${own.title}</p>
        <p class="lede">${own.body}</p>
      </div>`;
  }
  if (state.kind !== "figure") return nothing;
  const { headline, meaning } = headlineWords(
    state.belief.hundredths,
    figureCounts(state.belief.hundredths, state.after),
    language,
  );
  return html`${stamp}
    <div data-state="figure">
      <p class="headline">${headline}</p>
      <p class="lede">${emphasised(meaning)}</p>
    </div>`;
}

function charts(state, figure, language) {
  const { result } = language.words;
  const { of, before, atMost, atLeast } = figure.yours;
  const { start, most, least } = headlineWords(state.belief.hundredths, figure, language);
  // "More than 99" is drawn as all: a picture can't say "more than", and it may show too much but
  // never too little.
  const filled = atMost.open ? of : atMost.count;
  const yoursRange = result.interval.range(least, most);
  const promise = figure.promise && {
    least: countInWords(figure.promise.atLeast, of, language, "fewer"),
    most: countInWords(figure.promise.atMost, of, language, "more"),
  };
  const shares = (counts) => ({
    least: counts.atLeast.open ? 0 : counts.atLeast.count / of,
    most: counts.atMost.open ? 1 : counts.atMost.count / of,
    start: before / of,
  });
  return html`
    <section class="part" aria-labelledby="dots-heading">
      <h3 id="dots-heading">${result.dots.heading}</h3>
      <div class="grids">
        <figure>
          <figcaption>${result.dots.before(start)}</figcaption>
          ${dotGrid({ of, kept: before, label: result.dots.describe(language.count(before), language.count(of)) })}
        </figure>
        <figure>
          <figcaption>${result.dots.after(most)}</figcaption>
          ${dotGrid({ of, kept: before, added: filled - before, label: result.dots.describeAfter(language.count(filled), language.count(filled - before), language.count(of)) })}
        </figure>
      </div>
      <ul class="legend">
        <li>${dotSample("kept")} ${result.dots.legendBefore}</li>
        <li>${dotSample("added")} ${result.dots.legendAdded}</li>
        <li>${dotSample("rest")} ${result.dots.legendRest}</li>
      </ul>
    </section>
    <section class="part" aria-labelledby="interval-heading">
      <h3 id="interval-heading">${result.interval.heading}</h3>
      <div class="bands">
        <div class="band-row">
          <p><strong>${result.interval.yours}</strong> <span>${yoursRange}</span></p>
          ${intervalBand({ ...shares({ atLeast, atMost }), label: result.interval.describe(result.interval.yours, yoursRange) })}
        </div>
        ${
          promise
            ? html`<div class="band-row">
                <p>
                  <strong>${result.interval.promise}</strong> <span>${result.interval.range(promise.least, promise.most)}</span>
                </p>
                ${intervalBand({ ...shares(figure.promise), hatched: true, label: result.interval.describe(result.interval.promise, result.interval.range(promise.least, promise.most)) })}
              </div>`
            : nothing
        }
        <p class="band-ends"><span>${language.count(0)}</span><span>${language.count(of)}</span></p>
        <p class="legend">${startSample()} ${result.interval.start(start)}</p>
      </div>
      <table>
        <caption>
          ${result.table.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${result.table.what}</th>
            <th scope="col">${result.table.least}</th>
            <th scope="col">${result.table.most}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${result.table.before}</th>
            <td>${start}</td>
            <td>${start}</td>
          </tr>
          <tr>
            <th scope="row">${result.table.yours}</th>
            <td>${least}</td>
            <td>${most}</td>
          </tr>
          ${
            promise
              ? html`<tr>
                  <th scope="row">${result.table.promise}</th>
                  <td>${promise.least}</td>
                  <td>${promise.most}</td>
                </tr>`
              : nothing
          }
        </tbody>
      </table>
    </section>
  `;
}

function promiseSection(state, figure, language) {
  const stated = state.bound.guarantee;
  const promise = stated ? promiseWords(stated, language.words) : language.words.promise;
  let reading = nothing;
  if (stated && figure?.promise) {
    const { of, before } = figure.yours;
    reading = html`<p>
      ${promise.reading(
        language.words.result.inCount(language.count(before), language.count(of)),
        countInWords(figure.promise.atLeast, of, language, "fewer"),
        countInWords(figure.promise.atMost, of, language, "more"),
      )}
    </p>`;
  }
  return html`<section class="part" aria-labelledby="promise-heading">
    <h3 id="promise-heading">${promise.heading}</h3>
    ${
      stated
        ? html`<p>${promise.sentences}</p>
            <p>${promise.stated(language.number(stated.epsilon), language.number(stated.delta))}</p>
            ${reading} ${deltaWords(stated.delta, language)}
            <p>${promise.notTheSame}</p>`
        : html`<p>${promise.none}</p>`
    }
  </section>`;
}

/** The sentence about what δ allows beyond that; a δ of 0 allows nothing. */
function deltaWords(delta, language) {
  return delta > 0 ? html`<p>${language.words.promise.beyond}</p>` : nothing;
}

function partsSection(state, language) {
  const { parts } = language.words;
  const { total } = state.bound;
  const found = partsOf(state.bound, state.summary, language.words);
  const shown =
    found &&
    partsThatAddUp(
      total.upper,
      found.map(([, , amount]) => amount),
    );
  if (!shown) {
    return html`<section class="part" aria-labelledby="parts-heading">
      <h3 id="parts-heading">${parts.heading}</h3>
      <p>${found ? parts.tooLarge : parts.whole}</p>
    </section>`;
  }
  const stretch = stretchOf(shown.running);
  const written = language.fixed(unitsToNumber(shown.total, shown.places), shown.places);
  const backwards = shown.parts.some((part) => part < 0);
  return html`<section class="part" aria-labelledby="parts-heading">
    <h3 id="parts-heading">${parts.heading}</h3>
    <p>${emphasised(parts.intro(written))}</p>
    <table class="running">
      <caption>
        ${parts.bars} ${backwards ? parts.barsDown : nothing}
      </caption>
      <thead>
        <tr>
          <th scope="col">${parts.part}</th>
          <th scope="col">${parts.amount}</th>
          <th scope="col">${parts.running}</th>
        </tr>
      </thead>
      <tbody>
        ${found.map(
          ([name, why, amount], index) =>
            html`<tr>
              <th scope="row">
                ${name}
                <p class="hint">${why} ${amount !== 0 && shown.parts[index] === 0 ? parts.tiny : nothing}</p>
                ${runningBar({ from: shown.running[index - 1] ?? 0, to: shown.running[index], stretch })}
              </th>
              <td>${language.signed(unitsToNumber(shown.parts[index], shown.places), shown.places)}</td>
              <td>${language.fixed(unitsToNumber(shown.running[index], shown.places), shown.places)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${parts.total} ${runningBar({ from: 0, to: shown.total, stretch, whole: true })}</th>
          <td></td>
          <td>${written}</td>
        </tr>
      </tfoot>
    </table>
  </section>`;
}

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

function sure(state, language, actions) {
  const words = language.words.sure;
  return html`<section class="part" aria-labelledby="sure-heading">
    <h3 id="sure-heading">${words.heading}</h3>
    <p>${sureWords(state.bound, language)} ${tryingWords(state.bound, language)}</p>
    ${neverFails(state.bound) ? nothing : severalChoice(state.several, state.recounted ? nowWords(state, language) : null, language, actions)}
  </section>`;
}

/** The new figure, beside the box that changed it: the headline is out of sight from there. */
function nowWords(state, language) {
  const { several, states } = language.words;
  if (state.kind !== "figure") return several.now(states[state.kind].title);
  const counts = figureCounts(state.belief.hundredths, state.after);
  const { start, most } = headlineWords(state.belief.hundredths, counts, language);
  return (counts.yours.atMost.open ? several.nowOpen : several.nowFigure)(start, most);
}

// At the end of a printed summary: what it came from. On the screen the report's card and the
// experts' section say so.
function printed(state, language) {
  const { summary, report } = language.words;
  return html`<dl class="facts printed">
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
