// Scrolls a page to a place inside a frame of it, unless that is at the top of the window already.

/** Places are told in steps of this many pixels, so they may be this far off. */
const STEP = 64;

/**
 * @param {HTMLIFrameElement} frame
 * @param {unknown} at pixels from the top of the frame
 */
export function landInFrame(frame, at) {
  if (typeof at !== "number" || !(at >= 0 && at <= frame.clientHeight)) return;
  const top = frame.getBoundingClientRect().top + at;
  if (top > -STEP && top < STEP) return;
  frame.style.scrollMarginBlockStart = `${-at}px`;
  frame.scrollIntoView({ block: "start" });
  frame.style.scrollMarginBlockStart = "";
}
