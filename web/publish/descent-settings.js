// Settings for experts that noisy gradient descent has.
import { html } from "lit-html";

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
export function descentSettings(answers, words, controls, actions) {
  const set = (/** @type {TextKey} */ key) => (/** @type {string} */ value) => actions.answer(key, value);
  /** @type {(key: TextKey, id: string, label: string, hint?: string) => Drawn} */
  const number = (key, id, label, hint) =>
    controls.text({ id, label, hint, width: "number", keys: "decimal", value: answers[key], set: set(key) });
  return html`${controls.select({ id: "accountant", label: words.accountant, value: answers.descentAccountant, set: set("descentAccountant"), choices: choices(words.descentAccountants) })}
  ${number("momentum", "momentum", words.momentum, words.momentumHint)}
  ${number("ridge", "ridge", words.ridge, words.ridgeHint)}
  ${controls.select({ id: "final", label: words.final, value: answers.final, set: set("final"), choices: choices(words.finals) })}
  ${number("every", "every", words.every, words.everyHint)}
  ${number("scaleSum", "scale-sum", words.scaleSum, words.scaleSumHint)}`;
}
