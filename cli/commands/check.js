// expost check STUDY [DATA]: what publishing would say, without a publication.
import { randomInt } from "node:crypto";
import { publicationPart, publish } from "expost";
import { naming } from "../errors.js";
import { onlyOnce } from "../input/bytes.js";
import { wholeStudy, withStudy } from "../input/study-data.js";
import { DECIMAL_COMMA } from "../input/table.js";
import { printDocument } from "../output/json.js";
import { composesAs, poorData, publicationText } from "../output/publication-text.js";
import { print, warn } from "../output/streams.js";
import { plain } from "../../wording/figures.js";

/** @typedef {import("../../wasm/documents.js").StudyDocument} StudyDocument */

/** @param {import("commander").Command} program */
export function addCheck(program) {
  program
    .command("check")
    .summary("try a study before anything is published")
    .description(
      "Says all that is missing or wrong in a study, and what its publications will promise. With data, every row is read and a model trained as publish would, with noise from a seed, and thrown away: nothing is written, and nothing counts as published. What it prints is for the curator alone.",
    )
    .argument("<STUDY.json>", "the study")
    .argument("[DATA.csv]", "the data: a header and rows, as CSV (- for standard input) or Parquet")
    .option(...DECIMAL_COMMA)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  expost check study.json
  expost check study.json data.csv`,
    )
    .action(check);
}

/**
 * The promise of a study's publications; null of a model that another program trains, which says
 * what it promises.
 *
 * @param {StudyDocument} study
 * @param {string} name of its file
 */
const promiseOf = (study, name) =>
  study.mechanism?.elsewhere === undefined ? naming({ study: name }, () => publicationPart(study)) : null;

/**
 * @param {string} studyPath
 * @param {string | undefined} dataPath
 * @param {{decimalComma?: boolean, json?: boolean}} options
 */
async function check(studyPath, dataPath, { decimalComma, json }) {
  onlyOnce(studyPath, dataPath);
  const { study, name } = await wholeStudy([studyPath]);
  const part = await promiseOf(study, name);
  const isTrained = dataPath !== undefined && part !== null;
  const made = isTrained
    ? await withStudy(dataPath, [studyPath], { working: "training", mayBeEmpty: true, decimalComma }, (data, _, onProgress) =>
        publish(data, study, { seed: randomInt(2 ** 31), onProgress }),
      )
    : null;
  if (json) {
    await printDocument({ promise: part, notes: made?.notes });
    return;
  }
  const lines = [`${name}: complete`];
  if (part === null) lines.push("trained elsewhere: expost attach compares the model with the data");
  else if (made === null) {
    lines.push(part.epsilon === Infinity ? "promise: none" : `promise: ε = ${plain(part.epsilon)}, δ = ${plain(part.delta)}`);
    if (part.epsilon < Infinity) lines.push(`beside other publications: ${composesAs(part)}`);
  } else {
    const report = /** @type {import("../../wasm/documents.js").ReportDocument} */ (made.report);
    lines.push(publicationText(report, made.notes).trimEnd(), "tried with noise from a seed; nothing was written or published");
    for (const word of [poorData(study.label.name, made.notes, { tried: true }), ...made.notes.doubts])
      if (word !== null) warn(word);
  }
  await print(`${lines.join("\n")}\n`);
}
