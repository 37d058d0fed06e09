// The result in dots and on a scale, and the same in a table.
import { html, nothing } from "lit-html";
import { countInWords, headlineWords } from "../../wording/headline.js";
import { tableHead } from "../controls/table-head.js";
import { dotGrid, dotSample } from "./chart/dots.js";
import { intervalBand, startSample } from "./chart/interval-bar.js";
import { folded } from "./folded.js";
import { promiseNote } from "./promise-section.js";

/** @import { Language } from "../../wording/formats.js" */
/** @typedef {ReturnType<typeof import("../../wording/headline.js").figureCounts>} Counts */

/** More dots than this can't be told apart. */
const MOST_DOTS = 1_000;

/**
 * The ends of the promise in words, on the scale of the result; null without one.
 *
 * @param {Counts} figure
 * @param {Language} language
 */
function promiseEnds({ yours: { of }, promise }, language) {
  return (
    promise && {
      least: countInWords(promise.atLeast, of, language, "fewer"),
      most: countInWords(promise.atMost, of, language, "more"),
    }
  );
}

/**
 * @param {Counts} figure
 * @param {{bound: import("expost").Bound}} state
 * @param {Language} language
 */
export function charts(figure, state, language) {
  return html`${scale(figure, state, language)} ${figure.yours.of > MOST_DOTS ? nothing : dots(figure, language)}`;
}

/**
 * One scale for everyone, from certain that it was not used to certain that it was.
 *
 * @param {Counts} figure
 * @param {{bound: import("expost").Bound}} state
 * @param {Language} language
 */
function scale(figure, state, language) {
  const { interval } = language.words.result;
  const { of, before, atMost, atLeast } = figure.yours;
  const { start, most, least } = headlineWords(figure, language);
  const yoursRange = interval.range(least, most);
  const promise = promiseEnds(figure, language);
  const shares = (/** @type {Record<"atLeast" | "atMost", import("../../wording/rounding.js").End>} */ counts) => ({
    least: counts.atLeast.open ? 0 : counts.atLeast.count / of,
    most: counts.atMost.open ? 1 : counts.atMost.count / of,
    start: before / of,
  });
  return html`<section class="part" aria-labelledby="interval-heading">
    <h3 id="interval-heading">${interval.heading}</h3>
    <div class="bands">
      <div class="band-row">
        <p><strong>${interval.yours}</strong> <span>${yoursRange}</span></p>
        ${intervalBand({ ...shares({ atLeast, atMost }), label: interval.describe(interval.yours, yoursRange) })}
      </div>
      ${
        promise
          ? html`<div class="band-row">
              <p><strong>${interval.promise}</strong> <span>${interval.range(promise.least, promise.most)}</span></p>
              ${intervalBand({ ...shares(/** @type {NonNullable<typeof figure.promise>} */ (figure.promise)), hatched: true, label: interval.describe(interval.promise, interval.range(promise.least, promise.most)) })}
            </div>`
          : nothing
      }
      <p class="band-ends">
        <span>${language.count(0)}: ${interval.never}</span><span>${language.count(of)}: ${interval.certain}</span>
      </p>
      <p class="legend">${startSample()} ${interval.start(start)}</p>
    </div>
    <p>${promiseNote(state.bound, language)}</p>
  </section>`;
}

/**
 * @param {Counts} figure
 * @param {Language} language
 */
function dots(figure, language) {
  const { dots: words } = language.words.result;
  const { of, before, atMost } = figure.yours;
  const { start, most } = headlineWords(figure, language);
  // "More than 99" is drawn as all: a picture can't say "more than", and it may show too much but
  // never too little.
  const filled = atMost.open ? of : atMost.count;
  return html`<section class="part" aria-labelledby="dots-heading">
    <h3 id="dots-heading">${words.heading}</h3>
    <p>${words.caption(language.count(of))}</p>
    <div class="grids">
      <figure>
        <figcaption>${words.before(start)}</figcaption>
        ${dotGrid({ of, kept: before, label: words.describe(language.count(before), language.count(of)) })}
      </figure>
      <figure>
        <figcaption>${words.after(most)}</figcaption>
        ${dotGrid({ of, kept: before, added: filled - before, label: words.describeAfter(language.count(filled), language.count(filled - before), language.count(of)) })}
      </figure>
    </div>
    <ul class="legend">
      <li>${dotSample("kept")} ${words.legendBefore}</li>
      <li>${dotSample("added")} ${words.legendAdded}</li>
      <li>${dotSample("rest")} ${words.legendRest}</li>
    </ul>
  </section>`;
}

/**
 * @param {Counts} figure
 * @param {Language} language
 */
export function numbersTable(figure, language) {
  const { table } = language.words.result;
  const { start, most, least } = headlineWords(figure, language);
  const promise = promiseEnds(figure, language);
  const row = (/** @type {string} */ name, /** @type {string} */ low, /** @type {string} */ high) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${low}</td>
      <td>${high}</td>
    </tr>`;
  return folded(
    table.caption,
    html`<table>
      ${tableHead([table.what, table.least, table.most])}
      <tbody>
        ${row(table.before, start, start)} ${row(table.yours, least, most)}
        ${promise ? row(table.promise, promise.least, promise.most) : nothing}
      </tbody>
    </table>`,
  );
}
