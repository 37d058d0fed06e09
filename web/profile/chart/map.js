// A map of losses over two columns: in each cell with rows a square, the larger and the darker the
// larger the loss. Size alone tells it without colour.
import { nothing, svg } from "lit-html";
import { figure, inChart } from "../figures.js";
import { canvas, n } from "./canvas.js";
import { widthOf } from "./plot.js";

/** @import { Cells, Mark } from "../map-cells.js" */

/** Steps of size and darkness. */
const STEPS = 5;
const SHARE_OF_CELL = [0.24, 0.42, 0.6, 0.78, 0.96];
/** Between labels side by side, in widths of the text's size. */
const GAP = 0.6;
/** A label longer than this is cut; the table has it whole. */
const LONGEST = 16;
const cut = (/** @type {string} */ text, longest = LONGEST) => {
  const characters = Array.from(text);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
};

/**
 * Which step each loss gets, from 0, equal in logarithms; −1 for a loss of 0. `from` are the
 * smallest losses of the steps.
 *
 * @param {number[]} losses
 * @returns {{from: number[], stepOf: (loss: number) => number}}
 */
export function stepsFor(losses) {
  const positive = losses.filter((loss) => loss > 0);
  if (positive.length === 0) return { from: [], stepOf: () => -1 };
  const [low, high] = [Math.log(Math.min(...positive)), Math.log(Math.max(...positive))];
  const width = (high - low) / STEPS;
  if (width === 0) return { from: [Math.exp(low)], stepOf: (loss) => (loss > 0 ? 0 : -1) };
  return {
    from: Array.from({ length: STEPS }, (_, step) => Math.exp(low + step * width)),
    stepOf: (loss) => (loss > 0 ? Math.min(Math.floor((Math.log(loss) - low) / width), STEPS - 1) : -1),
  };
}

/**
 * Whether labels at these marks, `cell` apart a step, would run into one another side by side.
 *
 * @param {Mark[]} marks
 * @param {number} cell
 * @param {number} em
 */
export const crowded = (marks, cell, em) =>
  marks.some(({ at, label }, index) => {
    const before = marks[index - 1];
    return before !== undefined && ((widthOf(before.label) + widthOf(label)) / 2 + GAP) * em > (at - before.at) * cell;
  });

/**
 * @param {object} chart
 * @param {string} chart.id
 * @param {string} chart.name what it shows; with `description` it is told to those who don't see it
 * @param {string} chart.description
 * @param {string} chart.stamp a line over everything, so that it is on every copy
 * @param {number} chart.width in pixels
 * @param {number} chart.em the size of its text
 * @param {string[]} chart.titles of the sides, across first
 * @param {Pick<Cells, "count" | "marks">[]} chart.axes the sides in the same order
 * @param {{across: number, up: number, value: number}[]} chart.cells
 * @param {{legend: (low: string) => string, none: string}} chart.words
 */
export function map({ id, name, description, stamp, width, em, titles, axes, cells, words }) {
  const { from, stepOf } = stepsFor(cells.map(({ value }) => value));
  const line = 1.45 * em;
  const [across, up] = axes;
  const legend = from.map((least, step) => ({ step, text: words.legend(figure(least)) }));
  if (cells.some(({ value }) => value === 0)) legend.push({ step: -1, text: words.none });
  const perRow = Math.max(1, Math.floor(width / ((Math.max(1, ...legend.map(({ text }) => widthOf(text))) + 3) * em)));
  const legendTop = line;
  const top = legendTop + (Math.ceil(legend.length / perRow) + 1) * line + 0.5 * em;
  const left = Math.min(Math.max(...up.marks.map(({ label }) => widthOf(cut(label)))) * em + 1.2 * em, width * 0.36);
  const cell = Math.min((width - left - em) / across.count, 4 * em);
  const [plotWidth, plotHeight] = [cell * across.count, cell * up.count];
  const bottom = top + plotHeight;
  const slanted = crowded(across.marks, cell, em) || across.marks.some(({ label }) => widthOf(label) * em > plotWidth);
  const longest = Math.max(...across.marks.map(({ label }) => widthOf(cut(label)))) * em;
  const under = slanted ? longest * 0.85 + 1.2 * em : 1.6 * em;
  const height = bottom + under + 1.8 * em;
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} step
   * @param {number} size
   */
  const square = (x, y, step, size) =>
    step < 0
      ? svg`<rect class="heat-none" x=${n(x - 0.1 * size)} y=${n(y - 0.1 * size)} width=${n(0.2 * size)} height=${n(0.2 * size)}></rect>`
      : svg`<rect class="heat heat-${step + 1}" x=${n(x - (SHARE_OF_CELL[step] * size) / 2)} y=${n(y - (SHARE_OF_CELL[step] * size) / 2)} width=${n(SHARE_OF_CELL[step] * size)} height=${n(SHARE_OF_CELL[step] * size)}></rect>`;
  const fitting = (/** @type {string} */ title, /** @type {number} */ room) =>
    cut(title, Math.floor(room / (widthOf("x") * em)));
  const bottomUp = (/** @type {number} */ index) => bottom - index * cell;
  const shapes = svg`${legend.map(({ step, text }, index) => {
    const x = (index % perRow) * (width / perRow);
    const y = legendTop + Math.floor(index / perRow) * line + 0.75 * em;
    return svg`${square(x + 0.6 * em, y, step, 1.2 * em)}<text x=${n(x + 1.7 * em)} y=${n(y + 0.35 * em)}>${inChart(text)}</text>`;
  })}
    ${svg`<text class="axis-name" x="0" y=${n(top - 0.7 * em)}>${inChart(fitting(titles[1], width))}</text>
      <path class="axis" d="M${n(left)} ${n(top)}V${n(bottom)}H${n(left + plotWidth)}"></path>`}
    ${up.marks.map(
      ({ at, label }) =>
        svg`<line class="axis" x1=${n(left - 0.3 * em)} x2=${n(left)} y1=${n(bottomUp(at))} y2=${n(bottomUp(at))}></line>
        <text class="tick" x=${n(left - 0.5 * em)} y=${n(bottomUp(at) + 0.35 * em)} text-anchor="end">${inChart(cut(label))}</text>`,
    )}
    ${across.marks.map(({ at, label }) => {
      const x = left + at * cell;
      return svg`<line class="axis" x1=${n(x)} x2=${n(x)} y1=${n(bottom)} y2=${n(bottom + 0.3 * em)}></line>
        ${
          slanted
            ? svg`<text class="tick" transform="translate(${n(x + 0.3 * em)} ${n(bottom + em)}) rotate(-60)" text-anchor="end">${inChart(cut(label))}</text>`
            : svg`<text class="tick" x=${n(x)} y=${n(bottom + 1.5 * em)} text-anchor=${x + (widthOf(label) * em) / 2 > width ? "end" : "middle"}>${inChart(label)}</text>`
        }`;
    })}
    ${svg`<text class="axis-name" x=${n(left)} y=${n(height - 0.5 * em)}>${inChart(fitting(titles[0], width - left))}</text>`}
    ${cells.map(({ across: a, up: u, value }) => square(left + (a + 0.5) * cell, bottomUp(u + 0.5), stepOf(value), cell) ?? nothing)}`;
  /** @type {import("./read-out.js").Places} */
  const places = cells.map(({ across: a, up: u }) => [n(left + (a + 0.5) * cell), n(bottomUp(u + 0.5)), null]);
  return canvas({ id, name, description, stamp, width, height, em, places }, shapes);
}
