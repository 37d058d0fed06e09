// The ground that a chart is drawn on.
import { html, nothing, svg } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { inChart } from "../figures.js";
import { writtenPlaces } from "./read-out.js";

/** A length in pixels, as it is written in a chart. */
export const n = (/** @type {number} */ length) => Number(length.toFixed(2));

/**
 * A chart: its ground, the stamp over it, and its shapes. It runs from left to right in every
 * language; its texts run as the language does.
 *
 * @param {object} chart
 * @param {string} chart.id
 * @param {string} chart.name what it shows; with `description` it is told to those who don't see it
 * @param {string} chart.description
 * @param {string} chart.stamp a line over everything, so that it is on every copy; "" for none
 * @param {number} chart.width in pixels
 * @param {number} chart.height
 * @param {number} chart.em the size of its text
 * @param {import("./read-out.js").Places} chart.places that can be read out
 * @param {import("lit-html").TemplateResult<2>} shapes
 */
export const canvas = ({ id, name, description, stamp, width, height, em, places }, shapes) =>
  html`<svg
    class="chart"
    id=${id}
    width=${n(width)}
    height=${n(height)}
    viewBox="0 0 ${n(width)} ${n(height)}"
    font-size=${n(em)}
    role="img"
    direction="ltr"
    aria-label="${name}. ${description}"
    data-places=${writtenPlaces(places)}
  >
    ${svg`<rect class="chart-halo" width=${n(width)} height=${n(height)}></rect>`}
    ${stamp === "" ? nothing : svg`<text class="chart-stamp" x="0" y=${n(em)}>${inChart(stamp)}</text>`} ${shapes}
    ${svg`<path class="cursor" d=${live("")}></path>`}
  </svg>`;
