// How a page for a data holder begins: its title, what it does, and how to check that nothing
// leaves. Embedded, the page around it has the title.
import { html, nothing } from "lit-html";

/**
 * @param {{title: string, intro: string, how: {summary: string, points: string[]}}} page its words
 * @param {{embedded: boolean}} where
 */
export function pageHead(page, { embedded }) {
  return html`<header class=${embedded ? "sheet-head sheet-embedded" : "sheet-head"}>
    ${embedded ? html`<h1 class="visually-hidden">${page.title}</h1>` : html`<h1>${page.title}</h1>`}
    ${embedded ? nothing : html`<p class="lede">${page.intro}</p>`}
    <details class="how">
      <summary>${page.how.summary}</summary>
      <ol class="points">
        ${page.how.points.map((point) => html`<li>${point}</li>`)}
      </ol>
    </details>
  </header>`;
}
