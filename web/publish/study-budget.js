// The study's promise: ε, δ, what is released, and how ε is shared out.
import { isObject } from "../../intake/study-document.js";
import { member } from "./answers.js";
import { over } from "./draft.js";
import { NOTHING_RELEASED, releasedParts, shareFields } from "./released-parts.js";

/** @import { Release } from "./released-parts.js" */
/** @import { Written } from "./draft.js" */
/** @import { Answers } from "./answers.js" */
/** @import { Draft } from "./draft.js" */
/** @import { PublishWords } from "./text/en.js" */

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
  const { names, errors } = words;
  const base = answers.base.budget;
  const epsilon = draft.number(answers.epsilon, "/budget/epsilon", "epsilon", names.epsilon);
  const delta = draft.number(answers.delta, "/budget/delta", "delta", names.delta);
  const release = draft.choice(answers.release, "/budget/release", "release", names.release, errors.release);
  draft.at("/budget/accountant", "accountant", names.accountant);
  draft.at("/budget/composition", "composition", names.composition);
  const stated = member(base, "composition") !== undefined || member(base, "accounting") !== undefined;
  /** @type {<Value>(value: Value, standard: string, key: string) => Value | undefined} */
  const kept = (value, standard, key) => (value === standard && isObject(base) && base[key] === undefined ? undefined : value);
  return over(base, {
    epsilon,
    delta,
    accountant: kept(answers.accountant, "joint", "accountant"),
    composition: answers.composition === "joint" && !stated ? undefined : answers.composition,
    // Its name in studies of Expost 0.2.
    accounting: undefined,
    release: kept(release, "none", "release"),
    shares: sharesOf(draft, answers, words),
  });
}
