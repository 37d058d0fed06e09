// The facts of a report, gathered from its JSON, with the few numbers that follow from it.
// Everything a statement shows comes from here.
/** Starting beliefs, in 100. */
const STARTS = [1, 10, 50];

/** @typedef {import("../wasm/documents.js").ReportDocument} ReportDocument */
/** @typedef {typeof import("expost").posterior} Posterior */
/** @typedef {Awaited<ReturnType<typeof factsOf>>} Facts */

/**
 * @param {ReportDocument} document
 * @returns {Record<string, number | undefined>}
 */
const grids = ({ release: { iterates: _, ...releases } = {} }) =>
  Object.fromEntries(Object.entries(releases).map(([name, part]) => [name, part?.["x-grid"]]));

/**
 * @param {number} epsilon
 * @param {Posterior} posterior
 */
async function beliefsUnder(epsilon, posterior) {
  return Promise.all(STARTS.map(async (hundredths) => ({ hundredths, after: await posterior(epsilon, hundredths / 100) })));
}

/**
 * @param {object} given
 * @param {ReportDocument} given.document the report, parsed
 * @param {import("expost").Report} given.report the same, loaded
 * @param {{posterior: Posterior}} given.library the package, or the part of it that a page carries
 * @param {string | null} [given.sha256] of the report's text, in hexadecimal
 */
export async function factsOf({ document, report, library, sha256 = null }) {
  const { summary } = report;
  const { mechanism } = document.model;
  const cost = report.releaseCost();
  // Any record tells how sure a figure is; the shortest is one for every report.
  const anyone = report.bound({ x: Array(summary.dimension).fill(0), y: 1 });
  return {
    summary,
    mechanism: summary.mechanism.kind,
    settings: (summary.mechanism.name === "posterior-sample" && summary.mechanism.adaptive?.noise) || null,
    sha256,
    signer: report.signer,
    beliefs: summary.guarantee === null ? null : await beliefsUnder(summary.guarantee.epsilon, library.posterior),
    half: report.promise(0.5),
    cost: cost === null ? null : { ...cost, after: await library.posterior(cost.expost, 0.5) },
    failureProbability: anyone.total.failureProbability,
    residual: mechanism["x-residual"] ?? null,
    grids: grids(document),
    modelRounding: mechanism["x-rounding"] ?? null,
    noiseElsewhere: mechanism["x-noise"] === "elsewhere",
    range: document.scaling?.range ?? [-1, 1],
    norm: document.scaling?.norm ?? 1,
  };
}
