// Settings for experts that noisy gradient descent has.
import { html } from "lit-html";

/** @import { Controls } from "../controls/controls.js" */
/** @import { Answers, DrawNumber, Field } from "./fields.js" */
/** @import { PublishWords } from "#words/publish" */

const choices = (/** @type {Record<string, string>} */ texts) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));

/**
 * @param {Answers} _answers
 * @param {PublishWords["experts"]} words
 * @param {Controls} controls
 * @param {Field} field
 */
export function descentSettings(_answers, words, controls, field) {
  /** @type {DrawNumber} */
  const number = (key, label, hint) => controls.text({ ...field(key), label, hint, width: "number", keys: "decimal" });
  return html`${controls.select({ ...field("descentAccountant"), label: words.accountant, choices: choices(words.descentAccountants) })}
  ${number("momentum", words.momentum, words.momentumHint)} ${number("ridge", words.ridge, words.ridgeHint)}
  ${controls.select({ ...field("final"), label: words.final, choices: choices(words.finals) })}
  ${number("every", words.every, words.everyHint)} ${number("scaleSum", words.scaleSum, words.scaleSumHint)}`;
}
