// The question to the library about the noise that a budget takes.
import { Draft } from "./draft.js";
import { dimensionOf } from "./record-shape.js";
import { budgetOf } from "./study-budget.js";
import { lossOf } from "./study-mechanism.js";

/**
 * Returns what to ask `plan` for, or null where the budget isn't complete yet.
 *
 * @param {import("./answers.js").Answers} answers
 * @param {import("./text/en.js").PublishWords} words
 * @returns {import("expost").PlanOptions | null}
 */
export function planOptions(answers, words) {
  const draft = new Draft(words);
  const budget = budgetOf(draft, answers, words);
  const loss = lossOf(draft, answers, words);
  const lambda = draft.number(answers.lambda, "/mechanism/lambda", "lambda", "", { required: false });
  if (draft.problems.length > 0) return null;
  const { epsilon, delta, shares } = budget;
  const dimension = dimensionOf(answers);
  const options = {
    loss: { name: loss.name, ...(loss.width === undefined ? {} : { width: loss.width }) },
    epsilon,
    delta,
    ...(lambda === null ? {} : { lambda }),
    ...(shares ? { shares: Object.fromEntries(Object.entries(shares).filter(([key]) => !key.startsWith("x-"))) } : {}),
    ...(dimension > 0 ? { dimension } : {}),
    accountant: answers.accountant,
    composition: answers.composition,
  };
  // Nothing is missing, and what is no number would be a problem; the library knows its choices.
  return /** @type {import("expost").PlanOptions} */ (options);
}
