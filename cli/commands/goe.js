// expost goe: quantile of the largest eigenvalue of the Hessian's noise.
import { goeQuantile } from "expost";
import { probability, wholeNumber } from "../options.js";
import { printDocument } from "../output/json.js";
import { print } from "../output/streams.js";

/** As in expost/noise/goe.hpp. */
const LARGEST = 10000;

/** @param {import("commander").Command} program */
export function addGoe(program) {
  program
    .command("goe")
    .summary("quantile of the largest eigenvalue of (Z+Zᵀ)/√2")
    .description(
      "The t with P(λ_max((Z+Zᵀ)/√2) > t) ≤ p for a d × d matrix Z of independent standard normal values; never below the true quantile.",
    )
    .requiredOption("--dimension <d>", `rows of Z, at most ${LARGEST}`, wholeNumber(1, LARGEST))
    .requiredOption("--tail <p>", "probability of a larger eigenvalue", probability)
    .option("--json", "print one JSON document")
    .addHelpText("after", "\nExample:\n  expost goe --dimension 50 --tail 4.2325e-6")
    .action(async ({ dimension, tail, json }) => {
      const quantile = await goeQuantile(dimension, tail);
      await (json ? printDocument({ dimension, tail, quantile }) : print(`${quantile}\n`));
    });
}
