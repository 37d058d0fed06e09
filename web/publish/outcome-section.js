// The outcome that the model predicts: the column, the loss, the values.
import { html, nothing } from "lit-html";
import { emphasised } from "../controls/emphasis.js";
import { hasWidth, isDescent, labelKind } from "./conditions.js";
import { fieldIn } from "./fields.js";

/** @import { Answers, DrawField } from "./fields.js" */

/** @type {import("./actions.js").Section} */
export function outcomeSection(state, { page }, controls, actions) {
  const words = page.outcome;
  const { answers } = state;
  const field = fieldIn(answers, actions.answer);
  /** @type {DrawField} */
  const text = (key, more) => controls.text({ ...field(key), ...more });
  const names = outcomeNames(state);
  return html`<section class="part" aria-labelledby="outcome-heading">
    <h2 id="outcome-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${controls.select({
        ...field("outcome"),
        label: words.column,
        choices: [{ value: "", text: words.prompt }, ...names.map((name) => ({ value: name, text: name }))],
      })}
      ${text("outcomeLabel", { label: words.label, width: "wide" })}
      ${controls.radios({
        ...field("loss"),
        legend: words.lossLegend,
        choices: Object.entries(words.losses).map(([value, own]) => ({ value, ...own })),
      })}
      ${answers.loss === "squared" && !isDescent(answers) ? html`<p class="aside-note">${emphasised(words.squaredWarning)}</p>` : nothing}
      ${hasWidth(answers) ? text("width", { label: words.width, hint: words.widthHint, width: "number", keys: "decimal" }) : nothing}
      ${values(answers, words, text, () => controls.area({ ...field("outcomeWords"), label: words.levelWords, hint: words.levelWordsHint }))}
    </div>
  </section>`;
}

/**
 * @param {Answers} answers
 * @param {import("#words/publish").PublishWords["outcome"]} words
 * @param {DrawField} text
 * @param {() => import("../controls/controls.js").Drawn} inWords
 */
function values(answers, words, text, inWords) {
  if (answers.loss === "") return nothing;
  if (labelKind(answers) === "binary") {
    return html`${text("negative", { label: words.negative, hint: words.valuesHint, width: "number" })}
    ${text("positive", { label: words.positive, hint: words.valuesHint, width: "number" })} ${inWords()}`;
  }
  return html`${text("outcomeUnit", { label: words.unit, width: "number" })}
    <div class="pair">
      ${text("outcomeMinimum", { label: words.minimum, width: "number" })}
      ${text("outcomeMaximum", { label: words.maximum, width: "number" })}
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
