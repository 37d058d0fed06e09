// npm run results:networks: networks beside a linear model on two data sets at the same (ε, δ),
// with people's bounds and exact losses, and beside the same networks trained by Opacus. Writes a
// section of docs/results.md and a picture for each. Training by Opacus downloads some 3 GB.
//
//   npm run results:networks -- adult      one of them
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "./build.mjs";
import { lineCharts } from "./line-chart.mjs";
import { inRoot, isMain, packageDir } from "./paths.mjs";
import { trainerEnvironments } from "./python.mjs";
import { withSection } from "./results-sections.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

const folderOf = (/** @type {string} */ name) => `build/results/networks-${name}`;
const DATA = "../shared/data";
/** Publications of each, whose medians are shown. */
const REPEATS = 3;
const EPSILONS = [1, 2, 8];

/**
 * A model: what changes the study, the rates that are tried, and whether Opacus trains it too.
 *
 * @typedef {{title: string, short: string, changes: string[], rates: number[],
 *   byOpacus: boolean}} Model
 */
/**
 * A data set. steps: for each ε; opacus: sizes of its training, the rates that are tried.
 *
 * @typedef {object} Example
 * @property {string} name
 * @property {string} title
 * @property {string} on
 * @property {number} delta
 * @property {number[]} steps
 * @property {Model[]} models
 * @property {{batch: number, epochs: number, rates: number[]}} opacus
 * @property {() => {train: string, held: string}} files
 * @property {(trained: number, held: number) => string} words
 */

/** @type {Example[]} */
const EXAMPLES = [
  {
    ...{ name: "digits", title: "Images of digits", on: "on images of digits", delta: 1e-5, steps: [30, 50, 100] },
    models: [
      { title: "linear softmax", short: "linear", changes: ["linear.json"], rates: [1, 2, 4, 8], byOpacus: false },
      { title: "64–32–10, tanh", short: "64–32–10", changes: [], rates: [0.25, 0.5, 1, 2], byOpacus: true },
      {
        title: "convolution, 16 kernels",
        short: "convolution",
        changes: ["cnn.json"],
        rates: [0.25, 0.5, 1, 2],
        byOpacus: true,
      },
    ],
    opacus: { batch: 250, epochs: 17, rates: [0.25, 0.5, 1, 2] },
    files: digits,
    words: (trained, held) =>
      `${trained} images of 8 × 8 pixels to train with, every sixth of all, ${held}, held out; δ = 10⁻⁵.`,
  },
  {
    ...{ name: "adult", title: "Income above 50,000 dollars", on: "on incomes", delta: 1e-6, steps: [60, 60, 60] },
    models: [
      { title: "linear", short: "linear", changes: ["descent.json"], rates: [8, 16, 32, 64], byOpacus: false },
      { title: "50–32–1, tanh", short: "50–32–1", changes: ["network.json"], rates: [1, 2, 4, 8], byOpacus: true },
    ],
    opacus: { batch: 2000, epochs: 10, rates: [0.5, 1, 2, 4] },
    files: adult,
    words: (trained, held) => `${trained} people to train with, ${held} held out; δ = 10⁻⁶.`,
  },
];

const headingOf = (/** @type {Example} */ { on }) => `## Networks, ${on}`;
/** The sections' headings. */
export const HEADINGS = EXAMPLES.map(headingOf);

const run = promisify(execFile);
const cli = (/** @type {string[]} */ args) =>
  run(process.execPath, [join(packageDir, "cli/expost.js"), ...args], { maxBuffer: 2 ** 30, cwd: inRoot(".") });
const median = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const quantile = (/** @type {number[]} */ sorted, /** @type {number} */ share) =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
const linesIn = (/** @type {string} */ file) => readFileSync(inRoot(file), "utf8").trim().split(/\r?\n/);

/** The images, every sixth of which is held out. */
function digits() {
  const [header, ...rows] = linesIn(`${DATA}/digits.csv`);
  const [train, held] = ["train", "held"].map((name) => join(folderOf("digits"), `${name}.csv`));
  for (const [file, isHeld] of /** @type {[string, boolean][]} */ ([
    [train, false],
    [held, true],
  ]))
    writeFileSync(inRoot(file), `${[header, ...rows.filter((_, i) => (i % 6 === 0) === isHeld)].join("\n")}\n`);
  return { train, held };
}

/** The people; the test file has a full stop behind each outcome. */
function adult() {
  const held = join(folderOf("adult"), "held.csv");
  const lines = linesIn(`${DATA}/adult_test.csv`).map((line) => line.replace(/\.$/, ""));
  writeFileSync(inRoot(held), `${lines.join("\n")}\n`);
  return { train: `${DATA}/adult_train.csv`, held };
}

const studies = (/** @type {string[]} */ files) => files.flatMap((file) => ["--study", file]);

/**
 * Makes one publication, and returns how often it is right on the rows that were held out.
 *
 * @param {string} folder
 * @param {string[]} study
 * @param {{train: string, held: string}} files
 * @param {number} seed
 * @returns {Promise<number>}
 */
async function published(folder, study, { train, held }, seed) {
  const [report, secrets] = ["report.json", "secrets.json"].map((name) => join(folder, name));
  const outputs = ["--out", report, "--secrets", secrets, "--seed", String(seed), "--replace"];
  await cli(["publish", train, ...studies(study), ...outputs]);
  return JSON.parse((await cli(["score", report, held, "--json"])).stdout).accuracy;
}

/**
 * Members' bounds and exact losses of the last publication.
 *
 * @param {string} folder
 * @param {string[]} study
 * @param {string} train
 */
async function audited(folder, study, train) {
  const [report, secrets, rows] = ["report.json", "secrets.json", "rows.csv"].map((name) => join(folder, name));
  await cli(["audit", train, ...studies(study), "--report", report, "--secrets", secrets, "--out", rows, "--replace"]);
  const [names, ...lines] = linesIn(rows);
  const column = (/** @type {string} */ name) => lines.map((line) => Number(line.split(",")[names.split(",").indexOf(name)]));
  const sorted = (/** @type {number[]} */ values) => values.sort((a, b) => a - b);
  return {
    bounds: sorted(column("upper")),
    losses: sorted(column("exact").map(Math.abs)),
    kilobytes: statSync(inRoot(report)).size / 1000,
  };
}

/**
 * The accuracy of Opacus at the best of its rates, chosen by the rows that were held out, and that
 * rate.
 *
 * @param {string} python
 * @param {string[]} study
 * @param {{train: string, held: string}} files
 * @param {Example} example
 * @param {number} epsilon
 */
async function byOpacus(python, [study, ...changes], { train, held }, { opacus, delta }, epsilon) {
  const sizes = { epsilon, delta, batch: opacus.batch, epochs: opacus.epochs, seeds: REPEATS, rates: opacus.rates };
  const { stdout } = await run(
    python,
    [
      ...["examples/python/opacus_network.py", train, held, "--study", study],
      ...changes.flatMap((file) => ["--change", file]),
      ...Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ],
    { cwd: inRoot("."), env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } },
  );
  /** @type {{rate: number, right: number[]}[]} */
  const found = JSON.parse(stdout);
  const [best] = found.map(({ rate, right }) => ({ rate, right: median(right) })).sort((a, b) => b.right - a.right);
  return best;
}

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;

/**
 * Measures one data set: lines of its table, accuracies by model, and bounds at the ε in the
 * middle.
 *
 * @param {Example} example
 * @param {string} python that has Opacus
 */
async function measured(example, python) {
  const folder = folderOf(example.name);
  const files = example.files();
  const lines = [];
  /** @type {Record<string, [number, number][]>} */
  const accuracies = {};
  /** @type {Record<string, number[]>} */
  const bounds = {};
  for (const { title, short, changes, rates, byOpacus: isTrainedThere } of example.models)
    for (const [at, epsilon] of EPSILONS.entries()) {
      const own = join(folder, "own.json");
      const steps = example.steps[at];
      const study = ["study.json", ...changes].map((name) => join(`examples/${example.name}`, name)).concat(own);
      const settle = (/** @type {number} */ rate) =>
        writeFileSync(inRoot(own), JSON.stringify({ mechanism: { steps, update: { rate } }, budget: { epsilon } }));
      /** @type {[rate: number, right: number][]} */
      const tried = [];
      for (const rate of rates) {
        settle(rate);
        tried.push([rate, await published(folder, study, files, 1)]);
      }
      const [[rate, first]] = tried.sort(([, a], [, b]) => b - a);
      settle(rate);
      const all = [first];
      for (let seed = 2; seed <= REPEATS; seed += 1) all.push(await published(folder, study, files, seed));
      const figures = await audited(folder, study, files.train);
      const theirs = isTrainedThere ? await byOpacus(python, study, files, example, epsilon) : null;
      (accuracies[short] ??= []).push([epsilon, median(all)]);
      if (theirs) (accuracies[`${short}, Opacus`] ??= []).push([epsilon, theirs.right]);
      if (at === 1) bounds[short] = figures.bounds;
      const of = (/** @type {{right: number, rate: number}} */ one) => `${percent(one.right)} (${one.rate})`;
      const cells = [
        ...[title, epsilon, steps, of({ right: median(all), rate }), theirs ? of(theirs) : "–"],
        ...[0.5, 0.99, 1].map((share) => quantile(figures.bounds, share).toFixed(2)),
        ...[quantile(figures.losses, 0.5).toFixed(3), quantile(figures.losses, 1).toFixed(2)],
        `${Math.round(figures.kilobytes)} kB`,
      ];
      lines.push(`| ${cells.join(" | ")} |`);
      process.stdout.write(`${lines.at(-1)}\n`);
    }
  const counts = [files.train, files.held].map((file) => linesIn(file).length - 1);
  return { lines, accuracies, bounds, words: example.words(counts[0], counts[1]) };
}

/**
 * @param {Example} example
 * @param {Awaited<ReturnType<typeof measured>>} found
 */
function picture({ title }, { accuracies, bounds }) {
  const values = Object.values(accuracies).flatMap((points) => points.map(([, share]) => share));
  const [low, high] = [Math.floor(20 * Math.min(...values)) / 20, Math.ceil(20 * Math.max(...values)) / 20];
  const shares = Array.from({ length: Math.round((high - low) * 20) + 1 }, (_, i) => low + i / 20);
  const top = Math.ceil(Math.max(...Object.values(bounds).map((sorted) => sorted[sorted.length - 1])));
  return lineCharts({
    title: `${title}: a linear model and networks`,
    description:
      "Left: the share of held-out rows that each model gets right, against ε. Right: the bound that so many per cent of the members don't exceed, at ε = 2.",
    panels: [
      {
        title,
        x: {
          ...{ label: "ε", kind: "log", domain: [1, 8] },
          ticks: EPSILONS.map((value) => ({ value, text: String(value) })),
        },
        y: {
          ...{ label: "right on held-out rows", kind: "linear", domain: [low, high] },
          ticks: shares.map((value) => ({ value, text: `${Math.round(100 * value)} %` })),
        },
        series: Object.entries(accuracies).map(([name, points]) => ({ name, points })),
      },
      {
        title: "ε = 2",
        x: {
          ...{ label: "per cent of the members", kind: "linear", domain: [0, 100] },
          ticks: [0, 25, 50, 75, 100].map((value) => ({ value, text: String(value) })),
        },
        y: {
          ...{ label: "bound, in nats", kind: "linear", domain: [0, top] },
          ticks: Array.from({ length: top + 1 }, (_, value) => ({ value, text: String(value) })),
        },
        series: Object.entries(bounds).map(([name, sorted]) => ({
          name,
          points: Array.from({ length: 101 }, (_, share) => [
            share,
            sorted[Math.min(sorted.length - 1, Math.floor((share / 100) * sorted.length))],
          ]),
        })),
      },
    ],
  });
}

/**
 * @param {Example} example
 * @param {string} python
 */
async function section(example, python) {
  mkdirSync(inRoot(folderOf(example.name)), { recursive: true });
  const found = await measured(example, python);
  const file = `figures/networks-${example.name}.svg`;
  writeFileSync(inRoot("docs", file), picture(example, found));
  const { batch, epochs } = example.opacus;
  return [
    headingOf(example),
    "",
    `\`npm run results:networks -- ${example.name}\`. ${found.words} Everybody in each step, ρ = 10⁻⁶. Accuracies are medians of ${REPEATS} ` +
      "publications, whose noise came from seeds; bounds and exact losses are those of the members under the last of them, in nats.",
    "Opacus (1.6, Poisson sampling, PRV accountant; `examples/python/opacus_network.py`) trained the same network at the same (ε, δ), " +
      `with batches of ${batch} for ${epochs} epochs.`,
    "Rates, in brackets, are the best of four on the very rows that are held out, for both, so all accuracies are a little too good.",
    "",
    "| model | ε | steps | right, held out | Opacus | median bound | 99 % | largest | median exact loss | largest | report |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...[...found.lines, "", `![Accuracy against ε, and bounds by share of members](${file})`],
  ].join("\n");
}

if (isMain(import.meta))
  await main(async () => {
    const missing = ["digits", "adult_train", "adult_test"].find((name) => !existsSync(inRoot(`${DATA}/${name}.csv`)));
    if (missing !== undefined) throw new SetupError(`The data are not there: ${DATA}/${missing}.csv`);
    await setUp();
    await build();
    const { EXPOST_OPACUS_PYTHON: python } = await trainerEnvironments();
    const [only] = process.argv.slice(2);
    for (const example of EXAMPLES.filter(({ name }) => only === undefined || name === only)) {
      const text = await section(example, python);
      const path = inRoot("docs/results.md");
      writeFileSync(path, withSection(readFileSync(path, "utf8"), text));
    }
  });
