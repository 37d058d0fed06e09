// Nothing runs off the side of a page: on narrow screens, with large text, and read from right to left.
import assert from "node:assert/strict";

/** Width in pixels, size of the text, direction; the last is how pages are opened. */
const ways = [
  [320, "", "ltr"],
  [320, "", "rtl"],
  [360, "", "ltr"],
  [360, "", "rtl"],
  [640, "200%", "ltr"],
  [1280, "200%", "ltr"],
  [1280, "200%", "rtl"],
  [1280, "", "rtl"],
  [1280, "", "ltr"],
];

/** Fails where a page is wider than the screen; `state` is named then. */
export async function nothingRunsOff(page, state) {
  for (const [width, fontSize, dir] of ways) {
    await page.setViewportSize({ width, height: 800 });
    const [needed, given] = await page.evaluate(
      ([size, dir]) => {
        document.documentElement.style.fontSize = size;
        document.documentElement.dir = dir;
        return [document.documentElement.scrollWidth, innerWidth];
      },
      [fontSize, dir],
    );
    assert.ok(needed <= given, `${state}, ${width} px, ${fontSize || "100%"}, ${dir}: ${needed} px needed`);
  }
}
