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
function sharesOf(draft, answers, { names, errors }) {
  if (releasedParts(answers).length === 0) return undefined;
  draft.at("/budget/shares", "share-model", names.shares);
  /** @type {Partial<Record<Release | "model", Written>>} */
  const shares = {};
  for (const [key, answer, id] of shareFields(answers)) {
    const name = names[answer];
    const share = draft.number(answers[answer], `/budget/shares/${key}`, id, name);
    if (typeof share === "number" && !(share > 0 && share < 1)) draft.refuse(id, errors.share(name));
    shares[key] = share;
  }
  const values = Object.values(shares).filter((share) => typeof share === "number");
  if (values.length === Object.keys(shares).length && values.every((share) => share > 0 && share < 1)) {
    const sum = values.reduce((total, share) => total + share, 0);
    if (Math.abs(sum - 1) > 1e-9) draft.refuse("share-model", errors.shares(String(Number(sum.toPrecision(6)))));
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
  if (typeof epsilon === "number" && !(epsilon > 0)) draft.refuse("epsilon", errors.aboveZero(names.epsilon));
  const delta = draft.number(answers.delta, "/budget/delta", "delta", names.delta);
  if (typeof delta === "number" && !(delta > 0 && delta < 1)) draft.refuse("delta", errors.probability(names.delta));
  const release = draft.choice(answers.release, "/budget/release", "release", names.release, errors.release);
  draft.at("/budget/accountant", "accountant", names.accountant);
  draft.at("/budget/accounting", "accounting", names.accounting);
  /** @type {<Value>(value: Value, standard: string, key: string) => Value | undefined} */
  const kept = (value, standard, key) => (value === standard && isObject(base) && base[key] === undefined ? undefined : value);
  return over(base, {
    epsilon,
    delta,
    accountant: kept(answers.accountant, "joint", "accountant"),
    accounting: answers.accounting === "whole" && member(base, "accounting") === undefined ? undefined : answers.accounting,
    release: kept(release, "none", "release"),
    shares: sharesOf(draft, answers, words),
  });
}
