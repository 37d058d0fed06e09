// expost plan --public: which release is worth its cost, tried on people who are public or made up
// (docs/mathematics.md, section 6.2).
import { loadReport, publish } from "expost";
import { quantiles } from "../../wording/quantiles.js";
import { usageError } from "../errors.js";
import { onlyOnce } from "../input/bytes.js";
import { readMerged } from "../input/json.js";
import { withStudy } from "../input/study-data.js";
import { allBounds } from "./bound-rows.js";

/** @typedef {import("../../wasm/documents.js").StudyDocument} StudyDocument */
/** @typedef {import("../../wasm/documents.js").SharesDocument} Shares */
/** @typedef {{release: string, shares: Shares | null}} Split of a budget */

/** @type {Record<string, (keyof Shares)[]>} */
const PARTS = {
  none: ["model"],
  hessian: ["model", "hessian"],
  "gradient+hessian": ["model", "gradient", "hessian"],
  adaptive: ["model", "gradient", "hessian", "smallestEigenvalue"],
};
// Shares of what the model leaves. A gradient gives nothing back, so that it gets little.
/** @type {Record<string, number[]>} */
const REST = { hessian: [1], "gradient+hessian": [0.2, 0.8], adaptive: [0.2, 0.6, 0.2] };
const MODEL_SHARES = [0.5, 0.7, 0.85, 0.95];

/** @type {(release: string, model: number) => Shares} */
const sharesOf = (release, model) => ({
  model,
  ...Object.fromEntries((REST[release] ?? []).map((share, i) => [PARTS[release][i + 1], (1 - model) * share])),
});

/**
 * Every kind of release with a few splits of the budget, and the study's own split.
 *
 * @param {NonNullable<StudyDocument["budget"]>} budget
 * @returns {Split[]}
 */
function candidatesOf({ release = "none", shares }) {
  const own = release !== "none" && shares !== undefined ? [{ release, shares }] : [];
  return [
    { release: "none", shares: null },
    ...["hessian", "gradient+hessian", "adaptive"].flatMap((kind) => [
      ...own.filter((candidate) => candidate.release === kind),
      ...MODEL_SHARES.map((model) => ({ release: kind, shares: sharesOf(kind, model) })),
    ]),
  ];
}

/**
 * @param {StudyDocument} study
 * @returns {NonNullable<StudyDocument["budget"]>} its budget
 */
function requireAdvisable({ mechanism, budget }) {
  if (mechanism?.name !== "objective-perturbation" || mechanism.noise === "laplace")
    throw usageError(
      "--public needs a study of objective perturbation with normal noise: nothing else releases anything beside the model",
    );
  if (budget === undefined || mechanism.scales !== undefined)
    throw usageError("--public needs a study with a budget and without /mechanism/scales: what to spend it on is the question");
  return budget;
}

/**
 * @param {StudyDocument} study
 * @param {Split} split
 */
function withBudget(study, { release, shares }) {
  const { shares: _, ...budget } = study.budget ?? {};
  return { ...study, budget: { ...budget, release, ...(shares === null ? {} : { shares }) } };
}

/**
 * Mean over draws of the noise; Infinity stays.
 *
 * @param {number[]} values
 */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The standard error of a mean over draws; 0 for one draw, which doesn't show how draws differ.
 *
 * @param {number[]} values
 */
function standardError(values) {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return values.length === 1 || middle === Infinity ? 0 : Math.sqrt(squares / (values.length - 1) / values.length);
}

/**
 * A split with its outcome; `medianError`: the standard error of `median`, 0 of one draw.
 *
 * @typedef {Split & {median: number, medianError: number, p99: number}} Candidate
 */

/**
 * The first candidate whose median the draws can't tell from the least one: candidates are in the
 * order of how much is released. Twice the standard error of a difference is chance.
 *
 * @param {Pick<Candidate, "median" | "medianError">[]} candidates
 */
export function bestOf(candidates) {
  const least = candidates.reduce((best, one) => (one.median < best.median ? one : best));
  /** @type {(candidate: Pick<Candidate, "median" | "medianError">) => boolean} */
  const close = ({ median, medianError }) =>
    median === least.median || median - least.median <= 2 * Math.hypot(medianError, least.medianError);
  return candidates.findIndex(close);
}

/**
 * Publishes the study on the public data under each candidate, `draws` times each, and keeps
 * nothing of it but people's bounds on everything published, in nats.
 *
 * @param {string} publicPath rows that need no protection
 * @param {string[]} studyPaths
 * @param {{draws: number, decimalComma?: boolean}} options
 * @returns {Promise<{rows: number, draws: number, candidates: Candidate[], best: number}>} `best`
 *   is the index from `bestOf`, so that nothing is released where nothing is gained
 */
export async function adviceOn(publicPath, studyPaths, { draws, decimalComma }) {
  onlyOnce(publicPath, ...studyPaths);
  const stated = await readMerged(studyPaths);
  const budget = requireAdvisable(stated);
  /** @type {Candidate[]} */
  const candidates = [];
  let rows = 0;
  for (const candidate of candidatesOf(budget)) {
    const found = [];
    for (let draw = 0; draw < draws; draw += 1) {
      const { report: document } = await withStudy(
        publicPath,
        studyPaths,
        { working: candidate.release, decimalComma },
        (data, study, onProgress) => publish(data, withBudget(study, candidate), { onProgress }),
      );
      const report = await loadReport(document);
      try {
        const all = await allBounds(report, publicPath, {}, { decimalComma });
        ({ rows } = all);
        found.push(quantiles(all.whole("total")));
      } finally {
        report.free();
      }
    }
    const medians = found.map(({ median }) => median);
    candidates.push({
      ...candidate,
      median: mean(medians),
      medianError: standardError(medians),
      p99: mean(found.map(({ p99 }) => p99)),
    });
  }
  return { rows, draws, candidates, best: bestOf(candidates) };
}
