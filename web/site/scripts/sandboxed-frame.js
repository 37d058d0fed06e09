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
 * Hears a frame and puts documents into it.
 *
 * @param {HTMLIFrameElement} frame
 * @param {object} on
 * @param {() => void} [on.ready] is called when a document says that it is ready
 * @param {(message: {type: string, code?: unknown}) => void} [on.message] is given other messages
 * @param {(reason: "notLoaded" | "silent") => void} on.failed is called when a document doesn't
 *   come, or doesn't start
 */
export function sandboxedFrame(frame, { ready = () => {}, message = () => {}, failed }) {
  /**
   * Addresses: of the document that is asked for, and of the one in the frame.
   *
   * @type {string | null}
   */
  let wanted = null;
  /** @type {string | null} */
  let held = null;
  let isReady = false;
  let coming = new AbortController();

  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data?.type === "expost-height") {
      if (data.height > 0) frame.height = String(Math.ceil(data.height));
    } else if (data?.type === "expost-land") {
      landInFrame(frame, data.at);
    } else if (data?.type === "expost-ready") {
      isReady = true;
      if (wanted === held) ready();
    } else if (wanted === held && typeof data?.type === "string") message(data);
  });
  frame.addEventListener("load", () => {
    const loaded = held;
    if (loaded === null || isReady) return;
    setTimeout(() => {
      if (!isReady && wanted === loaded && held === loaded) failed("silent");
    }, AFTER_LOAD);
  });

  return {
    /** Whether the document that was asked for is there, and ready. */
    get ready() {
      return isReady && wanted === held;
    },

    /** Posts a message to the document in the frame. What is sent is public. */
    post(/** @type {object} */ sent) {
      // The sandboxed frame has no origin that could be named.
      if (isReady) frame.contentWindow?.postMessage(sent, "*");
    },

    /**
     * Puts the document at an address into the frame, unless it is there; another one that is still
     * on its way is given up. Where it doesn't come, the one before stays.
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
      if (address === wanted) return;
      coming.abort();
      wanted = address;
      if (address === held) return;
      coming = new AbortController();
      const { signal } = coming;
      try {
        const response = await fetched(address, signal);
        if (!response.ok) throw new Error(String(response.status));
        const text = await response.text();
        if (signal.aborted) return;
        held = address;
        isReady = false;
        frame.srcdoc = text;
      } catch {
        if (signal.aborted) return;
        wanted = held;
        failed("notLoaded");
      }
    },
  };
}
