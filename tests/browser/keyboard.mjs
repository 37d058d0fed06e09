// Going through a page by keyboard, for tests: where the focus is, whether it can be seen, and
// what it should reach.
import assert from "node:assert/strict";
import { innerFrame } from "./inner-frame.mjs";
import { until } from "./until.mjs";

/** More than any page takes: after so many presses of Tab the focus is trapped. */
const MOST_STOPS = 150;

/**
 * The focus in a document, and how it shows: { key: of this element alone, label, frame:
 * is it a frame, ring: the width of its outline in pixels, contrast: of the outline against what
 * is around it }; null where nothing has it.
 */
const focused = () => {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  // The canvas knows every way to write a colour. Reading it is slow, so a page reads each colour
  // once.
  window.coloursRead ??= new Map();
  const rgba = (colour) => {
    if (!window.coloursRead.has(colour)) {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      window.coloursRead.set(colour, canvas.getImageData(0, 0, 1, 1).data);
    }
    return window.coloursRead.get(colour);
  };
  const luminance = ([r, g, b]) => {
    const [lr, lg, lb] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
  };
  let around = element.parentElement;
  while (around.parentElement && rgba(getComputedStyle(around).backgroundColor)[3] < 255) around = around.parentElement;
  const style = getComputedStyle(element);
  const [a, b] = [style.outlineColor, getComputedStyle(around).backgroundColor].map((colour) => luminance(rgba(colour)));
  return {
    key: (element.focusKey ??= `${performance.timeOrigin} ${(window.focusKeys = (window.focusKeys ?? 0) + 1)}`),
    label: element.stop ?? (element.id || element.textContent.replace(/\s+/g, " ").trim()),
    frame: element.tagName === "IFRAME",
    ring: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
    contrast: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05),
  };
};

/**
 * Elements that Tab should reach in a document, in its order, numbered from `first` on, because two
 * links may have the same words.
 */
const reachable = (first) =>
  Array.from(document.querySelectorAll("a[href], button, input, select, textarea, summary, iframe, [tabindex]"))
    .filter((element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }))
    .map((element, index) => {
      if (element.tagName === "IFRAME") return { frame: element.id };
      element.stop = `${first + index} ${element.id || element.textContent.replace(/\s+/g, " ").trim()}`;
      return { label: element.stop };
    });

/** The document inside the page's frame that has the focus, else the page's own. */
async function innermost(page) {
  const own = page.mainFrame();
  if (!(await own.evaluate(() => document.activeElement instanceof HTMLIFrameElement))) return own;
  for (const frame of own.childFrames()) if (await frame.evaluate(() => document.hasFocus())) return frame;
  return own;
}

/**
 * Where the focus is at this moment. `passing`: it may be on its way, into a frame or out of one.
 */
async function focusNow(page) {
  const inside = await innermost(page);
  const at = await inside.evaluate(focused);
  // Asked a second time, the page may answer with the frame that it did not have before.
  return { at, passing: at === null ? inside !== page.mainFrame() : at.frame };
}

/**
 * Milliseconds after which a focus that is on nothing is taken to stay there. On its way into a
 * frame in another process it may be on nothing, too.
 */
const ON_NOTHING = 2_000;

/**
 * Where the focus is once it is on no way any more; null where it is on nothing of the page. On
 * its way into a frame it is on the frame, which may be in another process: that is no stop.
 */
export async function stop(page) {
  let now;
  let nothingSince = null;
  await until(
    async () => {
      now = await focusNow(page);
      if (now.at !== null || now.passing) {
        nothingSince = null;
        return !now.passing;
      }
      nothingSince ??= Date.now();
      return Date.now() - nothingSince >= ON_NOTHING;
    },
    () => `the focus gets from ${now.at?.label ?? "the frame"} to something in it`,
  );
  return now.at;
}

/**
 * Where the focus is after a key that moves it. A trap, in which it stays where it was, is a
 * failure.
 */
async function nextStop(page, before) {
  let at;
  await until(
    async () => (at = await stop(page))?.key !== before?.key,
    () => `the focus leaves ${before?.label ?? "nothing"}`,
  );
  return at;
}

/**
 * The focus can be seen: at least 2 px wide, 3:1 against what is around it (WCAG 2.2, 2.4.13 and
 * 1.4.11).
 */
export function showsFocus({ label, ring, contrast }) {
  assert.ok(ring >= 2, `${label} shows no focus`);
  assert.ok(contrast >= 3, `the focus on ${label} has a contrast of ${contrast.toFixed(2)}`);
}

/**
 * Presses a key until the focus is on `wanted` (an id or a text); every stop on the way must show
 * it. Returns their labels.
 */
export async function moveTo(page, wanted, key = "Tab") {
  const passed = [];
  let { at } = await focusNow(page);
  while (passed.at(-1) !== wanted) {
    assert.ok(passed.length < MOST_STOPS, `${key} reaches ${wanted}: ${passed}`);
    await page.keyboard.press(key);
    at = await nextStop(page, at);
    if (at === null) {
      passed.push("");
      continue;
    }
    showsFocus(at);
    passed.push(at.label);
  }
  return passed;
}

/**
 * Everything that Tab should reach on a page, frames included, in order; from now on these are the
 * labels of the stops.
 */
export async function allReachable(page) {
  const labels = [];
  for (const { label, frame } of await page.evaluate(reachable, 100)) {
    if (frame === undefined) labels.push(label);
    else {
      const within = await innerFrame(page, `#${frame}`);
      labels.push(...(await within.evaluate(reachable, 500)).map((each) => each.label));
    }
  }
  return labels;
}
