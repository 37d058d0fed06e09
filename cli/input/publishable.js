// Reports that may be presented as a publication.
import { inputError } from "../errors.js";
import { nameOf } from "./bytes.js";

/**
 * For commands that make something to publish from a report.
 *
 * @type {[flags: string, description: string]}
 */
export const EXPERIMENT = [
  "--experiment",
  "also take a report whose noise came from a seed; what is made says that it is an experiment, not to be published",
];

/**
 * Refuses a report whose noise came from a seed, unless it is meant as an experiment.
 *
 * @param {string} path
 * @param {{insecureSeed: boolean}} summary
 * @param {boolean} [experiment]
 */
export function refuseSeeded(path, { insecureSeed }, experiment) {
  if (!insecureSeed || experiment) return;
  throw inputError(
    `${nameOf(path)}: its noise came from a seed (x-insecure-seed), and whoever knows the seed can take it away; publish the data without --seed, or give --experiment for something that is marked as an experiment`,
  );
}
