// expost attach: the report about a model that another program made private.
import { ExpostError, attach, publicationPart } from "expost";
import { iteratesFrom } from "../../intake/npy.js";
import { inputError } from "../errors.js";
import { nameOf, onlyOnce, readBytes } from "../input/bytes.js";
import { readJson } from "../input/json.js";
import { addPublicationOptions, writePublication } from "./publication.js";

/** @typedef {import("./publication.js").PublicationOptions} PublicationOptions */

/** Numbers that a report's iterates may have, as the core's reader has it. */
const MOST_NUMBERS = 32_000_000;
/** Their bytes as doubles, with a header. */
const MOST_BYTES = 8 * MOST_NUMBERS + 65536;

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
      'the model: {"theta": […], "sigma": …, "lambda": …}, of several classes a row for each, or one after the other; with Gaussian objective perturbation perhaps also "b", the noise itself, which is not published and by which the study\'s residual is checked',
    )
    .option(
      "--iterates <FILE>",
      "with noisy gradient descent: the iterates before every step, in order, as a .npy file (float64 or float32, C order, shape (steps, numbers) or (steps, classes, coordinates)) or as raw little-endian doubles",
    )
    .addHelpText(
      "after",
      `
Examples:
  expost attach data.csv --study study.json --model theta.json --out report.json
  expost attach data.csv --study descent.json --model theta.json --iterates iterates.npy --out report.json

The study says how rows become x and y, and must be what the model was trained with. sigma and lambda may stand there instead
(mechanism.scales.model, mechanism.lambda). What is stated of the training has to stand there, before anybody looks at the data:
"elsewhere": {"rowsAtMost": 100000, "residual": 1e-6} in mechanism, a round number of rows and, with Gaussian objective perturbation, a
bound on the length of gradient + noise where training stops. Both are published.

Other mechanisms have other scales: {"theta", "eta", "lambda"} for laplace noise, or for logistic regression of IBM diffprivlib
{"theta", "diffprivlib": {"epsilon", "dataNorm", "C", "fitIntercept": false}}, where theta are its coefficients and dataNorm is the
study's scaling.norm; {"theta", "sigma", "lambda"} for output perturbation; {"theta", "gamma", "lambda"} for a posterior sample. Of
several classes, theta has a row for each class, (classes, coordinates), or one class after the other; a kernel of Keras or Flax has to
be transposed. "order": "classes-first" says that where classes are as many as coordinates.

Of noisy gradient descent the study states "clip", "steps", "sampling", "update" and "elsewhere": true. The model is {"theta", "sigma",
"stoppedAfter"}, sigma on the sum of clipped gradients, stoppedAfter where a public rule ended the training early. "noisySums", {"count",
"encoding": "base64-f64le", "data"}, and with Poisson sampling "samples", a bit for each row and step, may stand there too: the model is
checked by them, and they are not published. docs/noisy-gradient-descent.md, section 9, says which C and sigma belong to which program.`,
    )
    .action(attachReport);
}

/**
 * @param {string} dataPath
 * @param {PublicationOptions & {model: string, iterates?: string}} options
 */
async function attachReport(dataPath, { model: modelPath, iterates: iteratesPath, ...options }) {
  const inputs = [modelPath, ...(iteratesPath === undefined ? [] : [iteratesPath])];
  onlyOnce(dataPath, ...options.study, ...inputs);
  /** @type {import("expost").TrainedModel} */
  const stated = await readJson(modelPath);
  const model = iteratesPath === undefined ? stated : await withIterates(stated, modelPath, iteratesPath);
  /**
   * The library's words about its argument "model" are about this file.
   *
   * @template Result
   * @param {() => Promise<Result>} work
   */
  const aboutModel = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ExpostError && error.type === "argument" && error.pointer.startsWith("/model")) {
        const ofIterates = iteratesPath !== undefined && error.pointer.startsWith("/model/iterates");
        throw inputError(`${nameOf(ofIterates ? iteratesPath : modelPath)}: ${error.message}`, { cause: error });
      }
      throw error;
    }
  };
  /** @type {Parameters<typeof writePublication>[2]} */
  const words = { working: "releasing", inputs, promise: (study) => aboutModel(() => publicationPart(study, model)) };
  await writePublication(dataPath, options, words, (data, study, wanted) =>
    aboutModel(() => attach(data, study, model, wanted)),
  );
}

/**
 * A model with the iterates of a file.
 *
 * @param {import("expost").TrainedModel} model
 * @param {string} modelPath
 * @param {string} iteratesPath
 * @returns {Promise<import("expost").TrainedModel>}
 */
async function withIterates(model, modelPath, iteratesPath) {
  const name = nameOf(modelPath);
  const { theta, iterates } = /** @type {Partial<import("expost").TrainedModel & import("expost").TrainedDescent>} */ (
    model ?? {}
  );
  const size = Array.isArray(theta) ? theta.flat().length : 0;
  if (size === 0) throw inputError(`${name}: theta must be an array of numbers, as many as one iterate has`);
  if (iterates !== undefined)
    throw inputError(`${name}: iterates must be left out with --iterates, which takes them from ${nameOf(iteratesPath)}`);
  const refusal = (/** @type {string} */ message) => inputError(`${nameOf(iteratesPath)}: ${message}`);
  const { count, data, ...shape } = iteratesFrom(await readBytes(iteratesPath, MOST_BYTES), size, refusal);
  if (count * size > MOST_NUMBERS) throw refusal(`has ${count * size} numbers; a report has at most ${MOST_NUMBERS}`);
  const text = Buffer.from(data.buffer).toString("base64");
  const path = { count, encoding: /** @type {const} */ ("base64-f64le"), data: text, ...shape };
  return { .../** @type {object} */ (model), theta: /** @type {number[]} */ (theta), iterates: path };
}
