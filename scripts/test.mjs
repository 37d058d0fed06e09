// npm test: everything, from a bare machine. Each stage has its log in build/test-logs; the last line counts what ran.
//
//   npm test -- --only native,wasm     some of the stages
//   npm test -- --fuzz-seconds 600     longer fuzzing
//
// Test suites whose name starts with "slow" run natively only, not under the sanitizers or in WebAssembly.
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { buildPreset } from "./cmake.mjs";
import { run } from "./command.mjs";
import { badlyFormatted } from "./format.mjs";
import { nodeTests } from "./node-tests.mjs";
import { inBuild, inRoot } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";
import { typecheck } from "./typecheck.mjs";

let logs;
const nothing = { passed: 0, failed: 0, skipped: 0 };
const sum = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });

/** An empty folder for the logs: build/test-logs, or one of its own where another run is still writing there. */
function claimLogs() {
  const usual = inBuild("test-logs");
  const owner = (folder) => Number(existsSync(join(folder, "pid")) && readFileSync(join(folder, "pid"), "utf8"));
  const folder = isRunning(owner(usual)) ? `${usual}-${process.pid}` : usual;
  for (const name of existsSync(inBuild()) ? readdirSync(inBuild()) : []) {
    if (name.startsWith("test-logs") && !isRunning(owner(inBuild(name))))
      rmSync(inBuild(name), { recursive: true, force: true });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pid"), String(process.pid));
  process.once("exit", () => rmSync(join(folder, "pid"), { force: true }));
  return folder;
}

function isRunning(pid) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one too.
    return error.code === "EPERM";
  }
}

/** Folders of doctest programs. */
const rooms = ["core", "report", "operations"];

/** What a doctest program counted; a program that ends badly without having counted a failure (a crash) is one. */
function doctestCount(text, ended) {
  const found = /\[doctest\] test cases: *(\d+) *\| *(\d+) passed *\| *(\d+) failed *\| *(\d+) skipped/.exec(text);
  if (!found || Number(found[1]) === 0) return { ...nothing, failed: 1 };
  const failed = Number(found[3]);
  return { passed: Number(found[2]), failed: ended || failed > 0 ? failed : 1, skipped: 0 };
}

/** The sum of what `count` gives for each, two at a time: there are two cores, and each of these takes one. */
async function twoAtATime(all, count) {
  const left = [...all];
  let total = nothing;
  const work = async () => {
    while (left.length > 0) {
      const counted = await count(left.shift());
      total = sum(total, counted);
    }
  };
  await Promise.all([work(), work()]);
  return total;
}

/** The doctest programs of a preset, each with what starts it. */
async function doctests(log, preset, { start = [], suffix = "", without = [] } = {}) {
  await buildPreset(preset, { log });
  return twoAtATime(rooms, async (room) => {
    const program = inBuild(preset, "tests", `expost_${room}_tests${suffix}`);
    const roomLog = `${log.slice(0, -4)}-${room}.log`;
    let ended = true;
    try {
      if (!existsSync(program)) throw new Error(`tests/${room} has no tests`);
      await run([...start, program, "--no-colors=true", ...without], { log: roomLog, minutes: 15 });
    } catch (error) {
      ended = false;
      appendFileSync(log, `${tail(roomLog, 60)}\n${room}: ${error.message}\n`);
    }
    return doctestCount(existsSync(roomLog) ? readFileSync(roomLog, "utf8") : "", ended);
  });
}

/** tests/<folder>/*.test.mjs */
async function testsOf(log, folder, { minutes = 20, secondAttempt = false } = {}) {
  const there = existsSync(inRoot("tests", folder)) ? readdirSync(inRoot("tests", folder)) : [];
  const files = there.filter((name) => name.endsWith(".test.mjs")).map((name) => inRoot("tests", folder, name));
  if (files.length === 0) throw new Error(`tests/${folder} has no tests`);
  return nodeTests(files, { log, minutes, secondAttempt });
}

/** Each fuzz target for a while; one that ends without a finding is one test. */
async function fuzz(log, seconds) {
  await buildPreset("asan", { log });
  const folder = inRoot("tests/fuzz");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".cpp"))
    .map((name) => name.slice(0, -4));
  if (names.length === 0) throw new Error("tests/fuzz has no targets");
  const one = async (name) => {
    const found = inBuild("fuzz-corpus", name);
    mkdirSync(found, { recursive: true });
    const seeds = inRoot("tests/fuzz/corpus", name);
    const dictionary = inRoot("tests/fuzz", `${name}.dict`);
    const targetLog = `${log.slice(0, -4)}-${name}.log`;
    try {
      await run(
        [
          inBuild("asan/tests", `expost_fuzz_${name}`),
          ...[
            `-max_total_time=${seconds}`,
            "-timeout=20",
            "-rss_limit_mb=3000",
            "-print_final_stats=1",
            `-artifact_prefix=${logs}/${name}-`,
          ],
          ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
          ...[found, ...(existsSync(seeds) ? [seeds] : [])],
        ],
        { log: targetLog, minutes: seconds / 60 + 5 },
      );
      return { ...nothing, passed: 1 };
    } catch {
      appendFileSync(log, `${tail(targetLog)}\n`);
      return { ...nothing, failed: 1 };
    }
  };
  return twoAtATime(names, one);
}

/** A check that is passed or not. */
async function check(work) {
  await work();
  return { ...nothing, passed: 1 };
}

const native = { name: "native", run: (log) => doctests(log, "native") };
const wasmOptions = { start: [process.execPath], suffix: ".cjs", without: ["--test-suite-exclude=slow*"] };
const stages = [
  { name: "build", run: async (log) => (await build({ log }), nothing) },
  { name: "format", run: (log) => check(() => badlyFormatted({ log })) },
  { name: "types", run: (log) => check(() => typecheck({ log })) },
  { name: "scripts", run: (log) => testsOf(log, "scripts") },
  { name: "schema", run: (log) => testsOf(log, "schema") },
  native,
  { name: "wasm", run: (log) => doctests(log, "wasm-tests", wasmOptions) },
  { name: "asan", run: (log) => doctests(log, "asan", { without: ["--test-suite-exclude=slow*"] }) },
  {
    name: "parity",
    run: async (log) => {
      await buildPreset("native", { log });
      await buildPreset("wasm-tests", { log });
      return testsOf(log, "parity");
    },
  },
  { name: "fuzz", run: (log, { fuzzSeconds }) => fuzz(log, fuzzSeconds) },
  { name: "package", run: (log) => testsOf(log, "package") },
  {
    name: "install",
    run: async (log) => {
      await buildPreset("native", { log, targets: ["expost", "expost_report", "expost_operations"] });
      return testsOf(log, "install");
    },
  },
  { name: "cli", run: (log) => testsOf(log, "cli") },
  { name: "browser", run: (log) => testsOf(log, "browser", { minutes: 30, secondAttempt: true }) },
];

function tail(path, lines = 40) {
  if (!existsSync(path)) return "";
  const all = readFileSync(path, "utf8").trimEnd().split("\n");
  return all
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join("\n");
}

async function runStage(stage, options) {
  const log = join(logs, `${stage.name}.log`);
  const start = performance.now();
  let count;
  let reason = "";
  try {
    count = await stage.run(log, options);
  } catch (error) {
    count = { ...nothing, failed: 1 };
    reason = `: ${error.message}`;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
  console.log(`${stage.name.padEnd(10)} ${count.passed} passed, ${count.failed} failed${skipped}  (${seconds} s)${reason}`);
  if (count.failed > 0) {
    const text = tail(log);
    if (text !== "") console.log(`${text}\n    … ${log}`);
  }
  for (const name of count.unsteady ?? []) console.log(`    only at the second attempt: ${name}`);
  return count;
}

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: "string" }, "fuzz-seconds": { type: "string", default: "60" } } });
  const only = values.only?.split(",");
  const unknown = only?.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no stage ${unknown}; the stages are ${stages.map(({ name }) => name).join(", ")}.`);
  }
  await setUp({ tests: true });
  logs = claimLogs();
  let total = nothing;
  let unsteady = 0;
  for (const stage of stages.filter(({ name }) => only === undefined || only.includes(name))) {
    const count = await runStage(stage, { fuzzSeconds: Number(values["fuzz-seconds"]) });
    total = sum(total, count);
    unsteady += count.unsteady?.length ?? 0;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  const again = unsteady > 0 ? `, ${unsteady} of the passed only at the second attempt` : "";
  console.log(`expost: ${total.passed} passed, ${total.failed} failed${skipped}${again}`);
  if (total.failed > 0) process.exitCode = 1;
});
