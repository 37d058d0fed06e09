// The answers about noisy gradient descent in a study that was opened.
import { asNumber, asText, member } from "./members.js";

/** The mechanism's name in studies and reports. */
export const DESCENT = "noisy-gradient-descent";

/**
 * Whether a study's mechanism is noisy gradient descent.
 *
 * @param {unknown} mechanism
 */
export const isDescentStudy = (mechanism) => member(mechanism, "name") === DESCENT;

/**
 * Whether such a mechanism is for training here. Other rules and other final models are for models
 * that another program trains.
 *
 * @param {unknown} mechanism
 */
export const isTrainedHere = (mechanism) =>
  (member(mechanism, "elsewhere") ?? false) === false &&
  member(member(mechanism, "update"), "rule") === undefined &&
  member(mechanism, "final") !== "other";

/**
 * Whether the answers are about noisy gradient descent.
 *
 * @param {{mechanism: string}} answers
 */
export const isDescent = ({ mechanism }) => mechanism === DESCENT;

/**
 * The rates of a study that has one for each step, undefined of others: the form has a field for
 * one.
 *
 * @param {{base: Record<string, unknown>}} answers
 */
export function ratesOfSteps({ base }) {
  const rate = member(member(base.mechanism, "update"), "rate");
  return Array.isArray(rate) ? rate : undefined;
}

/**
 * @param {unknown} mechanism
 * @param {unknown} budget
 * @param {string[]} decimals the language's signs before decimals
 */
export function descentAnswers(mechanism, budget, decimals) {
  const number = (/** @type {unknown} */ value) => asNumber(value, decimals);
  const sampling = member(mechanism, "sampling");
  const update = member(mechanism, "update");
  const rate = member(update, "rate");
  return {
    mechanism: DESCENT,
    clip: number(member(mechanism, "clip")),
    steps: number(member(mechanism, "steps")),
    sampling: asText(member(sampling, "kind")),
    samplingRate: number(member(sampling, "rate")),
    batches: number(member(sampling, "batches")),
    learningRate: Array.isArray(rate) ? "" : number(rate),
    // Left out, it is 1; null is a question still open.
    divisor: number(member(update, "divisor") === undefined ? 1 : member(update, "divisor")),
    momentum: number(member(update, "momentum")),
    ridge: number(member(update, "ridge")),
    final: asText(member(mechanism, "final")) || "last",
    every: number(member(mechanism, "every")),
    scaleSum: number(member(member(mechanism, "scales"), "model")),
    descentAccountant: asText(member(budget, "accountant")),
  };
}
