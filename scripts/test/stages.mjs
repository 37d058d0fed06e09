// The stages of `npm test` and of `npm run test:deep`: the stages that each needs, how many cores
// it keeps busy, and its work.
import { existsSync, readdirSync } from "node:fs";
import { browserRuns, prepareBrowserTests } from "../browser-tests.mjs";
import { build } from "../build.mjs";
import { buildPreset } from "../cmake.mjs";
import { run } from "../command.mjs";
import { eslint } from "../eslint.mjs";
import { badlyFormatted } from "../format.mjs";
import { inBuild, inRoot } from "../paths.mjs";
import { pythonPackage, trainerEnvironments } from "../python.mjs";
import { typecheck } from "../typecheck.mjs";
import { doctests } from "./doctests.mjs";
import { fuzz, fuzzTargets } from "./fuzzing.mjs";
import { nodeTests } from "./node-tests.mjs";
import { pythonTests } from "./python-tests.mjs";

const PARTS = ["core", "report", "operations"];
const NATIVE_TARGETS = [
  ...[...PARTS, "statistics"].map((name) => `expost_${name}_tests`),
  ...["expost_operations", "expost_parity", "expost_bench"],
];

/**
 * A stage's counts.
 *
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {import("./times.mjs").TimedCase[]} cases
 */

/**
 * A stage, which writes to the log that it is given; folder: that of its tests.
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} [needs]
 * @property {number} [cores]
 * @property {string} [folder]
 * @property {(log: string) => Promise<Count>} run
 */

/** @type {Count} */
const nothing = { passed: 0, failed: 0, skipped: 0, cases: [] };

/**
 * A check that is passed or not, as one test.
 *
 * @param {() => unknown} work
 * @returns {Promise<Count>}
 */
async function check(work) {
  await work();
  return { ...nothing, passed: 1 };
}

/**
 * tests/<folder>/*.test.mjs
 *
 * @param {string} folder
 */
function testFiles(folder) {
  const there = existsSync(inRoot("tests", folder)) ? readdirSync(inRoot("tests", folder)) : [];
  const files = there.filter((name) => name.endsWith(".test.mjs")).map((name) => inRoot("tests", folder, name));
  if (files.length === 0) throw new Error(`tests/${folder} has no tests`);
  return files;
}

/**
 * A stage that builds, and has no tests of its own.
 *
 * @param {string} name
 * @param {(log: string) => unknown} work
 * @param {Partial<Stage>} more
 * @returns {Stage}
 */
const made = (name, work, more = {}) => ({ name, run: async (log) => (await work(log), nothing), ...more });

/** @type {(a: Count, b: Count) => Count} */
const sum = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  cases: [...a.cases, ...b.cases],
});

/**
 * Several doctest programs one after the other: [[program's file, name], …].
 *
 * @param {[path: string, name: string][]} all
 * @param {string} log
 * @param {{start?: string[], env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<Count>}
 */
async function programs(all, log, { start = [], env } = {}) {
  let count = nothing;
  for (const [path, name] of all) {
    const own = `${log.slice(0, -".log".length)}-${name}.log`;
    count = sum(count, await doctests([...start, path], { name, log: own, env }));
  }
  return count;
}

const native = (/** @type {string} */ name) => inBuild("native/tests", `expost_${name}_tests`);
const clang = (/** @type {string} */ name) => inBuild("clang/tests", `expost_${name}_tests`);
const sanitized = (/** @type {string} */ name) => inBuild("asan/tests", `expost_${name}_tests`);
const wasm = (/** @type {string} */ name) => inBuild("wasm/tests", `expost_${name}_tests.cjs`);

/**
 * All stages, those first that others wait for.
 *
 * @param {{deep: boolean, fuzzSeconds: number}} options
 * @returns {Stage[]}
 */
export function allStages({ deep, fuzzSeconds }) {
  /** @type {NodeJS.ProcessEnv} */
  const few = { EXPOST_REPETITIONS_SHARE: "4" };
  // The deep run draws all once, by clang: another compiler changes nothing that many draws show.
  const repeated = deep ? {} : few;
  /** @type {NodeJS.ProcessEnv} */
  const asDeep = deep ? { EXPOST_DEEP: "1" } : {};
  /**
   * @param {string} name
   * @param {string[]} needs
   * @param {{folder?: string, cores?: number, minutes?: number,
   *   variables?: (log: string) => Promise<NodeJS.ProcessEnv>}} [options]
   * @returns {Stage}
   */
  const node = (name, needs, { folder = name, cores = 1, minutes = 60, variables = async () => ({}) } = {}) => ({
    name,
    needs,
    cores,
    folder,
    run: async (log) =>
      nodeTests(testFiles(folder), { log, minutes, concurrency: cores, env: { ...asDeep, ...(await variables(log)) } }),
  });
  // Made by a stage of their own, since two stages use them; there they are only looked for.
  const trainers = deep ? ["trainers"] : [];
  const withTrainers = (/** @type {string} */ log) => trainerEnvironments({ log });
  const targets = fuzzTargets();
  /** @type {Stage[]} */
  const stages = [
    // The package, its pages and the sample: what every test in JavaScript reads. Its last steps
    // keep one core busy, so that others may run next to it.
    made("build", (log) => build({ log, tests: true })),
    // clang takes a little more than half of g++'s time. The deep run has g++ as well.
    made("native-build", (log) => buildPreset("clang", { log, jobs: 1, targets: NATIVE_TARGETS })),
    made("asan-build", (log) =>
      buildPreset("asan", {
        log,
        jobs: 1,
        targets: [
          ...targets.map((name) => `expost_fuzz_${name}`),
          ...(deep ? PARTS.map((name) => `expost_${name}_tests`) : []),
        ],
      }),
    ),
    made(
      "wasm-build",
      (log) =>
        buildPreset("wasm", {
          log,
          jobs: 1,
          tests: true,
          targets: ["expost_parity", ...(deep ? PARTS.map((name) => `expost_${name}_tests`) : [])],
        }),
      { needs: ["build"] },
    ),
    ...(deep ? [made("trainers", withTrainers)] : []),
    ...[1, 2].map((which) => ({
      name: `core-${which}`,
      needs: ["native-build"],
      run: (/** @type {string} */ log) => doctests([clang("core")], { name: "core", log, env: repeated, shard: [which, 2] }),
    })),
    ...["report", "operations", "statistics"].map((name) => ({
      name,
      needs: ["native-build"],
      run: (/** @type {string} */ log) => doctests([clang(name)], { name, log, env: repeated }),
    })),
    ...targets.map((name) => ({
      name: `fuzz-${name.replaceAll("_", "-")}`,
      needs: ["asan-build"],
      run: (/** @type {string} */ log) => fuzz(name, { log, seconds: fuzzSeconds }),
    })),
    node("cli", ["build", ...trainers], deep ? { variables: withTrainers } : {}),
    node("package", ["build"]),
    node("install", ["build", "native-build"]),
    node("parity", ["native-build", "wasm-build"]),
    {
      name: "python",
      needs: ["build", ...trainers],
      // Debian's own compiler, by which pip builds, refuses some of what clang takes.
      run: async (log) => {
        await pythonPackage({ log, deep });
        return pythonTests({ log, deep });
      },
    },
    node("statement", ["build"]),
    node("schema", []),
    node("structure", []),
    node("intake", []),
    node("wording", []),
    node("fuzz-text", ["build"], { folder: "fuzz" }),
    node("scripts", []),
    { name: "format", run: (log) => check(() => badlyFormatted({ log })) },
    { name: "types", run: (log) => check(() => typecheck({ log })) },
    { name: "eslint", run: (log) => check(() => eslint({ log })) },
  ];
  if (deep) {
    stages.push(
      // Fuzzing has the sanitizers in every run.
      {
        name: "asan",
        needs: ["asan-build"],
        run: (log) =>
          programs(
            PARTS.map((name) => [sanitized(name), name]),
            log,
          ),
      },
      // The libraries of the package itself; parity compares its digits in every run.
      {
        name: "wasm",
        needs: ["wasm-build"],
        run: (log) =>
          programs(
            PARTS.map((name) => [wasm(name), name]),
            log,
            { start: [process.execPath] },
          ),
      },
      made("gcc-build", (log) =>
        buildPreset("native", {
          log,
          jobs: 1,
          targets: NATIVE_TARGETS,
        }),
      ),
      {
        name: "gcc",
        needs: ["gcc-build"],
        run: (log) =>
          programs(
            [...PARTS, "statistics"].map((name) => [native(name), name]),
            log,
            { env: few },
          ),
      },
      {
        name: "gcc-parity",
        needs: ["gcc-build", "wasm-build"],
        run: (log) =>
          nodeTests(testFiles("parity"), {
            log,
            minutes: 60,
            env: { EXPOST_PARITY_NATIVE: inBuild("native/tests/expost_parity") },
          }),
      },
      node("deep", ["build"], { minutes: 120 }),
      {
        name: "lint",
        cores: 2,
        run: (log) => check(() => run([process.execPath, inRoot("scripts/lint.mjs")], { log, minutes: 120 })),
      },
      {
        name: "reproduce",
        needs: ["build"],
        cores: 2,
        run: (log) => check(() => run([process.execPath, inRoot("scripts/reproduce.mjs")], { log, minutes: 120 })),
      },
      ...(process.env.EXPOST_NEWEST_EMSCRIPTEN === undefined
        ? []
        : [
            {
              name: "newest-emscripten",
              needs: ["native-build"],
              cores: 2,
              run: (/** @type {string} */ log) =>
                check(() => run([process.execPath, inRoot("scripts/newest-emscripten.mjs")], { log, minutes: 120 })),
            },
          ]),
    );
  }
  /** @type {(run: import("../browser-tests.mjs").BrowserRun) => Stage} */
  const browser = (run) => ({
    name: run,
    needs: ["browser-pages"],
    run: async (log) => {
      const { files, env, close } = await prepareBrowserTests(run, { deep });
      try {
        return await nodeTests(files, { log, minutes: deep ? 90 : 30, env: { ...asDeep, ...env } });
      } finally {
        close();
      }
    },
  });
  const pages = async () => {
    // It reads what the stage before makes.
    const { buildForTests } = await import("../../tests/browser/built-for-tests.mjs");
    await buildForTests();
  };
  // Before the others: these are the longest.
  const first = [made("browser-pages", pages, { needs: ["build"] }), ...browserRuns.map(browser), node("web", ["build"])];
  stages.splice(stages.findIndex(({ name }) => name === "build") + 1, 0, ...first);
  return stages;
}

/** All that `npm test` leaves to `npm run test:deep`, in one line. */
export const leftToDeep =
  "Left to npm run test:deep: C++ tests under WebAssembly and under sanitizers, all tests by g++, full repetitions, " +
  "every page in every browser, further layouts and ways through a page, snapshots, real data, five minutes of fuzzing a target, " +
  "each header alone, the Python package installed by pip, lint, reproduce.";
