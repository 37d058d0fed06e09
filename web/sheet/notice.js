// A state of the page that stands in place of a figure, or beside it.
import { html, nothing } from "lit-html";

/** A titled box. `more` is further content below the words. */
export function notice({ title, body, detail, kind = "plain", more = nothing, id }) {
  return html`<section class="notice notice-${kind}" data-state=${id}>
    <h2>${title}</h2>
    ${body ? html`<p>${body}</p>` : nothing} ${detail ? html`<p class="notice-detail">${detail}</p>` : nothing} ${more}
  </section>`;
}
