// expost score: how well the published model does on held-out rows.
import { nameOf, onlyOnce } from "../input/bytes.js";
import { openReport } from "../input/json.js";
import { DECIMAL_COMMA } from "../input/table.js";
import { printDocument } from "../output/json.js";
import { classScoreText, numberScoreText } from "../output/score-text.js";
import { print, remark, warn } from "../output/streams.js";
import { classNames, scoresOf } from "./predictions.js";

/** @param {import("commander").Command} program */
export function addScore(program) {
  program
    .command("score")
    .summary("how well the published model does on rows that were not trained on")
    .description(
      "Compares a report's published model with the outcomes of held-out rows: accuracy, log loss, a confusion matrix and calibration of classes; R² and errors of numbers, in their unit. What it prints is about these rows and as secret as they are: the report's promise covers the rows it was made from, for its model, and no score.",
    )
    .argument("<REPORT>", "the report")
    .argument("<DATA.csv>", "held-out rows with their outcomes: a header and rows, as CSV (- for standard input) or Parquet")
    .option(...DECIMAL_COMMA)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Example:
  expost score report.json test.csv

Numbers beyond the outcome's range count as its end, as in training. Rows that were trained on score better than others.`,
    )
    .action(score);
}

/**
 * @param {string} reportPath
 * @param {string} dataPath
 * @param {{decimalComma?: boolean, json?: boolean}} options
 */
async function score(reportPath, dataPath, { decimalComma, json }) {
  onlyOnce(reportPath, dataPath);
  const { report } = await openReport(reportPath);
  try {
    const { scores, clamped, scaled } = await scoresOf(report, dataPath, decimalComma);
    const { summary } = report;
    if (scores !== null && "accuracy" in scores) {
      const names = classNames(summary);
      await (json ? printDocument({ classes: names, ...scores }) : print(classScoreText(scores, names)));
    } else if (scores !== null) {
      const unit = summary.features === null ? undefined : summary.label?.unit;
      await (json ? printDocument(scores) : print(numberScoreText(scores, unit)));
    }
    remark(`${clamped} rows clamped, ${scaled} scaled`);
    warn(
      `this is about the rows of ${nameOf(dataPath)}, and no promise covers it: show it to nobody who may not see these rows, unless they are public`,
    );
  } finally {
    report.free();
  }
}
