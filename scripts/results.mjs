// npm run results: publishes and audits every example on real data, measures how often bounds
// fail, and writes docs/results.md.
//
//   npm run results -- --releases 2000     more releases for the coverage than 1,000
//
// Every figure in docs/results.md is printed by a command that is given next to it. The data are
// not in the repository; without them nothing is written.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { examples, mechanisms, missingData, sameBudget } from "../examples/real-data.mjs";
import { build } from "./build.mjs";
import { CommandError, output } from "./command.mjs";
import { inRoot, isMain, packageDir } from "./paths.mjs";
import { HEADING as ACCOUNTANTS } from "./accountants-text.mjs";
import { HEADING as DESCENTS } from "./descent-results-text.mjs";
import { HEADINGS as NETWORKS } from "./networks-results.mjs";
import { HEADING as PERSONAL } from "./personal-results-text.mjs";
import { resultsFigures } from "./results-figures.mjs";
import { sectionOf, withSection } from "./results-sections.mjs";
import { GRADIENT_SHARE, resultsText, standardErrors } from "./results-text.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

/** The section of tests/bench/first-visit.mjs, written by hand. */
const FIRST_VISIT = "## A first visit on a phone";

/** @typedef {import("./results-text.mjs").Results} Results */

const FOLDER = "build/results";
/** Small enough for a thousand releases. */
const COVERED = ["kidney", "wine", "wine-squared"];
const FAILURE_PROBABILITY = 0.05;
const BUDGET = ["--epsilon", "1", "--delta", "1e-6"];

/**
 * Runs a program in the root and parses what it prints; what it warns of is left out.
 *
 * @param {string} program
 * @param {string[]} args
 */
async function printed(program, ...args) {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd: inRoot(), maxBuffer: 1 << 26 });
    return stdout;
  } catch (error) {
    const { stderr, code, signal } = /** @type {import("node:child_process").ExecFileException} */ (error);
    process.stderr.write(stderr ?? "");
    throw new CommandError([program, ...args], code ?? signal ?? null);
  }
}
const expost = (/** @type {string[]} */ ...args) => printed(process.execPath, join(packageDir, "cli/expost.js"), ...args);

/**
 * As it is typed.
 *
 * @param {string[]} words
 */
const typed = (...words) => words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(" ");

/**
 * Works through jobs, two at a time: there are two cores, and no job uses more than one.
 *
 * @template Result
 * @param {(() => Promise<Result>)[]} jobs
 */
async function twoAtATime(jobs) {
  /** @type {Result[]} */
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < jobs.length; index = next++) results[index] = await jobs[index]();
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/**
 * Quantiles of the bounds on everything published, from what `bound` prints of all rows.
 *
 * @param {string} csv
 */
function totalsOf(csv) {
  const [header, ...lines] = csv.trim().split("\n");
  const column = header.split(",").indexOf("total");
  const totals = lines.map((line) => Number(line.split(",")[column])).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => totals[Math.max(0, Math.ceil(share * totals.length) - 1)];
  return { median: at(0.5), p99: at(0.99), max: at(1) };
}

/**
 * Publishes and audits one example once. `secrets`: an audit needs what was kept of the noise.
 *
 * @param {{name: string, data: string, secrets?: boolean}} example
 * @param {{variant: string, studies: string[]}} variant
 */
async function published({ name, data, secrets = false }, { variant, studies }) {
  const report = `${FOLDER}/${name}-${variant}.json`;
  const kept = secrets ? ["--secrets", `${FOLDER}/${name}-${variant}-secrets.json`] : [];
  const own = studies.flatMap((study) => ["--study", study]);
  const commands = [
    ["publish", data, ...own, "--out", report, ...kept, "--replace"],
    ["audit", data, ...own, "--report", report, ...kept, "--json"],
    ["bound", report, "--csv", data],
  ];
  await expost(...commands[0]);
  /** @type {import("expost").AuditSummary} */
  const audit = JSON.parse(await expost(...commands[1]));
  const total = totalsOf(await expost(...commands[2]));
  console.log(`${name}, ${variant}: published and audited, ${audit.misses} misses in ${audit.rows} rows`);
  /** @type {import("../wasm/documents.js").ReportDocument} */
  const document = JSON.parse(readFileSync(inRoot(report), "utf8"));
  return { name, variant, audit, total, report: document, commands: commands.map((words) => typed("expost", ...words)) };
}

/**
 * The same for a mechanism of its own.
 *
 * @param {(typeof mechanisms)[number] & {secrets?: boolean}} mechanism
 */
async function publishedByMechanism({ name, title, data, studies, made, secrets }) {
  const { audit, total, report, commands } = await published({ name, data, secrets }, { variant: "report", studies });
  const making = made === undefined ? [] : [`${typed("node", ...made)} > ${data}`];
  return { name, title, audit, total, report, commands: [...making, ...commands] };
}

/** Data that are made of UCI's, before anybody reads them. */
async function makeData() {
  for (const { data, made } of mechanisms) {
    if (made !== undefined) writeFileSync(inRoot(data), await printed(process.execPath, ...made));
  }
}

/**
 * @param {string} name
 * @param {{variant: string}} variant
 * @param {string} releases
 * @returns {Promise<import("./results-text.mjs").Coverage>}
 */
async function covered(name, { variant }, releases) {
  const words = ["scripts/coverage.mjs", name, variant, "--releases", releases];
  words.push("--failure-probability", String(FAILURE_PROBABILITY));
  const count = JSON.parse(await printed(process.execPath, ...words));
  console.log(`${name}, ${variant}: ${count.above + count.below} misses in ${count.releases} releases`);
  return { name, variant, ...count, command: typed("node", ...words) };
}

/**
 * Returns what `plan` says for a loss, for each way to account for it.
 *
 * @param {string[]} loss
 * @param {string | null} shares
 * @returns {Promise<import("./results-text.mjs").Planned>}
 */
async function planned(loss, shares) {
  const common = ["plan", ...loss, ...BUDGET, ...(shares === null ? [] : ["--shares", shares]), "--json"];
  const ways = [
    ...["joint", "shift"].map((accountant) => [accountant, "joint"]),
    ...["joint", "shift", "redberg2023", "wang2021", "kst2012"].map((accountant) => [accountant, "basic"]),
  ];
  const plans = [];
  for (const [accountant, composition] of shares === null ? ways.filter(([, how]) => how === "basic") : ways) {
    const words = [...common, "--accountant", accountant, "--composition", composition];
    plans.push({ accountant, composition, plan: JSON.parse(await expost(...words)), command: typed("expost", ...words) });
  }
  return { loss, shares, plans };
}

const LOSSES = [
  ["--loss", "logistic"],
  ["--loss", "pseudo-huber", "--width", "0.2"],
];
/**
 * As in hessian.json, gradient-hessian.json and adaptive.json: model, gradient, Hessian, smallest
 * eigenvalue.
 */
const SHARES = [null, "0.85,0,0.15", "0.3,0.4,0.3", "0.3,0.35,0.3,0.05"];

/** The commit that is measured, and whether it is that. */
function commit() {
  const head = output("git", "-C", inRoot(), "rev-parse", "--short=12", "HEAD")?.trim();
  if (!head) return "unknown";
  const changed = output("git", "-C", inRoot(), "status", "--porcelain", "--", ".", ":!docs/results.md")?.trim() !== "";
  return changed ? `${head} with changes` : head;
}

/**
 * @param {string} releases
 * @returns {Promise<Results>}
 */
async function measured(releases) {
  const start = performance.now();
  mkdirSync(inRoot(FOLDER), { recursive: true });
  const each = (/** @type {typeof examples} */ some) =>
    some.flatMap((one) => one.variants.map((variant) => ({ one, variant })));
  // The longest first, so that the last ones end together.
  const coverage = await twoAtATime(
    each(examples.filter(({ name }) => COVERED.includes(name)))
      .reverse()
      .map(
        ({ one: { name }, variant }) =>
          () =>
            covered(name, variant, releases),
      ),
  );
  const audits = await twoAtATime(
    each(examples).map(
      ({ one, variant }) =>
        () =>
          published(one, variant),
    ),
  );
  await makeData();
  const byMechanism = await twoAtATime(mechanisms.map((one) => () => publishedByMechanism(one)));
  const atOneBudget = await twoAtATime(sameBudget.map((one) => () => publishedByMechanism(one)));
  const plans = await twoAtATime(LOSSES.flatMap((loss) => SHARES.map((shares) => () => planned(loss, shares))));
  return {
    audits,
    byMechanism,
    atOneBudget,
    coverage: coverage.reverse(),
    plans,
    minutes: (performance.now() - start) / 60_000,
    date: new Date().toISOString().slice(0, 10),
    versions: {
      expost: (await expost("--version")).trim(),
      commit: commit(),
      node: process.versions.node,
    },
  };
}

/**
 * Words that must not be in any results.
 *
 * @param {Results} results
 */
function errors({ audits, byMechanism, atOneBudget, coverage }) {
  const missed = [...audits, ...[...byMechanism, ...atOneBudget].map((one) => ({ ...one, variant: "" }))].filter(
    ({ audit }) => audit.misses > 0 || (audit.missesRedberg2021 ?? 0) > 0,
  );
  const often = coverage.filter(({ above, below, releases, failureProbability: rho }) => {
    return standardErrors(above + below, releases, rho) > 3;
  });
  const off = coverage.filter(({ variant, gradient, releases, failureProbability: rho }) => {
    return Math.abs(standardErrors(gradient, releases, GRADIENT_SHARE[variant] * rho)) > 3;
  });
  return [
    ...missed.map(({ name, variant }) => `${name}${variant ? `, ${variant}` : ""}: a loss is above its bound at the audit`),
    ...often.map(({ name, variant }) => `${name}, ${variant}: bounds fail more often than they may`),
    ...off.map(({ name, variant }) => `${name}, ${variant}: the gradient's interval fails more or less often than it should`),
  ];
}

if (isMain(import.meta)) {
  await main(async () => {
    const { values } = parseArgs({ options: { releases: { type: "string", default: "1000" } } });
    if (!(Number(values.releases) >= 1)) throw new SetupError("--releases must be a whole number above 0");
    const missing = missingData();
    if (missing !== null) {
      console.log(`expost: skipped: ${missing}; docs/results.md is left as it is`);
      return;
    }
    await setUp();
    await build();
    const results = await measured(values.releases);
    // Sections that other commands write stay.
    const before = readFileSync(inRoot("docs/results.md"), "utf8");
    const kept = [DESCENTS, ACCOUNTANTS, PERSONAL, ...NETWORKS, FIRST_VISIT]
      .map((heading) => sectionOf(before, heading))
      .filter((section) => section !== null);
    const text = kept.reduce(withSection, resultsText(results, examples));
    for (const [name, content] of Object.entries(resultsFigures(results, examples))) {
      writeFileSync(inRoot("docs/figures", name), content);
    }
    writeFileSync(inRoot("docs/results.md"), text);
    const wrong = errors(results);
    if (wrong.length > 0) throw new SetupError(wrong.join("; "));
    console.log(`docs/results.md written after ${results.minutes.toFixed(1)} minutes`);
  });
}
