// Test files under Node's own runner, and what they counted.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "../command.mjs";

const testCases = fileURLToPath(new URL("test-cases.mjs", import.meta.url));

/**
 * Runs test files, once, and counts. A test that fails has failed: nothing is tried a second time.
 *
 * @param {string[]} files in the order in which they start
 * @param {object} options
 * @param {string} options.log a file's name that ends with .log
 * @param {number} options.minutes the run is ended after that
 * @param {number} [options.concurrency] files at a time
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {Promise<{passed: number, failed: number, skipped: number, cases:
 *   import("./test-cases.mjs").TestCase[]}>}
 */
export async function nodeTests(files, { log, minutes, concurrency = 1, env }) {
  const [tap, cases] = ["tap", "cases"].map((suffix) => `${log.slice(0, -".log".length)}.${suffix}`);
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...["--test-reporter=tap", `--test-reporter-destination=${tap}`],
    ...[`--test-reporter=${testCases}`, `--test-reporter-destination=${cases}`],
  ];
  let ended = true;
  try {
    const runner = [process.execPath, "--test", `--test-concurrency=${concurrency}`, ...reporters];
    await run([...runner, ...files], { log, append: true, minutes, env });
  } catch {
    ended = false;
  }
  const [text, lines] = [tap, cases].map((path) => (existsSync(path) ? readFileSync(path, "utf8") : ""));
  // The last such line: what a test prints comes out as such lines too, and before.
  const counted = (/** @type {string} */ what) =>
    Number([...text.matchAll(new RegExp(`^# ${what} (\\d+)$`, "gm"))].at(-1)?.[1] ?? 0);
  const count = {
    passed: counted("pass"),
    failed: counted("fail") + counted("cancelled"),
    skipped: counted("skipped") + counted("todo"),
  };
  // A run that broke off, or in which nothing ran, is a failure too.
  const whole = /^# duration_ms [\d.]+\n*$/m.test(text.slice(text.lastIndexOf("\n# ") + 1));
  if (count.failed === 0 && (!ended || !whole || count.passed === 0)) count.failed = 1;
  return {
    ...count,
    cases: lines
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}
