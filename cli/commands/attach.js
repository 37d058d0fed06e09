// expost attach: the report about a model that was trained elsewhere by objective perturbation.
import { attach } from "expost";
import { inputFault } from "../faults.js";
import { nameOf, onlyOnce } from "../input/bytes.js";
import { readJson } from "../input/json.js";
import { addPublicationOptions, writePublication } from "./publication.js";

export function addAttach(program) {
  const command = program
    .command("attach")
    .summary("write the report about a model that was trained elsewhere")
    .description(
      "Writes the report about a model that another program trained by objective perturbation on this data: draws the noise of what the study releases, and checks that the model's gradient looks like noise of the stated sigma.",
    );
  addPublicationOptions(command)
    .requiredOption(
      "--model <THETA.json>",
      'the model: {"theta": […], "sigma": …, "lambda": …} and either "residual", the length of gradient + noise where training stopped, or "b", the noise itself, which is not published',
    )
    .addHelpText(
      "after",
      `
Example:
  expost attach data.csv --study study.json --model theta.json --out report.json

The study says how rows become x and y, and must be what the model was trained with. sigma and lambda may stand there instead
(mechanism.scales.model, mechanism.lambda).`,
    )
    .action(attachReport);
}

async function attachReport(dataPath, { model: modelPath, ...options }) {
  onlyOnce(dataPath, ...options.study, modelPath);
  const model = await readJson(modelPath);
  const words = { working: "releasing", inputs: [modelPath] };
  await writePublication(dataPath, options, words, async (data, study, wanted) => {
    try {
      return await attach(data, study, model, wanted);
    } catch (error) {
      // What the library says of its argument "model" is about this file.
      if (error.type === "argument" && error.pointer.startsWith("/model"))
        throw inputFault(`${nameOf(modelPath)}: ${error.message}`, { cause: error });
      throw error;
    }
  });
}
