// Prepares what the browser tests share: one server for each browser, and the pages that only the tests need, built once.
//
//   node scripts/browser-tests.mjs                      every file of tests/browser, as npm test runs them
//   node scripts/browser-tests.mjs keyboard element     some of them
//   node scripts/browser-tests.mjs --deep               every file in every browser, with tests/browser/deep
//   node scripts/browser-tests.mjs --times 20           one run after the other, to see whether they are steady
//
// A single file also runs by itself: node --test tests/browser/keyboard.test.mjs
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { inRoot, isMain } from "./paths.mjs";

/** Test files at the same time in each group. With five in all, waiting pages cost 7 % more CPU time. */
const CONCURRENCY = { longest: 1, others: 2 };

/** The long files run next to the others from the start, so that none is left over at the end. */
const LONGEST = ["contrast", "element", "nothing-leaves", "profile", "publish-private", "webkit"];

/** The test files in groups that run side by side; `only`: names or paths of those that are meant. */
function testFiles({ deep, only }) {
  const folders = deep ? ["tests/browser", "tests/browser/deep"] : ["tests/browser"];
  const all = folders.flatMap((folder) =>
    readdirSync(inRoot(folder))
      .filter((name) => name.endsWith(".test.mjs"))
      .map((name) => inRoot(folder, name)),
  );
  const nameOf = (path) => basename(path).replace(/\.test\.mjs$/, "");
  const unknown = only?.find((one) => !all.some((path) => nameOf(path) === nameOf(one)));
  if (unknown !== undefined) throw new Error(`tests/browser has no ${unknown}${deep ? "" : " (or only with --deep)"}`);
  const wanted = all.filter((path) => only === undefined || only.some((one) => nameOf(one) === nameOf(path)));
  // Node's runner takes files by name, whatever their order, so the longest are a group of their own.
  const longest = wanted.filter((path) => LONGEST.includes(nameOf(path)));
  const others = wanted.filter((path) => !longest.includes(path));
  return [
    { files: longest, concurrency: CONCURRENCY.longest },
    { files: others, concurrency: CONCURRENCY.others },
  ].filter(({ files }) => files.length > 0);
}

/**
 * Starts the browsers and builds the pages.
 *
 * @param {{deep?: boolean, only?: string[]}} options deep: every file in every browser, and the files of tests/browser/deep; only:
 *   names of test files, like "keyboard"; by default all
 * @returns {Promise<{groups: {files: string[], concurrency: number}[], env: object, close: () => Promise<void>}>} groups: a run of
 *   `node --test --test-concurrency=…` each, side by side; env: to be added to their environment; close: ends the browsers
 */
export async function prepareBrowserTests({ deep = false, only } = {}) {
  const groups = testFiles({ deep, only });
  if (deep) process.env.EXPOST_EVERY_BROWSER = "1";
  // They need the packages, which a bare machine doesn't have yet when this module is read.
  const { everyBrowser, serveBrowser } = await import("../tests/browser/browsers.mjs");
  const { buildForTests } = await import("../tests/browser/built-for-tests.mjs");
  const built = await buildForTests();
  const servers = [];
  // The test that made the folder in it has Firefox to itself.
  const locks = mkdtempSync(join(tmpdir(), "expost-browser-locks-"));
  const close = async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    rmSync(locks, { recursive: true, force: true });
  };
  try {
    for (const name of everyBrowser) servers.push(await serveBrowser(name));
  } catch (error) {
    await close();
    throw error;
  }
  const env = {
    ...built,
    EXPOST_FIREFOX_LOCK: join(locks, "firefox"),
    ...Object.fromEntries(servers.map(({ variable, address }) => [variable, address])),
    ...(deep && { EXPOST_EVERY_BROWSER: "1" }),
  };
  return { groups, env, close };
}

/** One run: the exit code of node --test. */
async function runOnce(options) {
  const { groups, env, close } = await prepareBrowserTests(options);
  const runGroup = ({ files, concurrency }) => {
    const child = spawn(process.execPath, ["--test", `--test-concurrency=${concurrency}`, ...options.reporter, ...files], {
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    return new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
  };
  try {
    return Math.max(...(await Promise.all(groups.map(runGroup))));
  } finally {
    await close();
  }
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
