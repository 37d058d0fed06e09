// One command for the layout of all code: clang-format for C++, prettier for JavaScript,
// TypeScript and CSS.
//
// A check remembers in build/formatted.json what it found well formatted, and looks only at the
// rest the next time. It remembers contents, not times: a file is known by the digest of its path,
// its bytes and all that decides on its layout.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError, output, run } from "./command.mjs";
import { digestOf, remember, remembered } from "./memory.mjs";
import { inRoot, isMain, root } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";
import { sourceFiles } from "./sources.mjs";

const prettier = [process.execPath, inRoot("node_modules/prettier/bin/prettier.cjs")];
const quietly = ["--log-level", "warn"];

/**
 * @typedef {object} Formatter
 * @property {string[]} endings
 * @property {string[]} check
 * @property {string[]} write
 * @property {() => string | null} version
 * @property {string[]} configuration
 */

/**
 * Both formatters: the files that are theirs, how they check and write, and what else decides on a
 * layout.
 *
 * @type {Formatter[]}
 */
const FORMATTERS = [
  {
    endings: [".cpp", ".hpp"],
    check: ["clang-format", "--dry-run", "-Werror"],
    write: ["clang-format", "-i"],
    version: () => output("clang-format", "--version"),
    configuration: [".clang-format", "_clang-format"],
  },
  {
    endings: [".js", ".mjs", ".cjs", ".ts", ".css"],
    check: [...prettier, "--check", ...quietly],
    write: [...prettier, "--write", ...quietly],
    version: () => readFileSync(inRoot("node_modules/prettier/package.json"), "utf8"),
    // A package.json may have settings as well, and what the ignoring files name is left out.
    configuration: [".prettierrc", "prettier.config.", ".editorconfig", ".prettierignore", ".gitignore", "package.json"],
  },
];

/**
 * The digest of what decides on the layout of a formatter's files, except these files themselves:
 * its version, options and configuration.
 *
 * @param {Formatter} formatter
 * @param {string[]} files
 * @param {string} base
 */
function settingsDigest({ check, version, configuration }, files, base) {
  const folders = new Set(["."]);
  for (const file of files) {
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) folders.add(folder);
  }
  /** @type {(string | Uint8Array)[]} */
  const parts = [version() ?? "", process.version, JSON.stringify(check)];
  for (const folder of [...folders].sort()) {
    for (const entry of readdirSync(join(base, folder), { withFileTypes: true })) {
      if (entry.isDirectory() || !configuration.some((start) => entry.name.startsWith(start))) continue;
      const path = join(folder, entry.name);
      parts.push(path, readFileSync(join(base, path)));
    }
  }
  return digestOf(...parts);
}

/**
 * Throws where a file is not as `npm run format` would leave it.
 *
 * @param {{log?: string, base?: string}} [options] base: the project's folder
 * @returns {Promise<number>} how many files were looked at; of all others it was known
 */
export async function badlyFormatted({ log, base = root } = {}) {
  const memory = join(base, "build/formatted.json");
  const before = remembered(memory, []);
  const known = new Set(Array.isArray(before) ? before : []);
  /** @type {string[]} */
  const good = [];
  let looked = 0;
  let failed = false;
  for (const formatter of FORMATTERS) {
    const files = sourceFiles(formatter.endings, base);
    const settings = settingsDigest(formatter, files, base);
    const keyOf = (/** @type {string} */ file) => digestOf(settings, file, readFileSync(join(base, file)));
    const keys = new Map(files.map((file) => [file, keyOf(file)]));
    const rest = files.filter((file) => !known.has(keys.get(file)));
    looked += rest.length;
    let found = true;
    if (rest.length > 0) {
      // Both are run, so that all is told at once.
      await run([...formatter.check, ...rest], { log, append: true, cwd: base, quiet: log === undefined }).catch((error) => {
        if (!(error instanceof CommandError)) throw error;
        found = false;
      });
    }
    failed ||= !found;
    // A file that was written meanwhile may have been read before or after that.
    const checked = found ? rest.filter((file) => existsSync(join(base, file)) && keyOf(file) === keys.get(file)) : [];
    for (const [file, key] of keys) {
      if (known.has(key) || checked.includes(file)) good.push(key);
    }
  }
  remember(memory, good);
  if (failed) throw new Error("Some files are not formatted: npm run format");
  return looked;
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
