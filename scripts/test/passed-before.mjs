// Tests that need not run again while all that they read is as it was when they passed.
//
// Some read nothing of C++, nor what was made of it. Others try what gets out of a page. What a page
// lets out is up to its text, its policy and the browser. Of the C++ in it only the imports and
// exports of the modules count: WebAssembly reaches nothing else. So a change of C++ that leaves
// those as they are can't open a way out, and everything but C++ is compared.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { output } from "../command.mjs";
import { root } from "../paths.mjs";
import { sourceFiles } from "../sources.mjs";

/** The files of tests/browser that this holds for: each proves only that nothing gets out. */
export const ABOUT_WAYS_OUT = ["element-private", "nothing-leaves", "publish-private"];

const CPP = [".cpp", ".hpp"];
const BROWSERS = ["chromium-headless-shell", "chromium", "firefox-esr"];
const TOOLS = ["git", "clang-format", "python3"];
const MODULES = ["expost", "expost-check", "expost-check-every"];

/** The versions of Node and of some programs. */
const versionsOf = (programs) => [process.version, ...programs.map((program) => output(program, "--version") ?? "none")];

/** A digest of named parts. */
function digestOf(parts) {
  const hash = createHash("sha256");
  for (const [name, content] of parts) {
    const bytes = Buffer.from(content);
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** The digest of all the project's files but those of C++; `base`: the project's folder. */
export function sourcesDigest({ base = root } = {}) {
  const files = sourceFiles([""], base).filter((file) => !CPP.some((ending) => file.endsWith(ending)));
  return digestOf(files.map((file) => [file, readFileSync(join(base, file))]));
}

/** The digest of all that tests of the project's own programs read: their sources and the tools that they start. */
export const programsDigest = (sources, { versions = versionsOf(TOOLS) } = {}) =>
  digestOf([["sources", sources], ...versions.map((version, index) => [`version ${index}`, version])]);

/**
 * The digest of all that tests of ways out of a page read.
 *
 * @param {string} sources their digest, from before the pages were built
 * @param {{base?: string, versions?: string[]}} [options]
 *   base: the project's folder, with its modules built; versions: of what runs the tests
 */
export function pagesDigest(sources, { base = root, versions = versionsOf(BROWSERS) } = {}) {
  const folder = join(base, "build/wasm/wasm");
  return digestOf([
    ["sources", sources],
    ...versions.map((version, index) => [`version ${index}`, version]),
    // A page may have the address that it will be found at.
    ["address", process.env.EXPOST_SITE_URL ?? ""],
    ...MODULES.flatMap((name) => {
      const module = new WebAssembly.Module(readFileSync(join(folder, `${name}.wasm`)));
      const boundary = [WebAssembly.Module.imports(module), WebAssembly.Module.exports(module)];
      // The glue is JavaScript, and made of C++ in part.
      return [
        [name, JSON.stringify(boundary)],
        [`${name}.mjs`, readFileSync(join(folder, `${name}.mjs`))],
      ];
    }),
  ]);
}

const memoryOf = (base) => join(base, "build/passed.json");

/** What passed: name → digest; nothing where the file isn't there or says something else. */
function remembered(base) {
  try {
    const read = JSON.parse(readFileSync(memoryOf(base), "utf8"));
    return new Map(Object.entries(read));
  } catch {
    return new Map();
  }
}

/** Of some names those that passed with that digest. */
export function passedBefore(names, digest, { base = root } = {}) {
  const known = remembered(base);
  return names.filter((name) => known.get(name) === digest);
}

/** Remembers that they passed with that digest. */
export function rememberPassed(names, digest, { base = root } = {}) {
  const known = remembered(base);
  for (const name of names) known.set(name, digest);
  const memory = memoryOf(base);
  mkdirSync(dirname(memory), { recursive: true });
  // Whole or not at all.
  const written = `${memory}.${process.pid}`;
  writeFileSync(written, JSON.stringify(Object.fromEntries(known)));
  renameSync(written, memory);
}
