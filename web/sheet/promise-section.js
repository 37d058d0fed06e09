// The promise to everyone, and how the result differs from it.
import { html, nothing } from "lit-html";
import { promiseReading, promiseWords } from "../../wording/headline.js";
import { placesFor, unitsToNumber, unitsUp } from "../../wording/rounding.js";
import { folded } from "./folded.js";

/** @import { Language } from "../../wording/formats.js" */

/** @import { Bound, PersonalPromise } from "expost" */
/** @typedef {{bound: Bound, promise?: PersonalPromise}} Promised */

/**
 * A number rounded up to the page's digits.
 *
 * @param {number} value
 * @param {Language} language
 */
function upward(value, language) {
  const places = placesFor(value);
  return language.fixed(unitsToNumber(unitsUp(value, places), places), places);
}

/**
 * How the promises and the result differ, or that there is no promise.
 *
 * @param {Promised} state
 * @param {Language} language
 */
export function promiseNote({ bound, promise: hers }, { words: { promise } }) {
  if (!bound.guarantee) return promise.none;
  const above = hers?.byLength && bound.total.upper > /** @type {number} */ (hers.epsilon);
  return above ? promise.you.above : promise.sentences;
}

/**
 * The same as a part of its own, where there is no scale to say it at.
 *
 * @param {Promised} state
 * @param {Language} language
 */
export function promiseSection(state, language) {
  return html`<section class="part" aria-labelledby="promise-heading">
    <h3 id="promise-heading">${language.words.promise.heading}</h3>
    <p>${promiseNote(state, language)}</p>
  </section>`;
}

/**
 * The promises in ε and δ; nothing without one.
 *
 * @param {Promised} state
 * @param {ReturnType<typeof import("../../wording/headline.js").figureCounts> | null} figure
 * @param {Language} language
 */
export function promiseNumbers({ bound: { guarantee }, promise: hers }, figure, language) {
  if (!guarantee) return nothing;
  const promise = promiseWords(guarantee, language.words);
  const reading = figure && promiseReading(figure, language);
  return folded(
    promise.details,
    html`${reading ? html`<p>${reading}</p>` : nothing}
      <p>${promise.stated(language.number(guarantee.epsilon), language.number(guarantee.delta))}</p>
      ${hers?.byLength ? html`<p>${promise.you.stated(upward(/** @type {number} */ (hers.epsilon), language), upward(hers.length, language))}</p>` : nothing}
      ${guarantee.delta > 0 ? html`<p>${promise.beyond}</p>` : nothing}`,
  );
}
