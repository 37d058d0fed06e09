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
