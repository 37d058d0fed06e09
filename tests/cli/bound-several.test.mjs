// expost bound with several reports: each report's own bound, and one for all together.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { command, folder } from "./run-expost.mjs";
import { quickStudy, record, small } from "./small-study.mjs";

const dir = folder();
const first = dir.file("first.json");
const second = dir.file("second.json");
const third = dir.file("third.json");
/** The record of both studies: the second has an income and no town, and another outcome. */
const whole = { ...record, income: 30, late: "yes" };
const own = { first: record, third: record, second: { age: 41, member: "yes", income: 30, late: "yes" } };

const bound = (...args) => command(["bound", ...args]);
const ofBoth = (...more) => bound(first, second, "--record", dir.file("whole.json"), ...more);

before(async () => {
  const other = quickStudy({ title: "Late returns" });
  other.features[3] = { name: "income", kind: "number", minimum: 0, maximum: 100 };
  other.label = { name: "late", kind: "binary", negative: "no", positive: "yes" };
  other.failureProbability = 0.01;
  const rows = Array.from(
    { length: 90 },
    (_, i) => `${18 + (i % 70)},${i % 2 ? "yes" : "no"},${i % 100},${i % 3 ? "yes" : "no"}`,
  );
  const publish = async (data, study, out) => {
    const { code, stderr } = await command(["publish", data, "--study", study, "--out", out]);
    assert.equal(code, 0, stderr);
  };
  const data = dir.write("data.csv", small());
  await publish(data, dir.write("study.json", quickStudy()), first);
  await publish(dir.write("other.csv", `age,member,income,late\n${rows.join("\n")}\n`), dir.write("other.json", other), second);
  await publish(data, dir.file("study.json"), third);
  dir.write("whole.json", whole);
  for (const name of Object.keys(own)) dir.write(`own-${name}.json`, own[name]);
});

const alone = async (name, ...more) => {
  const { code, stdout, stderr } = await bound(
    dir.file(`${name}.json`),
    "--record",
    dir.file(`own-${name}.json`),
    "--json",
    ...more,
  );
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
};

test("values that aren't known: each report says which of its own, and the limit for all holds for all of them", async () => {
  const path = dir.write("partly.json", { ...whole, age: { from: 30, to: 50 }, town: { unknown: true } });
  const { code, stdout, stderr } = await bound(first, second, "--record", path);
  assert.equal(code, 0, stderr);
  const text = stdout.replace(/\s+/g, " ");
  assert.ok(text.includes(`${first}: This holds whatever is right for: age, town.`), text);
  assert.ok(text.includes(`${second}: This holds whatever is right for: age.`), text);
  const upper = async (...args) => JSON.parse((await bound(first, second, "--json", ...args)).stdout).total.upper;
  assert.ok((await upper("--record", path)) > (await upper("--record", dir.file("whole.json"))));
});

test("each report's bound is its own, and that for all has the first one's probability", async () => {
  for (const more of [[], ["--member", "in"], ["--failure-probability", "0.02"], ["--uniform", "all"]]) {
    const { code, stdout, stderr } = await ofBoth("--json", ...more);
    assert.equal(code, 0, stderr);
    const { reports, total } = JSON.parse(stdout);
    const expected = [await alone("first", ...more), await alone("second", ...more)];
    assert.deepEqual(reports, [
      { report: first, bound: expected[0] },
      { report: second, bound: expected[1] },
    ]);
    const [a, b] = expected.map((one) => one.total);
    assert.equal(total.failureProbability, a.failureProbability);
    assert.ok(total.upper > Math.max(a.upper, b.upper), `${total.upper}`);
    // Never above the sum of bounds whose probabilities add up to half of it, ρ/(2·i(i + 1)): one
    // half of each for the model, one for what was released beside it.
    const shares = [8, 24].map((parts) => ["--failure-probability", `${a.failureProbability / parts}`]);
    const others = more[0] === "--failure-probability" ? [] : more;
    const one = await alone("first", ...others, ...shares[0]);
    const other = await alone("second", ...others, ...shares[1]);
    assert.ok(total.upper <= (one.total.upper + other.total.upper) * (1 + 1e-15), `${total.upper}`);
    const [lower, upper] = total.loss;
    assert.equal(total.upper, Math.max(-lower, upper));
  }
});

test("three reports", async () => {
  const { stdout } = await bound(first, second, third, "--record", dir.file("whole.json"), "--json");
  const { reports, total } = JSON.parse(stdout);
  assert.deepEqual(
    reports.map(({ report }) => report),
    [first, second, third],
  );
  // The noise is drawn in each run: what holds for all draws is said of half the probability, as
  // above. Each report's own bound, at all of it, may add up to less.
  const { failureProbability } = reports[0].bound.total;
  const halves = await Promise.all(
    ["first", "second", "third"].map((name, index) =>
      alone(name, "--failure-probability", `${failureProbability / (4 * (index + 1) * (index + 2))}`),
    ),
  );
  const sum = halves.reduce((all, one) => all + one.total.upper, 0);
  assert.ok(total.upper <= sum * (1 + 1e-15), `${total.upper} of ${sum}`);
});

test("people read the bound for all as they read one", async () => {
  const { code, stdout, stderr } = await ofBoth();
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  const { total } = JSON.parse((await ofBoth("--json")).stdout);
  assert.match(stdout, /^How sure could someone become that your record was used\?\n/);
  assert.match(stdout, new RegExp(`^${first}: Small study +\\d`, "m"));
  assert.match(stdout, new RegExp(`^${second}: Late returns +\\d`, "m"));
  const [, shown] = /^all together +([\d.]+) +0\.\d+$/m.exec(stdout);
  assert.ok(Number(shown) >= total.upper && Number(shown) < total.upper * 1.02, `${shown} for ${total.upper}`);
  // 100·e^L/(1 + e^L), rounded up: what the headline says of a start of 50 in 100.
  const most = Math.ceil((100 * Math.exp(total.upper)) / (1 + Math.exp(total.upper)));
  assert.match(stdout, new RegExp(`^From 50 in 100 to at most ${most} in 100$`, "m"));
  const words = stdout.replace(/\s+/g, " ");
  assert.match(words, /whether the record you entered was used to train these models\./);
  assert.match(words, /The limit for all together is one limit with one probability, and not the sum of the others\./);
  assert.match(words, /whether your record went into all of them, some or none\. It counts the 2 reports that were given/);
  assert.match((await ofBoth("--member", "in")).stdout.replace(/\s+/g, " "), /for a record that went into all of them\./);
});

test("a bound that fails often has no headline", async () => {
  const { stdout } = await ofBoth("--failure-probability", "0.4");
  assert.match(stdout.replace(/\s+/g, " "), /^There is no headline at a failure probability of 0\.8:/);
  const { total } = JSON.parse((await ofBoth("--failure-probability", "0.4", "--json")).stdout);
  assert.equal(total.failureProbability, 0.8);
});

const refused = async (found, message, code) => {
  const { stdout, stderr, code: exit } = await found;
  assert.equal(stdout, "");
  assert.match(stderr, message);
  assert.match(stderr, /^expost: [^\n]+\n$/);
  assert.equal(exit, code);
};

test("a field that one report has is no fault of the other's, one that none has is", async () => {
  const of = (changes) => bound(first, second, "--record", dir.write("me.json", { ...whole, ...changes }));
  assert.equal((await of({})).code, 0);
  await refused(of({ height: 180 }), /me\.json: "height" is not a field of any of the reports$/m, 1);
  await refused(of({ "a/b\n~": 1 }), /me\.json: "a\/b\\n~" is not a field of any of the reports$/m, 1);
  await refused(of({ income: undefined }), /me\.json, for \S*second\.json: \/income is missing/, 1);
  await refused(of({ town: "south" }), /me\.json, for \S*first\.json: \/town must be one of/, 1);
  await refused(
    bound(first, second, "--record", dir.write("list.json", [whole])),
    /list\.json: records must be a list with one record for each report/,
    1,
  );
  // One report alone still refuses what it doesn't know.
  await refused(bound(first, "--record", dir.file("whole.json")), /\/income is not a field of the report/, 1);
});

test("the same publication counts once, however its report is written", async () => {
  const again = dir.write("again.json", JSON.stringify({ "x-note": 1, ...dir.json("first.json") }, null, 7));
  for (const copy of [first, again])
    await refused(
      bound(first, second, copy, "--record", dir.file("whole.json")),
      /\S+\.json: report 3 is the same publication as report 1, which counts once: give it once$/m,
      2,
    );
});

test("what makes no sense for several reports is wrong usage", async () => {
  await refused(bound(first, second, "--csv", dir.file("data.csv")), /--csv works with one report/, 2);
  await refused(bound(first, second, "--x", "[1]", "--y", "1"), /--x is coded for one report/, 2);
  await refused(bound(first, "-", "--record", dir.file("whole.json")), /several reports must be files/, 2);
  await refused(bound(first, second), /bound needs a record/, 2);
  await refused(ofBoth("--decimal-comma"), /--decimal-comma works with --csv only/, 2);
});

test("a report that can't be read names itself, before anything is printed", async () => {
  await refused(bound(first, dir.write("bad.json", "{}"), "--record", dir.file("whole.json")), /bad\.json: /, 1);
});
