// Figures 1 to 4 and 8 of LeBlond et al. (2023); profile-figures.mjs has 5 to 7.
import { quantile, svgOf } from "./chart.mjs";
import { drawsFrom } from "./random.mjs";

/** @typedef {import("./studies.mjs").Expost} Expost */
/** @typedef {import("../adult-columns.mjs").Columns} Columns */
/** @typedef {import("./chart.mjs").Point} Point */
/** @typedef {import("./chart.mjs").Series} Series */
/** @typedef {import("./chart.mjs").Panel} Panel */
/** @typedef {import("./redberg.mjs").Drawn} Drawn */

const SAMPLES = 20;
const POWERS = [-1, 0, 1, 2, 3, 4];
/** Rows whose neighbours are sampled, of the first hundred. */
const LEFT_OUT = [0, 11, 22, 33, 44, 55, 66, 77, 88, 99];

/**
 * The models around one point and around its neighbours, with axes that hold nearly all of them.
 *
 * @param {string} title
 * @param {{base: Point[], others: Point[], farthest: Point[]}} models
 * @returns {Panel}
 */
function cloud(title, { base, others, farthest }) {
  const all = [...base, ...others, ...farthest];
  /** @type {(k: 0 | 1) => [number, number]} */
  const range = (k) => {
    const values = all.map((point) => point[k]);
    const [low, high] = [quantile(values, 0.01), quantile(values, 0.99)];
    const room = 0.15 * (high - low);
    return [low - room, high + room];
  };
  return {
    title,
    x: { label: "first coordinate of the model", kind: "linear", domain: range(0) },
    y: { label: "second coordinate", kind: "linear", domain: range(1) },
    series: [
      { name: "trained without one of nine rows", kind: "points", points: others, look: 1, size: 12 },
      { name: "trained without the row that moves it most", kind: "points", points: farthest, look: 2, size: 24 },
      { name: "trained with all rows", kind: "points", points: base, look: 4, size: 44 },
    ],
  };
}

/**
 * The first hundred rows, and of the rows that are left out the one that moves the model most.
 *
 * @param {Expost} expost
 * @param {Columns} columns
 */
async function hundred(expost, columns) {
  const rows = columns.rows.slice(0, 100);
  const study = { ...columns.study, mechanism: { ...columns.study.mechanism, lambda: 100 } };
  const data = { header: columns.header, rows };
  const profile = await expost.profile(data, study, { modelCoordinates: true });
  const farthest = profile.displacement.indexOf(quantile(profile.displacement, 1));
  return { data, study, profile, farthest, leftOut: [...new Set([farthest, ...LEFT_OUT])] };
}

/**
 * Figure 1: logistic regression by diffprivlib's mechanism, C = 1 and data_norm = 1.
 *
 * @param {Expost} expost
 * @param {Columns} columns
 * @returns {Promise<Drawn>}
 */
async function figure1(expost, columns) {
  const { data, study, farthest, leftOut } = await hundred(expost, columns);
  /** @type {Panel[]} */
  const panels = [];
  /** @type {Record<string, number>} */
  const numbers = {};
  for (const power of POWERS) {
    const epsilon = 10 ** power;
    // As diffprivlib divides ε (docs/mathematics/mechanisms.md, 12.6).
    const left = epsilon - 2 * Math.log1p(0.25);
    const extra = left > 0 ? 0 : 0.25 / Math.expm1(epsilon / 4) - 1;
    const mechanism = {
      ...study.mechanism,
      noise: "laplace",
      lambda: 1 + extra,
      eta: (left > 0 ? left : epsilon / 2) / 2,
    };
    const own = { ...study, mechanism, budget: undefined };
    /** @type {(rows: typeof data.rows, seed: number) => Promise<Point>} */
    const model = async (rows, seed) => {
      const { report } = await expost.publish({ header: data.header, rows }, JSON.parse(JSON.stringify(own)), { seed });
      const { theta } = /** @type {{model: {theta: number[]}}} */ (report).model;
      return [theta[0], theta[1]];
    };
    /** @type {Record<"base" | "others" | "farthest", Point[]>} */
    const models = { base: [], others: [], farthest: [] };
    for (let seed = 1; seed <= SAMPLES; seed += 1) {
      models.base.push(await model(data.rows, seed));
      for (const row of leftOut) {
        const without = data.rows.filter((_, i) => i !== row);
        models[row === farthest ? "farthest" : "others"].push(await model(without, 1000 * (row + 1) + seed));
      }
    }
    panels.push(cloud(`ε = ${epsilon.toLocaleString("en")}`, models));
    const spread = (/** @type {Point[]} */ points) =>
      quantile(
        points.map(([x]) => x),
        0.9,
      ) -
      quantile(
        points.map(([x]) => x),
        0.1,
      );
    numbers[`c1.spread at ε ${epsilon}`] = spread(models.base);
  }
  const svg = svgOf({
    title: "Models of diffprivlib's mechanism, with all of 100 rows and without one",
    description:
      "Two coordinates of 20 models trained on 100 rows of the adult data and of 20 models each without one of ten rows, for six ε. With little ε the clouds can't be told apart, with much they are points.",
    columns: 3,
    panels,
  });
  return { files: { "c1-diffprivlib.svg": svg }, numbers };
}

/**
 * Figure 8: the same by output perturbation, around the product's neighbouring points.
 *
 * @param {Expost} expost
 * @param {Columns} columns
 * @returns {Promise<Drawn>}
 */
async function figure8(expost, columns) {
  const { profile, farthest, leftOut } = await hundred(expost, columns);
  const [first, second] = /** @type {{base: number, displacement: Float64Array}[]} */ (profile.modelCoordinates);
  const { normal, uniform } = drawsFrom(8);
  /** @type {(centre: Point, rate: number) => Point} */
  const noisy = ([x, y], rate) => {
    const length = (-Math.log(uniform()) - Math.log(uniform())) / rate;
    const [a, b] = [normal(), normal()];
    const norm = Math.hypot(a, b);
    return [x + (length * a) / norm, y + (length * b) / norm];
  };
  const centre = /** @type {Point} */ ([first.base, second.base]);
  const panels = [1, 10, 100, 1000, 10000, 100000].map((epsilon) => {
    const rate = (100 * epsilon) / 2;
    const around = (/** @type {number} */ row) =>
      Array.from({ length: SAMPLES }, () =>
        noisy([centre[0] + first.displacement[row], centre[1] + second.displacement[row]], rate),
      );
    return cloud(`ε = ${epsilon.toLocaleString("en")}`, {
      base: Array.from({ length: SAMPLES }, () => noisy(centre, rate)),
      others: leftOut.filter((row) => row !== farthest).flatMap(around),
      farthest: around(farthest),
    });
  });
  const svg = svgOf({
    title: "Models of output perturbation, with all of 100 rows and without one",
    description:
      "As the figure before, by output perturbation with Laplace-type noise around the minimisers. The clouds part at an ε about a hundred times larger.",
    columns: 3,
    panels,
  });
  return { files: { "c8-output-perturbation.svg": svg }, numbers: { "c8.farthest": quantile(profile.displacement, 1) } };
}

/**
 * Figures 2 to 4: where the neighbours are.
 *
 * @param {Expost} expost
 * @param {Columns} columns
 * @returns {Promise<Drawn>}
 */
async function figures2To4(expost, columns) {
  const exact = await expost.profile(columns, columns.study, { modelCoordinates: true });
  const worst = await expost.profile(columns, columns.study, { modelCoordinates: true, neighbours: "worst-case" });
  const coordinates = (/** @type {typeof exact} */ { modelCoordinates = [] }) => {
    const [first, second] = modelCoordinates;
    return (/** @type {number} */ row) => /** @type {Point} */ ([first.displacement[row], second.displacement[row]]);
  };
  const [trueMove, worstMove] = [coordinates(exact), coordinates(worst)];
  const { displacement, lambda, transition, worstCaseDeviation, plateaus } = exact;
  const n = displacement.length;
  const scaled = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([1e5 * x, 1e5 * y]);
  // Figure 2: every four-hundredth row by distance, and the ten farthest.
  const byDistance = Array.from(displacement.keys()).sort((a, b) => displacement[a] - displacement[b]);
  const shown = byDistance.filter((_, i) => i % 400 === 0 || i >= n - 10);
  const reach = 1.1e5 * quantile(displacement, 1);
  const plane = /** @type {(label: string) => import("./chart.mjs").Axis} */ (label) => ({
    label,
    kind: "linear",
    domain: [-reach, reach],
  });
  const figure2 = svgOf({
    title: "Worst-case points and exact neighbours",
    description: `Where leaving one row out moves the model, for ${shown.length} of ${n} rows: exactly, and by the worst-case point. They lie on each other.`,
    columns: 1,
    panels: [
      {
        title: `${n.toLocaleString("en")} rows, two columns`,
        x: plane("move of the first coordinate, 10⁻⁵"),
        y: plane("move of the second coordinate, 10⁻⁵"),
        series: [
          { name: "exact", kind: "points", points: shown.map((row) => scaled(trueMove(row))), look: 1, size: 60 },
          { name: "worst-case point", kind: "points", points: shown.map((row) => scaled(worstMove(row))), look: 4, size: 22 },
        ],
      },
    ],
  });
  // Figure 3: the ball that holds the neighbour, in units of its radius.
  const off = byDistance.map((row) => {
    const [a, b] = [trueMove(row), worstMove(row)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]) / displacement[row];
  });
  const farthestOff = byDistance[off.indexOf(quantile(off, 1))];
  const ball = (/** @type {number} */ row, /** @type {string} */ title) => {
    const far = worstMove(row);
    const radius = Math.hypot(...far) / 2;
    const unit = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x / radius, y / radius]);
    const middle = unit([far[0] / 2, far[1] / 2]);
    const domain = (/** @type {0 | 1} */ k) =>
      /** @type {[number, number]} */ ([
        middle[k] - 1.45 * (k === 0 ? 290 / 220 : 1),
        middle[k] + 1.45 * (k === 0 ? 290 / 220 : 1),
      ]);
    return /** @type {Panel} */ ({
      title,
      x: { label: "first coordinate, radii", kind: "linear", domain: domain(0) },
      y: { label: "second coordinate, radii", kind: "linear", domain: domain(1) },
      circles: [{ centre: middle, radius: 1, text: "the neighbour is inside" }],
      series: [
        { name: "all rows: A(x)", kind: "points", points: [[0, 0]], look: 0, size: 60 },
        { name: "without the row: A(y)", kind: "points", points: [unit(trueMove(row))], look: 1, size: 200 },
        { name: "worst-case point", kind: "points", points: [unit(far)], look: 4, size: 70 },
      ],
    });
  };
  const farthest = byDistance[n - 1];
  const figure3 = svgOf({
    title: "The ball that holds a neighbour",
    description:
      "For two rows: the model with all rows, without the row, and the worst-case point, which is the far end of the ball that must hold the neighbour.",
    columns: 2,
    panels: [
      ball(farthest, `row ${farthest + 1}: moves furthest`),
      ball(farthestOff, `row ${farthestOff + 1}: worst-case point farthest off`),
    ],
  });
  // Figure 4: losses at two models, divided by β.
  const steps = [0, 0.2, 0.4, 0.6, 0.8, Infinity];
  const heat = (/** @type {Point} */ model, /** @type {string} */ title) => {
    const distance = Math.hypot(...model);
    const losses = shown.map((row) => {
      const [x, y] = trueMove(row);
      return Math.abs(Math.hypot(x - model[0], y - model[1]) - distance);
    });
    const most = quantile(losses, 1);
    const series = steps.slice(0, -1).flatMap((least, i) => {
      const points = shown
        .filter((_, k) => losses[k] / most >= least && losses[k] / most < steps[i + 1])
        .map((row) => scaled(trueMove(row)));
      const name = i === 4 ? "0.8 to 1 of the largest |l|" : `${least} to ${steps[i + 1]}`;
      return points.length === 0 ? [] : [{ name, kind: /** @type {const} */ ("points"), points, look: i, size: 14 + 18 * i }];
    });
    series.push({ name: "the model M", kind: /** @type {const} */ ("points"), points: [scaled(model)], look: 5, size: 120 });
    return /** @type {Panel} */ ({
      title,
      x: plane("first coordinate less A(x), 10⁻⁵"),
      y: plane("second coordinate, 10⁻⁵"),
      series,
    });
  };
  const away = trueMove(farthest);
  const figure4 = svgOf({
    title: "Losses of rows at a model in the middle, and at one that isn't",
    description:
      "Each marker is a neighbour; its size is its loss |l|/β. With the model at A(x) losses grow with the distance from the middle. With the model elsewhere they vanish where both are as far from it.",
    columns: 2,
    panels: [heat([0, 0], "(a) M = A(x)"), heat([-away[0] * 0.6, away[1] * 0.6], "(b) M off the middle")],
  });
  const found = /** @type {NonNullable<typeof transition>} */ (transition);
  return {
    files: { "c2-neighbours.svg": figure2, "c3-ball.svg": figure3, "c4-losses.svg": figure4 },
    numbers: {
      "c2.rows": n,
      "c2.off at most": /** @type {number} */ (worstCaseDeviation),
      "c3.row farthest off": farthestOff + 1,
      "c4.least distance": quantile(displacement, 0),
      "c4.largest distance": quantile(displacement, 1),
      "c5.epsilon low": found.epsilonLow,
      "c5.epsilon high": found.epsilonHigh,
      "c6.beta low": (lambda * found.epsilonLow) / 2,
      "c6.row": found.lowRow,
      "c7.low": plateaus.low,
      "c7.high": plateaus.high,
      "c7.s low": found.sLow,
      "c7.s high": found.sHigh,
    },
  };
}

/**
 * @param {Expost} expost
 * @param {Columns} columns the two columns of the paper
 * @param {Columns} six six columns
 * @param {(words: string) => void} tell
 * @returns {Promise<Drawn[]>}
 */
export async function leblondFigures(expost, columns, six, tell) {
  /** @type {Drawn[]} */
  const all = [];
  for (const [name, draw] of /** @type {[string, () => Promise<Drawn>][]} */ ([
    ["[C] Figure 1", () => figure1(expost, columns)],
    ["[C] Figures 2 to 4", () => figures2To4(expost, columns)],
    ["[C] Figure 8", () => figure8(expost, columns)],
  ])) {
    const start = performance.now();
    all.push(await draw());
    tell(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  const { worstCaseDeviation } = await expost.profile(six, six.study);
  all.push({ files: {}, numbers: { "c2.off at most, six columns": /** @type {number} */ (worstCaseDeviation) } });
  return all;
}
