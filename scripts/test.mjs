// npm test: all that has to hold before a change lands, from a bare machine. npm run test:deep:
// everything.
//
//   npm test -- --only core-1,cli      some of the stages, with those that they need
//   npm test -- --fuzz-seconds 600     longer fuzzing
//
// Each stage has its log in build/test-logs, and build/test-times.json says where the time went.
// The last line counts what ran.
import { appendFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inBuild } from "./paths.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

/**
 * A stage's outcome; reason: why it broke off.
 *
 * @typedef {import("./test/stages.mjs").Count & {ok: boolean, reason?: string}} Ended
 */

/** The cores that a run keeps busy. */
const CORES = 2;

await main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      deep: { type: "boolean", default: false },
      "fuzz-seconds": { type: "string" },
    },
  });
  const { deep } = values;
  const fuzzSeconds = Number(values["fuzz-seconds"] ?? (deep ? 300 : 3));
  if (!(Number.isInteger(fuzzSeconds) && fuzzSeconds > 0))
    throw new SetupError("--fuzz-seconds must be a whole number above 0.");
  await setUp({ tests: true, lint: deep });
  // They import npm packages, which are there only now.
  const { allStages, leftToDeep } = await import("./test/stages.mjs");
  const { runGraph, withNeeds } = await import("./test/graph.mjs");
  const { claimLogs, tail } = await import("./test/logs.mjs");
  const { timesOf, timesTable } = await import("./test/times.mjs");

  const all = allStages({ deep, fuzzSeconds });
  const names = values.only?.split(",") ?? all.map(({ name }) => name);
  const unknown = names.find((name) => !all.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no stage ${unknown}; the stages are ${all.map(({ name }) => name).join(", ")}.`);
  }
  const logs = claimLogs();
  const began = performance.now();
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {import("./test/times.mjs").TimedStage[]} */
  const timed = [];
  const stages = withNeeds(all, names).map(({ run, ...stage }) => ({
    ...stage,
    /** @returns {Promise<Ended>} */
    run: async () => {
      const start = performance.now();
      const log = join(logs, `${stage.name}.log`);
      try {
        const count = await run(log);
        return { ...count, ok: count.failed === 0 };
      } catch (error) {
        const { stack, message } = /** @type {Error} */ (error);
        appendFileSync(log, `\n${stack}\n`);
        return { passed: 0, failed: 1, skipped: 0, cases: [], ok: false, reason: message };
      } finally {
        const seconds = (performance.now() - start) / 1000;
        timed.push({ name: stage.name, cores: stage.cores ?? 1, start: (start - began) / 1000, seconds, cases: [] });
      }
    },
  }));
  await runGraph(stages, CORES, (stage, { value, missing }) => {
    if (value === undefined) {
      total.failed += 1;
      console.log(`${stage.name}: not run, because ${missing} failed`);
      return;
    }
    const times = timed.find(({ name }) => name === stage.name);
    if (times === undefined) throw new Error(`${stage.name} ended before it began`);
    times.cases = value.cases;
    for (const what of /** @type {const} */ (["passed", "failed", "skipped"])) total[what] += value[what];
    const skipped = value.skipped > 0 ? `, ${value.skipped} skipped` : "";
    const counted =
      value.passed + value.failed + value.skipped > 0 ? `${value.passed} passed, ${value.failed} failed${skipped}` : "done";
    const reason = value.reason === undefined ? "" : `: ${value.reason}`;
    console.log(`${stage.name.padEnd(10)} ${counted}  (${times.seconds.toFixed(1)} s)${reason}`);
    if (value.failed === 0) return;
    for (const { name, file } of value.cases.filter(({ failed }) => failed)) console.log(`    failed: ${name} (${file})`);
    // A stage of several programs has a log for each.
    const others = new Set(all.filter(({ name }) => name !== stage.name).map(({ name }) => `${name}.log`));
    const own = readdirSync(logs).filter((name) => name.startsWith(stage.name) && name.endsWith(".log") && !others.has(name));
    for (const log of own.sort().map((name) => join(logs, name))) {
      const text = tail(log);
      if (text !== "") console.log(`${text}\n    … ${log}`);
    }
  });
  const times = timesOf(timed, (performance.now() - began) / 1000);
  writeFileSync(inBuild("test-times.json"), `${JSON.stringify(times, null, 2)}\n`);
  console.log(`\n${timesTable(times)}`);
  if (!deep) console.log(`\n${leftToDeep}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`expost: ${total.passed} passed, ${total.failed} failed${skipped}`);
  if (total.failed > 0) process.exitCode = 1;
});
