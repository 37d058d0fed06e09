// npm run typecheck: the TypeScript projects that tsconfig.json refers to. What they found is kept
// in build/types, so that only what changed is looked at again.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { inBuild, inRoot, isMain, root } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

/**
 * Errors that count in tests: in names, in what a module has and in numbers of arguments. Others
 * are mostly about values that a test made up. What tests import has a project of its own. An error
 * without a file is one of the project.
 */
const IN_TESTS = /^(?:error |web\/site\/images\/|tests\/.*error TS(?:2304|2305|2307|2551|2552|2554|2555|2561|2614|2724):)/;

/**
 * The errors of a project, as the compiler prints them.
 *
 * @param {string} project its file, below the project's folder
 */
async function errorsOf(project) {
  const memory = inBuild("types", `${basename(project, ".json")}.tsbuildinfo`);
  const options = ["--project", project, "--pretty", "false", "--incremental", "--tsBuildInfoFile", memory];
  const compiler = spawn(process.execPath, [inRoot("node_modules/typescript/bin/tsc"), ...options], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  compiler.stdout.setEncoding("utf8").on("data", (/** @type {string} */ piece) => (text += piece));
  const code = await new Promise((resolve, reject) => {
    compiler.once("error", reject);
    compiler.once("close", resolve);
  });
  // An error's further lines are indented.
  const errors = text.split(/\n(?=\S)/).filter((error) => error.trim() !== "");
  if (code !== 0 && errors.length === 0) throw new Error(`tsc ended with ${code} and said nothing.`);
  return project.endsWith("tsconfig.tests.json") ? errors.filter((error) => IN_TESTS.test(error)) : errors;
}

/**
 * Throws where a type is wrong.
 *
 * @param {{log?: string}} [options] log: file for the errors, instead of the terminal
 */
export async function typecheck({ log } = {}) {
  mkdirSync(inBuild("types"), { recursive: true });
  if (log !== undefined) writeFileSync(log, "");
  /** @type {{references: {path: string}[]}} */
  const { references } = JSON.parse(readFileSync(inRoot("tsconfig.json"), "utf8"));
  let count = 0;
  for (const { path } of references) {
    const errors = await errorsOf(path);
    count += errors.length;
    const told = errors.map((error) => `${error.trimEnd()}\n`).join("");
    if (log === undefined) process.stdout.write(told);
    else appendFileSync(log, told);
  }
  if (count > 0) throw new Error(`The types have ${count} ${count === 1 ? "error" : "errors"}: npm run typecheck`);
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    await typecheck();
  });
}
