// Scrolls a page to a place inside a frame of it, unless the frame has done that itself.

/** Places are told in steps of this many pixels, so they may be up to this far above the answer. */
const STEP = 64;

/**
 * True if pages in frames can scroll the pages around them: in all engines but WebKit. The HTML
 * standard fixes each engine's vendor ("navigator compatibility mode").
 */
const framesScroll = () => navigator.vendor !== "Apple Computer, Inc.";

/**
 * @param {HTMLIFrameElement} frame
 * @param {unknown} at pixels from the top of the frame
 */
export function landInFrame(frame, at) {
  if (typeof at !== "number" || !(at >= 0 && at <= frame.clientHeight)) return;
  const top = frame.getBoundingClientRect().top + at;
  // Where no frame scrolls, the page is here by chance, and the answer may be above the window.
  if (framesScroll() && top > -STEP && top < STEP) return;
  frame.style.scrollMarginBlockStart = `${-at}px`;
  frame.scrollIntoView({ block: "start" });
  frame.style.scrollMarginBlockStart = "";
}
