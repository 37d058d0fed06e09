// A state of the page that is shown in place of a figure, or next to it.
import { html, nothing } from "lit-html";
import { coreSentence } from "../controls/core-sentence.js";

/**
 * A titled box. `detail` is [words, a sentence of the library]; `more` is further content below
 * the words; `within` a part that has a heading itself.
 *
 * @param {{title: string, body: string, detail?: [string, string], kind?: string, more?: unknown,
 *   id: string, within?: boolean}} words
 */
export function notice({ title, body, detail, kind = "plain", more = nothing, id, within = false }) {
  return html`<section class="notice notice-${kind}" data-state=${id}>
    ${within ? html`<h3>${title}</h3>` : html`<h2>${title}</h2>`} ${body ? html`<p>${body}</p>` : nothing}
    ${detail ? html`<p class="notice-detail">${detail[0]} ${coreSentence(detail[1])}</p>` : nothing} ${more}
  </section>`;
}
