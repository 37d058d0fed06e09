// Which words a mechanism needs: the same figure is made of other parts, and there is other noise,
// where a model was made private in another way.

/** @typedef {import("expost").ReportSummary} ReportSummary */
/** @typedef {import("./text/en.js").Words} Words */
/** @typedef {"gaussian" | "laplace" | "output" | "posterior" | "adaptiveSample"} MechanismName */

/** @type {Record<ReportSummary["mechanism"]["kind"], MechanismName>} */
const NAMES = {
  "objective-gaussian": "gaussian",
  "objective-laplace": "laplace",
  "output-gaussian": "output",
  "posterior-sample": "posterior",
  "ada-ops": "adaptiveSample",
};

/**
 * "gaussian" and "laplace" (objective perturbation, by its noise), "output", "posterior" or
 * "adaptiveSample" (a posterior sample whose settings came from the data).
 *
 * @param {Pick<ReportSummary, "mechanism">} summary
 * @returns {MechanismName}
 */
export function mechanismOf({ mechanism }) {
  return NAMES[mechanism.kind];
}

/**
 * Returns the sentence on what was published: by mechanism where the noise is not normal noise in
 * the training, else by the kind of the report.
 *
 * @param {Pick<ReportSummary, "mechanism" | "kind">} summary
 * @param {Pick<Words, "report">} words
 * @returns {string}
 */
export function sharedOf(summary, { report: { kinds } }) {
  /** @type {Partial<Record<MechanismName, string>>} */
  const byMechanism = kinds;
  return byMechanism[mechanismOf(summary)] ?? kinds[summary.kind];
}

/**
 * The size of a model: as many numbers for each class as a record has.
 *
 * @param {Pick<ReportSummary, "dimension" | "loss">} summary
 */
export const coefficientsOf = ({ dimension, loss }) => dimension * (loss.classes ?? 1);

/** @typedef {"leverage" | "gradientNorm" | "gradient" | "release"} Part */
/** @typedef {Partial<Record<Part | "releaseNone", string>>} PartSentences */
/** @typedef {PartSentences & {why: PartSentences}} PartWords names of the parts, and reasons */

/** @type {Part[]} */
const PARTS = ["leverage", "gradientNorm", "gradient", "release"];

/**
 * Only the Hessian tells how many records are alike: without it, the leverage is a worst case over
 * all other records.
 *
 * @param {Words["parts"]} parts
 * @returns {PartWords}
 */
const withoutOthers = (parts) => ({
  ...parts,
  leverage: parts.alone.leverage,
  why: { ...parts.why, leverage: parts.alone.why },
});

/**
 * The parts of a figure in order, as [words, reason, amount], in the words of the report's
 * mechanism, which leaves out what it hasn't; null where the figure can't be split.
 *
 * @param {Pick<import("expost").Bound, "components">} bound
 * @param {Pick<ReportSummary, "mechanism" | "release">} summary
 * @param {Pick<Words, "parts">} words
 * @returns {[words: string, reason: string, amount: number][] | null}
 */
export function partsOf({ components }, summary, { parts }) {
  if (!components) return null;
  /** @type {Partial<Record<MechanismName, PartWords>>} */
  const byMechanism = parts.of;
  const own = byMechanism[mechanismOf(summary)] ?? (summary.release.hessian ? parts : withoutOthers(parts));
  return PARTS.filter((name) => own.why[name] || name === "release" || components[name] !== 0).map((name) => {
    const called = name === "release" && components.release === 0 ? "releaseNone" : name;
    return [own[called] ?? parts[called], own.why[called] ?? parts.why[called], components[name]];
  });
}
