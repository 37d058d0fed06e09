// expost promise REPORT --record R, or --study S.json: what one person is promised before anything
// is drawn.
import { promiseOfStudy } from "expost";
import { naming, usageError } from "../errors.js";
import { nameOf, onlyOnce } from "../input/bytes.js";
import { openReport, readJson, readMerged } from "../input/json.js";
import { hasNumbers, readRecord } from "../input/record.js";
import { anyNumber } from "../options.js";
import { printDocument } from "../output/json.js";
import { promiseText } from "../output/promise-text.js";
import { print } from "../output/streams.js";

/**
 * @typedef {object} Options
 * @property {string[]} [study]
 * @property {string} [model]
 * @property {string} [record]
 * @property {number} [length]
 * @property {boolean} [json]
 */

/** @param {import("commander").Command} program */
export function addPromise(program) {
  program
    .command("promise")
    .summary("what one person is promised before anything is drawn, by a report or a study")
    .description(
      "What the mechanism guarantees one person before its noise is drawn, whatever the data, by the length of her record. Of a report, or of a study for which nobody has given any data yet. Her label isn't read.",
    )
    .argument("[REPORT]", "the report (- for standard input)")
    .option("--study <STUDY.json...>", "in its place: a study, and files that change parts of it")
    .option("--model <MODEL.json>", "next to a study for models that another program trains: the trained model")
    .option(
      "--record <R.json>",
      "the record: raw values under the features' names, the label left out or not; or a list of all records of one person (- for standard input). Of a report for images also an image (PNG, PGM, PPM) or an array (.npy)",
    )
    .option("--length <r>", "in its place: the length of a coded record, from 0 to 1", anyNumber)
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  expost promise report.json --record me.json
  expost promise --study study.json --record me.json
  expost promise report.json --length 0.5 --json`,
    )
    .action(promise);
}

/**
 * @param {string | undefined} reportPath
 * @param {Options} options
 */
async function promise(reportPath, { study: studyPaths, model, record, length, json }) {
  if ((reportPath === undefined) === (studyPaths === undefined)) {
    throw usageError("promise needs a report, or a study (--study STUDY.json), and one of them");
  }
  if ((record === undefined) === (length === undefined)) {
    throw usageError("promise needs --record R.json, or --length r, and one of them");
  }
  if (model !== undefined && studyPaths === undefined) throw usageError("--model works with --study only");
  onlyOnce(reportPath, ...(studyPaths ?? []), model, record);
  const names = { record: record === undefined ? "--length" : nameOf(record), argument: "--length" };
  const who = { record, length };
  const answer = await naming(names, () =>
    studyPaths === undefined ? ofReport(/** @type {string} */ (reportPath), who) : ofStudy(studyPaths, who, model),
  );
  await (json ? printDocument(answer) : print(await promiseText(answer)));
}

/** @typedef {Pick<Options, "record" | "length">} Who one of both */

/**
 * @param {string} path
 * @param {Who} who
 */
async function ofReport(path, { record, length }) {
  const { report } = await openReport(path);
  try {
    return report.promise(
      record === undefined ? /** @type {number} */ (length) : await readRecord(record, undefined, report.summary),
    );
  } finally {
    report.free();
  }
}

/**
 * @param {string[]} paths
 * @param {Who} given
 * @param {string} [model]
 */
async function ofStudy(paths, { record, length }, model) {
  const study = await readMerged(paths);
  if (record !== undefined && hasNumbers(record)) throw usageError("with --study the record is JSON, not an image or an array");
  /** @type {import("expost").PromisedTo} */
  const who = record === undefined ? /** @type {number} */ (length) : await readJson(record);
  /** @type {import("expost").TrainedModel | undefined} */
  const trained = model === undefined ? undefined : await readJson(model);
  return naming({ study: nameOf(paths[0]) }, () => promiseOfStudy(study, who, trained));
}
