// In place of the form while the sums run. Nothing moves by itself.
import { html, nothing } from "lit-html";

/**
 * Draws how far they have come. `phase` is read out, once a phase; `detail` is seen; `share` is how
 * far the step has come towards its end, undefined where that is not known; with `inPage` the page
 * may not answer meanwhile.
 *
 * @param {{working: string, bar: string, inPage: string, cancel: string}} words
 * @param {{phase: string, detail: string, share: number | undefined, inPage: boolean}} progress
 * @param {() => void} cancel
 */
export function working(words, { phase, detail, share, inPage }, cancel) {
  return html`<section class="part working" aria-labelledby="working-heading">
    <h2 id="working-heading" tabindex="-1">${words.working}</h2>
    <p role="status" class="visually-hidden">${phase}</p>
    <p aria-hidden="true" id="working-detail">${detail}</p>
    ${share === undefined ? nothing : html`<progress max="1" .value=${share} aria-label=${words.bar}></progress>`}
    ${inPage ? html`<p class="aside-note">${words.inPage}</p>` : nothing}
    <button type="button" id="cancel" class="button" @click=${cancel}>${words.cancel}</button>
  </section>`;
}
