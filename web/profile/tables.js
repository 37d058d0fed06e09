// Tables: the numbers of a chart, folded away under it, and those that stand by themselves.
import { html, nothing } from "lit-html";
import { tableHead } from "../controls/table-head.js";
import { readOut } from "./chart/read-out.js";

/**
 * A table: the first cell of a row names it.
 *
 * @typedef {{id?: string, caption: string, head: string[], rows: string[][]}} Table
 */

/** @param {Table} table */
export function table({ id, caption, head, rows }) {
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${caption}>
    <table class="figures" id=${id ?? nothing} translate="no">
      <caption>
        ${caption}
      </caption>
      ${tableHead(head)}
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * A chart with the button that saves it and its numbers as a table. `notes` are sentences under it.
 *
 * @param {{id: string, file: string, chart: import("lit-html").TemplateResult, name: string,
 *   notes?: string[], numbers: Pick<Table, "head" | "rows">, places?: number}} figure `places`: how
 *   many of the rows have a place in the chart
 * @param {{numbers: string, save: string, read: string}} words
 * @param {Pick<import("./actions.js").Actions, "saveChart">} actions
 */
export function figureOf({ id, file, chart, name, notes = [], numbers, places = numbers.rows.length }, words, actions) {
  return html`<figure class="figure">
    ${readOut(id, chart, numbers, places, words, name)}
    <figcaption class="visually-hidden">${name}</figcaption>
    ${notes.map((note) => html`<p class="hint">${note}</p>`)}
    <div class="under-chart">
      <details class="numbers" id="${id}-numbers">
        <summary>${words.numbers}<span class="visually-hidden">: ${name}</span></summary>
        ${table({ caption: name, ...numbers })}
      </details>
      <button type="button" class="button button-quiet" id="${id}-save" @click=${() => actions.saveChart(id, file, name)}>
        ${words.save}<span class="visually-hidden">: ${name}</span>
      </button>
    </div>
  </figure>`;
}
