// The frame passes these messages on between the page and the sheet inside, and of those that come
// out these parts. A script in the sheet can pass it by (docs/embedding.md, "What holds").
import { steppedHeight, steppedPlace } from "../controls/height.js";
import { isErrorCode } from "./errors.js";

/** The greatest height that leaves, in pixels; a taller sheet scrolls. */
const GREATEST_HEIGHT = 19_968;

export const toSheet = new Set([
  ...["expost-report", "expost-loading", "expost-failed", "expost-clear"],
  ...["expost-prior", "expost-theme", "expost-events"],
]);

/** The least time between two heights, or between two places to scroll to, in milliseconds. */
export const HEIGHT_PAUSE = 250;

/**
 * A message that leaves the frame.
 *
 * @typedef {{type: "expost-ready" | "expost-result"} | {type: "expost-height", height: number} |
 *   {type: "expost-land", at: number} | {type: "expost-error", code: string}} Outgoing
 */

/** @type {(height: unknown) => height is number} */
const isHeight = (height) => Number.isInteger(height) && Number(height) > 0;

/** @type {(at: unknown) => at is number} */
const isPlace = (at) => Number.isInteger(at) && Number(at) >= 0;

/**
 * Returns a message of the sheet as it may leave, copied field by field; null where it may not.
 *
 * @param {{type?: unknown, height?: unknown, at?: unknown, code?: unknown} | null |
 *   undefined} message
 * @returns {Outgoing | null}
 */
export function outgoing(message) {
  switch (message?.type) {
    case "expost-ready":
    case "expost-result":
      return { type: message.type };
    case "expost-height":
      return isHeight(message.height)
        ? { type: message.type, height: Math.min(steppedHeight(message.height), GREATEST_HEIGHT) }
        : null;
    case "expost-land":
      return isPlace(message.at) ? { type: message.type, at: Math.min(steppedPlace(message.at), GREATEST_HEIGHT) } : null;
    case "expost-error":
      return isErrorCode(message.code) ? { type: message.type, code: message.code } : null;
    default:
      return null;
  }
}

/**
 * Passes messages on to `post`: heights only where they change, and at most one in HEIGHT_PAUSE; of
 * those that come sooner the last one, when the pause is over. Of places to scroll to at most one
 * in HEIGHT_PAUSE passes, and those that come sooner are dropped.
 *
 * @param {(message: Outgoing) => void} post
 * @returns {(message: Outgoing) => void}
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
  let landed = false;
  return (message) => {
    if (message.type === "expost-land") {
      if (landed) return;
      landed = true;
      setTimeout(() => (landed = false), HEIGHT_PAUSE);
    }
    if (message.type !== "expost-height") return post(message);
    next = message.height;
    pass();
  };
}
