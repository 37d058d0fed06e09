// ESLint over all JavaScript, by eslint.config.js. A file that was well and is as it was is known
// from build/eslint.json.
import { run } from "./command.mjs";
import { inBuild, inRoot } from "./paths.mjs";

/**
 * Throws where a rule is broken.
 *
 * @param {{log?: string}} [options] log: file for what is found, instead of the terminal
 */
export async function eslint({ log } = {}) {
  const memory = ["--cache", "--cache-strategy", "content", "--cache-location", inBuild("eslint.json")];
  await run([process.execPath, inRoot("node_modules/eslint/bin/eslint.js"), "--max-warnings", "0", ...memory, "."], { log });
}
