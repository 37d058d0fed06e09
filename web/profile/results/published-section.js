// The report that was given next to the rows: its bounds against the exact losses.
import { html, nothing } from "lit-html";
import { count, figure, upward } from "../figures.js";
import { table } from "../tables.js";
import { exactFigure } from "./exact-figure.js";
import { ratioFigure } from "./ratio-figure.js";

/** @import { AuditSummary, Quantiles } from "expost" */
/** @import { ProfileWords } from "#words/profile" */

/** @typedef {Required<Pick<AuditSummary, "moments" | "pdpDelta" | "generalisationGap">>} Pdp */

/** @param {import("../results.js").Audited} shown */
export function publishedSection(shown) {
  const { audit, page } = shown;
  const own = page.charts.published;
  const { summary, guarantee, title, mechanism } = audit;
  const epsilon = Number.isFinite(guarantee?.epsilon) ? /** @type {{epsilon: number}} */ (guarantee).epsilon : null;
  // The papers' own bound is for one mechanism only.
  const hasPaper = audit.rows.redberg2021Ratio !== undefined;
  return html`<section class="part" aria-labelledby="published-heading">
    <h2 id="published-heading">${own.heading}</h2>
    <div class="charts">
      <p id="published-intro">${own.intro(title, own.mechanisms[mechanism.kind])} ${epsilon === null ? own.noPromise : ""}</p>
      ${publishedTable(summary, hasPaper, page)} ${hasPaper ? nothing : html`<p class="hint" id="no-paper">${own.noPaper}</p>`}
      ${summary.moments === undefined ? nothing : pdpTable(/** @type {Pdp} */ (summary), page)}
      <p id="misses">${own.misses(count(summary.misses), count(summary.rows), figure(summary.failureProbability))}</p>
      ${exactFigure(epsilon, shown)} ${ratioFigure(shown)}
    </div>
  </section>`;
}

/**
 * @param {AuditSummary} summary
 * @param {boolean} hasPaper
 * @param {ProfileWords} page
 */
function publishedTable(summary, hasPaper, page) {
  const words = page.charts;
  const own = words.published;
  // Bounds and what is made of them are rounded up.
  const quantiles = (/** @type {string} */ name, /** @type {Quantiles} */ values, shown = upward) => [
    name,
    .../** @type {const} */ (["max", "p99", "median"]).map((key) => shown(values[key])),
  ];
  return table({
    id: "published-table",
    caption: own.table,
    head: [page.tables.quantiles.of, words.max, words.p99, words.median],
    rows: [
      quantiles(own.exact, summary.exact, figure),
      quantiles(own.bound, summary.bound.sharp),
      ...(hasPaper ? [quantiles(own.paper, /** @type {Quantiles} */ (summary.bound.redberg2021))] : []),
      quantiles(own.ratio, summary.ratio.sharp),
      ...(hasPaper ? [quantiles(own.redberg2021Ratio, /** @type {Quantiles} */ (summary.ratio.redberg2021))] : []),
    ],
  });
}

/**
 * Per-instance privacy losses of mechanisms that have them in closed form, before the noise was
 * drawn.
 *
 * @param {Pdp} summary
 * @param {ProfileWords} page
 */
function pdpTable({ moments, pdpDelta, generalisationGap }, page) {
  const own = page.charts.published;
  const columns = /** @type {const} */ (["max", "p99", "median", "mean"]);
  return html`${table({
      id: "pdp-table",
      caption: own.pdp(figure(pdpDelta)),
      head: [page.tables.quantiles.of, ...columns.map((column) => page.charts[column])],
      rows: [[own.pdpOf, ...columns.map((column) => upward(moments[column]))]],
    })}
    <p id="gap">${own.gap(upward(generalisationGap))}</p>`;
}
