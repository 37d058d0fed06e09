// Answers that other questions depend on.
import { member } from "./pointers.js";

/** @import { Part } from "./pointers.js" */
/** @import { Condition } from "./rules.js" */
/** @import { AskedLoss } from "#words/models" */

/**
 * A question that is asked where an answer is one of these values.
 *
 * @param {string} key
 * @param {string[]} values
 * @returns {Condition<any>}
 */
export function is(key, ...values) {
  return (answers) => values.includes(answers[key]);
}

/** The mechanism's name in studies and reports. */
export const DESCENT = "noisy-gradient-descent";

export const isDescent = (/** @type {{mechanism: string}} */ { mechanism }) => mechanism === DESCENT;
/** A network is imported with a study; the page has no questions about it. */
export const isNetwork = (/** @type {{base?: unknown}} */ { base }) =>
  member(member(base, "mechanism"), "network") !== undefined;
export const isSeveral = is("person", "several");
export const isSquared = is("loss", "squared");

/**
 * The kind of label that a loss has, and whether it has a width.
 *
 * @type {Record<AskedLoss, {label: "binary" | "number", width?: true}>}
 */
const LOSSES = {
  logistic: { label: "binary" },
  "pseudo-huber": { label: "number", width: true },
  squared: { label: "number" },
};

/** @param {string} loss */
const asked = (loss) => LOSSES[/** @type {AskedLoss} */ (loss)];

/** The kind of label, null while the loss is open. */
export const labelKind = (/** @type {{loss: string}} */ { loss }) => (loss === "" ? null : (asked(loss)?.label ?? "number"));

export const hasWidth = (/** @type {{loss: string}} */ { loss }) => asked(loss)?.width ?? false;

/** @type {(kind: string) => Condition<{loss: string}>} */
export const hasLabel = (kind) => (answers) => (answers.loss === "" ? undefined : labelKind(answers) === kind);

/**
 * The rates of a study that has one for each step, undefined of others: the form has a field for
 * one.
 *
 * @param {{base: Part}} answers
 */
export function ratesOfSteps({ base }) {
  const rate = member(member(base.mechanism, "update"), "rate");
  return Array.isArray(rate) ? rate : undefined;
}

/** All parts that can be released with the model, in the order in which they are asked about. */
export const RELEASES = /** @type {const} */ (["gradient", "hessian", "smallestEigenvalue"]);
/** @typedef {(typeof RELEASES)[number]} Release */
export const releasesHessian = is("release", "hessian", "gradient+hessian", "adaptive");
export const releasesGradient = is("release", "gradient+hessian", "adaptive");
export const releasesEigenvalue = is("release", "adaptive");

/**
 * Noise levels of one's own are asked for where none can be worked out, and shown where a study
 * states them.
 *
 * @param {Record<"loss" | "scaleModel" | "scaleGradient" | "scaleHessian" | "scaleEigenvalue",
 *   string>} answers
 */
export const hasScales = ({ loss, scaleModel, scaleGradient, scaleHessian, scaleEigenvalue }) =>
  loss === "squared" || [scaleModel, scaleGradient, scaleHessian, scaleEigenvalue].some((scale) => scale.trim() !== "");
/** @type {(isReleased: Condition<any>) => Condition<any>} */
export const hasScaleOf = (isReleased) => (answers) => hasScales(answers) && isReleased(answers);
export const hasOwnNoise = (/** @type {{scaleSum: string}} */ { scaleSum }) => scaleSum.trim() !== "";
