// The promise to everyone, and how the result differs from it.
import { html, nothing } from "lit-html";
import { promiseReading, promiseWords } from "../../wording/headline.js";
import { folded } from "./folded.js";

/** @import { Language } from "../../wording/formats.js" */

/**
 * How the promise and the result differ, or that there is no promise.
 *
 * @param {import("expost").Bound} bound
 * @param {Language} language
 */
export const promiseNote = ({ guarantee }, { words: { promise } }) => (guarantee ? promise.sentences : promise.none);

/**
 * The same as a part of its own, where there is no scale to say it at.
 *
 * @param {{bound: import("expost").Bound}} state
 * @param {Language} language
 */
export function promiseSection({ bound }, language) {
  return html`<section class="part" aria-labelledby="promise-heading">
    <h3 id="promise-heading">${language.words.promise.heading}</h3>
    <p>${promiseNote(bound, language)}</p>
  </section>`;
}

/**
 * The promise in ε and δ; nothing without one.
 *
 * @param {{bound: import("expost").Bound}} state
 * @param {ReturnType<typeof import("../../wording/headline.js").figureCounts> | null} figure
 * @param {Language} language
 */
export function promiseNumbers({ bound: { guarantee } }, figure, language) {
  if (!guarantee) return nothing;
  const promise = promiseWords(guarantee, language.words);
  const reading = figure && promiseReading(figure, language);
  return folded(
    promise.details,
    html`${reading ? html`<p>${reading}</p>` : nothing}
      <p>${promise.stated(language.number(guarantee.epsilon), language.number(guarantee.delta))}</p>
      ${guarantee.delta > 0 ? html`<p>${promise.beyond}</p>` : nothing}`,
  );
}
