// expost publish: trains a model on a curator's data and writes the report about it.
import { publicationPart, publish } from "expost";
import { addPublicationOptions, writePublication } from "./publication.js";

/** @param {import("commander").Command} program */
export function addPublish(program) {
  const command = program
    .command("publish")
    .summary("train a model and write its report")
    .description(
      "Trains a model on a CSV file as its study says, draws the noise, and writes the report that is to be published. What it prints is for the curator, not for publication.",
    );
  addPublicationOptions(command)
    .addHelpText(
      "after",
      `
Examples:
  expost publish data.csv --study study.json --out report.json
  expost publish data.csv --study study.json --out report.json --secrets secrets.json
  expost publish data.csv --study study.json --out report.json --ledger ledger.json

The file of --secrets is as secret as the data. With noisy gradient descent expost audit needs it.

Publish once: making the report again adds to everyone's loss.`,
    )
    .action((dataPath, options) =>
      writePublication(dataPath, options, { working: "training", promise: publicationPart }, publish),
    );
}
