// Test files under Node's own runner, and what they counted.
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./command.mjs";

/** More failures than these are no accident, and nothing is tried a second time. */
const MOST_ACCIDENTS = 3;

const failedTests = fileURLToPath(new URL("failed-tests.mjs", import.meta.url));

/** One run: { passed, failed, skipped, failures: [{file, name}], whole: it came to its end }. */
async function attempt(files, { log, minutes, concurrency }) {
  const [tap, failed] = ["tap", "failed"].map((suffix) => `${log.slice(0, -".log".length)}.${suffix}`);
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...["--test-reporter=tap", `--test-reporter-destination=${tap}`],
    ...[`--test-reporter=${failedTests}`, `--test-reporter-destination=${failed}`],
  ];
  let ended = true;
  try {
    await run([process.execPath, "--test", `--test-concurrency=${concurrency}`, ...reporters, ...files], { log, minutes });
  } catch {
    ended = false;
  }
  const [text, failures] = [tap, failed].map((path) => (existsSync(path) ? readFileSync(path, "utf8") : ""));
  // The last such line: what a test prints comes out as such lines too, and before.
  const counted = (what) => Number([...text.matchAll(new RegExp(`^# ${what} (\\d+)$`, "gm"))].at(-1)?.[1] ?? 0);
  const count = {
    passed: counted("pass"),
    failed: counted("fail") + counted("cancelled"),
    skipped: counted("skipped") + counted("todo"),
  };
  if (count.failed === 0 && (!ended || count.passed === 0)) count.failed = 1;
  const whole = /^# duration_ms [\d.]+\n*$/m.test(text.slice(text.lastIndexOf("\n# ") + 1));
  return {
    ...count,
    failures: failures
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    whole,
  };
}

/**
 * Runs test files, two at a time, and counts.
 *
 * `secondAttempt`: of browsers on a busy machine one test in thousands fails for want of a moment. Where few failed, their files are
 * run once more, by themselves; what passes then is counted as passed, and named in `unsteady`, so that it is mended all the same.
 *
 * @param {string[]} files
 * @param {{log: string, minutes: number, secondAttempt?: boolean}} options log: a file's name that ends with .log; minutes: of each run
 * @returns {Promise<{passed: number, failed: number, skipped: number, unsteady: string[]}>}
 */
export async function nodeTests(files, { log, minutes, secondAttempt = false }) {
  // The longest first, so that it isn't the one that everything waits for.
  const sizes = new Map(files.map((file) => [file, statSync(file).size]));
  const sorted = [...files].sort((a, b) => sizes.get(b) - sizes.get(a));
  // By itself Node leaves one core alone, which of two is half.
  const { failures, whole, ...count } = await attempt(sorted, { log, minutes, concurrency: 2 });
  const few = count.failed > 0 && count.failed <= MOST_ACCIDENTS;
  // What has no name, or broke off, can't be tried again.
  if (!secondAttempt || !few || !whole || failures.length !== count.failed) return { ...count, unsteady: [] };
  const again = await attempt([...new Set(failures.map(({ file }) => file))], {
    log: `${log.slice(0, -".log".length)}-again.log`,
    minutes,
    concurrency: 1,
  });
  if (again.failed > 0 || !again.whole) return { ...count, unsteady: [] };
  return {
    passed: count.passed + count.failed,
    failed: 0,
    skipped: count.skipped,
    unsteady: failures.map(({ name }) => name),
  };
}
