// Names the guides that explain a result, with their addresses as text: the page has no link that
// leads away. Only a page around knows where they are.
import { html, nothing } from "lit-html";

/**
 * Addresses of guides.
 *
 * @typedef {{number: string, questions: string}} Guides
 */

const LONGEST = 500;

const isAddress = (/** @type {unknown} */ value) =>
  typeof value === "string" && value.length <= LONGEST && /^https?:\/\/\S+$/.test(value);

/**
 * The guides that a page around names; null where they aren't all addresses of the web.
 *
 * @param {{number?: unknown, questions?: unknown}} named
 * @returns {Guides | null}
 */
export const guidesOf = ({ number, questions }) =>
  isAddress(number) && isAddress(questions) ? /** @type {Guides} */ ({ number, questions }) : null;

/**
 * @param {Guides | null} guides
 * @param {import("../../wording/formats.js").Language} language
 */
export function moreToRead(guides, { words: { guides: words } }) {
  if (!guides) return nothing;
  const kinds = /** @type {const} */ (["number", "questions"]);
  return html`<section class="part" aria-labelledby="guides-heading">
    <h3 id="guides-heading">${words.heading}</h3>
    <p class="not-kept">${words.below}</p>
    <dl class="facts">
      ${kinds.map(
        (kind) =>
          html`<div>
            <dt>${words[kind]}</dt>
            <dd><code translate="no" dir="ltr">${guides[kind]}</code></dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
