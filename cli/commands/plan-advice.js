// expost plan --public: which release is worth its cost, tried on people who are public or made up
// (docs/mathematics.md, section 6.2).
import { loadReport, publish } from "expost";
import { usageFault } from "../faults.js";
import { onlyOnce } from "../input/bytes.js";
import { readMerged } from "../input/json.js";
import { withStudy } from "../input/study-data.js";
import { quantiles } from "../output/quantiles.js";
import { allBounds } from "./bound-rows.js";

const PARTS = {
  none: ["model"],
  "gradient+hessian": ["model", "gradient", "hessian"],
  adaptive: ["model", "gradient", "hessian", "smallestEigenvalue"],
};
// Shares of what the model leaves. A gradient gives nothing back, so that it gets little; without
// one the format has no Hessian.
const REST = { "gradient+hessian": [0.2, 0.8], adaptive: [0.2, 0.6, 0.2] };
const MODEL_SHARES = [0.5, 0.7, 0.85];

const sharesOf = (release, model) =>
  Object.fromEntries(PARTS[release].map((part, i) => [part, i === 0 ? model : (1 - model) * REST[release][i - 1]]));

/** Every kind of release with a few splits of the budget, and the study's own split. */
function candidatesOf({ release = "none", shares }) {
  const own = release !== "none" && shares !== undefined ? [{ release, shares }] : [];
  return [
    { release: "none", shares: null },
    ...["gradient+hessian", "adaptive"].flatMap((kind) => [
      ...own.filter((candidate) => candidate.release === kind),
      ...MODEL_SHARES.map((model) => ({ release: kind, shares: sharesOf(kind, model) })),
    ]),
  ];
}

function requireAdvisable({ mechanism = {}, budget }) {
  if (mechanism.name !== "objective-perturbation" || mechanism.noise === "laplace")
    throw usageFault(
      "--public needs a study of objective perturbation with normal noise: nothing else releases anything beside the model",
    );
  if (budget === undefined || mechanism.scales !== undefined)
    throw usageFault("--public needs a study with a budget and without /mechanism/scales: what to spend it on is the question");
}

const withBudget = ({ budget: { shares: _shares, ...budget }, ...study }, { release, shares }) => ({
  ...study,
  budget: { ...budget, release, ...(shares === null ? {} : { shares }) },
});

/** Mean over draws of the noise; Infinity stays. */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Publishes the study on the public data under each candidate, `draws` times each, and keeps
 * nothing of it but people's bounds on everything published, in nats.
 *
 * @typedef {{release: string, shares: object | null, median: number, p99: number}} Candidate
 * @param {string} publicPath rows that need no protection
 * @returns {Promise<{rows: number, draws: number, candidates: Candidate[], best: number}>} `best`
 *   is
 *   the index of the least median; the first of several, so that nothing is released where nothing
 *   is gained
 */
export async function adviceOn(publicPath, studyPaths, { draws }) {
  onlyOnce(publicPath, ...studyPaths);
  const stated = await readMerged(studyPaths);
  requireAdvisable(stated);
  const candidates = [];
  let rows = 0;
  for (const candidate of candidatesOf(stated.budget)) {
    const found = [];
    for (let draw = 0; draw < draws; draw += 1) {
      const { report: document } = await withStudy(
        publicPath,
        studyPaths,
        { working: candidate.release },
        (data, study, onProgress) => publish(data, withBudget(study, candidate), { onProgress }),
      );
      const report = await loadReport(document);
      try {
        const all = await allBounds(report, publicPath, {});
        ({ rows } = all);
        found.push(quantiles(all.whole("total")));
      } finally {
        report.free();
      }
    }
    candidates.push({ ...candidate, median: mean(found.map(({ median }) => median)), p99: mean(found.map(({ p99 }) => p99)) });
  }
  const least = Math.min(...candidates.map(({ median }) => median));
  return { rows, draws, candidates, best: candidates.findIndex(({ median }) => median === least) };
}
