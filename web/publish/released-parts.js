// The parts that can be released with the model, and the answers about each.

/** @import { Answers } from "./answers.js" */

/** @typedef {"gradient" | "hessian" | "smallestEigenvalue"} Release */
/** @typedef {"scaleGradient" | "scaleHessian" | "scaleEigenvalue"} ScaleKey */
/** @typedef {"shareModel" | "shareGradient" | "shareHessian" | "shareEigenvalue"} ShareKey */

/**
 * The parts released with the model, in the order in which they are asked about.
 *
 * @type {Record<string, Release[]>}
 */
const RELEASED = {
  none: [],
  hessian: ["hessian"],
  "gradient+hessian": ["gradient", "hessian"],
  adaptive: ["gradient", "hessian", "smallestEigenvalue"],
};
/** Takes out of a study what it says of parts that are released no more. */
export const NOTHING_RELEASED = { gradient: undefined, hessian: undefined, smallestEigenvalue: undefined };
/** All parts that can be released with the model, in that order. */
export const RELEASES = RELEASED.adaptive;
export const releasedParts = (/** @type {Pick<Answers, "release">} */ { release }) => RELEASED[release] ?? [];

/**
 * The answers about each part that can be released, and the field of each.
 *
 * @type {Record<Release, [answer: ScaleKey, id: string]>}
 */
const SCALES = {
  gradient: ["scaleGradient", "scale-gradient"],
  hessian: ["scaleHessian", "scale-hessian"],
  smallestEigenvalue: ["scaleEigenvalue", "scale-eigenvalue"],
};
/** @type {Record<Release | "model", [answer: ShareKey, id: string]>} */
const SHARES = {
  model: ["shareModel", "share-model"],
  gradient: ["shareGradient", "share-gradient"],
  hessian: ["shareHessian", "share-hessian"],
  smallestEigenvalue: ["shareEigenvalue", "share-eigenvalue"],
};
/**
 * The noise levels that are asked for, with the answers as they are.
 *
 * @param {Answers} answers
 * @returns {[part: Release, answer: ScaleKey, id: string][]}
 */
export const scaleFields = (answers) => releasedParts(answers).map((part) => [part, ...SCALES[part]]);

/**
 * The shares that are asked for, with the answers as they are.
 *
 * @param {Answers} answers
 * @returns {[part: Release | "model", answer: ShareKey, id: string][]}
 */
export const shareFields = (answers) =>
  [/** @type {const} */ ("model"), ...releasedParts(answers)].map((part) => [part, ...SHARES[part]]);

/**
 * Noise levels of one's own are asked for where none can be worked out, and shown where a study
 * states them.
 *
 * @param {Answers} answers
 */
export const hasScales = (answers) =>
  answers.loss === "squared" ||
  [answers.scaleModel, answers.scaleGradient, answers.scaleHessian, answers.scaleEigenvalue].some(
    (scale) => scale.trim() !== "",
  );
