// The promise to everyone: ε with what it lets someone believe, δ, what is released where the
// mechanism leaves a choice, and what that costs in noise.
import { html, nothing } from "lit-html";
import { coreSentence } from "../controls/core-sentence.js";
import { beliefTable } from "./belief-table.js";
import { isDescent, releasesHessian } from "./conditions.js";
import { descentPlan } from "./descent-plan.js";
import { askedOf, fieldIn } from "./fields.js";
import { planTables } from "./plan-tables.js";

/** @import { Controls } from "../controls/controls.js" */
/** @import { Answers, Field } from "./fields.js" */
/** @import { PublishWords } from "#words/publish" */

/** @type {import("./actions.js").Section} */
export function budgetSection(state, language, controls, actions) {
  const words = language.page.budget;
  const { answers } = state;
  const field = fieldIn(answers, actions.answer);
  return html`<section class="part" aria-labelledby="budget-heading">
    <h2 id="budget-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      <div class="beside-table">
        ${controls.text({ ...field("epsilon"), label: words.epsilon, hint: words.epsilonHint, width: "number", keys: "decimal" })}
        ${beliefTable(state.beliefs, language)}
      </div>
      ${controls.text({ ...field("delta"), label: words.delta, hint: words.deltaHint, width: "number" })}
      ${isDescent(answers) ? nothing : releases(answers, words, controls, field)}
      <div class="plan" id="plan">
        <h3>${words.plan.heading}</h3>
        <p role="status" class=${state.plan.value ? "visually-hidden" : "quiet"} id="plan-status">
          ${planStatus(state.plan, words.plan, isDescent(answers))}
        </p>
        ${planned(state, language)}
      </div>
    </div>
  </section>`;
}

/**
 * @param {import("./state.js").State} state
 * @param {import("./language.js").PublishLanguage} language
 */
function planned({ plan: { value }, answers }, language) {
  if (value === null) return nothing;
  if ("accountants" in value) return planTables(value, language);
  return descentPlan(value, language, { replaced: answers.scaleSum.trim() !== "" });
}

/**
 * @param {import("./state.js").BudgetPlan} plan
 * @param {PublishWords["budget"]["plan"]} words
 * @param {boolean} descent
 */
function planStatus({ value, busy, message }, words, descent) {
  if (busy) return words.busy;
  if (message) return coreSentence(message);
  if (value) return words.ready;
  return descent ? words.descent.waiting : words.waiting;
}

/**
 * The parts that can be published besides the model, with their shares.
 *
 * @param {Answers} answers
 * @param {PublishWords["budget"]} words
 * @param {Controls} controls
 * @param {Field} field
 */
function releases(answers, words, controls, field) {
  return html`${controls.radios({
    ...field("release"),
    legend: words.release.legend,
    choices: [
      { value: "none", text: words.release.none, hint: words.release.noneHint },
      { value: "hessian", text: words.release.hessian, hint: words.release.hessianHint },
      { value: "gradient+hessian", text: words.release.both, hint: words.release.bothHint },
      { value: "adaptive", text: words.release.adaptive, hint: words.release.adaptiveHint },
    ],
  })}
  ${releasesHessian(answers) ? shares(answers, words, controls, field) : nothing}`;
}

/**
 * @param {Answers} answers
 * @param {PublishWords["budget"]} words
 * @param {Controls} controls
 * @param {Field} field
 */
function shares(answers, words, controls, field) {
  const asked = askedOf(answers, ["shareModel", "shareGradient", "shareHessian", "shareEigenvalue"]);
  return controls.group({
    id: "shares",
    legend: words.shares,
    hint: words.sharesHint,
    content: html`<div class="pair">
      ${asked.map((key) => controls.text({ ...field(key), label: words[key], width: "number number-short", keys: "decimal" }))}
    </div>`,
  });
}
