// expost audit: exact losses next to the bounds, for the curator alone.
import { ExpostError, audit } from "expost";
import { inputError, usageError } from "../errors.js";
import { nameOf, onlyOnce } from "../input/bytes.js";
import { openReport, readJson } from "../input/json.js";
import { collectStudies, withStudy } from "../input/study-data.js";
import { DECIMAL_COMMA } from "../input/table.js";
import { auditText } from "../output/audit-text.js";
import { OWNER_ONLY, REPLACE, STANDARD_OUTPUT, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { printDocument } from "../output/json.js";
import { print, remark, warn } from "../output/streams.js";
import { probability } from "../options.js";

/**
 * @typedef {object} Options
 * @property {string[]} study
 * @property {string} report
 * @property {string} [out]
 * @property {boolean} [replace]
 * @property {string} [secrets]
 * @property {number} [failureProbability]
 * @property {boolean} [decimalComma]
 * @property {boolean} [json]
 */

/** @param {import("commander").Command} program */
export function addAudit(program) {
  program
    .command("audit")
    .summary("curator only: exact losses, bounds and their ratio, row by row")
    .description(
      "Compares the exact ex-post privacy loss of every row of the data with what the report's bounds say. The result is as secret as the data.",
    )
    .argument("<DATA.csv>", "the data the report was made from, CSV (- for standard input) or Parquet")
    .requiredOption("--study <STUDY.json>", "its study, given as it was for publish", collectStudies)
    .requiredOption("--report <REPORT.json>", "the report")
    .option(
      "--out <ROWS.csv>",
      "also write row,exact,upper,lower,ratio for every row, with redberg2021Upper,redberg2021Ratio or pdp,leverage,residual where the mechanism has them (- for standard output)",
    )
    .option(...REPLACE)
    .option("--secrets <FILE>", "with noisy gradient descent, and needed there: what publish --secrets wrote with the report")
    .option("--failure-probability <P>", "probability with which a bound may fail (default: the report's)", probability)
    .option(...DECIMAL_COMMA)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  expost audit data.csv --study study.json --report report.json --out rows.csv
  expost audit data.csv --study descent.json --report report.json --secrets secrets.json`,
    )
    .action(auditReport);
}

/**
 * @param {string} dataPath
 * @param {Options} options
 */
async function auditReport(dataPath, options) {
  const {
    study: studyPaths,
    report: reportPath,
    secrets: secretsPath,
    out,
    failureProbability,
    replace,
    decimalComma,
    json,
  } = options;
  const inputs = [dataPath, ...studyPaths, reportPath, ...(secretsPath === undefined ? [] : [secretsPath])];
  onlyOnce(...inputs);
  if (out === STANDARD_OUTPUT && json) throw usageError("--json and --out - can't both be standard output");
  const kept = keptUnless("--out", replace);
  if (out !== undefined) {
    await checkOutputs([out], inputs);
    await checkKept(out, kept);
  }
  /** @type {import("expost").DescentSecrets | undefined} */
  const secrets = secretsPath === undefined ? undefined : await readJson(secretsPath);
  const { report } = await openReport(reportPath);
  let result;
  try {
    result = await withStudy(dataPath, studyPaths, { working: "auditing", decimalComma }, (data, study, onProgress) =>
      audit(data, study, report, { failureProbability, secrets, onProgress }),
    );
  } catch (error) {
    if (error instanceof ExpostError && error.type === "argument" && error.pointer.startsWith("/options/secrets"))
      throw secretsPath === undefined
        ? usageError("--secrets must be given: exact losses of noisy gradient descent need what publish --secrets wrote", {
            cause: error,
          })
        : inputError(`${nameOf(secretsPath)}: ${error.message}`, { cause: error });
    // A report and a study that don't belong together: two files are at fault, not a call.
    if (error instanceof ExpostError && error.type === "argument" && error.code === "inconsistent")
      throw inputError(`${nameOf(reportPath)}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    report.free();
  }
  const { summary, rows } = result;
  if (out !== undefined) await writeFiles([{ path: out, content: rowsText(rows), mode: OWNER_ONLY, kept }]);
  if (json) await printDocument(summary);
  else if (out === STANDARD_OUTPUT) remark(auditText(summary).trimEnd());
  else await print(auditText(summary));
  warn("this is as secret as the data: exact losses are never published");
}

/** @typedef {import("expost").Audit["rows"]} Rows */

/** @type {(keyof Rows)[]} */
const COLUMNS = ["exact", "upper", "lower", "ratio", "redberg2021Upper", "redberg2021Ratio", "pdp", "leverage", "residual"];

/** @param {Rows} rows */
function* rowsText(rows) {
  const names = COLUMNS.filter((column) => column in rows);
  const columns = names.flatMap((name) => rows[name] ?? []);
  yield `row,${names.join(",")}\n`;
  for (let i = 0; i < rows.exact.length; i += 1) yield `${i + 1},${columns.map((column) => column[i]).join(",")}\n`;
}
