// Which words a mechanism needs: the same figure is made of other parts, and there is other noise,
// where a model was made private in another way.

import { descentInWords } from "./descent.js";

/** @typedef {import("expost").ReportSummary} ReportSummary */
/** @typedef {import("../words/en/check.js").CheckWords} Words */
/** @typedef {import("expost").Mechanism["kind"]} MechanismKind */
/** @typedef {"posterior-sample" | "ada-ops"} SampleKind */
/** @typedef {SampleKind | "noisy-gradient-descent"} WholeKind whose figures can't be split */

/**
 * Words of every mechanism but normal noise in the training: what was published, and the parts of
 * a figure where it can be split.
 *
 * @typedef {Record<SampleKind, {shared: string}> & Record<Exclude<MechanismKind, WholeKind |
 *   "objective-gaussian">, {shared: string, parts: PartWords}> & {"noisy-gradient-descent":
 *   {shared: import("../words/types.js").Texts, whole: string}}} MechanismWords
 */

/**
 * Returns the sentence on what was published: by mechanism where the noise is not normal noise in
 * the training, else by the kind of the report.
 *
 * @param {Pick<ReportSummary, "mechanism" | "kind" | "guarantee">} summary
 * @param {import("./formats.js").Language} language
 * @returns {string}
 */
export function sharedOf({ mechanism, kind, guarantee }, language) {
  const { report, mechanisms } = language.words;
  switch (mechanism.kind) {
    case "objective-gaussian":
      return report.kinds[kind];
    case "noisy-gradient-descent":
      return descentInWords({ mechanism, guarantee }, language);
    default:
      return mechanisms[/** @type {Exclude<MechanismKind, "objective-gaussian" | "noisy-gradient-descent">} */ (mechanism.kind)]
        .shared;
  }
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
 * The parts of a figure in order, as [words, reason, amount], in the words of the report's
 * mechanism, which leaves out what it hasn't, and last the gap where values aren't known; null
 * where the figure can't be split.
 *
 * @param {Pick<import("expost").Bound, "components" | "gap">} bound
 * @param {Pick<ReportSummary, "mechanism" | "release">} summary
 * @param {Pick<Words, "parts" | "mechanisms">} words
 * @returns {[words: string, reason: string, amount: number][] | null}
 */
export function partsOf({ components, gap = 0 }, { mechanism, release }, { parts, mechanisms }) {
  if (!components) return null;
  const kind = /** @type {Exclude<MechanismKind, WholeKind>} */ (mechanism.kind);
  // Only the Hessian tells how many records are alike: without it, the leverage is a worst case
  // over all other records.
  const inTraining = release.hessian
    ? parts
    : { ...parts, leverage: parts.alone.leverage, why: { ...parts.why, leverage: parts.alone.why } };
  /** @type {PartWords} */
  const own = kind === "objective-gaussian" ? inTraining : mechanisms[kind].parts;
  /** @type {[words: string, reason: string, amount: number][]} */
  const found = PARTS.filter((name) => own.why[name] || name === "release" || components[name] !== 0).map((name) => {
    const called = name === "release" && components.release === 0 ? "releaseNone" : name;
    return [own[called] ?? parts[called], own.why[called] ?? parts.why[called], components[name]];
  });
  return gap > 0 ? [...found, [parts.gap, parts.why.gap, gap]] : found;
}
