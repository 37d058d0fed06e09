// npm run results:descents: noisy gradient descent beside objective perturbation at the same (ε, δ)
// on real data, a section of docs/results.md with its pictures.
//
// Rates are chosen on rows of their own, which are in no reported figure. The data are not in the
// repository; without them nothing is written.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "./build.mjs";
import { readCsv } from "./csv.mjs";
import { lineCharts } from "./line-chart.mjs";
import { inRoot, isMain, packageDir } from "./paths.mjs";
import { descentSection } from "./descent-results-text.mjs";
import { withSection } from "./results-sections.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

/** @typedef {{x: number[], y: number}} Coded */
/** @typedef {{name: string, title: string, train: string, choice: string, held: string}} Split */

const FOLDER = "build/results/descents";
const DATA = "../shared/data";
const RATES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Publications for the accuracy. */
const REPEATS = 5;

/** The mechanisms: which changes to the study, and which sampling. */
export const MECHANISMS = [
  { name: "objective", title: "objective perturbation", changes: [] },
  { name: "descent", title: "descent, everybody in each step", changes: ["descent.json"] },
  { name: "descent-poisson", title: "descent, Poisson sampling", changes: ["descent-poisson.json"] },
];

/**
 * The same order of rows in every run, by SplitMix32.
 *
 * @template Item
 * @param {Item[]} items
 */
function shuffled(items) {
  let state = 20261125;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
  const result = [...items];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

const linesOf = (/** @type {string} */ file) => {
  const [header, ...rows] = readFileSync(inRoot(file), "utf8").trim().split(/\r?\n/);
  return { header, rows };
};

/**
 * Writes the parts of a data set.
 *
 * @param {string} name
 * @param {string} title
 * @param {string} header
 * @param {Record<"train" | "choice" | "held", string[]>} parts
 * @returns {Split}
 */
function written(name, title, header, parts) {
  const file = (/** @type {string} */ part) => `${FOLDER}/${name}-${part}.csv`;
  for (const [part, rows] of Object.entries(parts)) writeFileSync(inRoot(file(part)), `${[header, ...rows].join("\n")}\n`);
  return { name, title, train: file("train"), choice: file("choice"), held: file("held") };
}

function splits() {
  const credit = linesOf(`${DATA}/credit_default.csv`);
  const cards = shuffled(credit.rows);
  const adult = linesOf(`${DATA}/adult_train.csv`);
  const people = shuffled(adult.rows);
  const test = linesOf(`${DATA}/adult_test.csv`);
  return [
    written("credit", "Credit card default", credit.header, {
      train: cards.slice(0, 18000),
      choice: cards.slice(18000, 24000),
      held: cards.slice(24000),
    }),
    written("adult", "Income above 50,000 dollars", adult.header, {
      train: people.slice(0, 24421),
      choice: people.slice(24421),
      // The labels of UCI's second file end with a full stop.
      held: test.rows.map((row) => row.replace(/\.$/, "")),
    }),
  ];
}

/** @param {string[]} args */
async function expost(...args) {
  const words = [join(packageDir, "cli/expost.js"), ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd: inRoot(), maxBuffer: 1 << 28 });
  return { stdout, stderr };
}

/**
 * A rate's change of a study.
 *
 * @param {number} rate
 */
function rateFile(rate) {
  const file = `${FOLDER}/rate-${rate}.json`;
  writeFileSync(inRoot(file), JSON.stringify({ mechanism: { update: { rate } } }));
  return file;
}

/**
 * @param {Split} split
 * @param {typeof MECHANISMS[number]} mechanism
 * @param {number | null} rate
 */
const studyFiles = ({ name }, { changes }, rate) => [
  ...["study.json", ...changes].map((file) => `examples/${name}/${file}`),
  ...(rate === null ? [] : [rateFile(rate)]),
];

/**
 * Publishes once on the training rows.
 *
 * @param {Split} split
 * @param {string[]} studies
 * @param {string} out
 */
async function published(split, studies, out) {
  const report = `${FOLDER}/${split.name}-${out}.json`;
  const secrets = `${FOLDER}/${split.name}-${out}-secrets.json`;
  const own = studies.flatMap((study) => ["--study", study]);
  await expost("publish", split.train, ...own, "--out", report, "--secrets", secrets, "--replace");
  return { report, secrets, own, theta: JSON.parse(readFileSync(inRoot(report), "utf8")).model.theta };
}

/**
 * Codes rows by a report of the study, which any of its mechanisms codes alike.
 *
 * @param {typeof import("expost")} library
 * @param {string} reportFile
 * @param {string} file
 * @returns {Promise<Coded[]>}
 */
async function codedRows(library, reportFile, file) {
  const report = await library.loadReport(JSON.parse(readFileSync(inRoot(reportFile), "utf8")));
  const { header, rows } = await readCsv(inRoot(file));
  const { features, label } = report.summary;
  const kinds = new Map([...(features ?? []), ...(label ? [label] : [])].map(({ name, kind }) => [name, kind]));
  /** @type {Coded[]} */
  const coded = [];
  for (const cells of rows) {
    const record = Object.fromEntries(
      header.flatMap((name, i) => {
        const kind = kinds.get(name);
        if (kind === undefined || kind === "constant") return [];
        const text = cells[i].trim();
        return [[name, kind === "number" ? Number(text) : text]];
      }),
    );
    const { x, y } = report.bound(record);
    coded.push({ x: [...x], y });
  }
  return coded;
}

/**
 * @param {number[]} theta
 * @param {Coded[]} rows
 */
function accuracy(theta, rows) {
  const right = rows.filter(({ x, y }) => x.reduce((sum, value, j) => sum + value * theta[j], 0) >= 0 === y > 0);
  return right.length / rows.length;
}

const mean = (/** @type {number[]} */ values) => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * The rate of the highest accuracy on the rows for choosing, the mean of two publications.
 *
 * @param {Split} split
 * @param {typeof MECHANISMS[number]} mechanism
 * @param {Coded[]} choice
 */
async function chosenRate(split, mechanism, choice) {
  const tried = [];
  for (const rate of RATES) {
    const studies = studyFiles(split, mechanism, rate);
    const both = [];
    for (let i = 0; i < 2; i += 1) both.push(accuracy((await published(split, studies, "tried")).theta, choice));
    tried.push({ rate, accuracy: mean(both) });
    console.log(`${split.name}, ${mechanism.name}, rate ${rate}: ${(100 * mean(both)).toFixed(2)} %`);
  }
  return { tried, rate: tried.reduce((best, one) => (one.accuracy > best.accuracy ? one : best)).rate };
}

/**
 * @param {Split} split
 * @param {typeof MECHANISMS[number]} mechanism
 * @param {number | null} rate
 * @param {Coded[]} held
 */
async function measured(split, mechanism, rate, held) {
  const studies = studyFiles(split, mechanism, rate);
  const accuracies = [];
  let last;
  for (let i = 0; i < REPEATS; i += 1) {
    last = await published(split, studies, mechanism.name);
    accuracies.push(accuracy(last.theta, held));
  }
  if (last === undefined) throw new SetupError("nothing was published");
  const audited = ["audit", split.train, ...last.own, "--report", last.report, "--json"];
  if (mechanism.changes.length > 0) audited.push("--secrets", last.secrets);
  const audit = JSON.parse((await expost(...audited)).stdout);
  const { stdout } = await expost("bound", last.report, "--csv", split.train);
  const [header, ...lines] = stdout.trim().split("\n");
  const total = header.split(",").indexOf("total");
  const bounds = lines.map((line) => Number(line.split(",")[total])).sort((a, b) => a - b);
  const document = JSON.parse(readFileSync(inRoot(last.report), "utf8"));
  console.log(`${split.name}, ${mechanism.name}: ${(100 * mean(accuracies)).toFixed(2)} %, ${audit.misses} misses`);
  return {
    mechanism,
    rate,
    accuracies,
    bounds,
    exact: audit.exact,
    misses: audit.misses,
    rows: audit.rows,
    sigma: document.model.mechanism.sigma,
    commands: [
      ["publish", split.train, ...last.own, "--out", last.report, "--secrets", last.secrets, "--replace"],
      audited,
      ["bound", last.report, "--csv", split.train],
    ].map((words) => `expost ${words.join(" ")}`),
  };
}

/**
 * @param {string} title
 * @param {Awaited<ReturnType<typeof measured>>[]} results
 */
function picture(title, results) {
  const largest = Math.max(...results.map(({ bounds }) => bounds[bounds.length - 1]));
  const top = Math.ceil(largest * 5) / 5;
  const ticks = Array.from({ length: Math.round(top / 0.2) + 1 }, (_, i) => ({ value: i / 5, text: (i / 5).toFixed(1) }));
  return lineCharts({
    title: `${title}: people's bounds under three mechanisms`,
    description: "For each mechanism, the bound that so many per cent of the rows don't exceed.",
    panels: [
      {
        title,
        x: {
          label: "per cent of the rows",
          kind: "linear",
          domain: [0, 100],
          ticks: [0, 25, 50, 75, 100].map((value) => ({ value, text: String(value) })),
        },
        y: { label: "bound, in nats", kind: "linear", domain: [0, top], ticks },
        series: results.map(({ mechanism, bounds }) => ({
          name: { objective: "objective", descent: "descent", "descent-poisson": "Poisson" }[mechanism.name] ?? "",
          points: Array.from({ length: 101 }, (_, percent) => {
            const place = Math.min(bounds.length - 1, Math.floor((percent / 100) * bounds.length));
            return /** @type {[number, number]} */ ([percent, bounds[place]]);
          }),
        })),
      },
    ],
  });
}

if (isMain(import.meta)) {
  await main(async () => {
    const files = ["credit_default.csv", "adult_train.csv", "adult_test.csv"].map((file) => `${DATA}/${file}`);
    const missing = files.find((file) => !existsSync(inRoot(file)));
    if (missing !== undefined) {
      console.log(`expost: skipped: ${missing} is not there; docs/results.md is left as it is`);
      return;
    }
    await setUp();
    await build();
    mkdirSync(inRoot(FOLDER), { recursive: true });
    const library = await import(join(packageDir, "index.js"));
    const start = performance.now();
    const all = [];
    for (const split of splits()) {
      const { report } = await published(split, studyFiles(split, MECHANISMS[0], null), "coding");
      const choice = await codedRows(library, report, split.choice);
      const held = await codedRows(library, report, split.held);
      const results = [];
      for (const mechanism of MECHANISMS) {
        const chosen = mechanism.changes.length > 0 ? await chosenRate(split, mechanism, choice) : null;
        results.push({ ...(await measured(split, mechanism, chosen?.rate ?? null, held)), tried: chosen?.tried ?? [] });
      }
      writeFileSync(inRoot(`docs/figures/descent-${split.name}.svg`), picture(split.title, results));
      all.push({ split, choice: choice.length, held: held.length, results });
    }
    const minutes = (performance.now() - start) / 60_000;
    const date = new Date().toISOString().slice(0, 10);
    const results = inRoot("docs/results.md");
    writeFileSync(
      results,
      withSection(readFileSync(results, "utf8"), descentSection({ all, minutes, date, repeats: REPEATS })),
    );
    const missed = all.flatMap(({ split, results: each }) => each.filter(({ misses }) => misses > 0).map(() => split.name));
    if (missed.length > 0) throw new SetupError(`a loss is above its bound: ${missed.join(", ")}`);
    console.log(`docs/results.md written after ${minutes.toFixed(1)} minutes`);
  });
}
