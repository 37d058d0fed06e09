// expost publish: trains a model on a curator's data and writes the report about it.
import { publish } from "expost";
import { usageFault } from "../faults.js";
import { collectStudies, withStudy } from "../input/study-data.js";
import { entriesOf, entryFor, readLedger, withEntry } from "../ledger/ledger.js";
import { repeatInLedger, repeatInPlace } from "../ledger/repeats.js";
import { sha256, studyHash } from "../ledger/study-hash.js";
import { totalOf } from "../ledger/total.js";
import { wholeNumber } from "../options.js";
import { STANDARD_OUTPUT, checkOutputs, writeFiles } from "../output/file.js";
import { ledgerText } from "../output/ledger-text.js";
import { publicationText } from "../output/publication-text.js";
import { documentText } from "../output/report-text.js";
import { print, remark, warn } from "../output/streams.js";

/** Owner only: who has the secrets can take the noise away. */
const OWNER_ONLY = 0o600;

export function addPublish(program) {
  program
    .command("publish")
    .summary("train a model and write its report")
    .description(
      "Trains a model on a CSV file as its study says, draws the noise, and writes the report that is to be published. What it prints is for the curator, not for publication.",
    )
    .argument("<DATA.csv>", "the data: a header and rows (- for standard input)")
    .requiredOption(
      "--study <STUDY.json>",
      "what to train on which columns, and with which budget; given again, a file that changes parts of it",
      collectStudies,
    )
    .requiredOption("--out <REPORT.json>", "the report to write (- for standard output)")
    .option(
      "--secrets <FILE>",
      "also write the noise and what it hides, readable by you alone: for your own audit, never to be published",
    )
    .option(
      "--ledger <FILE>",
      "keep the running total of what was published about this data in this file, made if it isn't there",
    )
    .option("--seed <N>", "draw the noise from a seed: for experiments only, the report is marked", wholeNumber(0))
    .addHelpText(
      "after",
      `
Examples:
  expost publish data.csv --study study.json --out report.json
  expost publish data.csv --study study.json --out report.json --secrets secrets.json
  expost publish data.csv --study study.json --out report.json --ledger ledger.json

Publish once: making the report again adds to everyone's loss.`,
    )
    .action(publishReport);
}

/** Says that losses add up where the same was published before. */
async function warnOfRepeat(out, study, ledger, seed) {
  // An experiment is not to be published.
  if (seed !== undefined) return;
  const sentence = ledger === null ? await repeatInPlace(out, study) : repeatInLedger(entriesOf(ledger), studyHash(study));
  if (sentence !== null) warn(sentence);
}

async function publishReport(dataPath, { study: studyPaths, out, secrets: secretsPath, ledger: ledgerPath, seed }) {
  if (secretsPath === STANDARD_OUTPUT) throw usageFault("--secrets must be a file, not standard output");
  if (ledgerPath === STANDARD_OUTPUT) throw usageFault("--ledger must be a file, not standard output");
  const given = (path) => (path === undefined ? [] : [path]);
  await checkOutputs([out, ...given(secretsPath), ...given(ledgerPath)], [dataPath, ...studyPaths]);
  const found = ledgerPath === undefined ? null : await readLedger(ledgerPath);
  const wanted = { seed, secrets: secretsPath !== undefined };
  let usedStudy;
  const { report, secrets, notes } = await withStudy(
    dataPath,
    studyPaths,
    { working: "training" },
    async (data, study, onProgress) => {
      usedStudy = study;
      await warnOfRepeat(out, study, found, seed);
      return publish(data, study, { ...wanted, onProgress });
    },
  );
  const content = documentText(report);
  const files = [{ path: out, content }];
  if (secretsPath !== undefined) files.unshift({ path: secretsPath, content: documentText(secrets), mode: OWNER_ONLY });
  let ledgerLines = "";
  if (ledgerPath !== undefined) {
    // Read again: training takes its time, and another publication may have been entered meanwhile.
    const ledger = await readLedger(ledgerPath);
    const next = withEntry(ledger, entryFor(report, { report: sha256(content), study: studyHash(usedStudy) }));
    // First in its place: an entry without its report counts too much, a report without its entry nothing.
    files.unshift({ path: ledgerPath, content: documentText(next) });
    ledgerLines = ledgerText(ledgerPath, totalOf(entriesOf(ledger)), totalOf(entriesOf(next)));
  }
  await writeFiles(files);
  const text = publicationText(report, notes) + ledgerLines;
  if (out === STANDARD_OUTPUT) remark(text.trimEnd());
  else await print(text);
  if (seed !== undefined)
    warn('the noise came from a seed, so whoever knows it can take the noise away; the report is marked "x-insecure-seed"');
  else warn("publish once: making it again adds to everyone's loss");
}
