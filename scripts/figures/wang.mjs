// Figure 1 of Wang (2019), both panes, on made-up data and on the red wines.
import { quantile, svgOf } from "./chart.mjs";
import { drawsFrom } from "./random.mjs";
import { RARE } from "./studies.mjs";

/** @typedef {import("./studies.mjs").Expost} Expost */
/** @typedef {import("./studies.mjs").Study} Study */
/** @typedef {import("./studies.mjs").Data} Data */
/** @typedef {import("./chart.mjs").Point} Point */
/** @typedef {import("./chart.mjs").Box} Box */
/** @typedef {import("./redberg.mjs").Drawn} Drawn */

const D = 5;

/**
 * Linear regression with noise: x of length 1, y = xᵀθ₀ plus noise, cut off at ±1.
 *
 * @param {number} n
 * @param {number} seed
 * @returns {Data}
 */
function linearRows(n, seed) {
  const { normal } = drawsFrom(seed);
  const truth = [0.8, -0.5, 0.3, 0, 0.2];
  const rows = Array.from({ length: n }, () => {
    const x = Array.from({ length: D }, normal);
    const length = Math.hypot(...x);
    const unit = x.map((value) => value / length);
    const y = unit.reduce((sum, value, j) => sum + value * truth[j], 0.2 * normal());
    return [...unit, Math.max(-1, Math.min(1, y))];
  });
  return { header: [...Array.from({ length: D }, (_, j) => `x${j + 1}`), "y"], rows };
}

/**
 * @param {string[]} header
 * @param {Study} mechanism
 * @param {Study | null} budget
 * @returns {Study}
 */
const linearStudy = (header, mechanism, budget) => ({
  title: "Linear regression, made-up rows",
  unit: "one made-up row",
  features: header.slice(0, -1).map((name) => ({ name, kind: "number", minimum: -1, maximum: 1 })),
  scaling: { range: [-1, 1], norm: 1 },
  label: { name: "y", kind: "number", minimum: -1, maximum: 1 },
  mechanism,
  ...(budget === null ? {} : { budget }),
  failureProbability: RARE,
});

/** @param {object} report */
const thetaOf = (report) => /** @type {{model: {theta: number[]}}} */ (report).model.theta;

/**
 * Mean squared error over rows, halved.
 *
 * @param {Data} data
 * @param {number[]} theta
 */
function risk({ rows }, theta) {
  let sum = 0;
  for (const row of rows) {
    const r = Number(row[theta.length]) - theta.reduce((total, value, j) => total + value * Number(row[j]), 0);
    sum += 0.5 * r * r;
  }
  return sum / rows.length;
}

/**
 * Left pane: the promise to everyone, and the rows' own pDP, while the data grow.
 *
 * @param {Expost} expost
 */
async function leftPane(expost) {
  /** @type {Record<string, number>} */
  const numbers = {};
  /** @type {Point[]} */
  const places = [];
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Point[]} */
  const promises = [];
  for (const n of [100, 300, 1000, 3000, 10000]) {
    const data = linearRows(n, n);
    const study = linearStudy(
      data.header,
      { name: "output-perturbation", loss: { name: "pseudo-huber", width: 1 }, lambda: 1 },
      { epsilon: 1, delta: RARE },
    );
    const { report } = await expost.publish(data, study, { seed: 1 });
    const loaded = await expost.loadReport(report);
    const { rows } = await expost.audit(data, study, loaded);
    const promise = /** @type {{epsilon: number}} */ (loaded.summary.guarantee).epsilon;
    loaded.free();
    const pdp = /** @type {Float64Array} */ (rows.pdp);
    places.push([n, quantile(pdp, 0.5)]);
    boxes.push(/** @type {Box} */ ([0.01, 0.25, 0.5, 0.75, 1].map((share) => quantile(pdp, share))));
    promises.push([n, promise]);
    numbers[`w1.median pDP at ${n}`] = quantile(pdp, 0.5);
    numbers[`w1.largest pDP at ${n}`] = quantile(pdp, 1);
  }
  numbers["w1.promise"] = promises[0][1];
  return { places, boxes, promises, numbers };
}

/**
 * Right pane: what a posterior sample costs by different notions, against its excess risk.
 *
 * @param {Expost} expost
 */
async function rightPane(expost) {
  const data = linearRows(1000, 7);
  const draws = 20;
  /** @type {Record<string, number>} */
  const numbers = {};
  /** @type {Record<"largest" | "mean" | "expost" | "adaptive", Point[]>} */
  const lines = { largest: [], mean: [], expost: [], adaptive: [] };
  const least = risk(data, thetaOf((await published(1e8)).report));
  /** @param {number} gamma */
  async function published(gamma, seed = 1) {
    const mechanism = { name: "posterior-sample", loss: { name: "squared" }, lambda: 1, gamma };
    const study = linearStudy(data.header, mechanism, null);
    const { report } = await expost.publish(data, study, { seed });
    return { report, study };
  }
  for (const gamma of [0.1, 0.3, 1, 3, 10, 30, 100]) {
    let excess = 0;
    for (let seed = 1; seed <= draws; seed += 1)
      excess += (risk(data, thetaOf((await published(gamma, seed)).report)) - least) / draws;
    const { report, study } = await published(gamma);
    const loaded = await expost.loadReport(report);
    const { rows } = await expost.audit(data, study, loaded);
    loaded.free();
    const pdp = /** @type {Float64Array} */ (rows.pdp);
    const mean = pdp.reduce((sum, value) => sum + value, 0) / pdp.length;
    lines.largest.push([excess, quantile(pdp, 1)]);
    lines.mean.push([excess, mean]);
    lines.expost.push([excess, quantile(rows.exact.map(Math.abs), 0.5)]);
    if (gamma === 1) {
      numbers["w2.excess at γ 1"] = excess;
      numbers["w2.largest pDP at γ 1"] = quantile(pdp, 1);
      numbers["w2.mean pDP at γ 1"] = mean;
      numbers["w2.median exact at γ 1"] = quantile(rows.exact.map(Math.abs), 0.5);
    }
  }
  for (const epsilon of [0.3, 1, 3, 10]) {
    const study = linearStudy(
      data.header,
      { name: "posterior-sample", adaptive: true, loss: { name: "squared" } },
      { epsilon, delta: RARE },
    );
    let excess = 0;
    for (let seed = 1; seed <= draws; seed += 1) {
      const { report } = await expost.publish(data, study, { seed });
      excess += (risk(data, thetaOf(report)) - least) / draws;
    }
    lines.adaptive.push([excess, epsilon]);
    if (epsilon === 1) numbers["w2.excess of AdaOPS at ε 1"] = excess;
  }
  return { lines, numbers };
}

/**
 * @param {Expost} expost
 * @param {(words: string) => void} tell
 * @returns {Promise<Drawn[]>}
 */
export async function wangFigures(expost, tell) {
  const start = performance.now();
  const { places, boxes, promises, numbers } = await leftPane(expost);
  const { lines, numbers: more } = await rightPane(expost);
  const line = (/** @type {string} */ name, /** @type {Point[]} */ points, /** @type {number} */ look) => ({
    name,
    kind: /** @type {const} */ ("line"),
    points,
    look,
  });
  const left = svgOf({
    title: "Promise to everyone, and each row's own pDP",
    description:
      "Output perturbation of linear regression with pseudo-Huber loss, noise for ε = 1: the promise stays at 1 while the rows' per-instance ε at δ = 10⁻⁶, drawn as boxes from the first percentile to the largest, fall with the number of rows.",
    columns: 1,
    panels: [
      {
        title: "Isotropic Gaussian noise, λ = 1",
        x: { label: "rows n", kind: "log", domain: [60, 16000] },
        y: { label: "ε at δ = 10⁻⁶", kind: "log", domain: [1e-7, 3] },
        series: [
          { name: "pDP of the rows: 1 %, quartiles, largest", kind: "boxes", points: places, boxes, look: 1 },
          line("promise to everyone", promises, 3),
        ],
      },
    ],
  });
  const right = svgOf({
    title: "Notions of privacy against excess risk",
    description:
      "One posterior sample of ridge regression on 1,000 made-up rows for several γ: largest and mean pDP over the rows and the median exact loss, and AdaOPS's ε, against the mean excess risk of 20 samples.",
    columns: 1,
    panels: [
      {
        title: "One posterior sample, and AdaOPS",
        x: { label: "excess risk", kind: "log", domain: [1e-5, 1] },
        y: { label: "ε, or |L|", kind: "log", domain: [1e-4, 20] },
        series: [
          line("AdaOPS: promise to everyone", lines.adaptive, 3),
          line("largest pDP of a row", lines.largest, 1),
          line("mean pDP over the rows", lines.mean, 2),
          line("median exact loss", lines.expost, 0),
        ],
      },
    ],
  });
  tell(`[W] Figure 1: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return [{ files: { "w1-pdp-rows.svg": left, "w1-risk.svg": right }, numbers: { ...numbers, ...more } }];
}
