// npm run figures: every figure of the papers as docs/figures/*.svg, docs/gallery.md with what they
// say, and the numbers of docs/profile.md on six columns.
//
//   npm run figures -- --data FOLDER     the UCI files are there
//
// Figures 5, 6 and 7 of LeBlond et al. (2023) come first: where one of them disagrees with theory,
// nothing is written. The data are not in the repository; without them nothing is written.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adultColumns, csvText, missingAdult } from "./adult-columns.mjs";
import { build } from "./build.mjs";
import { galleryText } from "./figures/gallery-text.mjs";
import { leblondFigures } from "./figures/leblond.mjs";
import { redbergFigures } from "./figures/redberg.mjs";
import { missingPapersData } from "./figures/studies.mjs";
import { wangFigures } from "./figures/wang.mjs";
import { inBuild, inRoot, isMain, packageDir } from "./paths.mjs";
import { SEED, profileFigures, require } from "./profile-figures.mjs";
import { main, setUp } from "./setup.mjs";

/** @typedef {import("./adult-columns.mjs").Columns} Columns */
/** @typedef {typeof import("expost").profile} ProfileFunction */

const TWO = ["age", "education-num"];
/** The paper does not name its six; these are the columns that are numbers. */
const SIX = ["age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"];
const MODELS = 1000;

/**
 * Draws the figures of these columns into a folder: all of them or none.
 *
 * @param {string} folder
 * @param {ProfileFunction} profile
 * @param {Columns} columns
 */
export async function drawInto(folder, profile, columns) {
  const figures = await profileFigures(profile, columns);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(figures)) writeFileSync(join(folder, name), content);
  return Object.keys(figures);
}

/**
 * The files that `expost profile` reads, so that docs/profile.md can name it.
 *
 * @param {string} name
 * @param {Columns} columns
 */
function putForCommandLine(name, columns) {
  mkdirSync(inBuild("figures"), { recursive: true });
  writeFileSync(inBuild("figures", `${name}.csv`), csvText(columns));
  writeFileSync(inBuild("figures", `${name}.json`), `${JSON.stringify(columns.study, null, 2)}\n`);
}

/**
 * One line on a profile: how long it took and what it says.
 *
 * @param {string} name
 * @param {number} took
 * @param {import("expost").Profile} profile
 */
function told(name, took, { rows, dimension, transition, displacementError, worstCaseDeviation }) {
  require(transition !== null && worstCaseDeviation !== null, "several coordinates, exact neighbours");
  const { epsilonLow, epsilonHigh, lowRow, highRow } = transition;
  console.log(
    `${name}: ${rows} rows, d = ${dimension}, 25 values of ε in ${took.toFixed(1)} s; range ${epsilonLow.toPrecision(4)} (row ${lowRow}) to ${epsilonHigh.toPrecision(4)} (row ${highRow}); displacements certified to ${displacementError.toExponential(1)}; worst-case points off by at most ${worstCaseDeviation.toExponential(2)} of the displacement`,
  );
}

/**
 * The numbers of docs/profile.md on these columns.
 *
 * @param {string} name
 * @param {ProfileFunction} profile
 * @param {Columns} columns
 */
async function measured(name, profile, columns) {
  const profiled = async (/** @type {import("expost").ProfileOptions | undefined} */ options = undefined) => {
    const start = performance.now();
    const found = await profile(columns, columns.study, options);
    return { found, took: (performance.now() - start) / 1000 };
  };
  const { found, took } = await profiled();
  told(name, took, found);
  // Typical losses against models, at an ε in the transition.
  const { transition } = found;
  require(transition !== null, "several coordinates");
  const epsilon = Math.sqrt(transition.epsilonLow * transition.epsilonHigh);
  const options = { epsilons: [epsilon], profileEpsilon: epsilon, seed: SEED };
  const { took: without } = await profiled(options);
  const { found: drawn, took: withModels } = await profiled({ ...options, samples: MODELS });
  const mean = (/** @type {Float64Array} */ column) => column.reduce((sum, value) => sum + value, 0) / column.length;
  const { sampled: ranks, quantiles } = drawn.profile;
  require(ranks !== null, "models were drawn");
  const [sampled, exact] = [mean(ranks.mean), quantiles.mean];
  // The mean over rows has at most the mean of the ranks' errors: they are of the same models.
  const error = mean(ranks.standardError);
  console.log(
    `${name}, ε = ${epsilon.toPrecision(3)}: mean typical loss ${exact.toPrecision(6)} exactly, ${sampled.toPrecision(6)} over ${MODELS} models (standard error at most ${error.toPrecision(2)}); ${without.toFixed(1)} s without models, ${withModels.toFixed(1)} s with`,
  );
  require(Math.abs(sampled - exact) <= 4 * error, "typical losses and models");
}

if (isMain(import.meta)) {
  await main(async () => {
    const { data } = parseArgs({ options: { data: { type: "string", default: inRoot("../shared/data") } } }).values;
    const missing = missingAdult(data) ?? missingPapersData(data);
    if (missing !== null) {
      console.log(`nothing is drawn: ${missing}`);
      return;
    }
    await setUp();
    await build();
    /** @type {import("./figures/studies.mjs").Expost} */
    const expost = await import(`${packageDir}/index.js`);
    const { profile } = expost;
    const [two, six] = [adultColumns(TWO, data), adultColumns(SIX, data)];
    for (const [name, columns] of Object.entries({ "adult-2": two, "adult-6": six })) {
      putForCommandLine(name, columns);
      await measured(name, profile, columns);
    }
    const folder = "docs/figures";
    for (const name of await drawInto(inRoot(folder), profile, two)) console.log(`${folder}/${name}`);
    const tell = (/** @type {string} */ words) => console.log(words);
    const drawn = [
      ...(await redbergFigures(expost, data, tell)),
      ...(await wangFigures(expost, tell)),
      ...(await leblondFigures(expost, two, six, tell)),
    ];
    for (const { files } of drawn) {
      for (const [name, content] of Object.entries(files)) writeFileSync(inRoot(folder, name), content);
    }
    const numbers = Object.assign({}, ...drawn.map((one) => one.numbers));
    writeFileSync(inRoot(folder, "gallery.json"), `${JSON.stringify(numbers, null, 2)}\n`);
    writeFileSync(inRoot("docs/gallery.md"), galleryText(numbers));
  });
}
