// Settings for experts that objective perturbation has.
import { html, nothing } from "lit-html";
import { hasScales } from "./conditions.js";
import { askedOf } from "./fields.js";

/** @import { Controls } from "../controls/controls.js" */
/** @import { Answers, DrawNumber, Field } from "./fields.js" */
/** @import { PublishWords } from "#words/publish" */

const choices = (/** @type {Record<string, string>} */ texts) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));

/**
 * @param {Answers} answers
 * @param {PublishWords["experts"]} words
 * @param {Controls} controls
 * @param {Field} field
 */
export function objectiveSettings(answers, words, controls, field) {
  /** @type {DrawNumber} */
  const number = (key, label, hint) => controls.text({ ...field(key), label, hint, width: "number" });
  return html`${controls.select({ ...field("accountant"), label: words.accountant, choices: choices(words.accountants) })}
  ${controls.select({ ...field("composition"), label: words.composition, choices: choices(words.compositions) })}
  ${number("lambda", words.lambda, words.lambdaHint)}
  ${
    hasScales(answers)
      ? controls.group({
          id: "scales",
          legend: words.scales,
          hint: words.scalesHint,
          content: html`<div class="pair">
            ${askedOf(answers, ["scaleModel", "scaleGradient", "scaleHessian", "scaleEigenvalue"]).map((key) => number(key, words[key]))}
          </div>`,
        })
      : nothing
  }`;
}
