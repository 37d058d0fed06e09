// Figures 1 to 10 and Example 4 of Redberg & Wang (2021), in their own set-ups.
import { cumulative, quantile, svgOf } from "./chart.mjs";
import { drawsFrom, separableRows, unitRows } from "./random.mjs";
import {
  creditStudy,
  kidneyStudy,
  kiferLevels,
  leastRidge,
  lossesOf,
  madeUpStudy,
  ratios,
  RARE,
  tableOf,
  wineStudy,
  withLevels,
} from "./studies.mjs";

/** @typedef {import("./studies.mjs").Expost} Expost */
/** @typedef {import("./studies.mjs").Study} Study */
/** @typedef {import("./studies.mjs").Losses} Losses */
/** @typedef {import("./chart.mjs").Panel} Panel */
/** @typedef {import("./chart.mjs").Series} Series */
/** @typedef {import("./chart.mjs").Point} Point */
/** @typedef {{files: Record<string, string>, numbers: Record<string, number>}} Drawn */
/** @typedef {[number, number, number]} Three */
/** @typedef {[string, string, string]} Names */
/** @typedef {{independent: Losses, dependent: Losses, inflated: Losses}} Trio */
/** @typedef {import("./chart.mjs").Range} Range */
/** @typedef {{epsilon: number, losses: Range, ratios: Range, models: Names}} Axes */
/** @typedef {{g: number, beta: number}} LossConstants */
/** @typedef {{budgets: Three, alone: number, loss: LossConstants, dimension: number}} Levels */

const LOGISTIC = { g: 1, beta: 0.25 };
const LOGISTIC_MECHANISM = { name: "objective-perturbation", loss: { name: "logistic" } };

/** @type {(label: string, domain: [number, number]) => import("./chart.mjs").Axis} */
const log = (label, domain) => ({ label, kind: "log", domain });
const SHARE = /** @type {import("./chart.mjs").Axis} */ ({ label: "share of rows", kind: "linear", domain: [0, 1] });

/**
 * Figure 1: exact losses at a model that is turned away from the minimum.
 *
 * @param {Expost} expost
 * @returns {Promise<Drawn>}
 */
async function figure1(expost) {
  const data = separableRows(1000, 0.4, 1);
  const { accountants } = await expost.plan({ loss: "logistic", epsilon: 0.5, delta: RARE, accountant: "kst2012" });
  const sigma = /** @type {{sigma: number}} */ (accountants.kst2012).sigma;
  const study = madeUpStudy("Figure 1", data.header, { ...LOGISTIC_MECHANISM, lambda: 1, scales: { model: sigma } });
  study.mechanism.elsewhere = { rowsAtMost: 1000, residual: 1e6 };
  // The minimum itself: a training whose noise is next to nothing.
  const unperturbed = { ...study, mechanism: { ...LOGISTIC_MECHANISM, lambda: 1, scales: { model: 1e-6 } } };
  const { report } = await expost.publish(data, unperturbed, { seed: 1 });
  const [a, b] = /** @type {{model: {theta: number[]}}} */ (report).model.theta;
  const turns = /** @type {[number, string][]} */ ([
    [0, "ω = 0"],
    [1 / 12, "ω = π/12"],
    [1 / 4, "ω = π/4"],
    [1 / 2, "ω = π/2"],
    [3 / 4, "ω = 3π/4"],
    [1, "ω = π"],
  ]);
  /** @type {Panel[]} */
  const panels = [];
  /** @type {Record<string, number>} */
  const numbers = { "r1.sigma": sigma };
  const steps = [0, 0.01, 0.03, 0.1, Infinity];
  for (const [share, name] of turns) {
    const [cos, sin] = [Math.cos(share * Math.PI), Math.sin(share * Math.PI)];
    const model = await expost.attach(data, study, { theta: [cos * a - sin * b, sin * a + cos * b] }, { seed: 1 });
    const loaded = await expost.loadReport(model.report);
    const { rows } = await expost.audit(data, study, loaded);
    loaded.free();
    const exact = rows.exact.map(Math.abs);
    numbers[`r1.max ${name}`] = quantile(exact, 1);
    numbers[`r1.median ${name}`] = quantile(exact, 0.5);
    // Where the largest loss is: near the boundary, or where the model is most wrong.
    const worst = data.rows[exact.indexOf(quantile(exact, 1))];
    numbers[`r1.distance of the largest ${name}`] = Math.abs(Number(worst[0]) + Number(worst[1])) / Math.SQRT2;
    const series = steps.slice(0, -1).flatMap((least, i) => {
      const points = data.rows
        .filter((_, row) => row % 4 === 0 && exact[row] >= least && exact[row] < steps[i + 1])
        .map((row) => /** @type {Point} */ ([Number(row[0]), Number(row[1])]));
      const words =
        i === 0 ? `|L| below ${steps[1]}` : steps[i + 1] < Infinity ? `${least} to ${steps[i + 1]}` : `${least} or more`;
      return points.length === 0
        ? []
        : [{ name: words, kind: /** @type {const} */ ("points"), points, look: i, size: 10 + 13 * i }];
    });
    panels.push({
      title: `${name}: largest |L| ${quantile(exact, 1).toPrecision(3)}`,
      x: { label: "first coordinate", kind: "linear", domain: [-1.05, 1.05] },
      y: { label: "second coordinate", kind: "linear", domain: [-1.05, 1.05] },
      series,
    });
  }
  const svg = svgOf({
    title: "Exact losses at a model turned by an angle",
    description:
      "Six scatter plots of a quarter of 1,000 separable points of the unit disc. Markers grow with the exact loss. Turned by little, the points next to the boundary lose most; turned by much, those that the model gets most wrong.",
    columns: 3,
    panels,
  });
  return { files: { "r1-exact-losses.svg": svg }, numbers };
}

/**
 * Figure 2: accuracy of the model with more ridge than Kifer's.
 *
 * @param {Expost} expost
 * @returns {Promise<Drawn>}
 */
async function figure2(expost) {
  const data = unitRows(1000, 50, 2);
  const inflations = [1, 3, 10, 30, 100, 300, 1000];
  const releases = 5;
  /** @type {Record<string, number>} */
  const numbers = {};
  /** @type {Series[]} */
  const series = [];
  /** @type {Point[]} */
  const stars = [];
  for (const [look, epsilon] of [0.1, 1, 10].entries()) {
    const levels = await kiferLevels(expost, [epsilon, epsilon, epsilon], LOGISTIC);
    const star = (await leastRidge(expost, 50, levels.hessian)) / levels.lambda;
    /** @type {Point[]} */
    const points = [];
    for (const inflation of [...inflations, star].sort((x, y) => x - y)) {
      const study = withLevels(madeUpStudy("Figure 2", data.header, LOGISTIC_MECHANISM), inflation * levels.lambda, {
        model: levels.model,
      });
      let wrong = 0;
      for (let seed = 1; seed <= releases; seed += 1) {
        const { report } = await expost.publish(data, study, { seed });
        const { theta } = /** @type {{model: {theta: number[]}}} */ (report).model;
        for (const row of data.rows) {
          const margin = theta.reduce((sum, value, j) => sum + value * Number(row[j]), 0);
          wrong += margin > 0 === (row[theta.length] === "yes") ? 0 : 1;
        }
      }
      const rate = wrong / (releases * data.rows.length);
      points.push([inflation, rate]);
      if (inflation === 1) numbers[`r2.wrong at ε ${epsilon}`] = rate;
      if (inflation === star) {
        numbers[`r2.wrong at ε ${epsilon}, star`] = rate;
        stars.push([star, rate]);
      }
    }
    numbers[`r2.star at ε ${epsilon}`] = star;
    series.push({ name: `ε₁ = ${epsilon}`, kind: "line", points, look });
  }
  series.push({ name: "the λ that Algorithm 2 asks for", kind: "points", points: stars, look: 5, size: 110 });
  const svg = svgOf({
    title: "Share of wrong predictions against the ridge",
    description:
      "Share of training rows that the published model gets wrong, against how many times larger λ is than Kifer's, for three ε₁; mean of five releases. Stars: the λ that Algorithm 2 asks for.",
    columns: 1,
    panels: [
      {
        title: "1,000 made-up rows, d = 50",
        x: log("λ as a multiple of 1/(2ε₁)", [1, 1000]),
        y: { label: "share of wrong predictions", kind: "linear", domain: [0, 0.6] },
        series,
      },
    ],
  });
  return { files: { "r2-ridge.svg": svg }, numbers };
}

/**
 * Largest losses and bounds over the rows of made-up data.
 *
 * @param {Expost} expost
 * @param {number} n
 * @param {number} d
 */
async function largest(expost, n, d) {
  const data = unitRows(n, d, 1000 * d + n);
  const levels = await kiferLevels(expost, [1, 1, 1], LOGISTIC);
  const study = madeUpStudy("Figures 4 and 5", data.header, LOGISTIC_MECHANISM);
  const independent = await lossesOf(expost, data, withLevels(study, levels.lambda, { model: levels.model }), 1);
  const dependent = await lossesOf(expost, data, withLevels(study, levels.lambda, levels), 1);
  const ridge = Math.max(levels.lambda, await leastRidge(expost, d, levels.hessian));
  const inflated = await lossesOf(expost, data, withLevels(study, ridge, levels), 1);
  return {
    exact: quantile(independent.exact, 1),
    independent: quantile(independent.sharp, 1),
    dependent: quantile(dependent.sharp, 1),
    paper: quantile(inflated.paper, 1),
  };
}

/**
 * Figures 4 and 5: the largest loss and bounds while the data grow.
 *
 * @param {Expost} expost
 * @returns {Promise<Drawn>}
 */
async function figures4And5(expost) {
  const names = {
    exact: "largest exact loss",
    independent: "bound from the model alone",
    dependent: "bound with ĝ and Ĥ, Kifer's λ",
    paper: "Algorithm 2's bound, at the λ it asks for",
  };
  /** @type {Record<string, number>} */
  const numbers = {};
  /**
   * @param {number[]} places
   * @param {(place: number) => Promise<Record<keyof typeof names, number>>} at
   * @param {string} prefix
   * @returns {Promise<Series[]>}
   */
  const along = async (places, at, prefix) => {
    /** @type {(Record<keyof typeof names, number> & {place: number})[]} */
    const found = [];
    for (const place of places) found.push({ place, ...(await at(place)) });
    for (const { place, ...values } of found) {
      for (const [key, value] of Object.entries(values)) numbers[`${prefix}.${key} at ${place}`] = value;
    }
    return /** @type {(keyof typeof names)[]} */ (Object.keys(names)).map((key, look) => ({
      name: names[key],
      kind: /** @type {const} */ ("line"),
      points: found.map((one) => /** @type {Point} */ ([one.place, one[key]])),
      look,
    }));
  };
  const byRows = await along([100, 300, 1000, 3000, 10000], (n) => largest(expost, n, 50), "r4");
  const byDimension = await along([1, 2, 5, 10, 20, 40, 60], (d) => largest(expost, 1000, d), "r5");
  const y = log("largest over the rows, nats", [0.01, 10]);
  const panel = (/** @type {string} */ title, /** @type {import("./chart.mjs").Axis} */ x, /** @type {Series[]} */ series) =>
    svgOf({
      title: `Largest loss and bounds: ${title}`,
      description: `The largest exact loss over all rows, and the largest bounds, ${title}. ε₁ = ε₂ = ε₃ = 1, logistic loss, one release each.`,
      columns: 1,
      panels: [{ title, x, y, series }],
    });
  return {
    files: {
      "r4-rows.svg": panel("d = 50, more and more rows", log("rows n", [80, 12000]), byRows),
      "r5-dimensions.svg": panel("1,000 rows, more and more coordinates", log("coordinates d", [0.9, 70]), byDimension),
    },
    numbers,
  };
}

/**
 * Two panels of one comparison: losses and bounds, and their ratios.
 *
 * @param {string} title
 * @param {Trio} losses
 * @param {Axes} axes
 * @returns {[Panel, Panel]}
 */
function comparison(title, { independent, dependent, inflated }, { epsilon, losses, ratios: range, models }) {
  const [alone, released, paper] = models;
  /** @type {(name: string, values: Float64Array, look: number) => Series} */
  const share = (name, values, look) => ({ name, kind: "line", points: cumulative(values), look });
  return [
    {
      title: `${title}: losses and bounds`,
      x: log("nats", losses),
      y: SHARE,
      lines: [{ x: epsilon, text: `ε = ${epsilon}` }],
      series: [
        share(`exact, ${alone}`, independent.exact, 0),
        share(`bound, ${alone}`, independent.sharp, 1),
        share(`exact, ${released}`, dependent.exact, 2),
        share(`bound, ${released}`, dependent.sharp, 3),
        share(`everything published, ${released}`, dependent.total, 4),
      ],
    },
    {
      title: `${title}: bound divided by exact loss`,
      x: log("ratio", range),
      y: SHARE,
      series: [
        share(alone, ratios(independent.sharp, independent.exact), 1),
        share(released, ratios(dependent.sharp, dependent.exact), 3),
        share(paper, ratios(inflated.paper, inflated.exact), 5),
      ],
    },
  ];
}

/**
 * The three releases of one comparison.
 *
 * @param {Expost} expost
 * @param {import("./studies.mjs").Data} data
 * @param {Study} study
 * @param {Levels} options
 */
async function releases(expost, data, study, { budgets, alone, loss, dimension }) {
  const own = await kiferLevels(expost, [alone, 1, 1], loss);
  const levels = await kiferLevels(expost, budgets, loss);
  const ridge = Math.max(levels.lambda, await leastRidge(expost, dimension, levels.hessian));
  return {
    independent: await lossesOf(expost, data, withLevels(study, own.lambda, { model: own.model }), 1),
    dependent: await lossesOf(expost, data, withLevels(study, levels.lambda, levels), 1),
    inflated: await lossesOf(expost, data, withLevels(study, ridge, levels), 1),
    ridge,
    levels,
  };
}

/**
 * @param {Record<string, number>} numbers
 * @param {string} prefix
 * @param {Trio & {ridge?: number, levels?: {lambda: number}}} found
 */
function noted(numbers, prefix, { independent, dependent, inflated, ridge, levels }) {
  const median = (/** @type {Float64Array} */ values) => quantile(values, 0.5);
  numbers[`${prefix}.exact alone`] = median(independent.exact);
  numbers[`${prefix}.exact largest alone`] = quantile(independent.exact, 1);
  numbers[`${prefix}.bound alone`] = median(independent.sharp);
  numbers[`${prefix}.exact released`] = median(dependent.exact);
  numbers[`${prefix}.bound released`] = median(dependent.sharp);
  numbers[`${prefix}.total released`] = median(dependent.total);
  numbers[`${prefix}.ratio alone`] = median(ratios(independent.sharp, independent.exact));
  numbers[`${prefix}.ratio released`] = median(ratios(dependent.sharp, dependent.exact));
  numbers[`${prefix}.ratio paper`] = median(ratios(inflated.paper, inflated.exact));
  numbers[`${prefix}.ratio inflated`] = median(ratios(inflated.sharp, inflated.exact));
  if (ridge !== undefined && levels !== undefined) {
    numbers[`${prefix}.ridge`] = ridge;
    numbers[`${prefix}.lambda`] = levels.lambda;
  }
}

/**
 * Figures 3 and 6: the credit data, ε = 1 divided in four ways.
 *
 * @param {Expost} expost
 * @param {string} folder
 * @returns {Promise<Drawn>}
 */
async function figures3And6(expost, folder) {
  const data = await tableOf(folder, "credit");
  const study = creditStudy();
  /** @type {Record<string, number>} */
  const numbers = {};
  /** @type {[Panel, Panel][]} */
  const panels = [];
  for (const budgets of /** @type {[number, number, number][]} */ ([
    [0.2, 0.7, 0.1],
    [0.4, 0.5, 0.1],
    [0.5, 0.25, 0.25],
    [0.8, 0.1, 0.1],
  ])) {
    const found = await releases(expost, data, study, { budgets, alone: 1, loss: LOGISTIC, dimension: 21 });
    const name = budgets.join(", ");
    noted(numbers, `r6 ${name}`, found);
    panels.push(
      comparison(name, found, {
        epsilon: 1,
        losses: [1e-4, 2],
        ratios: [1, 1e4],
        models: ["all of ε for the model", `ε₁, ε₂, ε₃ = ${name}`, "Algorithm 2, at the λ it asks for"],
      }),
    );
  }
  const description =
    "Shares of the 30,000 card holders below each value: exact losses and bounds, and bounds divided by exact losses. With ε = 1 for the model alone, and with ε divided between model, gradient and Hessian.";
  return {
    files: {
      "r3-credit.svg": svgOf({ title: "Credit card default: shares .2, .7, .1", description, columns: 2, panels: panels[0] }),
      "r6-shares.svg": svgOf({
        title: "Credit card default: ε divided in four ways",
        description,
        columns: 2,
        panels: panels.flat(),
      }),
    },
    numbers,
  };
}

/**
 * Figures 7 to 10: kidney disease and wine, ε₁ = 1 and less, ε₂ = ε₃ = 1.
 *
 * @param {Expost} expost
 * @param {string} folder
 * @returns {Promise<Drawn>}
 */
async function figures7To10(expost, folder) {
  /** @type {Drawn} */
  const drawn = { files: {}, numbers: {} };
  for (const { name, title, study, loss, files, dimension } of [
    {
      name: "kidney",
      title: "Kidney disease",
      study: kidneyStudy(),
      loss: LOGISTIC,
      files: ["r7-kidney", "r9-kidney-ratios"],
      dimension: 0,
    },
    {
      name: "wine",
      title: "Red wines, squared loss",
      study: wineStudy(),
      loss: { g: 1, beta: 1 },
      files: ["r8-wine", "r10-wine-ratios"],
      dimension: 0,
    },
  ]) {
    const data = await tableOf(folder, /** @type {"kidney" | "wine"} */ (name));
    /** @type {Panel[]} */
    const losses = [];
    /** @type {Panel[]} */
    const divided = [];
    for (const epsilon of [1, 0.1]) {
      const found = await releases(expost, data, study, {
        budgets: [epsilon, 1, 1],
        alone: epsilon,
        loss,
        dimension: dimension || (await dimensionOf(expost, data, study)),
      });
      noted(drawn.numbers, `${files[0].split("-")[0]} ${epsilon}`, found);
      const [left, right] = comparison(`ε₁ = ${epsilon}`, found, {
        epsilon,
        losses: [1e-6, 10],
        ratios: [1, 1e4],
        models: ["the model alone", "ĝ and Ĥ too", "Algorithm 2, at the λ it asks for"],
      });
      losses.push(left);
      divided.push(right);
    }
    const description = `Shares of the rows below each value, for ε₁ = 1 and 0.1; ĝ and Ĥ are released with ε₂ = ε₃ = 1.`;
    drawn.files[`${files[0]}.svg`] = svgOf({ title: `${title}: losses and bounds`, description, columns: 2, panels: losses });
    drawn.files[`${files[1]}.svg`] = svgOf({ title: `${title}: ratios`, description, columns: 2, panels: divided });
  }
  return drawn;
}

/**
 * The coordinates that a study's records have.
 *
 * @param {Expost} expost
 * @param {import("./studies.mjs").Data} data
 * @param {Study} study
 */
async function dimensionOf(expost, data, study) {
  const { report } = await expost.publish(data, withLevels(study, 1, { model: 10 }), { seed: 1 });
  return /** @type {{model: {theta: number[]}}} */ (report).model.theta.length;
}

/**
 * Example 4: what an exact loss that is told gives away.
 *
 * @param {Expost} expost
 * @returns {Promise<Drawn>}
 */
async function example4(expost) {
  const sigma = await expost.gaussianSigma(1, RARE, 1);
  const { uniform, normal } = drawsFrom(4);
  /** @type {Point[]} */
  const right = [];
  /** @type {Point[]} */
  const wrong = [];
  let told = 0;
  for (let release = 1; release <= 20; release += 1) {
    const count = Math.floor(100 * uniform());
    const published = count + sigma * normal();
    const loss = Math.abs(2 * published - 2 * count - 1) / (2 * sigma * sigma);
    const candidates = [1, -1].map((sign) => published - 0.5 + sign * sigma * sigma * loss);
    const off = candidates.map((value) => Math.abs(value - Math.round(value)));
    const best = off[0] < off[1] ? 0 : 1;
    told += Math.round(candidates[best]) === count ? 1 : 0;
    right.push([release, off[best]]);
    wrong.push([release, off[1 - best]]);
  }
  const svg = svgOf({
    title: "Example 4: an exact loss gives the count away",
    description:
      "For 20 made-up releases of a count with Gaussian noise: how far each of the two counts that fit the published number and the exact loss is from a whole number. One of them is whole each time.",
    columns: 1,
    panels: [
      {
        title: "Two counts fit, one is a whole number",
        x: { label: "release", kind: "linear", domain: [0, 21] },
        y: { label: "distance from a whole number", kind: "linear", domain: [-0.02, 0.52] },
        series: [
          { name: "the count that is taken", kind: "points", points: right, look: 1, size: 40 },
          { name: "the other one", kind: "points", points: wrong, look: 4, size: 40 },
        ],
      },
    ],
  });
  return { files: { "r-example-4.svg": svg }, numbers: { "example4.sigma": sigma, "example4.told": told, "example4.of": 20 } };
}

/**
 * The tables of notions: three of them in numbers, on the kidney data at ε = 1.
 *
 * @param {Expost} expost
 * @param {string} folder
 * @returns {Promise<Drawn>}
 */
async function notions(expost, folder) {
  const data = await tableOf(folder, "kidney");
  const study = kidneyStudy();
  const found = await lossesOf(expost, data, study, 1);
  const mechanism = { name: "output-perturbation", loss: { name: "logistic" }, lambda: 20 };
  const output = { ...study, mechanism, budget: { epsilon: 1, delta: RARE } };
  const { report } = await expost.publish(data, output, { seed: 1 });
  const loaded = await expost.loadReport(report);
  const { rows } = await expost.audit(data, output, loaded);
  const promise = /** @type {{epsilon: number}} */ (loaded.summary.guarantee).epsilon;
  loaded.free();
  const pdp = /** @type {Float64Array} */ (rows.pdp);
  return {
    files: {},
    numbers: {
      "notions.promise": promise,
      "notions.pdp median": quantile(pdp, 0.5),
      "notions.pdp largest": quantile(pdp, 1),
      "notions.exact median": quantile(found.exact, 0.5),
      "notions.exact largest": quantile(found.exact, 1),
      "notions.bound median": quantile(found.sharp, 0.5),
      "notions.bound largest": quantile(found.sharp, 1),
    },
  };
}

/**
 * All of them.
 *
 * @param {Expost} expost
 * @param {string} folder
 * @param {(words: string) => void} tell
 * @returns {Promise<Drawn[]>}
 */
export async function redbergFigures(expost, folder, tell) {
  /** @type {Drawn[]} */
  const all = [];
  for (const [name, draw] of /** @type {[string, () => Promise<Drawn>][]} */ ([
    ["[R] Figure 1", () => figure1(expost)],
    ["[R] Figure 2", () => figure2(expost)],
    ["[R] Figures 3 and 6", () => figures3And6(expost, folder)],
    ["[R] Figures 4 and 5", () => figures4And5(expost)],
    ["[R] Figures 7 to 10", () => figures7To10(expost, folder)],
    ["[R] Example 4", () => example4(expost)],
    ["[R] and [W], tables of notions", () => notions(expost, folder)],
  ])) {
    const start = performance.now();
    all.push(await draw());
    tell(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  return all;
}
