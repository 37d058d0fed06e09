// expost init: a study to be filled in, from the header of the data and the form of its values.
import { scaffold } from "expost";
import { documentText } from "../../intake/document-text.js";
import { visible } from "../../intake/visible.js";
import { wrapped } from "../../wording/paragraph.js";
import { naming } from "../errors.js";
import { isIdentifierName } from "../input/identifier-names.js";
import { DECIMAL_COMMA, withTable } from "../input/table.js";
import { WatchedRows } from "../input/watched-rows.js";
import { REPLACE, STANDARD_OUTPUT, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { Progress } from "../output/progress.js";
import { remark } from "../output/streams.js";

const WHAT_NEXT =
  "To fill in: every null but lambda. State each minimum, maximum and list of levels from public knowledge (a rule, a code book, " +
  "what is possible at all), never from this file: the promise does not cover what was read off the data. " +
  '"missing" is what stands in for a blank. "x-links" are your pages for the people in the data, addresses like ' +
  "https://example.org/privacy: how you treat data (privacy), how people use their rights (rights) and how they opt out of the next " +
  "publication (optOut). Delete those that you don't have. " +
  '"norm" is the length that records are scaled down to: expost publish says how long one can be at most. ' +
  "The kinds were guessed from how the values look: make a column of codes a category " +
  '("levels" instead of "minimum" and "maximum"), and delete the features that are not to be used. ' +
  "expost publish names what is still missing.";

const KINDS =
  '"kind" of the label: "binary" with "negative" and "positive", for the loss "logistic"; "category" with "levels", ' +
  'for {"name": "softmax", "classes": the number of levels}; or "number" with "minimum" and "maximum", for ' +
  '{"name": "pseudo-huber", "width": a number}.';

const SEVERAL_ROWS =
  "If a person can have several rows, such a column says whose they are: " +
  '"person": {"column": "…", "rows": 3} in the study promises ε and δ to a person, of whose rows the first 3 are used. ' +
  "Choose their number without looking at this file.";

/** Columns by name, in quotes. */
const quoted = (/** @type {string[]} */ names) => names.map((name) => JSON.stringify(name)).join(", ");

/**
 * Says what the curator should look at, in paragraphs. What the values say is told here and is
 * nowhere in the study.
 *
 * @param {string[]} header
 * @param {string} label
 * @param {WatchedRows} watched
 * @param {boolean} isLabelOpen
 */
function remarksOn(header, label, watched, isLabelOpen) {
  const remarks = [];
  const unnamed = header.filter((name) => name.trim() === "").length;
  if (unnamed > 0) remarks.push(`Left out: ${unnamed === 1 ? "1 column" : `${unnamed} columns`} without a name.`);
  const named = header.filter((name) => name !== label.trim() && isIdentifierName(name));
  if (named.length > 0)
    remarks.push(`Perhaps identifiers, by their names: ${quoted(named)}. A model must not use them: delete these features.`);
  if (named.length > 0) remarks.push(SEVERAL_ROWS);
  const { identifying } = watched;
  if (identifying.length > 0)
    remarks.push(
      `Perhaps identifiers, as no value comes twice: ${quoted(identifying)}. This is told to you alone, and is not in the study. ` +
        "Delete the features that tell people apart.",
    );
  if (isLabelOpen)
    remarks.push(
      `The label ${JSON.stringify(label.trim())} has ${watched.levelsInWords} in this file. This is told to you alone, and is not in ` +
        `the study. Which values are possible you know from elsewhere. ${KINDS}`,
    );
  return remarks;
}

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
  let remarks = [];
  let study;
  try {
    study = await withTable(dataPath, { onBytes: bar.onBytes, decimalComma }, async ({ placeOf, ...table }) => {
      const { header } = table;
      const watched = new WatchedRows(header, label);
      /** @type {string[]} */
      const leftOut = [];
      const made = await naming({ data: placeOf }, () =>
        scaffold(
          // A value that can't be decoded is a text without a meaning.
          {
            ...table,
            rows: watched.passed(table.rows),
            select: (columns, unread) =>
              table.selectAll?.(
                columns.filter((column) => header[column] === label.trim()),
                unread,
              ),
          },
          { label, onLeftOut: ({ name, why }) => leftOut.push(`Left out: the column ${JSON.stringify(name)}, which ${why}.`) },
        ),
      );
      const { kind } = /** @type {{label: {kind: string | null}}} */ (made).label;
      remarks = [...leftOut.map(visible), ...remarksOn(header, label, watched, kind === null)];
      return made;
    });
  } finally {
    bar.stop();
  }
  await writeFiles([{ path: out, content: documentText(study), kept }]);
  for (const sentence of [...remarks, WHAT_NEXT]) remark(wrapped(sentence));
}
