// Figures 5, 6 and 7 of LeBlond et al. (2023), drawn of a privacy profile. What theory says about
// them is checked first, and a figure that disagrees is refused.
import { lineCharts, powerOfTen } from "./line-chart.mjs";

const MODELS = 200;
export const SEED = 20230;
/** log₁₀ ε of the drawn profiles: by decades, and closer in the transition. */
const DECADES = [-2, -1, 0, 1, 2, 3, 4, 5];
const CLOSER = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3];
const SHARES = [0.1, 0.5, 0.9, 0.99, 1];
/** ε of the exact typical losses. */
const FINE = Array.from({ length: 97 }, (_, k) => 10 ** (-3 + k / 12));

/** @typedef {import("expost").Profile} Profile */
/** @typedef {import("./line-chart.mjs").Panel} Panel */
/** @typedef {import("./line-chart.mjs").Range} Range */
/** @typedef {import("./line-chart.mjs").Axis} Axis */

/**
 * For powers of ten of ε: the mean sorted profile of drawn models, and the rate of the noise.
 *
 * @typedef {Map<number, {beta: number, mean: Float64Array, standardError: Float64Array}>} Drawn
 */

const rate = (/** @type {number} */ lambda, /** @type {number} */ epsilon) => (lambda * epsilon) / 2;

/**
 * @param {unknown} condition
 * @param {string} what
 * @returns {asserts condition}
 */
export function require(condition, what) {
  if (!condition) throw new Error(`a figure would be wrong: ${what}`);
}

/**
 * About so many points of a sorted column, closer together near its end, where it is steep.
 *
 * @param {Float64Array} column
 * @param {number} scale
 * @returns {Range[]}
 */
function thinned(column, scale) {
  const n = column.length;
  const at = new Set();
  for (let k = 0; k <= 120; k += 1) at.add(Math.round((k / 120) * (n - 1)));
  for (let k = 0; k <= 40; k += 1) at.add(n - 1 - Math.round(10 ** ((k / 40) * Math.log10(n / 10))) + 1);
  return [...at]
    .filter((i) => i >= 0 && i < n)
    .sort((a, b) => a - b)
    .map((i) => [i + 1, column[i] / scale]);
}

/**
 * @param {typeof import("expost").profile} profile
 * @param {import("./adult-columns.mjs").Columns} columns
 */
async function drawnProfiles(profile, { header, rows, study }) {
  const lambda = study.mechanism.lambda;
  /** @type {Drawn} */
  const drawn = new Map();
  for (const power of [...new Set([...DECADES, ...CLOSER])].sort((a, b) => a - b)) {
    const epsilon = 10 ** power;
    const found = await profile({ header, rows }, study, {
      epsilons: [epsilon],
      profileEpsilon: epsilon,
      samples: MODELS,
      seed: SEED,
    });
    const { sampled } = found.profile;
    require(sampled !== null, "models were drawn");
    drawn.set(power, { beta: rate(lambda, epsilon), ...sampled });
  }
  return drawn;
}

/** @type {(label: string, domain: Range) => Axis} */
const log = (label, domain) => ({ label, kind: "log", domain });
const thousands = (/** @type {number} */ most, /** @type {number} */ step) =>
  Array.from({ length: Math.floor(most / step) + 1 }, (_, k) => ({
    value: k * step,
    text: `${(k * step).toLocaleString("en")}`,
  }));

/**
 * @param {Drawn} drawn
 * @param {number} n
 */
function profilesByRank(drawn, n) {
  /** @type {(title: string, powers: number[], written: (power: number) => string) => Panel} */
  const panel = (title, powers, written) => ({
    title,
    x: { label: "rank of the row", kind: "linear", domain: [0, n + 1], ticks: thousands(n, 10000) },
    y: log("mean |l| / β", [2e-8, 2e-5]),
    key: true,
    series: powers.map((power) => {
      const found = drawn.get(power);
      require(found !== undefined, `models were drawn at ε = ${written(power)}`);
      return { name: `ε = ${written(power)}`, points: thinned(found.mean, found.beta) };
    }),
  });
  return lineCharts({
    title: "Privacy profiles averaged over drawn models",
    description: `Mean of the sorted absolute privacy loss over ${MODELS} models, divided by β, against rank, for ${n} rows of two columns of the adult data. For ε up to 10 the curves lie on each other, from 10,000 on nearly so; between them they move up, the rows of high rank first.`,
    panels: [
      panel("By decades of ε", DECADES, powerOfTen),
      panel("In the transition", CLOSER, (power) => (10 ** power).toFixed(0)),
    ],
  });
}

/**
 * A rank in words: 1 is the row with the least loss.
 *
 * @param {number} share
 */
const rankWords = (share) => (share === 1 ? "largest" : `${100 * share} %`);

/**
 * @param {Drawn} drawn
 * @param {Pick<Profile, "displacement" | "transition" | "lambda">} profile
 */
function profilesAgainstRate(drawn, { displacement, transition, lambda }) {
  require(transition !== null, "several coordinates");
  const n = displacement.length;
  const sorted = Float64Array.from(displacement).sort();
  const betaLow = rate(lambda, transition.epsilonLow);
  const entries = [...drawn.values()].sort((a, b) => a.beta - b.beta);
  const ranks = SHARES.map((share) => Math.ceil(share * n) - 1);
  for (const rank of ranks) {
    /** @typedef {(typeof entries)[number]} Entry */
    const at = (/** @type {Entry} */ entry) => entry.mean[rank] / entry.beta;
    const error = (/** @type {Entry} */ entry) => entry.standardError[rank] / entry.beta;
    // The lower plateau: two decades of ε below the onset, one value.
    const [first, second] = entries;
    require(second.beta < betaLow / 10, "two ε lie on the lower plateau");
    require(Math.abs(at(first) - at(second)) <=
      4 * (error(first) + error(second)) + 0.02 * at(first), `lower plateau at rank ${rank + 1}`);
    // The upper: M = A(x), and what is left is the displacement itself.
    const last = entries[entries.length - 1];
    if (last.beta * sorted[rank] > transition.sHigh) {
      require(Math.abs(at(last) - sorted[rank]) <= 0.03 * sorted[rank], `upper plateau at rank ${rank + 1}`);
    }
  }
  return lineCharts({
    title: "Averaged privacy profiles at five ranks against β",
    description: `Mean of the sorted absolute privacy loss over ${MODELS} models, divided by β, at five ranks, against β. Each curve has a plateau, rises and ends in a second plateau, the row's displacement (thick marks). The dashed line is where the row that moves furthest leaves its lower plateau, β = ${betaLow.toPrecision(3)}; the rows below it leave theirs later.`,
    panels: [
      {
        title: "Onset of the transition",
        x: log("β", [1e2, 1e10]),
        y: log("mean |l| / β", [1e-7, 2e-5]),
        marks: [{ value: betaLow, text: "β at ε_low" }],
        levels: ranks.map((rank) => ({ value: sorted[rank] })),
        series: SHARES.map((share, i) => ({
          name: rankWords(share),
          points: entries.map(({ beta, mean }) => [beta, mean[ranks[i]] / beta]),
        })),
      },
    ],
  });
}

/** @type {[key: keyof Profile["typical"], share: number, name: string][]} */
const QUANTILES = [
  ["p10", 0.1, "10 %"],
  ["median", 0.5, "50 %"],
  ["p90", 0.9, "90 %"],
  ["p99", 0.99, "99 %"],
  ["max", 1, "furthest"],
];

/** @param {Profile} profile */
function typicalLossesAgainstRate({ displacement, epsilons, typical, transition, plateaus, lambda }) {
  require(transition !== null, "several coordinates");
  const sorted = Float64Array.from(displacement).sort();
  const lengths = QUANTILES.map(([, share]) => sorted[Math.ceil(share * sorted.length) - 1]);
  const betas = Array.from(epsilons, (epsilon) => rate(lambda, epsilon));
  const betaLow = rate(lambda, transition.epsilonLow);
  QUANTILES.forEach(([key], i) => {
    const shares = betas.map((beta, k) => typical[key][k] / (beta * lengths[i]));
    require(Math.abs(shares[0] - plateaus.low) < 1e-3, `lower plateau of the row at ${key}`);
    // In the plane the curve dips a little before it rises.
    require(shares.every(
      (share, k) => share > 0.97 * plateaus.low && (k === 0 || share > shares[k - 1] || share < 1.001 * plateaus.low),
    ), `a curve that rises at ${key}`);
    // All rows leave the plateaus at the same s: the same curve in every row, 5 % of the way up at
    // s_low and 95 % at s_high.
    betas.forEach((beta, k) => {
      const s = beta * lengths[i];
      const climbed = (shares[k] - plateaus.low) / (1 - plateaus.low);
      if (s < 0.9 * transition.sLow) require(climbed < 0.05, `onset at ${key}`);
      if (s > 1.1 * transition.sLow) require(climbed > 0.05, `onset at ${key}`);
      if (s < 0.9 * transition.sHigh) require(climbed < 0.95, `end at ${key}`);
      if (s > 1.1 * transition.sHigh) require(climbed > 0.95, `end at ${key}`);
    });
  });
  /**
   * @param {(beta: number, row: number) => number} x
   * @param {(loss: number, beta: number, row: number) => number} y
   * @returns {Panel["series"]}
   */
  const curves = (x, y) =>
    QUANTILES.map(([key, , name], i) => ({ name, points: betas.map((beta, k) => [x(beta, i), y(typical[key][k], beta, i)]) }));
  return lineCharts({
    title: "Typical privacy losses of five rows against β, and against β times their displacement",
    description: `Exact typical losses. Left: divided by β, each row's own curve from one plateau to the next; the dashed line is where the row that moves furthest leaves the first, β = ${betaLow.toPrecision(3)}. Right: divided by β times the row's displacement all rows are one curve, from ${plateaus.low.toFixed(4)} to 1, leaving its plateaus at ${transition.sLow.toPrecision(3)} and ${transition.sHigh.toPrecision(3)}.`,
    panels: [
      {
        title: "Five rows",
        x: log("β", [1e2, 1e10]),
        y: log("typical |l| / β", [1e-7, 2e-5]),
        marks: [{ value: betaLow, text: "β at ε_low" }],
        levels: lengths.map((value) => ({ value })),
        series: curves(
          (beta) => beta,
          (loss, beta) => loss / beta,
        ),
      },
      {
        title: "One curve",
        x: log("β · displacement", [1e-3, 1e5]),
        y: {
          label: "typical |l| / (β · displacement)",
          kind: "linear",
          domain: [0.6, 1.02],
          ticks: [0.6, 0.7, 0.8, 0.9, 1].map((value) => ({ value, text: value.toFixed(1) })),
        },
        marks: [
          { value: transition.sLow, text: "s_low" },
          { value: transition.sHigh, text: "s_high" },
        ],
        levels: [{ value: 1 }],
        series: curves(
          (beta, i) => beta * lengths[i],
          (loss, beta, i) => loss / (beta * lengths[i]),
        ),
      },
    ],
  });
}

/**
 * All three by their file names, or an error that says which would be wrong.
 *
 * @param {typeof import("expost").profile} profile the package's
 * @param {import("./adult-columns.mjs").Columns} columns
 */
export async function profileFigures(profile, columns) {
  const { header, rows, study } = columns;
  const exact = await profile({ header, rows }, study, { epsilons: FINE });
  const drawn = await drawnProfiles(profile, columns);
  return {
    "profiles-by-rank.svg": profilesByRank(drawn, exact.rows),
    "profiles-against-rate.svg": profilesAgainstRate(drawn, exact),
    "typical-losses-against-rate.svg": typicalLossesAgainstRate(exact),
  };
}
