// Suggests what a person can do now, with a text to send to the publisher. Addresses are text: the
// page has no link that leads away.
import { html, nothing } from "lit-html";
import { sizeOfBound } from "../../wording/headline.js";
import { emphasised } from "../controls/emphasis.js";
import { folded } from "./folded.js";
import { textToSend } from "./text-to-send.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */

/** @typedef {{summary: import("expost").ReportSummary, hash: string | null}} About a report */

/**
 * The text for the publisher: it names the report, and says nothing of a record or a result.
 *
 * @param {About} about
 * @param {Language} language
 */
export function letter({ summary, hash }, { words }) {
  return words.next.letterText(summary.title, hash ?? words.report.fingerprintMissing);
}

/** Kinds of a publisher's pages, in the order of the points above them. */
export const LINKS = /** @type {const} */ (["rights", "optOut", "privacy"]);

/**
 * The publisher's own pages, as texts.
 *
 * @param {import("expost").PublisherLinks | undefined} links
 * @param {Language["words"]["next"]} words
 */
function addresses(links, words) {
  const given = LINKS.filter((kind) => links?.[kind]);
  if (given.length === 0) return nothing;
  return html`<p id="links-heading">${words.links}</p>
    <dl class="facts" aria-labelledby="links-heading">
      ${given.map(
        (kind) =>
          html`<div>
            <dt>${words.linkNames[kind]}</dt>
            <dd><code translate="no" dir="ltr">${links?.[kind]}</code></dd>
          </div>`,
      )}
    </dl>`;
}

/**
 * The thing to do after an answer, by its size and by how weak the report is.
 *
 * @param {Pick<import("expost").Bound, "total">} bound
 * @param {import("expost").ReportSummary} summary
 * @returns {"keep" | "ask" | "erase"}
 */
export function neededFor({ total }, { warnings }) {
  const size = sizeOfBound(total.upper);
  if (size === "likely" || size === "none") return "erase";
  const isWeak = warnings.some(({ level, code }) => level !== "note" || code === "sample");
  return size === "clear" || isWeak ? "ask" : "keep";
}

/**
 * @param {About & {bound: import("expost").Bound, copied: import("./state.js").State["copied"]}}
 *   about
 * @param {Language} language
 * @param {Actions} actions
 */
export function nextSteps(about, language, actions) {
  const { next, finish } = language.words;
  const contact = about.summary.publisher?.contact;
  return html`<section class="part" aria-labelledby="next-heading">
      <h3 id="next-heading">${next.heading}</h3>
      <p>${emphasised(next.needed[neededFor(about.bound, about.summary)])}</p>
      <ul class="points">
        ${next.points.map((point) => html`<li>${emphasised(point)}</li>`)}
      </ul>
      <p class="questions">${contact ? html`${finish.questions} <bdi>${contact}</bdi>` : finish.questionsUnknown}</p>
      ${addresses(about.summary.publisher?.links, next)}
      <p class="hint">${next.advice}</p>
    </section>
    ${folded(
      next.letter,
      textToSend(
        { id: "letter", name: next.letter, hint: next.letterHint, text: letter(about, language), save: actions.saveLetter },
        about,
        language,
        actions,
      ),
      "not-kept",
    )}`;
}
