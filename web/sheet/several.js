// Trying several records. A figure for one record misleads people who try many and keep the best.
// So the second record that differs from the first gets a figure that holds for all at once
// (mathematics.md 10), unless the person says that the first was a slip. Where none holds for all,
// it is one for many records settled on beforehand (noisy-gradient-descent.md 7).
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { exploringHint, severalHint, severalWords } from "../../wording/records.js";
import { notice } from "./notice.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */

/**
 * Why a figure holds for all records at once.
 *
 * @typedef {"chosen" | "noticed" | "exploring"} Several
 */

/**
 * Remembers, in memory only, which records were checked. What counts is the record as the sums see
 * it: a value that is raised to the report's minimum either way is no other record.
 */
export class Tries {
  /** @type {Set<string>} */
  #seen = new Set();
  // Whether a record was checked before the last clearing: nothing of the record itself.
  #before = false;

  /**
   * Takes note of a bound's record; whether it is a further one.
   *
   * @param {Pick<import("expost").Bound, "x" | "y">} bound
   */
  add({ x, y }) {
    this.#seen.add(JSON.stringify([x, y]));
    return this.#before || this.#seen.size > 1;
  }

  /**
   * Forgets the records, but not that there were any: clearing between tries would otherwise make
   * each of them the first.
   */
  clear() {
    this.#before ||= this.#seen.size > 0;
    this.#seen.clear();
  }

  /** Forgets everything. */
  forget() {
    this.#seen.clear();
    this.#before = false;
  }
}

/**
 * Why the figure is one for all records, or for many. Going back to one record is the form's where
 * she explores: the record isn't hers.
 *
 * @param {Several} several
 * @param {Pick<import("expost").Bound, "uniform">} bound
 * @param {Language} language
 * @param {Actions} actions
 */
export function severalNotice(several, bound, language, actions) {
  const words = language.words.several;
  const noticed = several === "noticed";
  return notice({
    id: "several",
    within: true,
    ...severalWords(several, bound, language),
    more:
      several === "exploring"
        ? undefined
        : html`<button type="button" class="button button-quiet not-kept" @click=${actions.oneRecord}>
              ${noticed ? words.correcting : words.one}
            </button>
            ${noticed ? html`<p class="hint not-kept">${words.correctingHint}</p>` : nothing}`,
  });
}

/**
 * A box to tick, with its hint below.
 *
 * @param {{id: string, checked: boolean, label: string, hint: string}} box
 * @param {(checked: boolean) => void} changed
 */
const boxWithHint = ({ id, checked, label, hint }, changed) =>
  html`<div class="choice">
      <input
        type="checkbox"
        id=${id}
        autocomplete="off"
        aria-describedby="${id}-hint"
        .checked=${live(checked)}
        @change=${(/** @type {{target: HTMLInputElement}} */ event) => changed(event.target.checked)}
      />
      <label for=${id}>${label}</label>
    </div>
    <p class="hint" id="${id}-hint">${hint}</p>`;

/**
 * The choice itself, next to how sure the figure is. `now`: the figure after a change of the
 * choice, in words.
 *
 * @param {{several: Several | null, summary: import("expost").ReportSummary}} state
 * @param {string | null} now
 * @param {Language} language
 * @param {Actions} actions
 */
export function severalChoice({ several, summary }, now, language, actions) {
  const words = language.words.several;
  return html`<div class="not-kept">
    ${boxWithHint(
      { id: "several", checked: Boolean(several), label: words.choose, hint: severalHint(summary, language) },
      (checked) => actions.countRecords(checked ? "chosen" : null),
    )}
    ${now ? html`<p class="several-now"><strong>${now}</strong></p>` : nothing}
  </div>`;
}

/**
 * The box in the form of somebody who tries values that aren't hers; none where every result holds
 * for all records anyway.
 *
 * @param {import("./state.js").State} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function exploringChoice({ report, several }, language, actions) {
  const { summary } = /** @type {import("expost").Report} */ (report);
  if (summary.mechanism.kind === "objective-laplace") return nothing;
  const box = { id: "exploring", checked: several === "exploring", label: language.words.several.exploring };
  return html`<div class="exploring">
    ${boxWithHint({ ...box, hint: exploringHint(summary, language) }, actions.exploring)}
  </div>`;
}
