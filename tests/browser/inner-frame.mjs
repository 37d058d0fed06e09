// The frame inside an element, for tests.
import { until } from "./until.mjs";

/**
 * Waits for a frame's element and returns the frame inside. A single frame is taken from the
 * driver's list. Asking for the content of its element makes the browser describe the element, with
 * the whole page that may be in its srcdoc, and takes 0.2 seconds.
 *
 * @param {object} around the page or the frame that it is in
 * @param {string} selector of the frame's element
 */
export async function innerFrame(around, selector = "iframe") {
  const element = await around.waitForSelector(selector);
  const parent = around.mainFrame?.() ?? around;
  await until(
    () => parent.childFrames().length > 0,
    () => `${selector} has a frame`,
  );
  const inside = parent.childFrames();
  return inside.length === 1 ? inside[0] : element.contentFrame();
}
