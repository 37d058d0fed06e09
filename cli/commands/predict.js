// expost predict: what the published model says of rows.
import { onlyOnce } from "../input/bytes.js";
import { openReport } from "../input/json.js";
import { DECIMAL_COMMA, UNKNOWN } from "../input/table.js";
import { REPLACE, STANDARD_OUTPUT, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { remark } from "../output/streams.js";
import { classNames, predictionsOf } from "./predictions.js";

/** Rows a piece of the text. */
const PAGE = 4096;

/** @param {import("commander").Command} program */
export function addPredict(program) {
  program
    .command("predict")
    .summary("what the published model says of rows: classes with probabilities, or numbers")
    .description(
      "Predicts the outcome of each row with a report's published model, coded as the report says. Prints row,score,probability,class for two outcomes, where the probability is that of the second; row,class and a probability for each of several; row,prediction for a number, in its unit. Rows need no outcome. With --unknown there are the least and the most that each may be, and no class where it isn't settled.",
    )
    .argument("<REPORT>", "the report")
    .argument("<DATA.csv>", "the rows: a header and rows, as CSV (- for standard input) or Parquet")
    .option("--out <FILE>", "the file to write", STANDARD_OUTPUT)
    .option(...REPLACE)
    .option(...DECIMAL_COMMA)
    .option(...UNKNOWN)
    .addHelpText(
      "after",
      '\nExample:\n  expost predict report.json rows.csv > predictions.csv\n  expost predict report.json rows.csv --unknown "?" > predictions.csv',
    )
    .action(predict);
}

/**
 * A cell of CSV.
 *
 * @param {string} text
 */
const cell = (text) => (/[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * The columns of the text: their names, and the value of each row.
 *
 * @param {import("expost").RowPredictions} found
 * @param {string[]} names of the classes
 * @returns {[name: string, value: (row: number) => string | number][]}
 */
function columns(found, names) {
  const { score = new Float64Array(), prediction, probability, probabilities = [], class: classes } = found;
  // A class of −1 isn't settled.
  const called = (/** @type {number} */ i) => cell(names[/** @type {Float64Array} */ (classes)[i]] ?? "");
  if (found.scoreLower !== undefined || found.probabilitiesLower !== undefined) return endColumns(found, names, called);
  if (prediction !== undefined) return [["prediction", (i) => prediction[i]]];
  if (probability !== undefined)
    return [
      ["score", (i) => score[i]],
      ["probability", (i) => probability[i]],
      ["class", called],
    ];
  return [
    ["class", called],
    ...probabilities.map(
      (column, k) => /** @type {[string, (row: number) => number]} */ ([cell(`probability of ${names[k]}`), (i) => column[i]]),
    ),
  ];
}

/**
 * The same where values may be unknown.
 *
 * @param {import("expost").RowPredictions} found
 * @param {string[]} names of the classes
 * @param {(row: number) => string} called
 * @returns {[name: string, value: (row: number) => string | number][]}
 */
function endColumns(found, names, called) {
  /** @type {(name: string, lower?: Float64Array, upper?: Float64Array) =>
   *   [name: string, value: (row: number) => number][]} */
  const ends = (name, lower, upper) =>
    lower && upper
      ? [
          [cell(`${name}_lower`), (i) => lower[i]],
          [cell(`${name}_upper`), (i) => upper[i]],
        ]
      : [];
  if (found.predictionLower) return ends("prediction", found.predictionLower, found.predictionUpper);
  return [
    ...ends("score", found.scoreLower, found.scoreUpper),
    ...ends("probability", found.probabilityLower, found.probabilityUpper),
    ["class", called],
    ...(found.probabilitiesLower ?? []).flatMap((lower, k) =>
      ends(`probability of ${names[k]}`, lower, found.probabilitiesUpper?.[k]),
    ),
  ];
}

/**
 * @param {import("expost").RowPredictions} found
 * @param {string[]} names
 */
function* text(found, names) {
  const shown = columns(found, names);
  yield `row,${shown.map(([name]) => name).join(",")}\n`;
  for (let start = 0; start < found.rows; start += PAGE) {
    let page = "";
    for (let i = start; i < Math.min(start + PAGE, found.rows); i += 1)
      page += `${i + 1},${shown.map(([, value]) => value(i)).join(",")}\n`;
    yield page;
  }
}

/**
 * @param {string} reportPath
 * @param {string} dataPath
 * @param {{out: string, replace?: boolean, decimalComma?: boolean, unknown?: string}} options
 */
async function predict(reportPath, dataPath, { out, replace, decimalComma, unknown }) {
  onlyOnce(reportPath, dataPath);
  await checkOutputs([out], [reportPath, dataPath]);
  const kept = keptUnless("--out", replace);
  await checkKept(out, kept);
  const { report } = await openReport(reportPath);
  try {
    const found = await predictionsOf(report, dataPath, { decimalComma, unknown });
    await writeFiles([{ path: out, content: text(found, classNames(report.summary)), kept }]);
    remark(`${found.rows} rows; ${found.clamped} rows clamped, ${found.scaled} scaled`);
  } finally {
    report.free();
  }
}
