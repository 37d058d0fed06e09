// What the study says of training: the loss, λ, and noise levels of the publisher's own.
import { over } from "./draft.js";
import { NOTHING_RELEASED, hasScales, scaleFields } from "./released-parts.js";

/** The loss function. */
export function lossOf(draft, answers, { names, errors }) {
  const name = draft.choice(answers.loss, "/mechanism/loss/name", "loss", names.loss, errors.loss);
  const base = answers.base.mechanism?.loss;
  if (name !== "pseudo-huber") return over(base, { name, width: undefined });
  return over(base, { name, width: draft.number(answers.width, "/mechanism/loss/width", "width", names.width) });
}

/** The noise levels, undefined where the budget gives them. */
export function scalesOf(draft, answers, { names }) {
  const base = answers.base.mechanism?.scales;
  if (!hasScales(answers)) return undefined;
  const needed = answers.loss === "squared";
  const scale = (key, answer, id, required) =>
    draft.number(answers[answer], `/mechanism/scales/${key}`, id, names[answer], { required }) ?? undefined;
  const scales = { ...NOTHING_RELEASED };
  for (const [part, answer, id] of scaleFields(answers)) scales[part] = scale(part, answer, id, needed && part === "gradient");
  return over(base, { model: scale("model", "scaleModel", "scale-model", needed), ...scales });
}
