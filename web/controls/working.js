// In place of the form while the sums run. Nothing moves by itself.
import { html, nothing } from "lit-html";

/**
 * @param words the page's words about a run: `working`, `bar`, `inPage` and `cancel`
 * @param progress `phase`: the words read out, once a phase; `detail`: the words seen; `share`: how
 *   far a step has come towards its end, undefined where it has none that is known; `inPage`: the
 *   page may not answer meanwhile
 * @param cancel what the button does
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
