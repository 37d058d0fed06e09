// npm run results:personal: the promise to one person, what values cost that she doesn't know, and
// one bound for several publications, on the credit data. Writes its section of docs/results.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { inRoot, isMain, packageDir } from "./paths.mjs";
import { personalSection } from "./personal-results-text.mjs";
import { withSection } from "./results-sections.mjs";
import { main, setUp } from "./setup.mjs";

const DATA = "../shared/data/credit_default.csv";
const FOLDER = "build/results";
/** Lengths at which a promise is worked out; between them it is taken as linear. */
const LENGTHS = 200;

/** @type {{title: string, name: string, changes: string[], cases?: boolean}[]} */
const REPORTS = [
  { title: "objective perturbation, the model alone", name: "none", changes: [], cases: true },
  { title: "… with Ĥ", name: "hessian", changes: ["hessian.json"], cases: true },
  { title: "… with ĝ, Ĥ, λ̂", name: "adaptive", changes: ["adaptive.json"], cases: true },
  { title: "… Laplace-type noise (δ = 0)", name: "laplace", changes: ["laplace.json"], cases: true },
  { title: "output perturbation, λ = 100", name: "output", changes: ["output-perturbation.json"], cases: true },
  { title: "noisy gradient descent, everybody in each of 100 steps", name: "descent", changes: ["descent.json"], cases: true },
];

/** Publications of one study, as a series: how many, at most. */
const SERIES = [
  { title: "objective perturbation, the model alone", name: "none", changes: [], counts: [3, 10, 20] },
  { title: "… with ĝ, Ĥ, λ̂", name: "adaptive", changes: ["adaptive.json"], counts: [3, 10, 20] },
  {
    title: "noisy gradient descent, everybody in each of 100 steps",
    name: "descent",
    changes: ["descent.json"],
    counts: [3, 10],
  },
];

const BILLS = [1, 2, 3, 4, 5, 6].map((month) => `BILL_AMT${month}`);
const LABEL = "default payment next month";

/** @type {Record<string, (names: string[]) => string[]>} */
const CASES = {
  "six bills, two categories": () => [...BILLS, "EDUCATION", "MARRIAGE"],
  "everything but the outcome": (names) => names,
  everything: (names) => [...names, LABEL],
};

/** @type {Record<string, string[]>} */
const COSTS = {
  age: ["AGE"],
  sex: ["SEX"],
  education: ["EDUCATION"],
  marriage: ["MARRIAGE"],
  "credit limit": ["LIMIT_BAL"],
  "one bill": ["BILL_AMT6"],
  "six bills": BILLS,
  "one payment": ["PAY_AMT6"],
  "months of delay in September": ["PAY_0"],
  "the outcome": [LABEL],
};

/** @typedef {Record<string, import("expost").RawValue | import("expost").UnknownValue>} Row */

/** Rows of the data, under the names of its columns. */
function rowsOf() {
  const [header, ...lines] = readFileSync(inRoot(DATA), "utf8").trim().split("\n");
  const names = header.trim().split(",");
  return lines.map((line) => {
    const cells = line.trim().split(",");
    /** @type {Row} */
    const row = Object.fromEntries(names.map((name, place) => [name, cells[place]]));
    delete row.ID;
    return row;
  });
}

const belief = (/** @type {number} */ loss) => 100 / (1 + Math.exp(-loss));
const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * @param {Row} row
 * @param {string[]} names
 */
const without = (row, names) => ({
  ...row,
  ...Object.fromEntries(names.map((name) => [name, { unknown: /** @type {const} */ (true) }])),
});

/**
 * The promise by the length of a record.
 *
 * @param {import("expost").Report} report
 * @returns {(length: number) => number}
 */
function promiseOf(report) {
  const at = Array.from({ length: LENGTHS + 1 }, (_, i) => /** @type {number} */ (report.promise(i / LENGTHS).epsilon));
  return (length) => {
    const place = Math.min(LENGTHS - 1, Math.floor(length * LENGTHS));
    return at[place] + (length * LENGTHS - place) * (at[place + 1] - at[place]);
  };
}

/**
 * @param {import("expost").Report} report
 * @param {Row[]} rows
 */
function promises(report, rows) {
  const promise = promiseOf(report);
  let above = 0;
  const lengths = rows.map((row) => {
    const { x, total } = report.bound(/** @type {import("expost").RawRecord} */ (row));
    const length = Math.hypot(...x);
    if (total.upper > promise(length)) above += 1;
    return length;
  });
  lengths.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => lengths[Math.max(0, Math.ceil(share * lengths.length) - 1)];
  const epsilon = (/** @type {number} */ share) => /** @type {number} */ (report.promise(at(share)).epsilon);
  return { promise: { median: epsilon(0.5), p99: epsilon(0.99), max: epsilon(1) }, above, rows: rows.length };
}

/**
 * @param {import("expost").Report} report
 * @param {Row[]} rows
 * @param {string[]} names
 */
function unknown(report, rows, names) {
  const known = rows.map((row) => report.bound(row).total.upper);
  const begin = performance.now();
  const bounds = rows.map((row) => report.bound(without(row, names)));
  const milliseconds = (performance.now() - begin) / rows.length;
  return {
    records: rows.length,
    gap: Math.max(...bounds.map(({ gap }) => gap ?? 0)),
    milliseconds,
    bound: mean(bounds.map(({ total }) => total.upper)),
    known: mean(known),
    rises: bounds.map(({ total }, i) => belief(total.upper) - belief(known[i])),
    hardly: bounds.filter(({ hardlyMatter = [] }) => names.every((name) => hardlyMatter.includes(name))).length,
  };
}

const median = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * @param {typeof import("expost").boundSeries} boundSeries
 * @param {import("expost").Report[]} reports
 * @param {Row[]} rows
 */
function together(boundSeries, reports, rows) {
  const begin = performance.now();
  const found = rows.map((row) => boundSeries(reports, row));
  const milliseconds = (performance.now() - begin) / rows.length;
  const sums = found.map(({ bounds }) => bounds.reduce((sum, { total }) => sum + total.upper, 0));
  return {
    reports: reports.length,
    records: rows.length,
    together: median(found.map(({ total }) => total.upper)),
    sum: median(sums),
    ratio: median(found.map(({ total }, i) => sums[i] / total.upper)),
    milliseconds,
  };
}

/**
 * Publishes the credit study.
 *
 * @param {string} name
 * @param {string[]} changes
 */
function publish(name, changes) {
  const path = `${FOLDER}/personal-${name}.json`;
  const studies = ["study.json", ...changes].flatMap((study) => ["--study", `examples/credit/${study}`]);
  const secrets = changes.includes("descent.json") ? ["--secrets", `${FOLDER}/personal-${name}-secrets.json`] : [];
  const words = ["publish", DATA, ...studies, "--out", path, ...secrets, "--replace"];
  execFileSync(process.execPath, [join(packageDir, "cli/expost.js"), ...words], { cwd: inRoot(), stdio: "ignore" });
  return { path, command: `expost ${words.join(" ")}` };
}

/**
 * Every so many rows.
 *
 * @param {Row[]} rows
 * @param {number} count
 */
const some = (rows, count) => rows.filter((_, i) => i % Math.floor(rows.length / count) === 0).slice(0, count);

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    await build();
    mkdirSync(inRoot(FOLDER), { recursive: true });
    /** @type {typeof import("expost")} */
    const { boundSeries, loadReport } = await import(pathToFileURL(join(packageDir, "index.js")).href);
    const rows = rowsOf();
    /** @type {import("./personal-results-text.mjs").Measured} */
    const measured = {
      date: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      commands: [],
      promises: [],
      cases: [],
      costs: [],
      series: [],
    };
    for (const { title, name, changes, cases } of REPORTS) {
      const { path, command } = publish(name, changes);
      measured.commands.push(command);
      const report = await loadReport(readFileSync(inRoot(path), "utf8"));
      measured.promises.push({ title, ...promises(report, rows) });
      const names = /** @type {import("expost").Feature[]} */ (report.summary.features)
        .filter(({ kind }) => kind !== "constant")
        .map((feature) => feature.name);
      if (cases) {
        unknown(report, some(rows, 3), CASES.everything(names)); // the engine's first calls are slow
        for (const [fields, of] of Object.entries(CASES))
          measured.cases.push({ report: title, fields, ...unknown(report, some(rows, 20), of(names)) });
      }
      if (name === "none") {
        for (const [fields, of] of Object.entries(COSTS)) {
          const { rises, hardly, records } = unknown(report, some(rows, 200), of);
          measured.costs.push({ fields, added: mean(rises), most: Math.max(...rises), hardly, records });
        }
      }
      report.free();
      console.log(`${title}: measured`);
    }
    for (const { title, name, changes, counts } of SERIES) {
      const reports = [];
      for (let i = 0; i < Math.max(...counts); i += 1)
        reports.push(await loadReport(readFileSync(inRoot(publish(`${name}-again`, changes).path), "utf8")));
      for (const count of counts)
        measured.series.push({ title, ...together(boundSeries, reports.slice(0, count), some(rows, 100)) });
      for (const report of reports) report.free();
      console.log(`${title}, again and again: measured`);
    }
    const path = inRoot("docs/results.md");
    writeFileSync(path, withSection(readFileSync(path, "utf8"), personalSection(measured)));
    console.log("docs/results.md written");
  });
}
