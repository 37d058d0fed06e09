// One command for the layout of all code: clang-format for C++, prettier for JavaScript,
// TypeScript and CSS.
import { CommandError, run } from "./command.mjs";
import { inRoot, isMain, root } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";
import { sourceFiles } from "./sources.mjs";

const prettier = [process.execPath, inRoot("node_modules/prettier/bin/prettier.cjs"), "--log-level", "warn"];

/**
 * Both formatters: the files that are theirs, and how they check and write.
 *
 * @type {{endings: string[], check: string[], write: string[]}[]}
 */
const FORMATTERS = [
  { endings: [".cpp", ".hpp"], check: ["clang-format", "--dry-run", "-Werror"], write: ["clang-format", "-i"] },
  { endings: [".js", ".mjs", ".cjs", ".ts", ".css"], check: [...prettier, "--check"], write: [...prettier, "--write"] },
];

/**
 * Throws where a file is not as `npm run format` would leave it.
 *
 * @param {{log?: string, base?: string}} [options] base: the project's folder
 */
export async function badlyFormatted({ log, base = root } = {}) {
  let failed = false;
  for (const { endings, check } of FORMATTERS) {
    const files = sourceFiles(endings, base);
    if (files.length === 0) continue;
    // Both are run, so that all is told at once.
    await run([...check, ...files], { log, append: true, cwd: base, quiet: log === undefined }).catch((error) => {
      if (!(error instanceof CommandError)) throw error;
      failed = true;
    });
  }
  if (failed) throw new Error("Some files are not formatted: npm run format");
}

async function format() {
  for (const { endings, write } of FORMATTERS) await run([...write, ...sourceFiles(endings)]);
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp({ tests: true });
    await (process.argv.includes("--check") ? badlyFormatted() : format());
  });
}
