// Settings for experts that objective perturbation has.
import { html, nothing } from "lit-html";
import { hasScales, scaleFields } from "./released-parts.js";

/** @import { Controls, Drawn } from "../controls/controls.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Answers, TextKey } from "./answers.js" */
/** @import { PublishWords } from "#words/publish" */

const choices = (/** @type {Record<string, string>} */ texts) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));

/**
 * @param {Answers} answers
 * @param {PublishWords["experts"]} words
 * @param {Controls} controls
 * @param {Actions} actions
 */
export function objectiveSettings(answers, words, controls, actions) {
  const set = (/** @type {TextKey} */ key) => (/** @type {string} */ value) => actions.answer(key, value);
  /** @type {(key: TextKey, id: string, label: string, hint?: string) => Drawn} */
  const number = (key, id, label, hint) =>
    controls.text({ id, label, hint, width: "number", value: answers[key], set: set(key) });
  return html`${controls.select({ id: "accountant", label: words.accountant, value: answers.accountant, set: set("accountant"), choices: choices(words.accountants) })}
  ${controls.select({ id: "composition", label: words.composition, value: answers.composition, set: set("composition"), choices: choices(words.compositions) })}
  ${number("lambda", "lambda", words.lambda, words.lambdaHint)}
  ${
    hasScales(answers)
      ? controls.group({
          id: "scales",
          legend: words.scales,
          hint: words.scalesHint,
          content: html`<div class="pair">
            ${number("scaleModel", "scale-model", words.scaleModel)}
            ${scaleFields(answers).map(([, key, id]) => number(key, id, words[key]))}
          </div>`,
        })
      : nothing
  }`;
}
