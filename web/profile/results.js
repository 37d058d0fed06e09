// Everything the study found: sentences, charts with a table each, tables, files.
import { html, nothing } from "lit-html";
import { figure } from "./figures.js";
import { accuracyFigure } from "./results/accuracy-figure.js";
import { answer } from "./results/answer.js";
import { beyondAxis } from "./results/epsilon-axis.js";
import { mapFigure } from "./results/map-figure.js";
import { publishedSection } from "./results/published-section.js";
import { shareFigure } from "./results/share-figure.js";
import { quantileTable, sortedFigure } from "./results/sorted-figure.js";
import { topTable } from "./results/top-table.js";
import { typicalFigure } from "./results/typical-figure.js";

/**
 * The values that every part of the results is drawn from.
 *
 * @typedef {import("./state.js").Result & {page: import("#words/profile").ProfileWords, actions:
 *   import("./actions.js").Actions, look: import("./chart-room.js").Room & {stamp: string}}} Shown
 */

/** @typedef {Shown & {audit: import("./state.js").ReportAudit}} Audited where a report was given */

/**
 * @param {import("./state.js").Result} result
 * @param {import("./state.js").MapState} map
 * @param {import("./chart-room.js").Room} room
 * @param {import("#words/profile").ProfileWords} page
 * @param {import("./actions.js").Actions} actions
 */
export function results(result, map, room, page, actions) {
  const look = { ...room, stamp: page.charts.stamp };
  const shown = { page, actions, look, ...result };
  return html`<section class="part" aria-labelledby="result-heading">
      <h2 id="result-heading" tabindex="-1">${page.result.heading}</h2>
      ${answer(result, page)}
    </section>
    <section class="part" aria-labelledby="typical-heading">
      <h2 id="typical-heading">${page.charts.typical.heading}</h2>
      <div class="charts" id="chart-place">
        ${beyondAxis(result.profile, page.charts.typical)} ${typicalFigure(shown)} ${shareFigure(shown)}
        ${result.profile.accuracy ? accuracyFigure(shown) : nothing}
      </div>
    </section>
    <section class="part" aria-labelledby="sorted-heading">
      <h2 id="sorted-heading">${page.charts.sorted.heading(figure(result.profile.profile.epsilon))}</h2>
      <div class="charts">${quantileTable(shown)} ${sortedFigure(shown)}</div>
    </section>
    <section class="part" aria-labelledby="top-heading">
      <h2 id="top-heading">${page.tables.top.heading}</h2>
      <div class="charts">
        <p>${result.classes ? page.tables.top.introClasses : page.tables.top.intro}</p>
        ${topTable(shown)}
      </div>
    </section>
    <section class="part" aria-labelledby="map-heading">
      <h2 id="map-heading">${page.charts.map.heading}</h2>
      <div class="charts">${mapFigure(map, shown)}</div>
    </section>
    ${result.audit ? publishedSection(/** @type {Audited} */ (shown)) : nothing}
    <section class="part" aria-labelledby="take-heading">
      <h2 id="take-heading">${page.take.heading}</h2>
      <p>${page.take.intro}</p>
      <div class="buttons">
        <button type="button" class="button" id="save-json" @click=${actions.saveJson}>${page.take.json}</button>
        <button type="button" class="button" id="save-csv" @click=${actions.saveCsv}>${page.take.csv}</button>
        <button type="button" class="button button-quiet" id="again" @click=${actions.again}>${page.take.again}</button>
      </div>
      <p class="hint">${page.take.againHint}</p>
      <p>${page.take.limits}</p>
    </section>`;
}
