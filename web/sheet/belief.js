// The belief that someone starts from: from 1 in 10,000 to 50 in 100, or another number.
import { html, nothing } from "lit-html";
import { BELIEF_PARTS, countedFrom } from "../../wording/rounding.js";
import { readTyped } from "../../wording/typed-number.js";
import { errorMessage, radioInput } from "../controls/inputs.js";
import { moveInGroup } from "../controls/radios.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */

/**
 * A starting belief in ten-thousandths. `own`: the own number is chosen; `written`: the one to
 * begin with, in hundredths; `wrong`: none was written.
 *
 * @typedef {{parts: number, own: boolean, written?: number, wrong: boolean}} Belief
 */

const PRESETS = [5_000, 1_000, 100, 10, 1];
const OWN = "own";
const HUNDREDTH = BELIEF_PARTS / 100;

/**
 * Returns the starting belief that the page around chose, or the page itself.
 *
 * @param {number} hundredths
 */
export function beliefOf(hundredths) {
  const parts = hundredths * HUNDREDTH;
  const own = !PRESETS.includes(parts);
  return { parts, own, written: own ? hundredths : undefined, wrong: false };
}

/**
 * The whole number from 1 to 99 that was written, or null.
 *
 * @param {string} text
 */
function readBelief(text) {
  const written = /** @type {string} */ (readTyped(text, []).text);
  return /^[1-9]\d?$/.test(written) ? Number(written) : null;
}

/**
 * Functions that choose the starting belief; `drawResult` draws a result for it.
 *
 * @param {import("./state.js").SheetPage} page
 * @param {() => void} drawResult
 */
export function beliefChoosing({ state, draw, focusOn }, drawResult) {
  const choose = (/** @type {Belief} */ belief) => {
    state.belief = belief;
    drawResult();
  };
  return {
    belief: (/** @type {number} */ parts) => choose({ parts, own: false, wrong: false }),
    ownBelief() {
      state.belief = { ...state.belief, own: true, wrong: false };
      draw();
    },
    applyBelief(/** @type {string} */ text) {
      const hundredths = readBelief(text);
      if (hundredths !== null) {
        choose({ parts: hundredths * HUNDREDTH, own: true, wrong: false });
        return;
      }
      state.belief = { ...state.belief, wrong: true };
      draw();
      focusOn("belief-number");
    },
  };
}

/**
 * @param {Belief} belief
 * @param {Language} language
 * @param {Actions} actions
 */
export function beliefChoice(belief, language, actions) {
  const words = language.words.result;
  const chosen = belief.own ? OWN : String(belief.parts);
  const choices = [
    ...PRESETS.map((parts) => {
      const { count, of } = countedFrom(parts);
      return { value: String(parts), text: words.inCount(language.count(count), language.count(of)) };
    }),
    { value: OWN, text: words.belief.own },
  ];
  const set = (/** @type {string} */ value) => (value === OWN ? actions.ownBelief() : actions.belief(Number(value)));
  return html`<details class="not-kept">
    <summary>${words.belief.known}</summary>
    <fieldset
      class="belief"
      role="radiogroup"
      @keydown=${(/** @type {KeyboardEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).type === "radio" && moveInGroup(event, set)}
    >
      <legend>${words.belief.legend}</legend>
      <div class="choices choices-inline">
        ${choices.map(
          (choice, index) =>
            html`<div class="choice">
              ${radioInput(`belief-${choice.value}`, choices, index, chosen, set)}
              <label for="belief-${choice.value}">${choice.text}</label>
            </div>`,
        )}
      </div>
      ${belief.own ? ownNumber(belief, language, actions) : nothing}
    </fieldset>
  </details>`;
}

/**
 * @param {Belief} belief
 * @param {Language} language
 * @param {Actions} actions
 */
function ownNumber(belief, language, actions) {
  const words = language.words.result.belief;
  const apply = () => actions.applyBelief(/** @type {HTMLInputElement} */ (document.getElementById("belief-number")).value);
  return html`<div class=${belief.wrong ? "field field-wrong" : "field"}>
    <label class="field-label" for="belief-number">${words.ownLabel}</label>
    ${errorMessage("belief", belief.wrong && language.words.errors.belief, language.words.form.errorPrefix)}
    <div class="beside">
      <input
        id="belief-number"
        type="text"
        inputmode="numeric"
        class="number number-short"
        autocomplete="off"
        spellcheck="false"
        translate="no"
        value=${belief.written === undefined ? nothing : language.number(belief.written)}
        aria-describedby=${belief.wrong ? "belief-error" : nothing}
        aria-invalid=${belief.wrong ? "true" : nothing}
        @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && apply()}
      />
      <button type="button" class="button" @click=${apply}>${words.apply}</button>
    </div>
  </div>`;
}
