// The page round a form that is one self-contained file. It hands the form to a sandboxed frame
// and hears how tall it is; it never sees any data.
import { says as words } from "site-words";
import { byId } from "./by-id.js";

/**
 * Shows the form in `file` in the page's frame `id`.
 *
 * @param {string} id
 * @param {string} file
 */
export function showForm(id, file) {
  /** @type {HTMLIFrameElement} */
  const frame = byId(id);

  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow) return;
    if (event.data?.type === "expost-height" && event.data.height > 0) frame.height = String(Math.ceil(event.data.height));
  });

  // The form takes dropped files. One that misses it must not make the browser leave for the file.
  for (const type of /** @type {const} */ (["dragover", "drop"])) {
    addEventListener(type, (event) => {
      if (Array.from(event.dataTransfer?.types ?? []).includes("Files")) event.preventDefault();
    });
  }

  // As text, so that the frame's document is held by this page's policy too: frame-src blob: keeps
  // it from being led anywhere.
  fetch(`${SITE_ROOT}${file}`, { credentials: "omit" })
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .then((text) => (frame.srcdoc = text))
    .catch(() => {
      const message = byId("frame-message");
      message.textContent = words.noSheet;
      message.className = "message wrong";
    });
}
