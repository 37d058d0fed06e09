// expost init: a study to be filled in, from the header of the data and the form of its values.
import { scaffold } from "expost";
import { documentText } from "../../intake/document-text.js";
import { wrapped } from "../../wording/paragraph.js";
import { naming } from "../errors.js";
import { DECIMAL_COMMA, withTable } from "../input/table.js";
import { REPLACE, STANDARD_OUTPUT, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { Progress } from "../output/progress.js";
import { remark } from "../output/streams.js";

const WHAT_NEXT =
  "To fill in: every null but lambda. State each minimum, maximum and list of levels from public knowledge (a rule, a code book, " +
  "what is possible at all), never from this file: the promise does not cover what was read off the data. " +
  '"missing" is what stands in for a blank. "x-links" are your pages for the people in the data, addresses like ' +
  "https://example.org/privacy: how you treat data (privacy), how people use their rights (rights) and how they opt out of the next " +
  "publication (optOut). Delete those that you don't have. " +
  "The kinds were guessed from how the values look: make a column of codes a category " +
  '("levels" instead of "minimum" and "maximum"), and delete the features that are not to be used. ' +
  "expost publish names what is still missing.";

/** @param {import("commander").Command} program */
export function addInit(program) {
  program
    .command("init")
    .summary("scaffold a study for a data file, to be filled in")
    .description(
      "Prints a study with the names and kinds of a data file's columns. Every range, level and text in it is left to be filled in from public knowledge, never from the data. Your pages about privacy, people's rights and opting out have their places too; delete those that you don't have.",
    )
    .argument("<DATA.csv>", "the data: a header and rows, as CSV (- for standard input) or Parquet")
    .requiredOption("--label <COLUMN>", "the column that the model is to predict")
    .option(...DECIMAL_COMMA)
    .option("--out <STUDY.json>", "the study to write", STANDARD_OUTPUT)
    .option(...REPLACE)
    .addHelpText("after", '\nExample:\n  expost init data.csv --label "paid on time" > study.json')
    .action(init);
}

/**
 * @param {string} dataPath
 * @param {{label: string, out: string, replace?: boolean, decimalComma?: boolean}} options
 */
async function init(dataPath, { label, out, replace, decimalComma }) {
  await checkOutputs([out], [dataPath]);
  const kept = keptUnless("--out", replace);
  await checkKept(out, kept);
  const bar = await Progress.over(dataPath);
  /** @type {string[]} */
  let header = [];
  let study;
  try {
    study = await withTable(dataPath, { onBytes: bar.onBytes, decimalComma }, (table) => {
      header = table.header;
      return naming({ data: table.placeOf }, () => scaffold({ header, rows: table.rows }, { label }));
    });
  } finally {
    bar.stop();
  }
  await writeFiles([{ path: out, content: documentText(study), kept }]);
  const unnamed = header.filter((name) => name.trim() === "").length;
  if (unnamed > 0) remark(wrapped(`Left out: ${unnamed === 1 ? "1 column" : `${unnamed} columns`} without a name.`));
  remark(wrapped(WHAT_NEXT));
}
