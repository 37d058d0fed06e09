// expost bound REPORT: a person's bound, or one per row of a CSV file; of several reports, one for
// all together.
import { Option } from "commander";
import { naming, usageError } from "../errors.js";
import { STANDARD_INPUT, nameOf, onlyOnce } from "../input/bytes.js";
import { openReport, parseOption } from "../input/json.js";
import { hasNumbers, readRecord } from "../input/record.js";
import { DECIMAL_COMMA, UNKNOWN } from "../input/table.js";
import { anyNumber, probability, uniformity } from "../options.js";
import { boundText } from "../output/bound-text.js";
import { printDocument } from "../output/json.js";
import { print, warn } from "../output/streams.js";
import { boundsOfFile } from "./bound-rows.js";
import { boundOfSeveral } from "./bound-several.js";

/**
 * @typedef {object} Options
 * @property {string} [record]
 * @property {string} [csv]
 * @property {string} [x]
 * @property {number} [y]
 * @property {boolean} [json]
 * @property {boolean} [decimalComma]
 * @property {string} [unknown]
 * @property {import("expost").Membership} member
 * @property {import("expost").Method} method
 * @property {number} [failureProbability]
 * @property {"one" | "all" | number} uniform
 */

/** @param {import("commander").Command} program */
export function addBound(program) {
  program
    .command("bound")
    .summary("bound what a report revealed about one record, or about every row of a file")
    .description(
      "Bounds the ex-post privacy loss of one record (--record, or --x with --y), or of each row of a CSV file (--csv), from a published report. With several reports, what they revealed about one record (--record) together.",
    )
    .argument("<REPORT...>", "the report (- for standard input), or several, each a file")
    .option(
      "--record <R.json>",
      'the record: raw values under the features\' names, with the label (- for standard input); a value that isn\'t known is {"from": 20, "to": 30}, {"oneOf": ["a", "b"]} or {"unknown": true}; for several reports the fields of all, each with one value for every report that has it. Or an image (PNG, PGM, PPM) or an array (.npy), with --y',
    )
    .option("--csv <ROWS.csv>", "many records: a header and rows, as CSV (- for standard input) or Parquet")
    .option("--x <[…]>", "a record that is coded already: a JSON array of the report's dimension")
    .option("--y <N>", "its coded label: -1 or 1, or a number between; of an image its outcome", anyNumber)
    .addOption(
      new Option("--member <MEMBER>", "whether the record was used; unknown covers both")
        .choices(["in", "out", "unknown"])
        .default("unknown"),
    )
    .addOption(
      new Option("--method <METHOD>", "redberg2021 (earlier: paper): Redberg & Wang 2021, corrected")
        .choices(["sharp", "redberg2021", "paper"])
        .default("sharp"),
    )
    .option("--failure-probability <P>", "probability with which the bound may fail (default: the report's)", probability)
    .option("--uniform <N>", "one record, all records at once, or a number of them chosen beforehand", uniformity, "one")
    .option(...DECIMAL_COMMA)
    .option(...UNKNOWN)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  expost bound report.json --record me.json
  expost bound report.json --record me.json --failure-probability 0.05 --json
  expost bound report.json --csv rows.csv > bounds.csv
  expost bound report.json --csv rows.csv --unknown "?" > bounds.csv
  expost bound report.json --record me.png --y 4
  expost bound report.json --x '[0.5, -0.25, 0.1]' --y 1
  expost bound report-2025.json report-2026.json --record me.json

Give all reports of a series up to the last, in the order of publication: the bound for all of them together fails with one probability,
that of the first, and is usually less than the sum of their bounds.

For people, upper bounds are rounded up and lower bounds down; --json has every digit.`,
    )
    .action(bound);
}

/**
 * Which of the three ways to give a record was used, and what was given.
 *
 * @param {Pick<Options, "record" | "csv" | "x" | "y">} options
 * @returns {[kind: "--record" | "--csv" | "--x", value: string]}
 */
function source({ record, csv, x, y }) {
  /** @type {["--record" | "--csv" | "--x", string | undefined][]} */
  const ways = [
    ["--record", record],
    ["--csv", csv],
    ["--x", x],
  ];
  const given = ways.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  if (given.length === 0) throw usageError("bound needs a record: --record R.json, --csv ROWS.csv, or --x '[…]' with --y N");
  if (given.length > 1) throw usageError(`${given.map(({ name }) => name).join(" and ")} can't be given together`);
  const isFile = record !== undefined && hasNumbers(record);
  if (!isFile && (x === undefined) !== (y === undefined))
    throw usageError("--x and --y belong together: --x '[0.5, -0.25]' --y 1");
  return [given[0].name, given[0].value];
}

/**
 * @param {string} x
 * @param {number} [y] given, where x is
 * @returns {import("expost").CodedRecord}
 */
function coded(x, y) {
  const values = parseOption("--x", x, "an array of numbers");
  if (!Array.isArray(values)) throw usageError("--x must be a JSON array of numbers, like '[0.5, -0.25]'");
  return { x: values, y: /** @type {number} */ (y) };
}

/**
 * Where the text, which says it, isn't printed.
 *
 * @param {string} path
 * @param {{fullDigits: boolean}} summary
 */
function warnOfFullDigits(path, { fullDigits }) {
  if (fullDigits) warn(`${nameOf(path)} has the model in full digits: a known attack on them is in no bound`);
}

/**
 * Refuses all that several reports can't be asked together: they take one record in raw values.
 *
 * @param {string[]} paths
 * @param {"--record" | "--csv" | "--x"} kind
 */
function requireRecord(paths, kind) {
  if (kind === "--csv") throw usageError("--csv works with one report; with several, give one record: --record R.json");
  if (kind === "--x") throw usageError("--x is coded for one report; with several, give raw values: --record R.json");
  if (paths.includes(STANDARD_INPUT)) throw usageError("several reports must be files, not standard input (-)");
}

/**
 * @param {string[]} paths
 * @param {Options} asked
 */
async function bound(paths, asked) {
  const { record, csv, x, y, json, member, method, failureProbability, uniform, decimalComma, unknown } = asked;
  const [kind, value] = source({ record, csv, x, y });
  if (method !== "sharp" && uniform !== "one") throw usageError("--uniform works with --method sharp only");
  if (decimalComma && kind !== "--csv") throw usageError("--decimal-comma works with --csv only");
  if (unknown !== undefined && kind !== "--csv")
    throw usageError('--unknown works with --csv only; in a record write {"unknown": true} or {"from": 20, "to": 30}');
  onlyOnce(...paths, record, csv);
  const codedRecord = kind === "--x" ? coded(value, y) : undefined;
  const options = { member, method, failureProbability, uniform };
  if (paths.length > 1) {
    requireRecord(paths, kind);
    if (y !== undefined || hasNumbers(value))
      throw usageError("several reports take one record in raw values, with its outcome: --record R.json");
    await boundOfSeveral(paths, value, options, { json });
    return;
  }
  if (kind === "--record" && hasNumbers(value) && y === undefined)
    throw usageError(`${nameOf(value)} has no outcome: give it as --y N`);
  const [reportPath] = paths;
  const { report } = await openReport(reportPath);
  try {
    if (kind === "--csv") {
      if (report.summary.insecureSeed) warn(`${nameOf(reportPath)} was made with a seed: an experiment, not a publication`);
      warnOfFullDigits(reportPath, report.summary);
      await boundsOfFile(report, value, options, { decimalComma, unknown, json });
      return;
    }
    /** @type {import("expost").RawRecord | import("expost").CodedRecord} */
    const who = codedRecord ?? (await readRecord(value, y, report.summary));
    const result = await naming({ record: kind === "--record" ? nameOf(value) : "--x, --y" }, () => report.bound(who, options));
    if (json) {
      warnOfFullDigits(reportPath, report.summary);
      await printDocument(result);
    } else await print(await boundText(result, report.summary, report.promise(who)));
  } finally {
    report.free();
  }
}
