// expost model: the published model in the units of the features.
import { openReport } from "../input/json.js";
import { printDocument } from "../output/json.js";
import { modelText } from "../output/model-text.js";
import { print } from "../output/streams.js";
import { classNames } from "./predictions.js";

/** @param {import("commander").Command} program */
export function addModel(program) {
  program
    .command("model")
    .summary("the published model's coefficients, for each unit of a number and each level")
    .description(
      "Prints the coefficients of a report's published model in the units of its features: per unit of a number, for yes, and for each level of a category. They hold the model's noise. Numbers beyond their range count as its end.",
    )
    .argument("<REPORT>", "the report (- for standard input)")
    .option("--json", "print one JSON document, with every digit")
    .addHelpText("after", "\nExample:\n  expost model report.json")
    .action(model);
}

/**
 * @param {string} reportPath
 * @param {{json?: boolean}} options
 */
async function model(reportPath, { json }) {
  const { report } = await openReport(reportPath);
  try {
    const found = report.coefficients();
    const names = classNames(report.summary);
    if (json) {
      const { outputs, ...rest } = found;
      const isSoftmax = report.summary.loss.classes !== undefined;
      const named = outputs.map((output, k) => (isSoftmax ? { class: names[k], ...output } : output));
      await printDocument({ ...rest, outputs: named });
    } else await print(modelText(found, report.summary, names));
  } finally {
    report.free();
  }
}
