// A test run counts doctest programs' cases, and says where the time went.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { doctestCases, doctestCount, doctests } from "../../scripts/test/doctests.mjs";
import { timesOf, timesTable } from "../../scripts/test/times.mjs";

const folder = mkdtempSync(join(tmpdir(), "expost-test-run-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const summary = (cases, passed, failed) =>
  `0.25 s: a case: with a colon\n[doctest] test cases: ${cases} | ${passed} passed | ${failed} failed | 7 skipped\n`;

test("a doctest program counts what it says", () => {
  assert.deepEqual(doctestCount(summary(9, 9, 0), true), { passed: 9, failed: 0, skipped: 0 });
  assert.deepEqual(doctestCount(summary(9, 7, 2), false), { passed: 7, failed: 2, skipped: 0 });
});

test("a program that says nothing, runs nothing or ends badly has failed", () => {
  assert.equal(doctestCount("", true).failed, 1);
  assert.equal(doctestCount(summary(0, 0, 0), true).failed, 1);
  assert.equal(doctestCount(summary(9, 9, 0), false).failed, 1);
});

test("the cases have names and seconds", () => {
  assert.deepEqual(doctestCases(summary(1, 1, 0), "core"), [{ file: "core", name: "a case: with a colon", seconds: 0.25 }]);
});

/** A made-up doctest program of 7 cases that notes how it was called. */
function program() {
  const path = join(folder, "program.mjs");
  const calls = join(folder, "calls");
  writeFileSync(calls, "");
  writeFileSync(
    path,
    `#!${process.execPath}
import { appendFileSync } from "node:fs";
appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(" ") + "\\n");
if (process.argv.includes("--count")) console.log("[doctest] unskipped test cases passing the current filters: 7");
else {
  const [first, last] = ["first", "last"].map((name) => Number(process.argv.find((one) => one.startsWith("--" + name)).split("=")[1]));
  for (let i = first; i <= last; i += 1) console.log("0.1 s: case " + i);
  // As doctest does: the cases of other shards are among the passed.
  console.log("[doctest] test cases:  7 |  7 passed | 0 failed | 0 skipped");
}
`,
  );
  chmodSync(path, 0o755);
  return { path, calls: () => readFileSync(calls, "utf8") };
}

test("the shards of a program together are all its cases, each once", async () => {
  const { path, calls } = program();
  const passed = [];
  for (const which of [1, 2, 3]) {
    const log = join(folder, `${which}.log`);
    passed.push((await doctests([path], { name: "p", log, shard: [which, 3] })).passed);
  }
  assert.deepEqual(passed, [2, 3, 2]);
  const ranges = [...calls().matchAll(/--first=(\d+) --last=(\d+)/g)].map(([, first, last]) => [Number(first), Number(last)]);
  assert.deepEqual(ranges, [
    [1, 2],
    [3, 5],
    [6, 7],
  ]);
});

test("a program that isn't there is an error", async () => {
  await assert.rejects(doctests([join(folder, "absent")], { name: "p", log: join(folder, "log") }), /absent was not built/);
});

test("times add up by file, and the slowest 15 cases come first", () => {
  const cases = Array.from({ length: 20 }, (_, i) => ({ file: i % 2 ? "odd" : "even", name: `case ${i}`, seconds: i }));
  const times = timesOf([{ name: "one", cores: 1, start: 2, seconds: 190, cases }], 200);
  assert.deepEqual(times.stages, [{ name: "one", cores: 1, start: 2, seconds: 190 }]);
  assert.deepEqual(times.files, [
    { stage: "one", file: "odd", seconds: 100 },
    { stage: "one", file: "even", seconds: 90 },
  ]);
  assert.equal(times.slowest.length, 15);
  assert.deepEqual(times.slowest[0], { stage: "one", file: "odd", name: "case 19", seconds: 19 });
  assert.match(timesTable(times), /200 s in all[^]*one\s+190\.0 s from\s+2 s, 1 core/);
});
