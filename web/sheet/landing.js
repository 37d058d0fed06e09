// Moves a person to what was just drawn: to the top of the window, whatever is around the page.
import { postToParent } from "../controls/embedded-page.js";
import { steppedPlace } from "../controls/height.js";

/**
 * How long a page around may take to give its frame the height of what is in it, in milliseconds.
 * The custom element passes heights on at most four times a second.
 */
const PATIENCE = 1_500;

/**
 * Resolves once the frame is as tall as the page in it. Pages around learn the height by message;
 * until then they can't be scrolled to the end of it.
 */
function frameIsTall() {
  return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const look = () => {
      if (innerHeight < document.body.getBoundingClientRect().height) return;
      clearTimeout(timer);
      done();
    };
    const done = () => {
      removeEventListener("resize", look);
      resolve();
    };
    const timer = setTimeout(done, PATIENCE);
    addEventListener("resize", look);
    look();
  });
}

/** Landings that were begun: a later one takes the place of one that still waits. */
let begun = 0;

/**
 * Moves the focus to an element by its id, if it is there, and scrolls the page, and those around
 * it, until the element is at the top of the window. WebKit doesn't let a page in a frame scroll
 * the ones around, so they are told where the element is, in steps. Its place is the same for
 * every record.
 *
 * @param {string} id
 * @param {{embedded: boolean}} where
 */
export async function landOn(id, { embedded }) {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  begun += 1;
  const turn = begun;
  if (embedded) await frameIsTall();
  // Meanwhile it may have been taken away.
  if (!element || turn !== begun || element.getClientRects().length === 0) return;
  element.scrollIntoView({ block: "start" });
  if (embedded) postToParent({ type: "expost-land", at: steppedPlace(element.getBoundingClientRect().top + scrollY) });
}
