// The figure in dots and in bands, and the same in a table.
import { html, nothing } from "lit-html";
import { countInWords, headlineWords } from "../../wording/headline.js";
import { tableHead } from "../controls/table-head.js";
import { dotGrid, dotSample } from "./chart/dots.js";
import { intervalBand, startSample } from "./chart/interval-bar.js";

/** @import { Language } from "../../wording/text/formats.js" */

/**
 * @param {{belief: import("./belief.js").Belief}} state
 * @param {ReturnType<typeof import("../../wording/headline.js").figureCounts>} figure
 * @param {Language} language
 */
export function charts(state, figure, language) {
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
  const shares = (/** @type {Record<"atLeast" | "atMost", import("../../wording/rounding.js").End>} */ counts) => ({
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
                ${intervalBand({ ...shares(/** @type {NonNullable<typeof figure.promise>} */ (figure.promise)), hatched: true, label: result.interval.describe(result.interval.promise, result.interval.range(promise.least, promise.most)) })}
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
        ${tableHead([result.table.what, result.table.least, result.table.most])}
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
