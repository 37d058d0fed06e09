// Reads a chart out at one place: under the pointer, or where a slider is moved to, by keys too.
// The text is the row of the chart's table that belongs to the place.
import { html } from "lit-html";

/**
 * Places of a chart in its own pixels: upright lines from one height to another, or points.
 *
 * @typedef {[x: number, y: number, to: number | null][]} Places
 */

/** The places as an attribute of the chart, and back. */
export const writtenPlaces = (/** @type {Places} */ places) => JSON.stringify(places);
const placesOf = (/** @type {Element} */ chart) =>
  /** @type {Places} */ (JSON.parse(/** @type {SVGElement} */ (chart).dataset.places ?? "[]"));

/**
 * The place nearest to a point: of lines across alone.
 *
 * @param {Places} places
 * @param {number} x
 * @param {number} y
 */
export function nearest(places, x, y) {
  const far = places.map(([px, py, to]) => (px - x) ** 2 + (to === null ? (py - y) ** 2 : 0));
  return far.indexOf(Math.min(...far));
}

/**
 * Shows what a table says of a place, and marks the place in the chart.
 *
 * @param {Element} figure
 * @param {number} index
 * @param {{head: string[], rows: string[][]}} numbers
 */
function show(figure, index, { head, rows }) {
  const chart = /** @type {SVGSVGElement} */ (figure.querySelector("svg.chart"));
  const slider = /** @type {HTMLInputElement} */ (figure.querySelector(".read-out input"));
  const [x, y, to] = placesOf(chart)[index];
  slider.value = String(index);
  slider.setAttribute("aria-valuetext", head.map((name, cell) => `${name}: ${rows[index][cell]}`).join("; "));
  const pieces = head.map((name, cell) => {
    const piece = document.createElement("span");
    const value = document.createElement("b");
    value.textContent = rows[index][cell];
    piece.append(`${name} `, value);
    return piece;
  });
  /** @type {Element} */ (figure.querySelector("output")).replaceChildren(...pieces);
  const mark = to !== null ? `M${x} ${y}V${to}` : `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`;
  chart.querySelector(".cursor")?.setAttribute("d", mark);
}

/**
 * The chart with what reads it out under it. Each of its places has a row of the table; rows after
 * them have none.
 *
 * @param {string} id
 * @param {import("lit-html").TemplateResult} chart
 * @param {{head: string[], rows: string[][]}} numbers
 * @param {number} places how many
 * @param {{read: string}} words
 * @param {string} name the chart's
 */
export function readOut(id, chart, numbers, places, words, name) {
  const figureOf = (/** @type {Event} */ event) =>
    /** @type {Element} */ (/** @type {Element} */ (event.currentTarget).closest("figure"));
  const point = (/** @type {PointerEvent} */ event) => {
    const drawn = /** @type {Element} */ (event.currentTarget).querySelector("svg.chart");
    if (!drawn) return;
    const { left, top, width } = drawn.getBoundingClientRect();
    const scale = /** @type {SVGSVGElement} */ (drawn).viewBox.baseVal.width / width;
    const index = nearest(placesOf(drawn), (event.clientX - left) * scale, (event.clientY - top) * scale);
    if (index >= 0) show(figureOf(event), index, numbers);
  };
  const move = (/** @type {Event} */ event) =>
    show(figureOf(event), Number(/** @type {HTMLInputElement} */ (event.currentTarget).value), numbers);
  return html`<div class="read-area" @pointermove=${point} @pointerdown=${point}>${chart}</div>
    <div class="read-out">
      <label for="${id}-read">${words.read}<span class="visually-hidden">: ${name}</span></label>
      <input
        id="${id}-read"
        type="range"
        dir="ltr"
        min="0"
        max=${places - 1}
        step="1"
        value="0"
        autocomplete="off"
        @input=${move}
      />
      <output for="${id}-read" translate="no"></output>
    </div>`;
}
