// Nothing runs off the side of a page: on narrow screens, with large text, and read from right to
// left.
import assert from "node:assert/strict";

const deep = process.env.EXPOST_EVERY_BROWSER === "1";

/**
 * Width in pixels, size of the text, direction; the last is how pages are opened. The deep run has
 * those between, too.
 */
const ways = [
  [320, "", "ltr"],
  [320, "", "rtl"],
  [640, "200%", "ltr"],
  [1280, "200%", "rtl"],
  ...(deep
    ? [360, 480, 768].flatMap((width) => [
        [width, "", "ltr"],
        [width, "", "rtl"],
      ])
    : []),
  ...(deep
    ? [
        [1280, "200%", "ltr"],
        [1280, "", "rtl"],
      ]
    : []),
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
