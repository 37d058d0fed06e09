// Where a person is after the page has moved by itself.
import assert from "node:assert/strict";
import { until } from "./until.mjs";

/** @typedef {() => Promise<{y: number, height: number}>} Box from the window's top */

/**
 * Waits until `first` begins in the upper quarter of a window, and `last` ends within it, twice in
 * a row: a page on its way passes by many places.
 *
 * @param {{height: number}} window
 * @param {Box} first
 * @param {Box} last
 */
export async function landedIn({ height }, first, last) {
  let before;
  let at;
  await until(
    async () => {
      const [top, end] = [await first(), await last()];
      before = at;
      at = { top: top.y, end: end.y + end.height };
      const steady = before?.top === at.top && before?.end === at.end;
      return steady && at.top > -1 && at.top <= height / 4 && at.end <= height;
    },
    () => `the answer is on the screen of ${height}: it is from ${at?.top} to ${at?.end}`,
  );
  assert.ok(at.end > at.top);
}

/**
 * Runs in a page around. Scrolls it to 63 pixels below the place that the check page tells, less
 * than a step, before <expost-check> hears of the place.
 */
export function scrollTooFar() {
  addEventListener("message", ({ data }) => {
    if (data?.type !== "expost-land") return;
    const frame = document.querySelector("expost-check").shadowRoot.querySelector("iframe");
    scrollBy(0, frame.getBoundingClientRect().top + data.at + 63);
    window.wasTooFar = true;
  });
}
