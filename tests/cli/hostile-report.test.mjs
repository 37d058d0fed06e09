// A report is anybody's file. What it holds may neither hang the command line, nor give orders to a
// terminal, nor become something else in a file that is made of it; and each refusal is one
// sentence.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oneLine } from "../../cli/output/one-line.js";
import { beginsFrom, fromOver } from "../headline.mjs";
import { command, expost, folder, isOneLine, root } from "./run-expost.mjs";

const files = folder();
const good = (name) => JSON.parse(readFileSync(`${root}/tests/reports/good/${name}.json`, "utf8"));
const record = JSON.stringify({ age: 40, sex: "male", default: "no" });
const person = files.write("me.json", record);

/**
 * Characters that a terminal obeys, that end a line anywhere, or that turn the direction of
 * writing.
 */
// eslint-disable-next-line no-control-regex -- these are what it looks for
const ORDERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const HOSTILE = [
  "\u001b]52;c;eA==\u0007",
  "\u009b2J",
  "\u009d0;x\u009c",
  "\u0085x: 1",
  "\u2028x: 1",
  "\u2029",
  "\u202e",
  "\u2067",
  "\u200f",
];

/** Runs the command with a limit on its time: what hangs is killed and has no exit code. */
async function run(...args) {
  const found = await expost(args, { timeout: 30_000, killSignal: "SIGKILL" });
  assert.notEqual(found.code, null, `${args.join(" ")} hung`);
  return found;
}

async function refused(document, expected) {
  const file = files.write("report.json", document);
  const found = await run("bound", file, "--record", person);
  assert.equal(found.code, 1, found.stderr);
  isOneLine(assert, found);
  assert.doesNotMatch(found.stderr, ORDERS);
  assert.match(found.stderr, expected);
}

test("a failure probability that makes any headline is refused", async () => {
  await refused(
    { ...good("independent"), failureProbability: 0.999999 },
    /\/failureProbability must be 0\.05 or less, but is 0\.999999/,
  );
});

test("a promise that the noise doesn't give is refused with both numbers", async () => {
  const report = good("independent");
  report.model.mechanism.sigma = 0.5;
  report.guarantee.epsilon = 0.1;
  await refused(
    report,
    /\/guarantee is not what .* epsilon 0\.1 is stated, but with sigma and lambda it is 10\.9 or more at delta 0\.000001/,
  );
});

test("a key that is there twice is refused with its path", async () => {
  const text = JSON.stringify(good("independent")).replace('"sigma":4.23', '"sigma":4.23,"sigma":1000');
  await refused(text, /has the key \/model\/mechanism\/sigma twice/);
});

test("65 objects inside each other, null and other single values get one sentence and exit 1", async () => {
  const deep = JSON.stringify(good("independent")).replace("{", `{"x-deep":${'{"a":'.repeat(65)}0${"}".repeat(65)},`);
  await refused(deep, /nested more than 32 levels deep/);
  await refused("[".repeat(5000) + "]".repeat(5000), /nested more than 32 levels deep/);
  for (const value of ["null", "5", '"report"', "true", "[]"]) await refused(value, /must be an object/);
});

test("a text with control characters is refused wherever it is, and told without them", async () => {
  for (const bad of HOSTILE) {
    for (const change of [
      (report) => (report.title = `a${bad}b`),
      (report) => (report.description = `a${bad}b`),
      (report) => (report.publisher.name = `a${bad}b`),
      (report) => (report.features[1].name = `a${bad}b`),
      (report) => (report.features[2].levels[0] = `a${bad}b`),
      (report) => (report.label.negative = `a${bad}b`),
      (report) => (report[`a${bad}b`] = 1),
    ]) {
      // Each way once, for one character or another: a process a case.
      if ((HOSTILE.indexOf(bad) + change.toString().length) % 3 > 0) continue;
      const report = good("adaptive");
      change(report);
      await refused(report, /\[U\+/);
    }
  }
});

test("what a terminal obeys or nobody sees is told by its name, and nothing else is touched", () => {
  // Unicode says which have no picture; the braille pattern of no dots and notes between lines have
  // none either.
  const unseen = /\p{Default_Ignorable_Code_Point}|\p{Zs}|[\u2800\ufff9-\ufffb]/u;
  for (let code = 0; code < 0xe1000; code += 1) {
    const character = String.fromCodePoint(code);
    if (character === " ") continue;
    const orders = ORDERS.test(character) || unseen.test(character) || character === "\n" || character === "\t";
    assert.equal(oneLine(character) !== character, orders, code.toString(16));
    assert.doesNotMatch(oneLine(character), ORDERS);
  }
  assert.equal(oneLine("é ü س ε̄ 👩"), "é ü س ε̄ 👩");
  assert.equal(oneLine("age\u200b\u{e0041}\ufeff"), "age[U+200B][U+E0041][U+FEFF]");
});

test("a repeated key with control characters is told without them", async () => {
  for (const bad of HOSTILE.slice(0, 2)) {
    const key = JSON.stringify(`x-${bad}`);
    await refused(JSON.stringify(good("independent")).replace("{", `{${key}:1,${key}:2,`), /has the key \/x-\[U\+/);
  }
});

test("hardly any noise: no hang, no NaN, and no parts that aren't the figure's", async () => {
  for (const sigma of [1e-6, 1e-9, 1e-12, 1e-15, 1e-30, 1e-50]) {
    const report = good("independent");
    report.model.mechanism.sigma = sigma;
    delete report.guarantee;
    const file = files.write("tiny.json", report);
    const { code, stdout, stderr } = await run("bound", file, "--record", person);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout, /NaN|undefined/);
    assert.ok(stdout.includes(fromOver(50)), stdout);
    const parts = Array.from(stdout.matchAll(/ ([+−][\d.]+)$/gm), ([, text]) => Number(text.replace("−", "-")));
    const total = /What makes up ([\d.]+) /.exec(stdout)?.[1];
    assert.equal(total === undefined, sigma < 1e-6, stdout);
    if (total === undefined) assert.match(stdout, /too large to be split into parts/);
    else assert.ok(Math.abs(parts.reduce((sum, part) => sum + part, 0) - Number(total)) < 1e-3);
    const said = await run("statement", file);
    assert.equal(said.code, 0);
    assert.doesNotMatch(said.stdout, /NaN|undefined/);
  }
});

test("what is made of a report that is taken gives no orders, and is YAML for others too", async (context) => {
  const report = good("adaptive");
  // The rest of what YAML can say: quotation marks, comments, tags, anchors, keys, documents and
  // line ends of YAML.
  const hostile = `"'# : {}[]&*!|>%@\` --- ... \\u001b \\n x: 1`;
  Object.assign(report, { title: hostile, unit: hostile, description: `a\n--- \nx: 1\t# b\r\n${hostile}` });
  report.publisher = { name: hostile, contact: hostile };
  report.features[1].label = hostile;
  report.features[2].levels = [hostile, "male"];
  report.label.label = hostile;
  report.guarantee.accountant = hostile;
  const file = files.write("odd.json", report);
  for (const format of ["text", "html", "registry-yaml"]) {
    const { code, stdout, stderr } = await run("statement", file, "--format", format);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout.replaceAll(/\r\n/g, "\n"), ORDERS);
    assert.doesNotMatch(stderr, ORDERS);
    if (format !== "registry-yaml") continue;
    const read = spawnSync(
      "python3",
      ["-c", "import sys, json, yaml; print(json.dumps(yaml.safe_load(sys.stdin.buffer.read().decode())))"],
      { input: stdout, encoding: "utf8" },
    );
    if (read.error || /ModuleNotFoundError/.test(read.stderr)) {
      context.diagnostic("PyYAML is not here: its reading of the entry is not compared");
      continue;
    }
    assert.equal(read.status, 0, read.stderr);
    const entry = JSON.parse(read.stdout);
    assert.deepEqual(Object.keys(entry).sort(), ["deployment", "url_slug"]);
    assert.equal(entry.deployment.privacy_loss.privacy_unit, hostile);
  }
});

test("a failure probability that somebody chooses herself gives numbers, but no headline where it is large", async () => {
  const file = files.write("good.json", good("independent"));
  const { stdout } = await command(["bound", file, "--record", person, "--failure-probability", "0.999"]);
  assert.ok(!stdout.includes(beginsFrom(50)), stdout);
  assert.match(stdout, /at most 100 of 100\s+publications|999 of 1,000/);
  const usual = await run("bound", file, "--record", person, "--failure-probability", "0.05");
  assert.ok(usual.stdout.includes(beginsFrom(50)), usual.stdout);
});
