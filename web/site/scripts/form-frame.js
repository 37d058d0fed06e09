// The page round a form for data holders. It hands the form to a sandboxed frame, hears how tall it
// is and that a Parquet file was chosen, and then hands in what reads Parquet. It never sees any
// data.
import { says as words } from "#words/site";
import { PARQUET_READER } from "../../bake/page-names.js";
import { byId } from "./by-id.js";
import { fetched } from "./early.js";
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

  /**
   * The script that reads Parquet, once the form has asked for it. It is fetched once, whatever
   * becomes of that: how often something is fetched could tell what is in the form.
   *
   * @type {Promise<string | null> | null}
   */
  let reader = null;

  const form = sandboxedFrame(frame, {
    ready: () => say(""),
    async message({ type }) {
      if (type !== "expost-parquet") return;
      reader ??= textAt(`${SITE_ROOT}${PARQUET_READER}`);
      form.post({ type, script: await reader });
    },
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

/**
 * The text at an address, null where it doesn't come.
 *
 * @param {string} address
 */
async function textAt(address) {
  try {
    const response = await fetched(address);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
