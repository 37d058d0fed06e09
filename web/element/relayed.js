// The frame passes these messages on between the page and the sheet inside, and of those that come
// out these parts. A script in the sheet can pass it by (docs/embedding.md, "What holds").
import { steppedHeight } from "../controls/height.js";
import { errors } from "./errors.js";

/** The greatest height that leaves, in pixels; a taller sheet scrolls. */
const GREATEST_HEIGHT = 19_968;

export const toSheet = new Set([
  ...["expost-report", "expost-loading", "expost-failed", "expost-clear"],
  ...["expost-prior", "expost-theme", "expost-events"],
]);

/** The least time between two heights, in milliseconds. */
export const HEIGHT_PAUSE = 250;

const isHeight = (height) => Number.isInteger(height) && height > 0;

/** A message of the sheet's as it may leave, made anew; null where it may not. */
export function outgoing(message) {
  switch (message?.type) {
    case "expost-ready":
    case "expost-result":
      return { type: message.type };
    case "expost-height":
      return isHeight(message.height)
        ? { type: message.type, height: Math.min(steppedHeight(message.height), GREATEST_HEIGHT) }
        : null;
    case "expost-error":
      return Object.hasOwn(errors, message.code) ? { type: message.type, code: message.code } : null;
    default:
      return null;
  }
}

/**
 * Passes messages on to `post`: heights only where they change, and at most one in HEIGHT_PAUSE; of
 * those that come sooner the last one, when the pause is over.
 */
export function paced(post) {
  let passed = 0;
  let next = 0;
  let pausing = false;
  const pass = () => {
    if (pausing || next === passed) return;
    pausing = true;
    passed = next;
    post({ type: "expost-height", height: passed });
    setTimeout(() => {
      pausing = false;
      pass();
    }, HEIGHT_PAUSE);
  };
  return (message) => {
    if (message.type !== "expost-height") return post(message);
    next = message.height;
    pass();
  };
}
