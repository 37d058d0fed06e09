// A page is scrolled to the place inside a frame that the frame tells.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { landInFrame } from "../../web/controls/land.js";

/** As the HTML standard has them for navigator.vendor. */
const VENDORS = { chromium: "Google Inc.", firefox: "", webkit: "Apple Computer, Inc." };

const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
after(() => {
  if (before) Object.defineProperty(globalThis, "navigator", before);
  else delete globalThis.navigator;
});

/**
 * Tells a place to an engine's page that is `off` pixels above it. Returns the margins with which
 * the frame was scrolled to.
 */
function scrolls(engine, off, at = 640) {
  Object.defineProperty(globalThis, "navigator", { value: { vendor: VENDORS[engine] }, configurable: true });
  const done = [];
  const style = { scrollMarginBlockStart: "" };
  const frame = {
    style,
    clientHeight: 3584,
    getBoundingClientRect: () => ({ top: off - 640 }),
    scrollIntoView: ({ block }) => done.push([block, style.scrollMarginBlockStart]),
  };
  landInFrame(frame, at);
  assert.equal(style.scrollMarginBlockStart, "");
  return done;
}

test("WebKit: wherever the page is, the place is brought to the top of the window", () => {
  for (const off of [800, 64, 63, 1, 0, -1, -32, -63, -64, -800])
    assert.deepEqual(scrolls("webkit", off), [["start", "-640px"]], String(off));
});

test("other engines: less than a step from the place the frame has scrolled to the answer itself", () => {
  for (const engine of ["chromium", "firefox"]) {
    for (const off of [63, 0, -63]) assert.deepEqual(scrolls(engine, off), [], `${engine}: ${off}`);
    for (const off of [800, 64, -64, -800]) assert.deepEqual(scrolls(engine, off), [["start", "-640px"]], `${engine}: ${off}`);
  }
});

test("what is no place in the frame scrolls nothing", () => {
  for (const at of [-64, 3648, NaN, Infinity, "640", null]) assert.deepEqual(scrolls("webkit", 720, at), [], String(at));
});
