// Messages of a page to the page around its frame: that it is ready, and how tall it is.
import { reportHeight } from "./height.js";

/** Whether the page is shown in a frame. */
export const isEmbedded = () => window.parent !== window;

/**
 * Posts to the page around. The origin of that page can't be known from inside the sandbox; what
 * is sent says nothing about anyone.
 *
 * @param {{type: string, [part: string]: unknown}} message
 */
export const postToParent = (message) => window.parent.postMessage(message, "*");

/** Tells the page around that this one is ready, and how tall it is, whenever that changes. */
export function tellReady() {
  reportHeight(document.body, postToParent);
  postToParent({ type: "expost-ready" });
}
