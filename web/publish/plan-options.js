// The question to the library about the noise that a budget takes.
import { isDescent } from "./descent-answers.js";
import { Draft } from "./draft.js";
import { dimensionOf } from "./record-shape.js";
import { budgetOf } from "./study-budget.js";
import { samplingOf } from "./study-descent.js";
import { lossOf } from "./study-mechanism.js";

/** @import { Answers } from "./answers.js" */

/** @typedef {import("expost").PlanOptions | import("expost").DescentPlanOptions} PlanQuestion */

/**
 * Returns what to ask `plan` for, or null where the budget isn't complete yet.
 *
 * @param {Answers} answers
 * @param {import("#words/publish").PublishWords} words
 * @returns {PlanQuestion | null}
 */
export function planOptions(answers, words) {
  const draft = new Draft(words);
  const budget = budgetOf(draft, answers, words);
  const loss = lossOf(draft, answers, words);
  const personRows = answers.person === "several" ? draft.number(answers.personRows, "/person/rows", "person-rows", "") : null;
  const own = isDescent(answers) ? descentOptions(draft, answers, words) : objectiveOptions(draft, answers, budget);
  if (draft.problems.length > 0) return null;
  const { epsilon, delta } = budget;
  const dimension = dimensionOf(answers);
  const options = {
    loss: { name: loss.name, ...(loss.width === undefined ? {} : { width: loss.width }) },
    epsilon,
    delta,
    ...(dimension > 0 ? { dimension } : {}),
    ...(personRows === null ? {} : { personRows }),
    ...own,
  };
  // Nothing is missing, and what is no number would be a problem; the library knows its choices.
  return /** @type {PlanQuestion} */ (options);
}

/**
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {{shares?: object}} budget
 */
function objectiveOptions(draft, answers, { shares }) {
  const lambda = draft.number(answers.lambda, "/mechanism/lambda", "lambda", "", { required: false });
  return {
    ...(lambda === null ? {} : { lambda }),
    ...(shares ? { shares: Object.fromEntries(Object.entries(shares).filter(([key]) => !key.startsWith("x-"))) } : {}),
    accountant: answers.accountant,
    composition: answers.composition,
  };
}

/**
 * The constants that a descent's noise depends on: how far a step goes isn't one of them.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {import("#words/publish").PublishWords} words
 */
function descentOptions(draft, answers, words) {
  const clip = draft.number(answers.clip, "/mechanism/clip", "clip", "");
  const steps = draft.number(answers.steps, "/mechanism/steps", "steps", "");
  const { rate, batches } = samplingOf(draft, answers, words);
  return {
    mechanism: answers.mechanism,
    clip,
    steps,
    ...(rate === undefined ? {} : { rate }),
    ...(batches === undefined ? {} : { batches }),
    ...(answers.descentAccountant === "" ? {} : { accountant: answers.descentAccountant }),
  };
}
