// The frame inside an element, for tests.
import { until } from "./until.mjs";

/**
 * Waits for a frame's element and returns what is inside. Asked for the content of an element, the driver has the browser describe it,
 * with the whole page that may stand in its srcdoc, which takes longer than most tests; where there is one frame there is no need.
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
