// The study's mechanism: the loss, and how the model is made private.
import { member } from "./members.js";
import { over } from "./draft.js";
import { isDescent } from "./descent-answers.js";
import { NOTHING_RELEASED, hasScales, scaleFields } from "./released-parts.js";
import { descentOf } from "./study-descent.js";

/** @import { Answers } from "./answers.js" */
/** @import { Draft } from "./draft.js" */
/** @import { PublishWords } from "#words/publish" */
/** @import { Release, ScaleKey } from "./released-parts.js" */
/** @import { Written } from "./draft.js" */

/**
 * The loss function.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function lossOf(draft, answers, { names, errors }) {
  const name = draft.choice(answers.loss, "/mechanism/loss/name", "loss", names.loss, errors.loss);
  const base = member(answers.base.mechanism, "loss");
  if (name !== "pseudo-huber") return over(base, { name, width: undefined });
  return over(base, { name, width: draft.number(answers.width, "/mechanism/loss/width", "width", names.width) });
}

/**
 * How the model is trained and made private. Of an imported study the keys of the other mechanism
 * go: a noise level means something else there.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function mechanismOf(draft, answers, words) {
  draft.at("/mechanism/name", "mechanism", words.names.mechanism);
  const loss = lossOf(draft, answers, words);
  if (isDescent(answers)) return descentOf(draft, answers, words, loss);
  return over(answers.base.mechanism, {
    name: answers.mechanism,
    loss,
    ...NO_DESCENT,
    lambda: draft.number(answers.lambda, "/mechanism/lambda", "lambda", words.names.lambda, {
      required: answers.loss === "squared",
    }),
    scales: scalesOf(draft, answers, words),
  });
}

/** Takes out of a study what only a descent has. */
const NO_DESCENT = {
  clip: undefined,
  steps: undefined,
  sampling: undefined,
  update: undefined,
  final: undefined,
  every: undefined,
};

/**
 * The noise levels, undefined where the budget gives them.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function scalesOf(draft, answers, { names }) {
  if (!hasScales(answers)) return undefined;
  const base = member(answers.base.mechanism, "scales");
  const needed = answers.loss === "squared";
  /**
   * @param {string} key
   * @param {ScaleKey | "scaleModel"} answer
   * @param {string} id
   * @param {boolean} required
   */
  const scale = (key, answer, id, required) =>
    draft.number(answers[answer], `/mechanism/scales/${key}`, id, names[answer], { required }) ?? undefined;
  /** @type {Record<Release, Written | undefined>} */
  const scales = { ...NOTHING_RELEASED };
  for (const [part, answer, id] of scaleFields(answers)) scales[part] = scale(part, answer, id, needed && part === "gradient");
  return over(base, { model: scale("model", "scaleModel", "scale-model", needed), ...scales });
}
