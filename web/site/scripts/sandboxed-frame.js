// A form that is one self-contained file, in a sandboxed frame. The page around hears whether it is
// ready, how tall it is, and what it says of a report; never of a record.
import { landInFrame } from "../../controls/land.js";
import { fetched } from "./early.js";

/**
 * How long a form may take after its document has loaded until it says that it is ready, in
 * milliseconds. Its script has run by then; one that a policy stops never says anything.
 */
const AFTER_LOAD = 3_000;

/**
 * Hears a frame and puts a document into it.
 *
 * @param {HTMLIFrameElement} frame
 * @param {object} on
 * @param {() => void} [on.ready] is called when the document says that it is ready
 * @param {(message: {type: string, code?: unknown, height?: unknown}) => void} [on.message]
 *   is given other messages
 * @param {(reason: "notLoaded" | "silent") => void} on.failed is called when the document doesn't
 *   come, or doesn't start
 */
export function sandboxedFrame(frame, { ready = () => {}, message = () => {}, failed }) {
  /** Whether the document is there or on its way. */
  let isAsked = false;
  /** Whether the frame was given it. */
  let isGiven = false;
  let isReady = false;

  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data?.type === "expost-height") {
      if (data.height > 0) frame.height = String(Math.ceil(data.height));
    } else if (data?.type === "expost-land") {
      landInFrame(frame, data.at);
    } else if (data?.type === "expost-ready") {
      isReady = true;
      ready();
    } else if (typeof data?.type === "string") message(data);
  });
  frame.addEventListener("load", () => {
    if (!isGiven) return;
    setTimeout(() => {
      if (!isReady) failed("silent");
    }, AFTER_LOAD);
  });

  return {
    /** Whether the document is there, and ready. */
    get ready() {
      return isReady;
    },

    /** Posts a message to the document in the frame. What is sent is public. */
    post(/** @type {object} */ sent) {
      // The sandboxed frame has no origin that could be named.
      if (isReady) frame.contentWindow?.postMessage(sent, "*");
    },

    /**
     * Puts the document at an address into the frame, unless it is there or on its way.
     *
     * The document is given to the frame as text instead of by address. A sandbox lets a frame lead
     * itself elsewhere, with a query string if it likes; but a document given as text is held by
     * this page's policy too, and that says frame-src blob:, so nothing that would have to be asked
     * for may be shown in the frame (tried in Chromium and Firefox: location, links, downloads,
     * refresh). Blobs are what the form made itself; Firefox counts saving one as showing it.
     *
     * @param {string} address
     */
    async show(address) {
      if (isAsked) return;
      isAsked = true;
      try {
        const response = await fetched(address);
        if (!response.ok) throw new Error(String(response.status));
        const text = await response.text();
        isGiven = true;
        frame.srcdoc = text;
      } catch {
        isAsked = false;
        failed("notLoaded");
      }
    },
  };
}
