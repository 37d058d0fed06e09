// The Python package: its tests under pytest, its types and its layout.
import { readFileSync } from "node:fs";
import { run } from "../command.mjs";
import { inRoot } from "../paths.mjs";
import { python, trainerEnvironments } from "../python.mjs";

const folder = inRoot("python");

/**
 * @typedef {import("./stages.mjs").Count} Count
 */

/**
 * Counts of a report in JUnit's format, a case for each of pytest's tests.
 *
 * @param {string} xml
 * @returns {Count}
 */
export function counted(xml) {
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0, cases: [] };
  for (const [, attributes, inside = ""] of xml.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)) {
    const value = (/** @type {string} */ name) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    const failed = /<(failure|error)[ >]/.test(inside);
    if (failed) count.failed += 1;
    else if (/<skipped[ >/]/.test(inside)) count.skipped += 1;
    else count.passed += 1;
    const file = `python/${value("classname").replaceAll(".", "/")}.py`;
    count.cases.push({ name: value("name"), file, seconds: Number(value("time")), failed });
  }
  return count;
}

/**
 * Runs pytest, mypy and ruff, each to its end.
 *
 * @param {{log: string, deep: boolean}} options
 * @returns {Promise<Count>}
 */
export async function pythonTests({ log, deep }) {
  const junit = log.replace(/\.log$/, ".xml");
  const env = {
    PYTHONDONTWRITEBYTECODE: "1",
    OPENBLAS_NUM_THREADS: "1",
    ...(deep ? { EXPOST_DEEP: "1", ...(await trainerEnvironments({ log })) } : {}),
  };
  const tests = ["pytest", "-q", "-p", "no:cacheprovider", `--junitxml=${junit}`];
  const steps = [
    tests,
    ["mypy", "--cache-dir=/dev/null"],
    ["ruff", "check", "--no-cache"],
    ["ruff", "format", "--check", "--no-cache"],
  ];
  /** @type {Count} */
  let count = { passed: 0, failed: 0, skipped: 0, cases: [] };
  for (const step of steps) {
    let ended = true;
    try {
      await run([python, "-m", ...step], { log, append: true, env, cwd: folder, minutes: deep ? 60 : 20 });
    } catch {
      ended = false;
    }
    if (step === tests) {
      count = counted(readFileSync(junit, "utf8"));
      // A run that broke off, or in which nothing ran, is a failure too.
      if (count.failed === 0 && (!ended || count.passed === 0)) count.failed = 1;
    } else count = { ...count, passed: count.passed + Number(ended), failed: count.failed + Number(!ended) };
  }
  return count;
}
