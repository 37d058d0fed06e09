// expost init: a study to be filled in, from the header of the data. What the values look like is
// said on the screen alone.
import { guessedKinds, scaffold } from "expost";
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
  "To fill in: every null but lambda. State each kind, minimum, maximum and list of levels from public knowledge (a rule, a code " +
  "book, what is possible at all), never from this file: the study is published in its report, and the promise does not cover what " +
  'was read off the data. "x-links" are your pages for the people in the data, addresses like ' +
  "https://example.org/privacy: how you treat data (privacy), how people use their rights (rights) and how they opt out of the next " +
  "publication (optOut). Delete those that you don't have. " +
  'Worth adding: "membership", one sentence that is true of everyone whose record is used ("Everyone in it held a credit card of this ' +
  'bank in 2005."), "people", a round number of them that you knew before you counted, and where levels are codes "levelWords" beside ' +
  '"levels", what people see of each: ["male", "female"]. ' +
  '"norm" is the length that records are scaled down to: expost publish says how long one can be at most. ' +
  "Delete the features that are not to be used. " +
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

/** A study's keys for a column, by its kind. */
const OF_KIND = {
  number: '"kind": "number" with "minimum" and "maximum"',
  boolean: '"kind": "boolean"',
  category: '"kind": "category" with "levels"',
};

/**
 * Says what the columns seem to hold.
 *
 * @param {import("expost").GuessedKind[]} guessed
 */
function guesses(guessed) {
  const told = Object.entries(OF_KIND).flatMap(([kind, words]) => {
    const names = guessed.filter((column) => column.kind === kind).map(({ name }) => name);
    return names.length === 0 ? [] : [`${words}: ${quoted(names)}.`];
  });
  const blank = guessed.filter(({ blanks }) => blanks).map(({ name }) => name);
  if (blank.length > 0) told.push(`"missing", the fill-in value of a blank, too: ${quoted(blank)}.`);
  return (
    "Guessed from this file, and told to you alone, because one row can change a guess. Confirm each from a code book; a column of " +
    `codes is a category. ${told.join(" ")}`
  );
}

/**
 * Says what the curator should look at, in paragraphs. What the values say is told here and is
 * nowhere in the study.
 *
 * @param {string[]} header
 * @param {string} label
 * @param {WatchedRows} watched
 * @param {import("expost").GuessedKind[]} guessed
 */
function remarksOn(header, label, watched, guessed) {
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
  remarks.push(
    guesses(guessed.filter(({ name }) => name !== label.trim())),
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
      "Prints a study with the names of a data file's columns, and says what they seem to hold. Every kind, range, level and text in the study is left to be filled in from public knowledge, never from the data. Your pages about privacy, people's rights and opting out have their places too; delete those that you don't have.",
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
      // Without the rows: a header at fault is told before a large file is read. What can't be
      // decoded is a text without a meaning.
      const select = (/** @type {number[]} */ columns, /** @type {number[]} */ unread) =>
        table.selectAll?.(
          columns.filter((column) => header[column] === label.trim()),
          unread,
          [],
        );
      const made = await naming({ data: placeOf }, () =>
        scaffold(
          { header, kinds: table.kinds, select },
          { label, onLeftOut: ({ name, why }) => leftOut.push(`Left out: the column ${JSON.stringify(name)}, which ${why}.`) },
        ),
      );
      const guessed = await naming({ data: placeOf }, () => guessedKinds({ ...table, rows: watched.passed(table.rows) }));
      const names = new Set(made.features.map(({ name }) => name).concat(made.label.name));
      remarks = [
        ...leftOut.map(visible),
        ...remarksOn(
          header,
          label,
          watched,
          guessed.filter(({ name }) => names.has(name)),
        ),
      ];
      return made;
    });
  } finally {
    bar.stop();
  }
  await writeFiles([{ path: out, content: documentText(study), kept }]);
  for (const sentence of [...remarks, WHAT_NEXT]) remark(wrapped(sentence));
}
