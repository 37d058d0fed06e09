// One part of a sum as a bar that begins where the part before it ended.
import { html, svg } from "lit-html";

/**
 * The stretch of numbers that a row of running bars needs: from the lowest to the highest point
 * passed, 0 included.
 *
 * @param {number[]} running
 */
export function stretchOf(running) {
  return { low: Math.min(0, ...running), high: Math.max(0, ...running) };
}

/**
 * A bar from `from` to `to` within `stretch`; backwards ones are hatched as well as coloured. The
 * table next to it has the numbers.
 *
 * @param {{from: number, to: number, stretch: ReturnType<typeof stretchOf>, whole?: boolean}} bar
 */
export function runningBar({ from, to, stretch, whole = false }) {
  const length = stretch.high - stretch.low || 1;
  const at = (/** @type {number} */ value) => ((value - stretch.low) / length) * 100;
  const left = Math.min(at(from), at(to));
  const width = Math.abs(at(to) - at(from));
  const kind = whole ? "run-whole" : to < from ? "run-down" : "run-up";
  return html`<svg class="run" aria-hidden="true">
    ${svg`
      <line class="run-zero" x1="${at(0).toFixed(3)}%" x2="${at(0).toFixed(3)}%" y1="0" y2="14"></line>
      <rect class=${kind} x="${left.toFixed(3)}%" width="${width.toFixed(3)}%" y="2" height="10"></rect>
      <line class="run-end" x1="${at(to).toFixed(3)}%" x2="${at(to).toFixed(3)}%" y1="0" y2="14"></line>`}
  </svg>`;
}
