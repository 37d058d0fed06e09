// Texts that count as CSV, tried on expost bound --csv: all of these say the same, or are refused
// with the line.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { refused, same } from "../tables/doors.mjs";
import { command, folder } from "./run-expost.mjs";
import { csv, header, quickStudy, rows } from "./small-study.mjs";

const dir = folder();
const report = dir.file("report.json");
const lines = [header, ...rows(60)];
let expected;

const bounds = (file) => command(["bound", report, "--csv", file]);

before(async () => {
  const data = dir.write("data.csv", csv(lines));
  dir.write("study.json", quickStudy());
  const made = await command(["publish", data, "--study", dir.file("study.json"), "--out", report]);
  assert.equal(made.code, 0, made.stderr);
  const found = await bounds(data);
  assert.equal(found.code, 0, found.stderr);
  expected = found.stdout;
});

for (const [what, text] of same) {
  test(what, async () => {
    const { code, stdout, stderr } = await bounds(dir.write("dialect.csv", text));
    assert.equal(code, 0, stderr);
    assert.equal(stdout, expected);
  });
}

for (const [what, text, message] of refused) {
  test(`${what}: exit 1, one line`, async () => {
    const { code, stdout, stderr } = await bounds(dir.write("table.csv", text));
    assert.equal(stdout, "");
    assert.match(stderr, /^expost: [^\n]+\n$/);
    assert.match(stderr, message);
    assert.equal(code, 1);
  });
}

test("fields and characters that lie across the reader's pieces", async () => {
  // The file is read in pieces of 256 KiB; a note of two-byte characters and quotation marks
  // shifts every row against them.
  const long = rows(6000).map((cells, i) => [...cells, `é"${"é,\n".repeat(i % 97)}`]);
  const file = dir.write("long.csv", csv([[...header, "note"], ...long]));
  const { code, stdout, stderr } = await bounds(file);
  assert.equal(code, 0, stderr);
  const plain = await bounds(dir.write("plain.csv", csv([header, ...rows(6000)])));
  assert.equal(stdout, plain.stdout);
  const spoiled = dir.read("long.csv").trimEnd().split("\n");
  const { stderr: error } = await bounds(dir.write("spoiled.csv", `${spoiled.join("\n")}\n1,2\n`));
  assert.match(error, new RegExp(`spoiled\\.csv: line ${spoiled.length + 1} has 2 fields`));
});

test("a blank and a question mark take the fill-in value where the study gives one, and only there", async () => {
  const changed = quickStudy();
  changed.features[1].missing = 50;
  changed.features[3].missing = "west";
  changed.features[1].name = "age in years";
  const names = ["age in years", ...header.slice(1)];
  const filled = rows(60);
  const blank = rows(60);
  for (const [i, mark] of ["", "?", " ", " ? "].entries()) {
    blank[i][0] = mark;
    filled[i][0] = "50";
    blank[i + 10][2] = mark;
    filled[i + 10][2] = "west";
  }
  const own = folder();
  const publish = async (name, lines) => {
    const paths = [own.write(`${name}.csv`, csv([names, ...lines])), "--study", own.write("study.json", changed)];
    return command(["publish", ...paths, "--out", own.file(`${name}.json`), "--seed", "1"]);
  };
  const made = await publish("blank", blank);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^blanks filled in: age in years 4, town 4$/m);
  await publish("filled", filled);
  assert.deepEqual(own.json("blank.json"), own.json("filled.json"));
  blank[20][1] = "?";
  const refused = await publish("none", blank);
  assert.match(refused.stderr, /none\.csv, line 22: row 21, column "member" is missing: it must be yes or no\n$/);
  assert.equal(refused.code, 1);
});

/** Rows whose ages have a half, with the mark between, and a town that looks like a number. */
const halves = (mark, cells = rows(60)) =>
  csv([header, ...cells.map(([age, ...rest], i) => [`${age}${mark}${i % 2 === 0 ? "5" : "25"}`, ...rest])], { delimiter: ";" });

test("--decimal-comma reads the numbers of every command that reads a table, and nothing else", async () => {
  const own = folder();
  const towns = ["1,5", "2,5", "3.5"];
  const cells = rows(60).map((row) => row.with(2, towns[["north", "south, east", "west"].indexOf(row[2])]));
  const changed = quickStudy();
  changed.features[3].levels = towns;
  const study = own.write("study.json", changed);
  const pointed = own.write("pointed.csv", halves(".", cells));
  const comma = own.write("comma.csv", halves(",", cells));
  const both = async (args) => {
    const results = [];
    for (const file of [pointed, comma]) {
      const option = file === comma ? ["--decimal-comma"] : [];
      const { code, stdout, stderr } = await command(args(file).concat(option));
      assert.equal(code, 0, stderr);
      results.push(stdout);
    }
    assert.equal(results[0], results[1]);
  };
  const named = (file) => own.file(file === comma ? "comma.json" : "pointed.json");
  await both((file) => ["publish", file, "--study", study, "--out", named(file), "--seed", "1"]);
  assert.deepEqual(own.json("comma.json"), own.json("pointed.json"));
  await both((file) => ["bound", named(file), "--csv", file]);
  await both((file) => ["audit", file, "--study", study, "--report", named(file), "--json"]);
  await both((file) => ["profile", file, "--study", study, "--held-out", file, "--epsilon", "1:2:2", "--json", "--seed", "1"]);
  await both((file) => ["init", file, "--label", "paid"]);
  const { model } = own.json("pointed.json");
  const theta = own.write("theta.json", { theta: model.theta, sigma: model.mechanism.sigma, lambda: 2 });
  const elsewhere = own.write("elsewhere.json", { mechanism: { elsewhere: { rowsAtMost: 1000, residual: 10 } } });
  const studies = ["--study", study, "--study", elsewhere];
  await both((file) => [
    "attach",
    file,
    ...studies,
    "--model",
    theta,
    "--out",
    own.file("attached.json"),
    "--replace",
    "--seed",
    "1",
  ]);

  const refused = async (args, message) => {
    const { code, stdout, stderr } = await command(args);
    assert.equal(stdout, "");
    assert.match(stderr, message);
    assert.equal(code, /^expost: --/.test(stderr) ? 2 : 1);
  };
  const report = own.file("comma.json");
  await refused(["bound", report, "--csv", comma], /line 2: row 1, column "age" is "18,5", which is ambiguous.*; --decimal-comma reads a comma as the decimal mark\n$/); // prettier-ignore
  const commas = /has columns that are separated by commas, so that a decimal comma can't be told from them\n$/;
  await refused(["bound", report, "--csv", own.write("a.csv", csv([header, ...cells])), "--decimal-comma"], commas);
  await refused(["bound", report, "--csv", own.write("b.csv", `sep=,\n${csv([header, ...cells])}`), "--decimal-comma"], commas);
  for (const thousands of ["1.234,5", "1.234", "1,234.5"])
    await refused(
      ["bound", report, "--csv", own.write("c.csv", `age;member;town;paid\n${thousands};no;1,5;no\n`), "--decimal-comma"],
      /line 2: row 1, column "age" is "[^"]+", which is ambiguous: it must be a number with a decimal comma and no separators, like 1234,5\n$/,
    );
  await refused(["bound", report, "--csv", own.write("d.csv", "age;member;town;paid\n20,5;no;1.5;no\n"), "--decimal-comma"], /"town" must be one of "1,5", "2,5" or "3.5", but is "1.5"\n$/); // prettier-ignore
  await refused(
    ["bound", report, "--record", own.write("me.json", {}), "--decimal-comma"],
    /--decimal-comma works with --csv only/,
  );
});

test("names with commas are no columns where numbers have a comma", async () => {
  const own = folder();
  const { code, stdout, stderr } = await command([
    "init",
    own.write("a.csv", '"size, in m";paid\n1,5;2,5\n0,25;3,5\n'),
    "--label",
    "paid",
    "--decimal-comma",
  ]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).features.map(({ name }) => name), ["intercept", "size, in m"]); // prettier-ignore
});

test("aliases read other spellings of levels, in training and in checking, and stand in the report", async () => {
  const own = folder();
  const spelt = quickStudy();
  spelt.features[3].aliases = { W: "west", "north.": "north" };
  spelt.label.aliases = { "yes.": "yes", "no.": "no" };
  const study = own.write("study.json", spelt);
  const others = rows(60).map(([age, member, town, paid], i) => [
    age,
    member,
    i % 2 ? town : town.replace("west", "W").replace("north", "north."),
    i % 3 ? paid : `${paid}.`,
  ]);
  for (const [name, cells] of Object.entries({ levels: rows(60), others })) {
    const data = own.write(`${name}.csv`, csv([header, ...cells]));
    const made = await command(["publish", data, "--study", study, "--out", own.file(`${name}.json`), "--seed", "1"]);
    assert.equal(made.code, 0, made.stderr);
  }
  assert.deepEqual(own.json("others.json"), own.json("levels.json"));
  const { features, label } = own.json("others.json");
  assert.deepEqual(features[3].aliases, spelt.features[3].aliases);
  assert.deepEqual(label.aliases, spelt.label.aliases);
  const found = [];
  for (const [town, paid] of [
    ["west", "yes"],
    ["W", "yes."],
  ]) {
    const record = own.write("me.json", { age: 30, member: "no", town, paid });
    found.push(await command(["bound", own.file("others.json"), "--record", record, "--json"]));
  }
  assert.equal(found[0].code, 0, found[0].stderr);
  assert.equal(found[1].stdout, found[0].stdout);
  // Without them the same file is refused.
  const plain = own.write("plain.json", quickStudy());
  const refused = await command(["publish", own.file("others.csv"), "--study", plain, "--out", own.file("none.json")]);
  assert.match(refused.stderr, /must be one of/);
  assert.equal(refused.code, 1);
});

test("a column of numbers whose points may stand for thousands is told by every command, and read as before", async () => {
  const own = folder();
  // Levels that look like thousands are texts, and the note is not used.
  const towns = ["1.045", "2.000", "3.000"];
  const names = [...header, "note"];
  const table = (age) =>
    rows(60).map((row) => [age(row[0]), row[1], towns[["north", "south, east", "west"].indexOf(row[2])], row[3], "1.045"]);
  const write = (name, age, delimiter) => own.write(name, csv([names, ...table(age)], { delimiter }));
  const thousands = (age) => (age === "18" ? "" : age === "30" ? "30" : `${age}.045`);
  const file = write("thousands.csv", thousands, ";");
  const tabs = write("tabs.csv", thousands, "\t");
  const commas = write("commas.csv", thousands, ",");
  const decimals = write("decimals.csv", (age) => (age === "20" ? "20.5" : thousands(age)), ";");
  const changed = quickStudy();
  changed.features[3].levels = towns;
  changed.features[1].missing = 50;
  const study = own.write("study.json", changed);
  const told = (name) =>
    `${own.file(name)}: all numbers with a point in the column "age" have three digits after it, as thousands have, ` +
    "but 1.045 was read as a little more than 1: if they are thousands, write them without points, as 1045\n";
  const run = async (...args) => {
    const { code, stdout, stderr } = await command(args);
    assert.equal(code, 0, stderr);
    const lines = stderr.split(/(?<=\n)/);
    return { stdout, told: lines.filter((line) => line.includes("thousands have")).join("") };
  };
  const report = own.file("report.json");
  const publish = (data, out, ...more) => run("publish", data, "--study", study, "--out", out, "--seed", "1", ...more);
  assert.equal((await publish(file, report)).told, told("thousands.csv"));
  assert.equal((await publish(tabs, own.file("tabs.json"))).told, told("tabs.csv"));
  assert.equal((await publish(commas, own.file("commas.json"))).told, "");
  assert.equal((await publish(decimals, own.file("decimals.json"))).told, "");
  // The report is that of the same numbers, and says nothing of them.
  assert.equal(own.read("report.json"), own.read("commas.json"));
  assert.equal(own.read("report.json"), own.read("tabs.json"));
  const ledger = await publish(file, own.file("entered.json"), "--ledger", own.file("ledger.json"));
  assert.equal(ledger.told, told("thousands.csv"));
  const { model } = own.json("report.json");
  const theta = own.write("theta.json", { theta: model.theta, sigma: model.mechanism.sigma, lambda: 2 });
  const elsewhere = own.write("elsewhere.json", { mechanism: { elsewhere: { rowsAtMost: 1000, residual: 10 } } });
  const attached = [
    "--study",
    study,
    "--study",
    elsewhere,
    "--model",
    theta,
    "--out",
    own.file("attached.json"),
    "--seed",
    "1",
  ];
  for (const [args, before = []] of [
    [["attach"], attached],
    [["bound", report, "--csv"]],
    [["bound", report, "--json", "--csv"]],
    [["audit"], ["--study", study, "--report", report]],
    [["predict", report]],
    [["score", report]],
    [["profile"], ["--study", study, "--epsilon", "1:2:2", "--seed", "1"]],
    [
      ["profile", file],
      ["--study", study, "--epsilon", "1:2:2", "--seed", "1", "--held-out"],
    ],
  ]) {
    const isHeldOut = before.at(-1) === "--held-out";
    const given = (data) => (isHeldOut ? [...args, ...before, data] : [...args, data, ...before]);
    const what = args.join(" ");
    assert.equal((await run(...given(file))).told, told("thousands.csv").repeat(isHeldOut ? 2 : 1), what);
    assert.equal((await run(...given(commas), ...(args[0] === "attach" ? ["--replace"] : []))).told, isHeldOut ? told("thousands.csv") : "", what); // prettier-ignore
  }
  // Where nothing is known to be a number, nothing is told.
  assert.equal((await run("init", file, "--label", "paid")).told, "");
});

test("several columns of thousands are told in one line, with their names", async () => {
  const own = folder();
  const changed = quickStudy();
  changed.features.splice(2, 2, { name: "rent", kind: "number", minimum: 0, maximum: 5 });
  const cells = rows(60).map(([age, , , paid], i) => [`${age}.000`, paid, `${1 + (i % 3)}.500`]);
  const file = own.write("rents.csv", csv([["age", "paid", "rent"], ...cells], { delimiter: ";" }));
  const study = own.write("study.json", changed);
  const { code, stderr } = await command(["publish", file, "--study", study, "--out", own.file("report.json"), "--seed", "1"]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^[^\n]*rents\.csv: all numbers with a point in each of the columns "age", "rent" have three digits/);
});
