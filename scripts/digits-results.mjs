// npm run results:digits: networks on the digits data beside a linear model at the same (ε, δ),
// with people's bounds and exact losses. Writes its section of docs/results.md.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "./build.mjs";
import { inRoot, isMain, packageDir } from "./paths.mjs";
import { withSection } from "./results-sections.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

const DATA = "../shared/data/digits.csv";
const FOLDER = "build/results/digits";
/** Publications of each, whose medians are shown. */
const REPEATS = 3;
/** Every sixth image is held out. */
const HELD = 6;

const MODELS = [
  { title: "linear softmax", changes: ["linear.json"] },
  { title: "64–32–10, tanh", changes: [] },
  { title: "convolution, 16 kernels", changes: ["cnn.json"] },
];
/** ε, and steps that suit it. */
const BUDGETS = [
  { epsilon: 1, steps: 30 },
  { epsilon: 2, steps: 50 },
  { epsilon: 8, steps: 100 },
];

const run = promisify(execFile);
const cli = (/** @type {string[]} */ args) =>
  run(process.execPath, [join(packageDir, "cli/expost.js"), ...args], { maxBuffer: 2 ** 30, cwd: inRoot(".") });
const median = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const quantile = (/** @type {number[]} */ values, /** @type {number} */ share) =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)];

/** @typedef {{accuracy: number, bounds: number[], losses: number[], kilobytes: number}} Figures */

/**
 * One publication, its accuracy on the rows that were held out, and its audit.
 *
 * @param {string[]} changes
 * @param {{epsilon: number, steps: number}} budget
 * @param {number} seed
 * @returns {Promise<Figures>}
 */
async function published(changes, { epsilon, steps }, seed) {
  const own = join(FOLDER, "own.json");
  writeFileSync(inRoot(own), JSON.stringify({ mechanism: { steps }, budget: { epsilon } }));
  const studies = ["study.json", ...changes].map((name) => join("examples/digits", name)).concat(own);
  const study = studies.flatMap((file) => ["--study", file]);
  const file = (/** @type {string} */ name) => join(FOLDER, name);
  const [train, held, report, secrets] = ["train.csv", "held.csv", "report.json", "secrets.json"].map(file);
  await cli(["publish", train, ...study, "--out", report, "--secrets", secrets, "--seed", String(seed), "--replace"]);
  const scores = JSON.parse((await cli(["score", report, held, "--json"])).stdout);
  const rows = file("rows.csv");
  await cli(["audit", train, ...study, "--report", report, "--secrets", secrets, "--out", rows, "--replace"]);
  const [names, ...lines] = readFileSync(inRoot(rows), "utf8").trim().split(/\r?\n/);
  const column = (/** @type {string} */ name) => lines.map((line) => Number(line.split(",")[names.split(",").indexOf(name)]));
  return {
    accuracy: scores.accuracy,
    bounds: column("upper"),
    losses: column("exact").map(Math.abs),
    kilobytes: statSync(inRoot(report)).size / 1000,
  };
}

async function results() {
  if (!existsSync(inRoot(DATA))) throw new SetupError(`The data are not there: ${DATA}`);
  mkdirSync(inRoot(FOLDER), { recursive: true });
  const [header, ...rows] = readFileSync(inRoot(DATA), "utf8").trim().split(/\r?\n/);
  const part = (/** @type {boolean} */ isHeld) => rows.filter((_, i) => (i % HELD === 0) === isHeld);
  for (const [name, isHeld] of /** @type {[string, boolean][]} */ ([
    ["train.csv", false],
    ["held.csv", true],
  ]))
    writeFileSync(inRoot(join(FOLDER, name)), `${[header, ...part(isHeld)].join("\n")}\n`);
  const lines = [];
  for (const { title, changes } of MODELS)
    for (const budget of BUDGETS) {
      /** @type {Figures[]} */
      const all = [];
      for (let seed = 1; seed <= REPEATS; seed += 1) all.push(await published(changes, budget, seed));
      const of = (/** @type {(figures: Figures) => number} */ value) => median(all.map(value));
      lines.push(
        `| ${title} | ${budget.epsilon} | ${budget.steps} | ${(100 * of(({ accuracy }) => accuracy)).toFixed(1)} % | ` +
          [0.5, 0.99, 1].map((share) => of(({ bounds }) => quantile(bounds, share)).toFixed(2)).join(" | ") +
          ` | ${of(({ losses }) => quantile(losses, 0.5)).toFixed(3)} | ${of(({ losses }) => quantile(losses, 1)).toFixed(2)} | ` +
          `${Math.round(of(({ kilobytes }) => kilobytes))} kB |`,
      );
      process.stdout.write(`${lines.at(-1)}\n`);
    }
  return [
    "## Networks, on images of digits",
    "",
    `\`npm run results:digits\`. ${part(false).length} images of 8 × 8 pixels to train with, ${part(true).length} held out; δ = 10⁻⁵, everybody in each step, ρ = 10⁻⁶.`,
    `Medians of ${REPEATS} publications, whose noise came from seeds. Bounds and exact losses are those of the ${part(false).length} members, in nats.`,
    "",
    "| model | ε | steps | right, held out | median bound | 99 % | largest | median exact loss | largest | report |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

if (isMain(import.meta))
  await main(async () => {
    await setUp();
    await build();
    const path = inRoot("docs/results.md");
    writeFileSync(path, withSection(readFileSync(path, "utf8"), await results()));
  });
