// Tells the page around the sheet how tall it is. SECURITY.md (F6) lists what else leaves the
// sheet: that it is ready, what it says of a report, that a result is shown, where to scroll to.

/** The step of a height that is told, in pixels. In exact heights one could read what is shown. */
const STEP = 64;

/**
 * The least height on the steps that is no less than `height`, both in pixels.
 *
 * @param {number} height
 */
export const steppedHeight = (height) => Math.ceil(height / STEP) * STEP;

/**
 * The greatest place on the steps that is no further down than `top`, in pixels from the page's
 * top.
 *
 * @param {number} top
 */
export const steppedPlace = (top) => Math.max(0, Math.floor(top / STEP) * STEP);

/**
 * Posts the height of `body` to the parent whenever its step changes.
 *
 * @param {HTMLElement} body
 * @param {(message: {type: "expost-height", height: number}) => void} post
 */
export function reportHeight(body, post) {
  let last = 0;
  const tell = () => {
    const height = steppedHeight(body.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    post({ type: "expost-height", height });
  };
  new ResizeObserver(tell).observe(body);
  tell();
}
