// The question to the library about the noise that a budget takes.
import { isDescent } from "./conditions.js";
import { valueAt } from "./pointers.js";
import { dimensionOf } from "./record-shape.js";
import { studyFrom } from "./study.js";

/** @import { Answers } from "./fields.js" */

/** @typedef {import("expost").PlanOptions | import("expost").DescentPlanOptions} PlanQuestion */

/** Numbers in a study that the noise depends on: how far a step of a descent goes isn't one. */
const NUMBERS = Object.entries({
  epsilon: "/budget/epsilon",
  delta: "/budget/delta",
  width: "/mechanism/loss/width",
  personRows: "/person/rows",
  lambda: "/mechanism/lambda",
  clip: "/mechanism/clip",
  steps: "/mechanism/steps",
  rate: "/mechanism/sampling/rate",
  batches: "/mechanism/sampling/batches",
});
const CHOICES = ["/mechanism/loss/name", "/mechanism/sampling/kind", "/budget/release"];

/**
 * Returns what to ask `plan` for, or null where the budget isn't complete yet.
 *
 * @param {Answers} answers
 * @param {import("#words/publish").PublishWords} words
 * @returns {PlanQuestion | null}
 */
export function planOptions(answers, words) {
  const { study } = studyFrom(answers, words);
  if (CHOICES.some((pointer) => valueAt(study, pointer) === null)) return null;
  const numbers = NUMBERS.map(([key, pointer]) => [key, valueAt(study, pointer)]).filter(
    // Left blank, the accountant picks λ.
    ([key, value]) => value !== undefined && !(key === "lambda" && value === null),
  );
  const shares = Object.entries(valueAt(study, "/budget/shares") ?? {}).filter(([key]) => !key.startsWith("x-"));
  if ([...numbers, ...shares].some(([, value]) => typeof value !== "number")) return null;
  const { loss: name, mechanism, accountant, composition, descentAccountant } = answers;
  const { width, ...options } = Object.fromEntries(numbers);
  const dimension = dimensionOf(answers);
  const own = isDescent(answers)
    ? { mechanism, ...(descentAccountant === "" ? {} : { accountant: descentAccountant }) }
    : { accountant, composition, ...(shares.length > 0 ? { shares: Object.fromEntries(shares) } : {}) };
  const loss = { name, ...(width === undefined ? {} : { width }) };
  // The library knows its choices.
  return /** @type {PlanQuestion} */ ({ loss, ...options, ...(dimension > 0 ? { dimension } : {}), ...own });
}
