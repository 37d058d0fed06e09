// How the model is made private: the mechanism, and the constants of a descent. None of them is
// filled in from the rows of the data.
import { html, nothing } from "lit-html";
import { emphasised } from "../controls/emphasis.js";
import { DESCENT, isDescent, ratesOfSteps } from "./conditions.js";
import { fieldIn } from "./fields.js";

/** @type {import("./actions.js").Section} */
export function trainingSection(state, language, controls, actions) {
  const words = language.page.training;
  const { answers } = state;
  const field = fieldIn(answers, actions.answer);
  return html`<section class="part" aria-labelledby="training-heading">
    <h2 id="training-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${controls.radios({
        ...field("mechanism"),
        legend: words.mechanism.legend,
        choices: [
          { value: "objective-perturbation", text: words.mechanism.objective, hint: words.mechanism.objectiveHint },
          { value: DESCENT, text: words.mechanism.descent, hint: words.mechanism.descentHint },
        ],
      })}
      ${isDescent(answers) ? descentFields(answers, words, controls, field) : nothing}
    </div>
  </section>`;
}

/**
 * @param {import("./fields.js").Answers} answers
 * @param {import("#words/publish").PublishWords["training"]} words
 * @param {import("../controls/controls.js").Controls} controls
 * @param {import("./fields.js").Field} field
 */
function descentFields(answers, words, controls, field) {
  /** @type {import("./fields.js").DrawNumber} */
  const number = (key, label, hint) => controls.text({ ...field(key), label, hint, width: "number", keys: "decimal" });
  const rates = ratesOfSteps(answers);
  return html`<p>${emphasised(words.beforehand)}</p>
    ${number("clip", words.clip, words.clipHint)}
    ${controls.radios({
      ...field("sampling"),
      legend: words.sampling.legend,
      choices: [
        { value: "full", text: words.sampling.full, hint: words.sampling.fullHint },
        { value: "poisson", text: words.sampling.poisson, hint: words.sampling.poissonHint },
        { value: "shuffle", text: words.sampling.shuffle, hint: words.sampling.shuffleHint },
      ],
    })}
    ${answers.sampling === "poisson" ? number("samplingRate", words.samplingRate, words.samplingRateHint) : nothing}
    ${answers.sampling === "shuffle" ? number("batches", words.batches, words.batchesHint) : nothing}
    ${number("steps", words.steps, words.stepsHint)}
    ${number("learningRate", words.learningRate, rates ? words.ratesKept : words.learningRateHint)}
    ${number("divisor", words.divisor, words.divisorHint)}`;
}
