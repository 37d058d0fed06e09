// The promise to everyone: ε with what it lets someone believe, δ, what is released, and what that
// costs in noise.
import { html, nothing } from "lit-html";
import { coreSentence } from "../controls/core-sentence.js";
import { beliefTable } from "./belief-table.js";
import { planTables } from "./plan-tables.js";
import { releasedParts, shareFields } from "./released-parts.js";

/** @import { Drawn, TextField } from "../controls/controls.js" */
/** @import { Answers, TextKey } from "./answers.js" */
/** @import { PublishWords } from "./text/en.js" */

/** @typedef {(key: TextKey, more: Omit<TextField, "value" | "set">) => Drawn} DrawField */

/** @type {import("./actions.js").Section} */
export function budgetSection(state, language, controls, actions) {
  const words = language.page.budget;
  const { answers } = state;
  /** @type {DrawField} */
  const field = (key, more) => controls.text({ value: answers[key], set: (value) => actions.answer(key, value), ...more });
  return html`<section class="part" aria-labelledby="budget-heading">
    <h2 id="budget-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      <div class="beside-table">
        ${field("epsilon", { id: "epsilon", label: words.epsilon, hint: words.epsilonHint, width: "number", keys: "decimal" })}
        ${beliefTable(state.beliefs, language)}
      </div>
      ${field("delta", { id: "delta", label: words.delta, hint: words.deltaHint, width: "number" })}
      ${controls.radios({
        id: "release",
        legend: words.release.legend,
        value: answers.release,
        set: (value) => actions.answer("release", value),
        choices: [
          { value: "none", text: words.release.none, hint: words.release.noneHint },
          { value: "hessian", text: words.release.hessian, hint: words.release.hessianHint },
          { value: "gradient+hessian", text: words.release.both, hint: words.release.bothHint },
          { value: "adaptive", text: words.release.adaptive, hint: words.release.adaptiveHint },
        ],
      })}
      ${releasedParts(answers).length > 0 ? shares(answers, words, controls, field) : nothing}
      <div class="plan" id="plan">
        <h3>${words.plan.heading}</h3>
        <p role="status" class=${state.plan.value ? "visually-hidden" : "quiet"} id="plan-status">
          ${planStatus(state.plan, words.plan)}
        </p>
        ${state.plan.value ? planTables(state.plan.value, language) : nothing}
      </div>
    </div>
  </section>`;
}

/**
 * @param {import("./state.js").BudgetPlan} plan
 * @param {PublishWords["budget"]["plan"]} words
 */
function planStatus({ value, busy, message }, words) {
  if (busy) return words.busy;
  if (message) return coreSentence(message);
  return value ? words.ready : words.waiting;
}

/**
 * @param {Answers} answers
 * @param {PublishWords["budget"]} words
 * @param {import("../controls/controls.js").Controls} controls
 * @param {DrawField} field
 */
function shares(answers, words, controls, field) {
  const share = (/** @type {import("./released-parts.js").ShareKey} */ key, /** @type {string} */ id) =>
    field(key, { id, label: words[key], width: "number number-short", keys: "decimal" });
  return controls.group({
    id: "shares",
    legend: words.shares,
    hint: words.sharesHint,
    content: html`<div class="pair">${shareFields(answers).map(([, key, id]) => share(key, id))}</div>`,
  });
}
