// Axes: where a value lies, and which values are marked.
import { figure, power } from "../figures.js";

const LOG = Math.log10;

/**
 * An axis: its marks, its ends, and where a value lies, null where the axis has no place for it.
 *
 * @typedef {object} Scale
 * @property {{at: number, label: string}[]} ticks
 * @property {number} low
 * @property {number} high
 * @property {(value: number) => number | null} at
 */

/**
 * A logarithmic axis over whole powers of ten around `low` … `high` (both above 0), drawn from
 * `from` to `to`, with at most `most` marks.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @param {number} most
 * @returns {Scale}
 */
export function logScale(low, high, from, to, most) {
  const first = Math.floor(LOG(low) + 1e-9);
  const last = Math.max(Math.ceil(LOG(high) - 1e-9), first + 1);
  const every = Math.ceil((last - first + 1) / Math.max(most, 2));
  const ticks = [];
  for (let exponent = first; exponent <= last; exponent += every)
    ticks.push({ at: from + ((exponent - first) / (last - first)) * (to - from), label: power(exponent) });
  return {
    ticks,
    low: 10 ** first,
    high: 10 ** last,
    at: (value) => (value > 0 && Number.isFinite(value) ? from + ((LOG(value) - first) / (last - first)) * (to - from) : null),
  };
}

/**
 * Steps that people count in.
 *
 * @param {number} length
 * @param {number} most
 */
function stepFor(length, most) {
  const rough = length / Math.max(most - 1, 1);
  const unit = 10 ** Math.floor(LOG(rough));
  // Ten units are more than the rough step.
  return /** @type {number} */ ([1, 2, 5, 10].map((times) => times * unit).find((step) => step >= rough * (1 - 1e-9)));
}

/**
 * A linear axis from `low` to `high` or a little beyond, with at most about `most` marks written
 * by `format`.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @param {number} most
 * @param {(value: number) => string} [format]
 * @returns {Scale}
 */
export function linearScale(low, high, from, to, most, format = figure) {
  const length = high - low || Math.abs(high) || 1;
  const step = stepFor(length, most);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.max(Math.ceil(high / step - 1e-9), Math.floor(low / step) + 1)];
  const place = (/** @type {number} */ value) => from + ((value / step - first) / (last - first)) * (to - from);
  const ticks = [];
  for (let mark = first; mark <= last; mark += 1)
    ticks.push({ at: place(mark * step), label: format(Number((mark * step).toPrecision(12))) });
  return { ticks, low: first * step, high: last * step, at: (value) => (Number.isFinite(value) ? place(value) : null) };
}
