// The page round a form that is one self-contained file. It hands the form to a sandboxed frame
// and hears how tall it is; it never sees any data.
import { says as words } from "site-words";
import { byId } from "./by-id.js";
import { sandboxedFrame } from "./sandboxed-frame.js";

/**
 * Shows the form at an address in the page's frame `id`.
 *
 * @param {string} id
 * @param {string} address relative to the page
 */
export function showForm(id, address) {
  /** @type {HTMLIFrameElement} */
  const frame = byId(id);
  const message = byId("frame-message");

  /** @param {string} text */
  function say(text) {
    message.textContent = text;
    message.className = text === "" ? "message" : "message wrong";
    frame.hidden = text !== "";
  }

  const form = sandboxedFrame(frame, {
    ready: () => say(""),
    failed: (reason) => say(reason === "silent" ? words.noStart : words.noSheet),
  });

  // The form takes dropped files. One that misses it must not make the browser leave for the file.
  for (const type of /** @type {const} */ (["dragover", "drop"])) {
    addEventListener(type, (event) => {
      if (Array.from(event.dataTransfer?.types ?? []).includes("Files")) event.preventDefault();
    });
  }

  form.show(address);
}
