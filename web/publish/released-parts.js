// The parts that can be released beside the model, and the answers about each.

/** The parts released beside the model, in the order in which they are asked about. */
const RELEASED = {
  none: [],
  hessian: ["hessian"],
  "gradient+hessian": ["gradient", "hessian"],
  adaptive: ["gradient", "hessian", "smallestEigenvalue"],
};
/** Takes out of a study what it says of parts that are released no more. */
export const NOTHING_RELEASED = { gradient: undefined, hessian: undefined, smallestEigenvalue: undefined };
export const releasedParts = ({ release }) => RELEASED[release] ?? [];

/** The answers about each part that can be released, and the field of each. */
const SCALES = {
  gradient: ["scaleGradient", "scale-gradient"],
  hessian: ["scaleHessian", "scale-hessian"],
  smallestEigenvalue: ["scaleEigenvalue", "scale-eigenvalue"],
};
const SHARES = {
  model: ["shareModel", "share-model"],
  gradient: ["shareGradient", "share-gradient"],
  hessian: ["shareHessian", "share-hessian"],
  smallestEigenvalue: ["shareEigenvalue", "share-eigenvalue"],
};
/** For the answers as they are: [part, answer, field] of each that is asked for. */
export const scaleFields = (answers) => releasedParts(answers).map((part) => [part, ...SCALES[part]]);
export const shareFields = (answers) => ["model", ...releasedParts(answers)].map((part) => [part, ...SHARES[part]]);

/**
 * Noise levels of one's own are asked for where none can be worked out, and shown where a study
 * states them.
 */
export const hasScales = (answers) =>
  answers.loss === "squared" ||
  [answers.scaleModel, answers.scaleGradient, answers.scaleHessian, answers.scaleEigenvalue].some(
    (scale) => scale.trim() !== "",
  );
