// The libFuzzer targets of tests/fuzz.
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { run } from "../command.mjs";
import { inBuild, inRoot } from "../paths.mjs";

/** The names of the targets: one for each source of tests/fuzz. */
export const fuzzTargets = () =>
  readdirSync(inRoot("tests/fuzz"))
    .filter((name) => name.endsWith(".cpp"))
    .map((name) => name.slice(0, -".cpp".length))
    .sort();

/**
 * Runs one target for a while. It is one test, passed where nothing was found; what was found is
 * kept next to the log.
 *
 * @param {string} name
 * @param {{log: string, seconds: number}} options log: a file's name that ends with .log
 */
export async function fuzz(name, { log, seconds }) {
  const found = inBuild("fuzz-corpus", name);
  mkdirSync(found, { recursive: true });
  const seeds = inRoot("tests/fuzz/corpus", name);
  const dictionary = inRoot("tests/fuzz", `${name}.dict`);
  const options = [
    `-max_total_time=${seconds}`,
    "-timeout=20",
    "-rss_limit_mb=3000",
    "-print_final_stats=1",
    `-artifact_prefix=${log.slice(0, -".log".length)}-`,
    ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
  ];
  const corpora = [found, ...(existsSync(seeds) ? [seeds] : [])];
  const start = performance.now();
  let failed = 0;
  try {
    await run([inBuild("asan/tests", `expost_fuzz_${name}`), ...options, ...corpora], { log, minutes: seconds / 60 + 10 });
    // A target that ran nothing has found nothing, and proves nothing.
    const runs = Number(/stat::number_of_executed_units: *(\d+)/.exec(readFileSync(log, "utf8"))?.[1] ?? 0);
    if (runs < 10) failed = 1;
  } catch {
    failed = 1;
  }
  const took = (performance.now() - start) / 1000;
  return { passed: 1 - failed, failed, skipped: 0, cases: [{ file: `tests/fuzz/${name}.cpp`, name, seconds: took }] };
}
