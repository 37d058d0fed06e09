// The promise to everyone, and how the figure differs from it.
import { html, nothing } from "lit-html";
import { countInWords, promiseWords } from "../../wording/headline.js";

/** @import { Language } from "../../wording/text/formats.js" */

/**
 * @param {{bound: import("expost").Bound}} state
 * @param {ReturnType<typeof import("../../wording/headline.js").figureCounts> | null} figure
 * @param {Language} language
 */
export function promiseSection(state, figure, language) {
  const stated = state.bound.guarantee;
  const promise = stated ? promiseWords(stated, language.words) : language.words.promise;
  /** @type {unknown} */
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

/**
 * The sentence about what δ allows beyond that; a δ of 0 allows nothing.
 *
 * @param {number} delta
 * @param {Language} language
 */
function deltaWords(delta, language) {
  return delta > 0 ? html`<p>${language.words.promise.beyond}</p>` : nothing;
}
