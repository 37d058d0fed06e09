// The study's noisy gradient descent: its constants, who takes part in a step, and the update rule.
import { ratesOfSteps } from "./descent-answers.js";
import { over, unlessStandard } from "./draft.js";
import { member } from "./members.js";

/** @import { Answers, Part } from "./answers.js" */
/** @import { Draft } from "./draft.js" */
/** @import { PublishWords } from "#words/publish" */

/** Takes out of a study what only objective perturbation has. */
const NO_OBJECTIVE = { noise: undefined, lambda: undefined };

/**
 * The mechanism, with everything that is fixed before the training.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 * @param {object} loss
 */
export function descentOf(draft, answers, words, loss) {
  const { names } = words;
  const base = answers.base.mechanism;
  const clip = draft.number(answers.clip, "/mechanism/clip", "clip", names.clip);
  const sampling = samplingOf(draft, answers, words);
  const steps = draft.number(answers.steps, "/mechanism/steps", "steps", names.steps);
  draft.at("/mechanism/final", "final", names.final);
  const every = draft.number(answers.every, "/mechanism/every", "every", names.every, { required: false });
  return over(base, {
    ...NO_OBJECTIVE,
    name: answers.mechanism,
    loss,
    clip,
    steps,
    sampling,
    update: updateOf(draft, answers, words),
    final: unlessStandard(base, "final", answers.final, "last"),
    every: every ?? undefined,
    scales: scalesOf(draft, answers, words),
  });
}

/**
 * The part of the records that takes part in a step.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function samplingOf(draft, { sampling, samplingRate, batches, base }, { names, errors }) {
  const kind = draft.choice(sampling, "/mechanism/sampling/kind", "sampling", names.sampling, errors.sampling);
  draft.at("/mechanism/sampling", "sampling", names.sampling);
  return over(member(base.mechanism, "sampling"), {
    kind,
    rate:
      kind === "poisson"
        ? draft.number(samplingRate, "/mechanism/sampling/rate", "sampling-rate", names.samplingRate)
        : undefined,
    batches: kind === "shuffle" ? draft.number(batches, "/mechanism/sampling/batches", "batches", names.batches) : undefined,
  });
}

/**
 * The standard rule's numbers. Rates of single steps stay, unless one rate is entered for all.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function updateOf(draft, answers, { names }) {
  const base = member(answers.base.mechanism, "update");
  const rates = ratesOfSteps(answers);
  const place = "/mechanism/update";
  draft.at(place, "learning-rate", names.learningRate);
  const rate = draft.number(answers.learningRate, `${place}/rate`, "learning-rate", names.learningRate, {
    required: rates === undefined,
  });
  const optional = (/** @type {"momentum" | "ridge"} */ key) =>
    draft.number(answers[key], `${place}/${key}`, key, names[key], { required: false }) ?? undefined;
  const divisor = draft.number(answers.divisor, `${place}/divisor`, "divisor", names.divisor);
  return over(base, {
    rate: rate ?? rates ?? null,
    momentum: optional("momentum"),
    ridge: optional("ridge"),
    divisor: unlessStandard(base, "divisor", divisor, 1),
  });
}

/**
 * A noise level of the publisher's own, undefined where the budget gives it.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function scalesOf(draft, { scaleSum, base }, { names }) {
  const model = draft.number(scaleSum, "/mechanism/scales/model", "scale-sum", names.scaleSum, { required: false });
  if (model === null) return undefined;
  const nothing = { gradient: undefined, hessian: undefined, smallestEigenvalue: undefined };
  return over(member(base.mechanism, "scales"), { model, ...nothing });
}
