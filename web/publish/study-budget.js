// The study's promise: ε, δ, the accountant, what is released, and how ε is shared out.
import { isDescent } from "./descent-answers.js";
import { over, unlessStandard } from "./draft.js";
import { member } from "./members.js";
import { NOTHING_RELEASED, releasedParts, shareFields } from "./released-parts.js";

/** @import { Release } from "./released-parts.js" */
/** @import { Written } from "./draft.js" */
/** @import { Answers } from "./answers.js" */
/** @import { Draft } from "./draft.js" */
/** @import { PublishWords } from "#words/publish" */

/**
 * The shares as the fields have them, for the release that was chosen.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function sharesOf(draft, answers, { names }) {
  if (releasedParts(answers).length === 0) return undefined;
  draft.at("/budget/shares", "share-model", names.shares);
  /** @type {Partial<Record<Release | "model", Written>>} */
  const shares = {};
  for (const [key, answer, id] of shareFields(answers)) {
    shares[key] = draft.number(answers[answer], `/budget/shares/${key}`, id, names[answer]);
  }
  return over(member(answers.base.budget, "shares"), { ...NOTHING_RELEASED, ...shares });
}

/**
 * The budget.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function budgetOf(draft, answers, words) {
  const { names } = words;
  const epsilon = draft.number(answers.epsilon, "/budget/epsilon", "epsilon", names.epsilon);
  const delta = draft.number(answers.delta, "/budget/delta", "delta", names.delta);
  draft.at("/budget/accountant", "accountant", names.accountant);
  const accounting = isDescent(answers) ? descentAccounting(answers) : objectiveAccounting(draft, answers, words);
  return over(answers.base.budget, { epsilon, delta, ...accounting });
}

/**
 * The part of the budget that only objective perturbation has.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function objectiveAccounting(draft, answers, words) {
  const { names, errors } = words;
  const base = answers.base.budget;
  const release = draft.choice(answers.release, "/budget/release", "release", names.release, errors.release);
  draft.at("/budget/composition", "composition", names.composition);
  const stated = member(base, "composition") !== undefined || member(base, "accounting") !== undefined;
  return {
    accountant: unlessStandard(base, "accountant", answers.accountant, "joint"),
    composition: answers.composition === "joint" && !stated ? undefined : answers.composition,
    // Its name in studies of Expost 0.2.
    accounting: undefined,
    release: unlessStandard(base, "release", release, "none"),
    shares: sharesOf(draft, answers, words),
  };
}

/**
 * A descent's accountant, undefined for the one that goes with the sampling. The path costs
 * nothing, so nothing is shared out.
 *
 * @param {Answers} answers
 */
const descentAccounting = ({ descentAccountant }) => ({
  accountant: descentAccountant || undefined,
  composition: undefined,
  accounting: undefined,
  release: undefined,
  shares: undefined,
});
