// ESLint over all JavaScript, by eslint.config.js.
import { run } from "./command.mjs";
import { inRoot } from "./paths.mjs";

/**
 * Throws where a rule is broken.
 *
 * @param {{log?: string}} [options] log: file for what is found, instead of the terminal
 */
export async function eslint({ log } = {}) {
  await run([process.execPath, inRoot("node_modules/eslint/bin/eslint.js"), "--max-warnings", "0", "."], { log });
}
