// The study's training: the loss, λ, and noise levels of the publisher's own.
import { member } from "./answers.js";
import { over } from "./draft.js";
import { NOTHING_RELEASED, hasScales, scaleFields } from "./released-parts.js";

/** @import { Answers } from "./answers.js" */
/** @import { Draft } from "./draft.js" */
/** @import { PublishWords } from "./text/en.js" */
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
 * The noise levels, undefined where the budget gives them.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function scalesOf(draft, answers, { names }) {
  const base = member(answers.base.mechanism, "scales");
  if (!hasScales(answers)) return undefined;
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
