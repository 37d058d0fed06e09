// Prepares the browser tests: the pages that only they need, built once, and which files run in one
// process.
//
//   node scripts/browser-tests.mjs                     every file of tests/browser, as in npm test
//   node scripts/browser-tests.mjs keyboard element    some of them
//   node scripts/browser-tests.mjs --deep              every file in every browser, and deep ones
//   node scripts/browser-tests.mjs --times 20          one run after the other: are they steady?
//
// A single file also runs by itself: node --test tests/browser/keyboard.test.mjs
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { inRoot, isMain } from "./paths.mjs";

/**
 * The runs, each a process and a stage of `npm test`. The driver's start and a browser cost a
 * second, so files share a process, and run one after the other: with the browser's own processes
 * that keeps 1.4 cores busy. Of Firefox two would disturb each other.
 */
export const BROWSER_RUNS = {
  "chromium-1": { browser: "chromium", part: 0, of: 2 },
  "chromium-2": { browser: "chromium", part: 1, of: 2 },
  firefox: { browser: "firefox", part: 0, of: 1 },
};

/** @typedef {keyof typeof BROWSER_RUNS} BrowserRun */
/** @typedef {{deep?: boolean, only?: string[]}} Which of the test files */

export const browserRuns = /** @type {BrowserRun[]} */ (Object.keys(BROWSER_RUNS));

/** The long files are dealt first, so that no run has all of them. */
const LONGEST = [
  "accessibility",
  "element",
  "profile",
  "nothing-leaves",
  "publish",
  "element-private",
  "publish-private",
  "webkit",
];

/** @param {string} path */
const nameOf = (path) => basename(path).replace(/\.test\.mjs$/, "");

/**
 * The test files; `only`: names or paths of those that are meant.
 *
 * @param {Which} which
 */
function testFiles({ deep = false, only }) {
  const folders = deep ? ["tests/browser", "tests/browser/deep"] : ["tests/browser"];
  const all = folders.flatMap((folder) =>
    readdirSync(inRoot(folder))
      .filter((name) => name.endsWith(".test.mjs"))
      .map((name) => inRoot(folder, name)),
  );
  const unknown = only?.find((one) => !all.some((path) => nameOf(path) === nameOf(one)));
  if (unknown !== undefined) throw new Error(`tests/browser has no ${unknown}${deep ? "" : " (or only with --deep)"}`);
  const wanted = all.filter((path) => only === undefined || only.some((one) => nameOf(one) === nameOf(path)));
  const rank = (/** @type {string} */ path) =>
    LONGEST.includes(nameOf(path)) ? LONGEST.indexOf(nameOf(path)) : LONGEST.length;
  return wanted.sort((a, b) => rank(a) - rank(b));
}

/**
 * The test files that run in a browser; options as for `testFiles`.
 *
 * @param {string} browser
 * @param {Which} which
 */
function filesFor(browser, { deep = false, ...options }) {
  // A file that leaves the choice of the browser to browsers.mjs names this list.
  const forBrowser = (/** @type {string} */ path) =>
    browser === "chromium" || deep || readFileSync(path, "utf8").includes("everyBrowser");
  return testFiles({ deep, ...options }).filter(forBrowser);
}

/**
 * Builds the pages, and writes the program of a run, which imports its test files.
 *
 * @param {BrowserRun} run
 * @param {Which} which
 *   deep: every file in every browser, and the files of tests/browser/deep; only: names of test
 *   files, like "keyboard", by default all
 * @returns {Promise<{files: string[], env: Record<string, string>, close: () => void}>}
 *   files: the program, for `node --test`, or none where none of them is
 *   for this run; env: to be added to the environment; close: removes the program
 */
export async function prepareBrowserTests(run, { deep = false, only } = {}) {
  const { browser, part, of } = BROWSER_RUNS[run];
  const own = filesFor(browser, { deep, only }).filter((_, index) => index % of === part);
  // They need the packages, which a bare machine doesn't have yet when this module is read.
  const { buildForTests } = await import("../tests/browser/built-for-tests.mjs");
  const built = await buildForTests();
  const folder = mkdtempSync(join(tmpdir(), "expost-browser-tests-"));
  const program = join(folder, `${run}.mjs`);
  writeFileSync(program, own.map((path) => `import ${JSON.stringify(pathToFileURL(path).href)};\n`).join(""));
  return {
    files: own.length > 0 ? [program] : [],
    env: { ...built, EXPOST_BROWSER: browser, ...(deep && { EXPOST_EVERY_BROWSER: "1" }) },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * All runs, side by side: the worst exit code of node --test.
 *
 * @param {Which & {reporter: string[]}} options
 */
async function runOnce({ reporter, ...options }) {
  const one = async (/** @type {BrowserRun} */ run) => {
    const { files, env, close } = await prepareBrowserTests(run, options);
    try {
      if (files.length === 0) return 0;
      const child = spawn(process.execPath, ["--test", ...reporter, ...files], {
        stdio: "inherit",
        env: { ...process.env, ...env },
      });
      return await new Promise((/** @type {(code: number) => void} */ resolve) =>
        child.once("close", (code) => resolve(code ?? 1)),
      );
    } finally {
      close();
    }
  };
  return Math.max(...(await Promise.all(browserRuns.map(one))));
}

if (isMain(import.meta)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      deep: { type: "boolean" },
      times: { type: "string", default: "1" },
      reporter: { type: "string", default: "spec" },
    },
  });
  const only = positionals.length > 0 ? positionals : undefined;
  const times = Number(values.times);
  let passed = 0;
  for (let run = 1; run <= times; run += 1) {
    const start = performance.now();
    const code = await runOnce({ deep: values.deep, only, reporter: [`--test-reporter=${values.reporter}`] });
    if (code === 0) passed += 1;
    if (times > 1) {
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(`run ${run} of ${times}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s; ${passed} passed so far`);
    }
  }
  if (passed < times) process.exitCode = 1;
}
