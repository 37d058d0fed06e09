// Asks the page around for what reads Parquet, and runs it here.
//
// The page around may be anybody's. So nothing that it answers runs, except the one script whose
// fingerprint is in this page's policy: it is put into an element of the page, where the browser
// compares the two. A worker gets the text only afterwards, from the script itself.
import { isEmbedded, postToParent } from "../controls/embedded-page.js";
import { handedOut } from "./handed-out.js";

/** The question, which says nothing but that a Parquet file was chosen, and the answer to it. */
const TYPE = "expost-parquet";

/** How long the page around may take for its answer, in milliseconds: slow connections need it. */
export const ANSWER_MS = 60_000;

/**
 * Returns the text of the script that reads Parquet after it has run in this page; null where it
 * doesn't come in time, or is another one.
 *
 * @returns {Promise<string | null>}
 */
export async function askForParquetReader() {
  if (!handedOut() && isEmbedded()) run(await answer());
  return handedOut()?.text ?? null;
}

/** @returns {Promise<unknown>} */
function answer() {
  return new Promise((resolve) => {
    const settle = (/** @type {unknown} */ script) => {
      clearTimeout(timer);
      removeEventListener("message", hear);
      resolve(script);
    };
    const hear = (/** @type {MessageEvent} */ { source, data }) => {
      if (source === window.parent && data?.type === TYPE) settle(data.script);
    };
    const timer = setTimeout(() => settle(null), ANSWER_MS);
    addEventListener("message", hear);
    postToParent({ type: TYPE });
  });
}

/** @param {unknown} script */
function run(script) {
  if (typeof script !== "string") return;
  const element = document.createElement("script");
  element.textContent = script;
  document.head.append(element);
  element.remove();
}
