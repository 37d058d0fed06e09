// expost gaussian: noise of the Gaussian mechanism for a budget.
import { gaussianSigma } from "expost";
import { positiveNumber, probability } from "../options.js";
import { printDocument } from "../output/json.js";
import { print } from "../output/streams.js";

/** @param {import("commander").Command} program */
export function addGaussian(program) {
  program
    .command("gaussian")
    .summary("σ of the Gaussian mechanism for (ε, δ)")
    .description(
      "The smallest σ with which adding N(0, σ²I) is (ε, δ)-differentially private at an ℓ₂ sensitivity (analytic; the safe end of the root).",
    )
    .requiredOption("--epsilon <E>", "ε, in nats", positiveNumber)
    .requiredOption("--delta <D>", "δ", probability)
    .requiredOption("--sensitivity <S>", "ℓ₂ sensitivity", positiveNumber)
    .option("--json", "print one JSON document")
    .addHelpText("after", "\nExample:\n  expost gaussian --epsilon 1 --delta 1e-6 --sensitivity 1")
    .action(async ({ epsilon, delta, sensitivity, json }) => {
      const sigma = await gaussianSigma(epsilon, delta, sensitivity);
      await (json ? printDocument({ epsilon, delta, sensitivity, sigma }) : print(`${sigma}\n`));
    });
}
