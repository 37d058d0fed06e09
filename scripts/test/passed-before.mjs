// Tests that need not run again while all that they read is as it was when they passed.
//
// After a change of C++ alone three kinds are left out, as long as the imports and exports of the
// modules and their glue are what they were: WebAssembly reaches nothing else.
//
// 1. Tests that read nothing of C++, nor anything made of it.
// 2. Tests of ways out of a page. They are up to its text, its policy and the browser.
// 3. Tests in Firefox and WebKit. They prove that another engine does with the pages as Chromium
//    does. C++ reaches a page only through the results of its modules, which are the same in every
//    engine, and Chromium tries again what the page makes of them.
//
// So everything but C++ is compared, and the programs that run the tests.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { output } from "../command.mjs";
import { digestOf, remember, remembered } from "../memory.mjs";
import { root } from "../paths.mjs";
import { sourceFiles } from "../sources.mjs";

/** Files of tests/browser that prove only that nothing gets out of a page. */
const ABOUT_WAYS_OUT = ["element-private", "nothing-leaves", "publish-private", "web-rtc"];

/** The file of tests/browser that starts WebKit, whatever browser its run has. */
const ABOUT_WEBKIT = "webkit";

/** All that may be left out in Chromium. */
export const LEFT_OUT_IN_CHROMIUM = [...ABOUT_WAYS_OUT, ABOUT_WEBKIT];

/**
 * True if a file of tests/browser need not run again in that browser after a change of C++ alone.
 *
 * @param {string} browser
 * @param {string} name
 */
export const mayBeLeftOut = (browser, name) => browser !== "chromium" || LEFT_OUT_IN_CHROMIUM.includes(name);

const CPP = [".cpp", ".hpp"];
const BROWSERS = ["chromium-headless-shell", "chromium", "firefox-esr"];
const TOOLS = ["git", "clang-format", "python3"];
const MODULES = ["expost", "expost-check"];

/** WebKit's programs don't tell their version, but this one is installed again with each. */
const WEBKIT = "/usr/bin/WebKitWebDriver";

/**
 * The versions of Node and of some programs.
 *
 * @param {string[]} programs
 */
const versionsOf = (programs) => [process.version, ...programs.map((program) => output(program, "--version") ?? "none")];

function browserVersions() {
  const webkit = statSync(WEBKIT, { throwIfNoEntry: false });
  return [...versionsOf(BROWSERS), webkit ? `${webkit.size} bytes of ${webkit.mtimeMs}` : "none"];
}

/** The digest of all the project's files but those of C++; `base`: the project's folder. */
export function sourcesDigest({ base = root } = {}) {
  const files = sourceFiles([""], base).filter((file) => !CPP.some((ending) => file.endsWith(ending)));
  return digestOf(...files.flatMap((file) => [file, readFileSync(join(base, file))]));
}

/**
 * The digest of all that tests of the project's own programs read: their sources and the tools that
 * they start.
 *
 * @param {string} sources
 * @param {{versions?: string[]}} [options]
 */
export const programsDigest = (sources, { versions = versionsOf(TOOLS) } = {}) => digestOf(sources, ...versions);

/**
 * The digest of all that tests in browsers read but C++.
 *
 * @param {string} sources their digest, from before the pages were built
 * @param {{base?: string, versions?: string[]}} [options]
 *   base: the project's folder, with its modules built; versions: of what runs the tests
 */
export function pagesDigest(sources, { base = root, versions = browserVersions() } = {}) {
  const folder = join(base, "build/wasm/wasm");
  const modules = MODULES.flatMap((name) => {
    const module = new WebAssembly.Module(readFileSync(join(folder, `${name}.wasm`)));
    const boundary = [WebAssembly.Module.imports(module), WebAssembly.Module.exports(module)];
    // The glue is JavaScript, and made of C++ in part.
    return [name, JSON.stringify(boundary), readFileSync(join(folder, `${name}.mjs`))];
  });
  // A page may have the address that it will be found at.
  return digestOf(sources, JSON.stringify(versions), process.env.EXPOST_SITE_URL ?? "", ...modules);
}

const memoryOf = (/** @type {string} */ base) => join(base, "build/passed.json");

/**
 * Name → digest of all that passed.
 *
 * @param {string} base
 */
function allPassed(base) {
  const read = remembered(memoryOf(base), {});
  return new Map(Object.entries(/** @type {object} */ (read ?? {})));
}

/**
 * The names among these that passed with that digest.
 *
 * @param {string[]} names
 * @param {string} digest
 */
export function passedBefore(names, digest, { base = root } = {}) {
  const known = allPassed(base);
  return names.filter((name) => known.get(name) === digest);
}

/**
 * Remembers that tests passed, unless one failed, or a source was changed while they ran: it may
 * have been read before or after that.
 *
 * @param {{failed: number}} count of the tests
 * @param {string[]} names what they are remembered by
 * @param {string} digest all that they read
 * @param {string} sources the sources' digest from before they ran
 * @param {{base?: string}} [options] base: the project's folder
 */
export function rememberWherePassed(count, names, digest, sources, { base = root } = {}) {
  if (count.failed > 0 || sourcesDigest({ base }) !== sources) return;
  const known = allPassed(base);
  for (const name of names) known.set(name, digest);
  remember(memoryOf(base), Object.fromEntries(known));
}
