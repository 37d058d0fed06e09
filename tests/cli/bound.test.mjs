// expost bound for one record.
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { fromTo } from "../headline.mjs";
import { command, expost, folder, isOneLine, packageDir } from "./run-expost.mjs";
import { matches, shapes } from "./shapes.mjs";
import { csv, header, record, rows, study } from "./small-study.mjs";

const { loadReport } = await import(pathToFileURL(join(packageDir, "index.js")));
const dir = folder();
const report = dir.file("report.json");
const me = dir.write("me.json", record);

before(async () => {
  dir.write("data.csv", csv([header, ...rows(300)]));
  dir.write("study.json", study());
  const { code, stderr } = await command([
    "publish",
    dir.file("data.csv"),
    "--study",
    dir.file("study.json"),
    "--out",
    report,
    "--seed",
    "1",
  ]);
  assert.equal(code, 0, stderr);
});

const bound = (...args) => command(["bound", ...args]);

async function document(...args) {
  const { code, stdout, stderr } = await bound(...args, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

test("a model in full digits has a known weakness: said with its figure, on stderr next to a document", async () => {
  const old = JSON.parse(dir.read("report.json"));
  for (const key of ["x-rounding", "x-rows-at-most"]) delete old.model.mechanism[key];
  const path = dir.write("old.json", old);
  const text = (await bound(path, "--record", me)).stdout.replace(/\s+/g, " ");
  assert.match(text, /Known weakness: The model in this report was published in full digits\./);
  const { stderr, stdout } = await bound(path, "--record", me, "--json");
  assert.match(stderr, /old\.json has the model in full digits: a known attack on them is in no bound/);
  matches(shapes.bound, JSON.parse(stdout));
  assert.match((await bound(path, "--csv", dir.file("data.csv"))).stderr, /full digits/);
  assert.doesNotMatch((await bound(report, "--record", me)).stdout, /weakness/);
  assert.equal((await bound(report, "--record", me, "--json")).stderr, "");
});

/** As a document that went through JSON, where infinity is a text. */
const spelled = (value) => JSON.parse(JSON.stringify(value, (_, v) => (v === Infinity || v === -Infinity ? String(v) : v)));

test("the document has the stated shape", async () => {
  const found = await document(report, "--record", me);
  matches(shapes.bound, found);
  assert.equal(found.method, "sharp");
  assert.equal(found.member, "unknown");
  assert.equal(found.failureProbability, 1e-6);
  assert.equal(found.x.length, 6);
  assert.equal(found.y, -1);
  assert.deepEqual(found.guarantee, { epsilon: 1, delta: 1e-6, accountant: "joint" });
  assert.ok(found.total.upper > found.epsilon.upper);
});

test("ten records: the package's digits, to the last bit", async () => {
  const loaded = await loadReport(dir.read("report.json"));
  for (const [i, values] of rows(10).entries()) {
    const one = Object.fromEntries(header.map((name, column) => [name, values[column]]));
    const options = {
      member: ["in", "out", "unknown"][i % 3],
      method: i % 4 === 3 ? "redberg2021" : "sharp",
      failureProbability: 10 ** -(i + 1),
    };
    const args = [
      "--member",
      options.member,
      "--method",
      options.method,
      "--failure-probability",
      String(options.failureProbability),
    ];
    assert.deepEqual(
      await document(report, "--record", dir.write("one.json", one), ...args),
      spelled(loaded.bound(one, options)),
    );
  }
  loaded.free();
});

test("values that aren't known: named in words, and in the document with the gap", async () => {
  const partly = { ...record, age: { from: 30, to: 50 }, town: { oneOf: ["north", "west"] }, paid: { unknown: true } };
  const path = dir.write("partly.json", partly);
  const found = await document(report, "--record", path);
  matches(shapes.bound, found);
  assert.deepEqual(found.unknown, ["age", "town", "paid"]);
  assert.ok(found.gap >= 0 && found.gap < 0.01, String(found.gap));
  assert.ok(found.total.upper > (await document(report, "--record", me)).total.upper);
  const loaded = await loadReport(dir.read("report.json"));
  assert.deepEqual(found, spelled(loaded.bound(partly)));
  loaded.free();
  const { code, stdout, stderr } = await bound(report, "--record", path);
  assert.equal(code, 0, stderr);
  const text = stdout.replace(/\s+/g, " ");
  assert.match(text, /This holds whatever is right for: age, town, paid\. /);
  assert.match(text, /What may be left among the values/);
  assert.doesNotMatch(text, /exact limit/);
  assert.doesNotMatch((await bound(report, "--record", me)).stdout, /whatever is right|What may be left/);
  const upsideDown = dir.write("upside-down.json", { ...record, age: { from: 50, to: 30 } });
  const refused = await bound(report, "--record", upsideDown);
  assert.match(refused.stderr, /upside-down\.json: .*age must go from a number to one that is not below it/);
  isOneLine(assert, refused);
});

test("--x and --y: the same as the record they were coded from", async () => {
  const raw = await document(report, "--record", me);
  const coded = await document(report, "--x", JSON.stringify(raw.x), "--y", String(raw.y));
  assert.deepEqual(coded, raw);
});

test("- is standard input, for the record or for the report", async () => {
  const expected = await document(report, "--record", me);
  const record = await expost(["bound", report, "--record", "-", "--json"], { input: dir.read("me.json") });
  assert.deepEqual(JSON.parse(record.stdout), expected);
  const published = await expost(["bound", "-", "--record", me, "--json"], { input: dir.read("report.json") });
  assert.deepEqual(JSON.parse(published.stdout), expected);
});

test("a byte order mark before report or record changes nothing", async () => {
  const expected = await document(report, "--record", me);
  const marked = ["report.json", "me.json"].map((name) => dir.write(`marked-${name}`, `\ufeff${dir.read(name)}`));
  assert.deepEqual(await document(marked[0], "--record", marked[1]), expected);
});

test("options reach the library", async () => {
  const one = await document(report, "--record", me);
  const rare = await document(report, "--record", me, "--failure-probability", "1e-9");
  assert.equal(rare.failureProbability, 1e-9);
  assert.ok(rare.epsilon.upper > one.epsilon.upper);
  const all = await document(report, "--record", me, "--uniform", "all");
  assert.equal(all.uniform, "all");
  const many = await document(report, "--record", me, "--uniform", "1000");
  assert.equal(many.uniform, 1000);
  assert.ok(all.epsilon.upper > many.epsilon.upper && many.epsilon.upper > one.epsilon.upper);
  const inside = await document(report, "--record", me, "--member", "in");
  assert.deepEqual(inside.loss, one.loss);
  assert.ok(inside.epsilon.upper <= one.epsilon.upper);
});

test("what was clamped is a note", async () => {
  const young = dir.write("young.json", { ...record, age: 17 });
  assert.deepEqual((await document(report, "--record", young)).notes, ["age 17 was raised to the report's minimum, 18"]);
  const { stdout } = await bound(report, "--record", young);
  assert.match(stdout, /Notes:\n {2}age 17 was raised to the report's minimum, 18\n/);
});

test("an infinite bound is the text Infinity, and for people no limit", async () => {
  // The papers' bound asks for λ ≥ 2σ₃τ, which this report doesn't meet.
  const found = await document(report, "--record", me, "--method", "redberg2021");
  matches(shapes.bound, found);
  assert.equal(found.epsilon.upper, "Infinity");
  assert.equal(found.total.upper, "Infinity");
  assert.equal(found.components, null);
  const { code, stdout } = await bound(report, "--record", me, "--method", "redberg2021");
  assert.equal(code, 0);
  assert.match(stdout, /^We can't give a limit for this record$/m);
  assert.doesNotMatch(stdout, /From 50/);
});

test("for people: counts, bounds and components, rounded outward", async () => {
  const found = await document(report, "--record", me);
  const { code, stdout, stderr } = await bound(report, "--record", me);
  assert.equal(code, 0);
  assert.equal(stderr, "");
  const most = 100 / (1 + Math.exp(-found.total.upper));
  const shown = Number(new RegExp(`^${fromTo(50, "(\\d+)")}$`, "m").exec(stdout)[1]);
  assert.ok(shown >= most && shown < most + 1, `${shown} for ${most}`);
  const least = Number(/^Where the chance can end up: (\d+) in 100 to \d+ in 100$/m.exec(stdout)[1]);
  assert.ok(least <= 100 - most && least > 99 - most);
  const row = (name) => new RegExp(`^${name} +(\\S+) +(\\S+) +(\\S+)$`, "m").exec(stdout).slice(1);
  const [, total, totalFailure] = row("\\|L\\|, everything published").map(Number);
  assert.ok(total >= found.total.upper && total < found.total.upper * 1.01);
  assert.equal(totalFailure, found.total.failureProbability);
  const [, model, modelFailure] = row("\\|L\\|, the model alone \\(ε̄\\)").map(Number);
  assert.ok(model >= found.epsilon.upper && model < found.epsilon.upper * 1.01);
  assert.equal(modelFailure, 1e-6);
  // Everywhere the digits of the page: three, with the figure at the head of the parts.
  const three = (value) => (value === 0 ? 2 : 2 - Math.floor(Math.log10(Math.abs(value))));
  const near = (text, value) => {
    assert.equal(text.split(".")[1].length, three(value), `${text} for ${value}`);
    return Number(text.replace("−", "-")) - value;
  };
  for (const [name, [lower, upper]] of [
    ["\\|L\\|, everything published", [found.total.lower, found.total.upper]],
    ["\\|L\\|, the model alone \\(ε̄\\)", [found.epsilon.lower, found.epsilon.upper]],
  ]) {
    const [least, most] = row(name);
    assert.ok(near(most, upper) >= 0 && near(most, upper) < 0.01 * upper);
    assert.ok(near(least, lower) <= 0 && near(least, lower) >= -0.01 * lower);
  }
  assert.equal(/^What makes up (\S+) /m.exec(stdout)[1], row("\\|L\\|, everything published")[1]);
  // Losses with a sign, in the order of the table: as a member and as a non-member, of everything
  // and of the model.
  const signed = [...stdout.matchAll(/^ {2}L as a (?:non-)?member +(\S+) +(\S+)$/gm)].map(([, ...ends]) => ends);
  const exact = [found.total.loss.in, found.total.loss.out, found.loss.in, found.loss.out];
  assert.equal(signed.length, 4);
  signed.forEach(([least, most], i) => {
    assert.ok(near(least, exact[i][0]) <= 0 && near(most, exact[i][1]) >= 0, `${least}, ${most}`);
  });
  // The parts add up to the total as it is shown.
  const [whole, ...lines] = stdout.slice(stdout.indexOf("What makes up")).split("\n").slice(0, 5);
  const parts = lines.map((line) => Number(/([+−]?[\d.]+)$/.exec(line)[1].replace("−", "-")));
  assert.ok(Math.abs(parts.reduce((sum, part) => sum + part, 0) - Number(/up ([\d.]+)/.exec(whole)[1])) < 1e-9);
  assert.match(stdout, /at\s+most\s+2\s+of\s+1,000,000\s+publications/);
  // It was published with a seed.
  assert.match(stdout, /^Experiment: /);
});

test("a small bound is never no change", async () => {
  const tiny = JSON.parse(dir.read("report.json"));
  delete tiny.release;
  tiny.model.mechanism = { ...tiny.model.mechanism, sigma: 1e6, lambda: 1e6 };
  const { stdout } = await bound(dir.write("tiny.json", tiny), "--record", me);
  assert.match(stdout, new RegExp(`^${fromTo(500, 501, { of: 1000 })}$`, "m"));
});

for (const [what, args, expected] of [
  ["no report", () => [dir.file("absent.json"), "--record", me], /absent\.json: can't be read: there is no such file/],
  ["a folder", () => [dir.path, "--record", me], /can't be read: it is a folder/],
  ["a report that is none", () => [me, "--record", me], /me\.json: /],
  [
    "a broken report",
    () => [dir.write("broken.json", '{"format": "expost-report",\n "version": }'), "--record", me],
    /broken\.json: .*line 2, column 13/,
  ],
  [
    "a report that ends early",
    () => [dir.write("cut.json", dir.read("report.json").slice(0, 200)), "--record", me],
    /cut\.json: .*ends too early/,
  ],
  ["an empty report", () => [dir.write("empty.json", ""), "--record", me], /empty\.json: .*is empty/],
  [
    "a report that isn't UTF-8",
    () => [dir.write("latin.json", Buffer.from([0x7b, 0xe9, 0x7d])), "--record", me],
    /latin\.json: is not UTF-8/,
  ],
  [
    "a report with a bad value",
    () => {
      const bad = JSON.parse(dir.read("report.json"));
      bad.model.mechanism.sigma = -1;
      return [dir.write("bad.json", bad), "--record", me];
    },
    /bad\.json: \/model\/mechanism\/sigma must be a number above 0/,
  ],
  ["no record file", () => [report, "--record", dir.file("absent.json")], /absent\.json: can't be read/],
  [
    "a record that is no JSON",
    () => [report, "--record", dir.write("r.json", "{\n  age: 4\n}")],
    /r\.json: is not JSON: line 2, column 3/,
  ],
  [
    "a record without a value",
    () => [report, "--record", dir.write("r.json", { ...record, age: undefined })],
    /r\.json: \/age is missing/,
  ],
  [
    "an ambiguous number",
    () => [report, "--record", dir.write("r.json", { ...record, age: "4,5" })],
    /r\.json: \/age .*ambiguous/,
  ],
  [
    "an unknown level",
    () => [report, "--record", dir.write("r.json", { ...record, town: "up" })],
    /r\.json: \/town must be one of "north", "south, east" or "west"/,
  ],
  [
    "an unknown field",
    () => [report, "--record", dir.write("r.json", { ...record, agee: 4 })],
    /r\.json: \/agee is not a field/,
  ],
  [
    "a record without its label",
    () => [report, "--record", dir.write("r.json", { ...record, paid: undefined })],
    /r\.json: \/paid is missing/,
  ],
  ["a list of records", () => [report, "--record", dir.write("r.json", [record])], /r\.json: .*object/],
  ["x of the wrong length", () => [report, "--x", "[0.5]", "--y", "1"], /--x.*\/x must be an array of 6 numbers, but has 1/],
  ["an x that is too long", () => [report, "--x", "[1,1,0,0,0,0]", "--y", "1"], /--x.*length 1 or less/],
  ["a y that is no label", () => [report, "--x", "[0,0,0,0,0,0]", "--y", "0"], /--y.*must be -1 or 1/],
]) {
  test(`${what}: exit 1, one line`, async () => {
    const result = await bound(...args());
    isOneLine(assert, result);
    assert.match(result.stderr, expected);
    assert.equal(result.code, 1);
  });
}
