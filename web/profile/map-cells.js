// The cells of a map: how each side is cut, and what lies in each cell.
import { quantileAt } from "./curves.js";

/**
 * How a side of a map is cut.
 *
 * @typedef {object} Cells
 * @property {number} count
 * @property {string[]} labels a cell's name each
 * @property {Mark[]} marks
 * @property {(place: number) => number} cellOf the cell that a place lies in; NaN for NaN
 */

/**
 * A mark of an axis, `at` so many cells from its beginning.
 *
 * @typedef {{at: number, label: string}} Mark
 */

/** @typedef {{from: (low: string, high: string) => string, others: string}} Words */
/** @typedef {(value: number) => string} Format */

/** How many cells a map has at most to each side. */
const CELLS = { number: 12, level: 16 };

/**
 * How a column is cut into cells.
 *
 * @param {import("./study-columns.js").Column} column
 * @param {Words} words
 * @param {Format} format
 * @returns {Cells}
 */
export function cellsOf(column, words, format) {
  if (column.kind === "number") {
    const width = (column.maximum - column.minimum) / CELLS.number;
    const edge = (/** @type {number} */ index) => column.minimum + width * index;
    return {
      count: CELLS.number,
      labels: Array.from({ length: CELLS.number }, (_, index) => words.from(format(edge(index)), format(edge(index + 1)))),
      marks: [0, CELLS.number / 2, CELLS.number].map((index) => ({ at: index, label: format(edge(index)) })),
      cellOf: (place) => Math.min(Math.floor((place - column.minimum) / width), CELLS.number - 1),
    };
  }
  const more = column.levels.length > CELLS.level;
  const labels = more ? [...column.levels.slice(0, CELLS.level - 1), words.others] : column.levels;
  return {
    count: labels.length,
    labels,
    marks: labels.map((label, index) => ({ at: index + 0.5, label })),
    cellOf: (place) => Math.min(place, labels.length - 1),
  };
}

/**
 * Steps of a scale that grows with the size, from fine to coarse: what each power of ten is times.
 */
const STEPS = [[1, 2, 5], [1, 3], [1]];
/** How many steps of it a map has at most to each side of 0. */
const STEPS_A_SIDE = 6;
/** About so large a share of the changes may be too small to be told apart. */
const NEAR_ZERO = 0.1;

/**
 * From the largest of the steps that is not above `least` to the smallest that is above `most`;
 * both are above 0.
 *
 * @param {number} least
 * @param {number} most
 * @param {number[]} times what each power of ten is times
 */
function stepsAround(least, most, times) {
  /** @type {number[]} */
  const steps = [];
  // Written out as decimals, because powers of ten are not exact in double arithmetic.
  for (let exponent = Math.floor(Math.log10(least)) - 1; !((steps.at(-1) ?? 0) > most); exponent += 1)
    steps.push(...times.map((factor) => Number(`${factor}e${exponent}`)));
  const last = steps.findIndex((step) => step > most);
  return steps.slice(
    steps.findLastIndex((step) => step <= least),
    last + 1,
  );
}

/**
 * How the changes of a coordinate of the model are cut into cells: alike to both sides of 0, in
 * steps that grow with the size, because few rows move the model by decades more than most. The
 * cell in the middle has those too small for a step, and 0.
 *
 * @param {Float64Array} changes
 * @param {Words} words
 * @param {Format} format
 * @returns {Cells}
 */
export function changeCellsOf(changes, words, format) {
  const sizes = Float64Array.from(
    changes.filter((change) => change !== 0 && Number.isFinite(change)),
    Math.abs,
  ).sort();
  if (sizes.length === 0) return { count: 1, labels: [format(0)], marks: [{ at: 0.5, label: format(0) }], cellOf: () => 0 };
  const around = STEPS.map((times) => stepsAround(quantileAt(sizes, NEAR_ZERO), sizes[sizes.length - 1], times));
  const edges = (around.find((steps) => steps.length <= STEPS_A_SIDE + 1) ?? around[around.length - 1]).slice(
    -STEPS_A_SIDE - 1,
  );
  const side = edges.length - 1;
  const count = 2 * side + 1;
  const edge = (/** @type {number} */ index) => (index <= side ? -edges[side - index] : edges[index - side - 1]);
  return {
    count,
    labels: Array.from({ length: count }, (_, index) => words.from(format(edge(index)), format(edge(index + 1)))),
    marks: [...new Set([0, Math.floor(side / 2)]), null, ...new Set([count - Math.floor(side / 2), count])].map((index) =>
      index === null ? { at: count / 2, label: format(0) } : { at: index, label: format(edge(index)) },
    ),
    /** A change at an edge is in the cell beyond it. */
    cellOf: (change) => side + Math.sign(change) * edges.filter((least) => least <= Math.abs(change)).length,
  };
}

/**
 * A cell of a map that has rows.
 *
 * @typedef {{across: number, up: number, rows: number, largest: number, median: number}} MapCell
 */

/**
 * The cells of a map that have rows, by column, then row.
 *
 * @param {Float64Array[]} places by side, where each row lies
 * @param {Cells[]} cells by side
 * @param {ArrayLike<number>} losses by row
 * @returns {MapCell[]}
 */
export function mapCells(places, cells, losses) {
  /** @type {Map<number, {across: number, up: number, losses: number[]}>} */
  const found = new Map();
  for (let row = 0; row < losses.length; row += 1) {
    const [across, up] = [cells[0].cellOf(places[0][row]), cells[1].cellOf(places[1][row])];
    if (Number.isNaN(across) || Number.isNaN(up)) continue;
    const key = across * cells[1].count + up;
    const cell = found.get(key) ?? { across, up, losses: [] };
    found.set(key, cell);
    cell.losses.push(losses[row]);
  }
  return [...found.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, { across, up, losses: own }]) => {
      const sorted = Float64Array.from(own).sort();
      return { across, up, rows: own.length, largest: quantileAt(sorted, 1), median: quantileAt(sorted, 0.5) };
    });
}
