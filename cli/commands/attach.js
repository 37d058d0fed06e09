// expost attach: the report about a model that was trained elsewhere by objective perturbation.
import { ExpostError, attach } from "expost";
import { inputError } from "../errors.js";
import { nameOf, onlyOnce } from "../input/bytes.js";
import { readJson } from "../input/json.js";
import { addPublicationOptions, writePublication } from "./publication.js";

/** @typedef {import("./publication.js").PublicationOptions} PublicationOptions */

/** @param {import("commander").Command} program */
export function addAttach(program) {
  const command = program
    .command("attach")
    .summary("write the report about a model that was trained elsewhere")
    .description(
      "Writes the report about a model that another program made private on this data, by the study's mechanism: rounds the model at random, draws the noise of what the study releases, and warns where the model doesn't look like one with noise of the stated level.",
    );
  addPublicationOptions(command)
    .requiredOption(
      "--model <THETA.json>",
      'the model: {"theta": […], "sigma": …, "lambda": …}; with Gaussian objective perturbation perhaps also "b", the noise itself, which is not published and by which the study\'s residual is checked',
    )
    .addHelpText(
      "after",
      `
Example:
  expost attach data.csv --study study.json --model theta.json --out report.json

The study says how rows become x and y, and must be what the model was trained with. sigma and lambda may stand there instead
(mechanism.scales.model, mechanism.lambda). What is stated of the training has to stand there, before anybody looks at the data:
"elsewhere": {"rowsAtMost": 100000, "residual": 1e-6} in mechanism, a round number of rows and, with Gaussian objective perturbation, a
bound on the length of gradient + noise where training stops. Both are published.

Other mechanisms have other scales: {"theta", "eta", "lambda"} for laplace noise, or for logistic regression of IBM diffprivlib
{"theta", "diffprivlib": {"epsilon", "dataNorm", "C", "fitIntercept": false}}, where theta are its coefficients and dataNorm is the
study's scaling.norm; {"theta", "sigma", "lambda"} for output perturbation; {"theta", "gamma", "lambda"} for a posterior sample. Of
several classes, theta has one class after the other.`,
    )
    .action(attachReport);
}

/**
 * @param {string} dataPath
 * @param {PublicationOptions & {model: string}} options
 */
async function attachReport(dataPath, { model: modelPath, ...options }) {
  onlyOnce(dataPath, ...options.study, modelPath);
  /** @type {import("expost").TrainedModel} */
  const model = await readJson(modelPath);
  const words = { working: "releasing", inputs: [modelPath] };
  await writePublication(dataPath, options, words, async (data, study, wanted) => {
    try {
      return await attach(data, study, model, wanted);
    } catch (error) {
      // The library's words about its argument "model" are about this file.
      if (error instanceof ExpostError && error.type === "argument" && error.pointer.startsWith("/model"))
        throw inputError(`${nameOf(modelPath)}: ${error.message}`, { cause: error });
      throw error;
    }
  });
}
