// One command for the layout of all code: clang-format for C++, prettier for JavaScript, TypeScript and CSS.
import { output, run } from "./command.mjs";
import { inRoot, isMain } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

function files(...endings) {
  const listed = output("git", "-C", inRoot(), "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate");
  if (listed === null) throw new Error("git can't list the files here");
  const deleted = new Set(output("git", "-C", inRoot(), "ls-files", "--deleted").split("\n"));
  return listed.split("\n").filter((name) => endings.some((ending) => name.endsWith(ending)) && !deleted.has(name));
}

const cpp = () => files(".cpp", ".hpp");
const web = () => files(".js", ".mjs", ".cjs", ".ts", ".css");
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
