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

/** @typedef {import("./chart/interval-bar.js").BandLook} BandLook */
/** @typedef {import("./promise-section.js").Promised} Promised */
/** @typedef {Counts["yours"] | NonNullable<Counts["promise"]>} Ends */

/**
 * Everything on the scale, from what is weakest: the promises, where there are any, and what was
 * published.
 *
 * @param {Counts} figure
 * @param {Promised} state
 * @param {Language} language
 */
function bandsOf({ yours, promise, toYou }, { bound }, { words: { result, promise: words } }) {
  const { interval, table } = result;
  const { you } = words;
  const youAre = bound.guarantee?.delta ? you.is : you.isAlone;
  /** @type {{name: string, is: string, row: string, ends: Ends | null, look: BandLook}[]} */
  const bands = [
    { name: interval.promise, is: interval.promiseIs, row: table.promise, ends: promise, look: "hatched" },
    { name: you.name, is: youAre, row: table.toYou, ends: toYou, look: "outlined" },
    { name: interval.yours, is: interval.yoursIs, row: table.yours, ends: yours, look: "solid" },
  ];
  return bands.flatMap(({ ends, ...band }) => (ends ? [{ ...band, ends }] : []));
}

/**
 * The ends of a band in words, on the scale of the result.
 *
 * @param {Ends} ends
 * @param {number} of
 * @param {Language} language
 */
const endsInWords = ({ atLeast, atMost }, of, language) => ({
  least: countInWords(atLeast, of, language, "fewer"),
  most: countInWords(atMost, of, language, "more"),
});

/**
 * @param {Counts} figure
 * @param {Promised} state
 * @param {Language} language
 */
export function charts(figure, state, language) {
  return html`${scale(figure, state, language)} ${figure.yours.of > MOST_DOTS ? nothing : dots(figure, language)}`;
}

/**
 * One scale for everyone, from certain that it was not used to certain that it was.
 *
 * @param {Counts} figure
 * @param {Promised} state
 * @param {Language} language
 */
function scale(figure, state, language) {
  const { interval } = language.words.result;
  const { of, before } = figure.yours;
  const { start } = headlineWords(figure, language);
  return html`<section class="part" aria-labelledby="interval-heading">
    <h3 id="interval-heading">${interval.heading}</h3>
    <div class="bands">
      ${bandsOf(figure, state, language).map(({ name, is, ends, look }) => {
        const { least, most } = endsInWords(ends, of, language);
        const range = interval.range(least, most);
        return html`<div class="band-row">
          <p><strong>${name}</strong> <span>${range}</span></p>
          ${intervalBand({
            least: ends.atLeast.open ? 0 : ends.atLeast.count / of,
            most: ends.atMost.open ? 1 : ends.atMost.count / of,
            start: before / of,
            look,
            label: interval.describe(name, range),
          })}
          <p class="hint">${is}</p>
        </div>`;
      })}
      <p class="band-ends">
        <span>${language.count(0)}: ${interval.never}</span><span>${language.count(of)}: ${interval.certain}</span>
      </p>
      <p class="legend">${startSample()} ${interval.start(start)}</p>
    </div>
    <p>${promiseNote(state, language)}</p>
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
 * @param {Promised} state
 * @param {Language} language
 */
export function numbersTable(figure, state, language) {
  const { table } = language.words.result;
  const { start } = headlineWords(figure, language);
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
        ${row(table.before, start, start)}
        ${bandsOf(figure, state, language).map(({ row: name, ends }) => {
          const { least, most } = endsInWords(ends, figure.yours.of, language);
          return row(name, least, most);
        })}
      </tbody>
    </table>`,
    "not-kept",
  );
}
