// expost promise: of a report and of the study that it came from, before there are data.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { command, folder } from "./run-expost.mjs";
import { quickStudy, record, small } from "./small-study.mjs";

const dir = folder();
const report = dir.file("report.json");
const study = dir.write("study.json", quickStudy());
const me = dir.write("me.json", record);

const promise = (...args) => command(["promise", ...args]);
const answer = async (...args) => {
  const { code, stdout, stderr } = await promise(...args, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
};

before(async () => {
  const { code, stderr } = await command(["publish", dir.write("data.csv", small()), "--study", study, "--out", report]);
  assert.equal(code, 0, stderr);
});

test("a study promises what its report does, and a label changes nothing", async () => {
  const own = await answer(report, "--record", me);
  assert.deepEqual(await answer("--study", study, "--record", me), own);
  const { paid, ...features } = record;
  assert.equal(paid, "no");
  assert.deepEqual(await answer(report, "--record", dir.write("features.json", features)), own);
  // (41 - 54)/36, -1 or 1 for the member, 1 for the constant and the town, divided by 2
  const length = Math.hypot(1, (41 - 54) / 36, 1, 1) / 2;
  assert.ok(own.length >= length && own.length < length * (1 + 1e-12), `${own.length} for ${length}`);
  assert.deepEqual(await answer(report, "--length", String(own.length)), own);
  assert.ok(own.byLength && own.epsilon < 1);
  assert.deepEqual(own.guarantee, { epsilon: 1, delta: 1e-6, accountant: "shift" });
});

test("words: from coin toss to at most, and why it is what it is", async () => {
  const { stdout } = await promise(report, "--length", "0.5");
  assert.match(stdout, /^The promise to you\nFrom 50 in 100 to at most \d\d in 100\n/);
  assert.match(stdout.replaceAll("\n", " "), /your record counts for 0\.500, where the record that counts most has 1\./);
  assert.match(stdout, /The promise to everyone\. Experts write the promise as ε = 1, δ = 0\.000001\./);
  assert.match((await promise(report, "--length", "0")).stdout, /Nothing that is published depends on this record/);
});

test("one report or study, one record or length", async () => {
  for (const args of [
    ["--length", "1"],
    [report, "--study", study, "--length", "1"],
    [report],
    [report, "--record", me, "--length", "1"],
    [report, "--length", "1", "--model", me],
    [report, "--length", "long"],
  ]) {
    const { code, stdout, stderr } = await promise(...args);
    assert.equal(code, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
  const far = await promise(report, "--length", "1.5");
  assert.equal(far.code, 1);
  assert.match(far.stderr, /from 0 to 1/);
  const wrong = await promise(report, "--record", dir.write("wrong.json", { ...record, age: "old" }));
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /wrong\.json: .*age/);
  const list = await promise(report, "--record", dir.write("list.json", [record, record]));
  assert.match(list.stderr, /this promises one record of a person/);
});

test("all rows of a person", async () => {
  const several = dir.write(
    "several.json",
    quickStudy({ person: { column: "who", rows: 2 }, budget: { ...quickStudy().budget, delta: 1e-5 } }),
  );
  const { person, epsilon } = await answer(
    "--study",
    several,
    "--record",
    dir.write("two.json", [record, { ...record, age: 80 }]),
  );
  assert.equal(person.rows, 2);
  assert.ok(person.epsilon > epsilon && person.epsilon <= 2 * epsilon && person.epsilon < person.guarantee);
  const { stdout } = await promise("--study", several, "--record", me);
  assert.match(stdout.replaceAll("\n", " "), /All your rows together, up to 2: ε = \d/);
});
