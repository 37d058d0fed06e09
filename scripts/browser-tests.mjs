// Prepares the browser tests: the pages that only they need, built once, and which files run in one process.
//
//   node scripts/browser-tests.mjs                      every file of tests/browser, as npm test runs them
//   node scripts/browser-tests.mjs keyboard element     some of them
//   node scripts/browser-tests.mjs --deep               every file in every browser, with tests/browser/deep
//   node scripts/browser-tests.mjs --times 20           one run after the other, to see whether they are steady
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
 * Processes for Chromium, and how many of them run at the same time, next to the one for Firefox. A process costs a second: the driver's
 * start, and a browser. Of Firefox two at a time would disturb each other, whether in one process or in two.
 */
const CHROMIUM = { processes: 6, atOnce: 2 };

/** The long files are dealt first, so that each is in another process. */
const LONGEST = ["accessibility", "element", "profile", "nothing-leaves", "publish", "webkit"];

const nameOf = (path) => basename(path).replace(/\.test\.mjs$/, "");

/** The test files; `only`: names or paths of those that are meant. */
function testFiles({ deep, only }) {
  const folders = deep ? ["tests/browser", "tests/browser/deep"] : ["tests/browser"];
  const all = folders.flatMap((folder) =>
    readdirSync(inRoot(folder))
      .filter((name) => name.endsWith(".test.mjs"))
      .map((name) => inRoot(folder, name)),
  );
  const unknown = only?.find((one) => !all.some((path) => nameOf(path) === nameOf(one)));
  if (unknown !== undefined) throw new Error(`tests/browser has no ${unknown}${deep ? "" : " (or only with --deep)"}`);
  const wanted = all.filter((path) => only === undefined || only.some((one) => nameOf(one) === nameOf(path)));
  const rank = (path) => (LONGEST.includes(nameOf(path)) ? LONGEST.indexOf(nameOf(path)) : LONGEST.length);
  return wanted.sort((a, b) => rank(a) - rank(b));
}

/** Deals files to a number of processes: [[file, …], …], none of them empty. */
export const dealt = (files, processes) =>
  Array.from({ length: Math.min(processes, files.length) }, (_, which) =>
    files.filter((_, index) => index % processes === which),
  );

/**
 * Builds the pages, and writes the programs that run in one browser: each imports the test files of a process.
 *
 * @param {{browser: "chromium" | "firefox", deep?: boolean, only?: string[]}} options
 *   deep: every file in every browser, and the files of tests/browser/deep; only: names of test files, like "keyboard"; by default all
 * @returns {Promise<{files: string[], concurrency: number, env: object, close: () => void}>}
 *   for `node --test --test-concurrency=…`; files: none where none of them is for this browser; env: to be added to the environment;
 *   close: removes the programs
 */
export async function prepareBrowserTests({ browser, deep = false, only }) {
  const files = testFiles({ deep, only });
  // A file that leaves the choice of the browser to browsers.mjs names this list.
  const forFirefox = (path) => deep || readFileSync(path, "utf8").includes("everyBrowser");
  const [processes, concurrency] =
    browser === "chromium" ? [dealt(files, CHROMIUM.processes), CHROMIUM.atOnce] : [dealt(files.filter(forFirefox), 1), 1];
  // They need the packages, which a bare machine doesn't have yet when this module is read.
  const { buildForTests } = await import("../tests/browser/built-for-tests.mjs");
  const built = await buildForTests();
  const programs = mkdtempSync(join(tmpdir(), "expost-browser-tests-"));
  return {
    files: processes.map((imported, index) => {
      const program = join(programs, `${browser}-${index + 1}.mjs`);
      writeFileSync(program, imported.map((path) => `import ${JSON.stringify(pathToFileURL(path).href)};\n`).join(""));
      return program;
    }),
    concurrency,
    env: { ...built, EXPOST_BROWSER: browser, ...(deep && { EXPOST_EVERY_BROWSER: "1" }) },
    close: () => rmSync(programs, { recursive: true, force: true }),
  };
}

/** One run in both browsers, side by side: the worse exit code of node --test. */
async function runOnce(options) {
  const runIn = async (browser) => {
    const { files, concurrency, env, close } = await prepareBrowserTests({ ...options, browser });
    try {
      if (files.length === 0) return 0;
      const child = spawn(process.execPath, ["--test", `--test-concurrency=${concurrency}`, ...options.reporter, ...files], {
        stdio: "inherit",
        env: { ...process.env, ...env },
      });
      return await new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
    } finally {
      close();
    }
  };
  return Math.max(...(await Promise.all(["chromium", "firefox"].map(runIn))));
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
