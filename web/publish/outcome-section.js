// The outcome that the model predicts: the column, the loss, the values.
import { html, nothing } from "lit-html";
import { emphasised } from "../controls/emphasis.js";
import { isDescent } from "./descent-answers.js";
import { isBinary } from "./study-record.js";

/** @import { Answers } from "./answers.js" */
/** @import { DrawField } from "./budget-section.js" */

/** @type {import("./actions.js").Section} */
export function outcomeSection(state, { page }, controls, actions) {
  const words = page.outcome;
  const { answers } = state;
  /** @type {DrawField} */
  const field = (key, more) => controls.text({ value: answers[key], set: (value) => actions.answer(key, value), ...more });
  const names = outcomeNames(state);
  return html`<section class="part" aria-labelledby="outcome-heading">
    <h2 id="outcome-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${controls.select({
        id: "outcome",
        label: words.column,
        value: answers.outcome,
        set: (value) => actions.answer("outcome", value),
        choices: [{ value: "", text: words.prompt }, ...names.map((name) => ({ value: name, text: name }))],
      })}
      ${field("outcomeLabel", { id: "outcome-label", label: words.label, width: "wide" })}
      ${controls.radios({
        id: "loss",
        legend: words.lossLegend,
        value: answers.loss,
        set: (value) => actions.answer("loss", value),
        choices: Object.entries(words.losses).map(([value, own]) => ({ value, ...own })),
      })}
      ${answers.loss === "squared" && !isDescent(answers) ? html`<p class="aside-note">${emphasised(words.squaredWarning)}</p>` : nothing}
      ${answers.loss === "pseudo-huber" ? field("width", { id: "width", label: words.width, hint: words.widthHint, width: "number", keys: "decimal" }) : nothing}
      ${values(answers, words, field)}
    </div>
  </section>`;
}

/**
 * @param {Answers} answers
 * @param {import("#words/publish").PublishWords["outcome"]} words
 * @param {DrawField} field
 */
function values(answers, words, field) {
  if (answers.loss === "") return nothing;
  if (isBinary(answers.loss)) {
    return html`${field("negative", { id: "negative", label: words.negative, hint: words.valuesHint, width: "number" })}
    ${field("positive", { id: "positive", label: words.positive, hint: words.valuesHint, width: "number" })}`;
  }
  return html`${field("outcomeUnit", { id: "outcome-unit", label: words.unit, width: "number" })}
    <div class="pair">
      ${field("outcomeMinimum", { id: "outcome-minimum", label: words.minimum, width: "number" })}
      ${field("outcomeMaximum", { id: "outcome-maximum", label: words.maximum, width: "number" })}
    </div>`;
}

/**
 * The columns that can be chosen; what a study names stays choosable until the data say otherwise.
 *
 * @param {import("./state.js").State} state
 */
function outcomeNames({ answers, header }) {
  const names = header
    ? header.filter((name) => name !== "")
    : answers.columns.filter(({ kind }) => kind !== "constant").map(({ name }) => name);
  return [...new Set(answers.outcome === "" ? names : [...names, answers.outcome])];
}
