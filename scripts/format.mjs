// One command for the layout of all code: clang-format for C++, prettier for JavaScript, TypeScript and CSS.
import { run } from "./command.mjs";
import { inRoot, isMain } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";
import { sourceFiles } from "./sources.mjs";

const cpp = () => sourceFiles([".cpp", ".hpp"]);
const web = () => sourceFiles([".js", ".mjs", ".cjs", ".ts", ".css"]);
const prettier = [process.execPath, inRoot("node_modules/prettier/bin/prettier.cjs")];

/** Throws where a file is not as `npm run format` would leave it. */
export async function badlyFormatted({ log } = {}) {
  let failure = null;
  for (const command of [
    ["clang-format", "--dry-run", "-Werror", ...cpp()],
    [...prettier, "--check", "--log-level", "warn", ...web()],
  ]) {
    // Both are run, so that all is told at once.
    await run(command, { log, append: true }).catch((error) => (failure = error));
  }
  if (failure !== null) throw new Error("Some files are not formatted: npm run format");
}

async function format() {
  await run(["clang-format", "-i", ...cpp()]);
  await run([...prettier, "--write", "--log-level", "warn", ...web()]);
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp({ tests: true });
    await (process.argv.includes("--check") ? badlyFormatted() : format());
  });
}
