// How the model is made private: the mechanism, and the constants of a descent. None of them is
// filled in from the rows of the data.
import { html, nothing } from "lit-html";
import { emphasised } from "../controls/emphasis.js";
import { DESCENT, isDescent, ratesOfSteps } from "./descent-answers.js";

/** @import { Drawn } from "../controls/controls.js" */
/** @import { Answers, TextKey } from "./answers.js" */

/** @type {import("./actions.js").Section} */
export function trainingSection(state, language, controls, actions) {
  const words = language.page.training;
  const { answers } = state;
  return html`<section class="part" aria-labelledby="training-heading">
    <h2 id="training-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${controls.radios({
        id: "mechanism",
        legend: words.mechanism.legend,
        value: answers.mechanism,
        set: (value) => actions.answer("mechanism", value),
        choices: [
          { value: "objective-perturbation", text: words.mechanism.objective, hint: words.mechanism.objectiveHint },
          { value: DESCENT, text: words.mechanism.descent, hint: words.mechanism.descentHint },
        ],
      })}
      ${isDescent(answers) ? descentFields(answers, language, controls, actions) : nothing}
    </div>
  </section>`;
}

/**
 * @param {Answers} answers
 * @param {import("./language.js").PublishLanguage} language
 * @param {import("../controls/controls.js").Controls} controls
 * @param {import("./actions.js").Actions} actions
 */
function descentFields(answers, { page }, controls, actions) {
  const words = page.training;
  /** @type {(key: TextKey, id: string, label: string, hint?: string) => Drawn} */
  const number = (key, id, label, hint) =>
    controls.text({
      id,
      label,
      hint,
      value: answers[key],
      set: (value) => actions.answer(key, value),
      width: "number",
      keys: "decimal",
    });
  const rates = ratesOfSteps(answers);
  return html`<p>${emphasised(words.beforehand)}</p>
    ${number("clip", "clip", words.clip, words.clipHint)}
    ${controls.radios({
      id: "sampling",
      legend: words.sampling.legend,
      value: answers.sampling,
      set: (value) => actions.answer("sampling", value),
      choices: [
        { value: "full", text: words.sampling.full, hint: words.sampling.fullHint },
        { value: "poisson", text: words.sampling.poisson, hint: words.sampling.poissonHint },
        { value: "shuffle", text: words.sampling.shuffle, hint: words.sampling.shuffleHint },
      ],
    })}
    ${answers.sampling === "poisson" ? number("samplingRate", "sampling-rate", words.samplingRate, words.samplingRateHint) : nothing}
    ${answers.sampling === "shuffle" ? number("batches", "batches", words.batches, words.batchesHint) : nothing}
    ${number("steps", "steps", words.steps, words.stepsHint)}
    ${number("learningRate", "learning-rate", words.learningRate, rates ? words.ratesKept : words.learningRateHint)}
    ${number("divisor", "divisor", words.divisor, words.divisorHint)}`;
}
