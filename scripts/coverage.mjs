// How often a bound fails: many releases of one example, one row of each, chosen before it.
//
//   node scripts/coverage.mjs kidney adaptive --releases 1000 --failure-probability 0.05
//
// Rows of one release share its noise, so each release gives one row (mathematics.md 8). The noise
// is the system's, as in a publication, and its levels are those of the study: worked out once,
// then stated, because working them out takes far longer than training. Prints one JSON document
// of counts:
//
//   above, below      the exact loss as a member lies above or below sharp's interval
//   gradient          c = f'·gᵀx/σ² lies outside the interval it has in sharp; the one event whose
//                     probability is known exactly
//   paper, unbounded  the exact loss is above paper's bound; paper gives no bound
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mergePatch } from "../cli/input/merge-patch.js";
import { examples, missingData } from "../examples/real-data.mjs";
import { readCsv } from "./csv.mjs";
import { inRoot, isMain, packageDir } from "./paths.mjs";
import { SetupError, main } from "./setup.mjs";

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(inRoot(path), "utf8"));

/** @typedef {import("../wasm/documents.js").ReportDocument} ReportDocument */

/**
 * The same study with the levels of a report stated, and the quickest composition. The report's
 * promise is then a weaker one, which no bound reads; θ̂, ĝ, Ĥ and λ̂ have the same distribution.
 *
 * @param {unknown} study
 * @param {ReportDocument} report
 * @returns {object}
 */
function withLevels(study, { model, release: { iterates: _, ...release } = {} }) {
  const { sigma, lambda } = model.mechanism;
  const released = Object.entries(release).map(([part, value]) => [part, value.sigma]);
  const levels = {
    mechanism: { lambda, scales: { model: sigma, ...Object.fromEntries(released) } },
    budget: { accountant: "shift", composition: "basic" },
  };
  return /** @type {object} */ (mergePatch(study, levels));
}

/**
 * @param {string} data its file
 * @param {string[]} studies files that make up the study
 * @param {number} releases
 * @param {number} failureProbability
 */
async function coverage(data, studies, releases, failureProbability) {
  /** @type {typeof import("expost")} */
  const { audit, loadReport, publish } = await import(join(packageDir, "index.js"));
  const table = await readCsv(inRoot(data));
  const planned = studies.map(json).reduce(mergePatch);
  const study = withLevels(planned, /** @type {ReportDocument} */ ((await publish(table, planned)).report));
  const count = { releases, failureProbability, above: 0, below: 0, gradient: 0, paper: 0, unbounded: 0 };
  for (let i = 0; i < releases; i += 1) {
    const row = randomInt(table.rows.length);
    const record = Object.fromEntries(table.header.map((name, column) => [name, table.rows[row][column]]));
    const { report: made, secrets } = await publish(table, study, { secrets: true });
    if (!secrets || !("gradient" in secrets)) throw new Error("coverage is measured of objective perturbation");
    const { sigma } = /** @type {ReportDocument} */ (made).model.mechanism;
    if (sigma === undefined) throw new Error("coverage is measured of Gaussian noise");
    const report = await loadReport(made);
    const exact = (await audit(table, study, report, { failureProbability })).rows.exact[row];
    const sharp = report.bound(record, { member: "in", failureProbability });
    const paper = report.bound(record, { member: "in", method: "redberg2021", failureProbability }).epsilon.upper;
    report.free();
    const [lower, upper] = sharp.loss.in;
    if (exact > upper) count.above += 1;
    if (exact < lower) count.below += 1;
    const along = sharp.x.reduce((sum, value, j) => sum + value * secrets.gradient[j], 0);
    const { firstDerivative, gradient } = /** @type {import("expost").LinearTerms} */ (sharp.terms);
    const c = (firstDerivative * along) / sigma ** 2;
    if (c < gradient.lower || c > gradient.upper) count.gradient += 1;
    if (paper === Infinity) count.unbounded += 1;
    if (Math.abs(exact) > paper) count.paper += 1;
  }
  return count;
}

if (isMain(import.meta)) {
  await main(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        releases: { type: "string", default: "1000" },
        "failure-probability": { type: "string", default: "0.05" },
      },
    });
    const [name, variant] = positionals;
    const example = examples.find((one) => one.name === name);
    const chosen = example?.variants.find((one) => one.variant === variant);
    if (example === undefined || chosen === undefined) {
      const variants = examples[0].variants.map((one) => one.variant).join("|");
      throw new SetupError(`usage: node scripts/coverage.mjs ${examples.map((one) => one.name).join("|")} ${variants}`);
    }
    const [releases, failureProbability] = [Number(values.releases), Number(values["failure-probability"])];
    if (!(Number.isInteger(releases) && releases > 0)) throw new SetupError("--releases must be a whole number above 0");
    if (!(failureProbability > 0 && failureProbability < 1)) {
      throw new SetupError("--failure-probability must lie between 0 and 1");
    }
    const missing = missingData([example]);
    if (missing !== null) console.error(`expost: skipped: ${missing}`);
    else console.log(JSON.stringify(await coverage(example.data, chosen.studies, releases, failureProbability)));
  });
}
