// expost publish: trains a model on a curator's data and writes the report about it.
import { publish } from "expost";
import { usageFault } from "../faults.js";
import { collectStudies, withStudy } from "../input/study-data.js";
import { wholeNumber } from "../options.js";
import { STANDARD_OUTPUT, checkOutputs, writeFiles } from "../output/file.js";
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
    .argument("<DATA.csv>", "the data: a header and rows, as CSV (- for standard input) or Parquet")
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
    .option("--seed <N>", "draw the noise from a seed: for experiments only, the report is marked", wholeNumber(0))
    .addHelpText(
      "after",
      `
Examples:
  expost publish data.csv --study study.json --out report.json
  expost publish data.csv --study study.json --out report.json --secrets secrets.json

Publish once: making the report again adds to everyone's loss.`,
    )
    .action(publishReport);
}

async function publishReport(dataPath, { study: studyPaths, out, secrets: secretsPath, seed }) {
  if (secretsPath === STANDARD_OUTPUT) throw usageFault("--secrets must be a file, not standard output");
  await checkOutputs([out, ...(secretsPath === undefined ? [] : [secretsPath])], [dataPath, ...studyPaths]);
  const wanted = { seed, secrets: secretsPath !== undefined };
  const { report, secrets, notes } = await withStudy(dataPath, studyPaths, { working: "training" }, (data, study, onProgress) =>
    publish(data, study, { ...wanted, onProgress }),
  );
  const files = [{ path: out, content: documentText(report) }];
  if (secretsPath !== undefined) files.unshift({ path: secretsPath, content: documentText(secrets), mode: OWNER_ONLY });
  await writeFiles(files);
  const text = publicationText(report, notes);
  if (out === STANDARD_OUTPUT) remark(text.trimEnd());
  else await print(text);
  if (seed !== undefined)
    warn('the noise came from a seed, so whoever knows it can take the noise away; the report is marked "x-insecure-seed"');
  else warn("publish once: making it again adds to everyone's loss");
}
