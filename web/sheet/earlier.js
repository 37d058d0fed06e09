// The result of values that were changed since: it is kept in sight, marked as theirs.
import { html, nothing } from "lit-html";
import { figureCounts, headlineWords } from "../../wording/headline.js";
import { notice } from "./notice.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Earlier } from "./state.js" */

/**
 * The part of a result that is kept once a value was changed.
 *
 * @param {import("./sheet-view.js").Result | null} result null where its figure wasn't there yet
 * @param {Language} language
 * @returns {Earlier}
 */
export function earlierOf(result, language) {
  if (!result || result.kind === "wentWrong") return { headline: null };
  if (result.kind !== "figure") return { headline: language.words.states[result.kind].title };
  return { headline: headlineWords(figureCounts(result.belief.parts, result.after), language).headline };
}

/**
 * Says that a changed value took the result away, and which it was.
 *
 * @param {Earlier} earlier
 * @param {Language} language
 */
export function earlierNotice({ headline }, { words: { states } }) {
  const { title, body, before } = states.changed;
  return notice({ id: "changed", within: true, title, body, more: headline ? html`<p>${before(headline)}</p>` : nothing });
}
