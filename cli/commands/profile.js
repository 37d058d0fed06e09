// expost profile: which rows a model gives away, and between which ε anything changes; for the
// curator alone.
import { ExpostError, profile } from "expost";
import { Option } from "commander";
import { inputError, usageError } from "../errors.js";
import { onlyOnce } from "../input/bytes.js";
import { collectStudies, withStudy } from "../input/study-data.js";
import { DECIMAL_COMMA, withTable } from "../input/table.js";
import { OWNER_ONLY, REPLACE, STANDARD_OUTPUT, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { printDocument } from "../output/json.js";
import { profileText } from "../output/profile-text.js";
import { print, remark, warn } from "../output/streams.js";
import { epsilonGrid, positiveNumber, sampleCount, wholeNumber } from "../options.js";

/** @typedef {import("expost").Profile} Profile */

/**
 * @typedef {object} OwnOptions
 * @property {string[]} study
 * @property {ReturnType<typeof epsilonGrid>} [epsilon]
 * @property {string} [heldOut]
 * @property {string} [out]
 * @property {boolean} [replace]
 * @property {boolean} [decimalComma] of both files
 * @property {boolean} [json]
 */

/**
 * Further options go to the library as they are.
 *
 * @typedef {OwnOptions & Pick<import("expost").ProfileOptions, "lambda" | "neighbours" | "samples"
 *   | "profileEpsilon" | "seed">} Options
 */

/** @param {import("commander").Command} program */
export function addProfile(program) {
  program
    .command("profile")
    .summary("curator only: which rows a model gives away, and between which ε anything changes")
    .description(
      "The privacy profile of a training set under output perturbation: how far each row moves the model, its typical privacy loss against ε, and the range of ε in which the choice changes anything. The result is as secret as the data; do it on public or synthetic data of the same shape if ε is to be chosen by it.",
    )
    .argument("<DATA.csv>", "the training data: a header and rows, as CSV (- for standard input) or Parquet")
    .requiredOption(
      "--study <STUDY.json>",
      "what the model is trained for on which columns, given as for publish",
      collectStudies,
    )
    .option("--epsilon <FROM:TO:COUNT>", "values of ε, equally spaced in log ε (default: 1e-2:1e4:25)", epsilonGrid)
    .option("--lambda <L>", "λ = nΛ of the sum form (default: the study's mechanism.lambda)", positiveNumber)
    .addOption(
      new Option("--neighbours <HOW>", "exact: trained without each row; worst-case: the farthest point it can be at")
        .choices(["exact", "worst-case"])
        .default("exact"),
    )
    .option(
      "--profile-epsilon <E>",
      "ε of the rows' own losses (default: the study's budget.epsilon, 1 without one)",
      positiveNumber,
    )
    .option("--samples <N>", "also draw so many models, for the mean sorted profile with its standard error", sampleCount)
    .option("--held-out <FILE>", "rows that were not trained on: accuracy against ε")
    .option("--out <ROWS.csv>", "also write privateRow,displacement,typicalLoss for every row (- for standard output)")
    .option(...REPLACE)
    .option("--seed <N>", "draw models from a seed, for experiments", wholeNumber(0))
    .option(...DECIMAL_COMMA)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  expost profile data.csv --study study.json --lambda 30
  expost profile data.csv --study study.json --lambda 30 --epsilon 0.1:100:13 --held-out test.csv --json`,
    )
    .action(profileRows);
}

/**
 * @param {string} dataPath
 * @param {Options} options
 */
async function profileRows(dataPath, options) {
  const { study: studyPaths, epsilon: epsilons, heldOut: heldOutPath, out, replace, decimalComma, json, ...rest } = options;
  const inputs = [dataPath, ...studyPaths, ...(heldOutPath === undefined ? [] : [heldOutPath])];
  onlyOnce(...inputs);
  if (out === STANDARD_OUTPUT && json) throw usageError("--json and --out - can't both be standard output");
  const kept = keptUnless("--out", replace);
  if (out !== undefined) {
    await checkOutputs([out], inputs);
    await checkKept(out, kept);
  }
  const { found, study } = await withStudy(
    dataPath,
    studyPaths,
    { working: "profiling", decimalComma },
    (data, given, onProgress) =>
      withHeldOut(heldOutPath, { decimalComma }, async (heldOut) => ({
        found: await profile(data, given, { ...rest, epsilons, heldOut, onProgress }),
        study: given,
      })),
  );
  if (out !== undefined) await writeFiles([{ path: out, content: rowsText(found), mode: OWNER_ONLY, kept }]);
  if (json) await printDocument(summaryOf(found));
  else if (out === STANDARD_OUTPUT) remark(profileText(found, study).trimEnd());
  else await print(profileText(found, study));
  warn("this is as secret as the data, and choosing ε after looking at these rows uses up privacy that ε doesn't count");
}

/**
 * Runs `use` with the held-out rows, or with none; what is wrong in them is told of their file.
 *
 * @template Result
 * @param {string | undefined} path
 * @param {import("../input/table.js").ReadOptions} options
 * @param {(heldOut: import("expost").DataRows | undefined) => Promise<Result>} use
 */
async function withHeldOut(path, options, use) {
  try {
    if (path === undefined) return await use(undefined);
    return await withTable(path, options, async ({ placeOf, ...heldOut }) => {
      try {
        return await use(heldOut);
      } catch (error) {
        if (!(error instanceof ExpostError) || error.type !== "data" || !error.pointer.startsWith("/heldOut")) throw error;
        const place = placeOf({ pointer: error.pointer.slice("/heldOut".length) });
        throw inputError(`${place}: ${error.message}`, { cause: error });
      }
    });
  } catch (error) {
    if (!(error instanceof ExpostError) || error.type !== "argument") throw error;
    if (error.pointer.startsWith("/epsilons/")) {
      const named = error.message.replace(/^(from|to|count)\b|(?<=above )from\b/g, (part) => part.toUpperCase());
      throw usageError(`--epsilon FROM:TO:COUNT: ${named}`, { cause: error });
    }
    if (error.pointer !== "/lambda" || error.code !== "missing") throw error;
    throw usageError("λ is needed: give --lambda, or a mechanism.lambda in the study", { cause: error });
  }
}

/**
 * Everything but what --out has row by row.
 *
 * @param {Profile} profile
 */
function summaryOf({ displacement: _, profile: { typical: __, sampled, ...sorted }, ...found }) {
  /** @type {(part: unknown) => unknown} */
  const deep = (part) => {
    if (ArrayBuffer.isView(part)) return Array.from(/** @type {Float64Array} */ (part));
    if (part === null || typeof part !== "object" || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, deep(value)]));
  };
  return deep({ ...found, profile: { ...sorted, sampled } });
}

/** @param {Profile} profile */
function* rowsText({ displacement, profile: { typical } }) {
  // The stamp is in the header, where every reader keeps it.
  yield "privateRow,displacement,typicalLoss\n";
  for (let i = 0; i < displacement.length; i += 1) yield `${i + 1},${displacement[i]},${typical[i]}\n`;
}
