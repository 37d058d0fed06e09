// Several rows a person: a study's `person`, from the data to the ledger, and weights refused.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { csv, header, quickStudy, record, rows } from "./small-study.mjs";

const dir = folder();
/** Forty persons with five rows each. */
const persons = rows(200).map((row, i) => [...row, `P${(i * 7) % 40}`]);
const names = [...header, "customer id"];
const data = dir.write("data.csv", csv([names, ...persons]));
const person = { column: "customer id", rows: 3 };
const budget = { epsilon: 1.5, delta: 1e-5, accountant: "shift", release: "none" };
const several = (changes = {}) => quickStudy({ unit: "one purchase of a person", budget, person, ...changes });

/** The first rows of each person, by hand. */
function cut(lines, most) {
  const counts = new Map();
  return lines.filter((line) => {
    const count = (counts.get(line.at(-1)) ?? 0) + 1;
    counts.set(line.at(-1), count);
    return count <= most;
  });
}

async function publish(document, { from = data, options = [], out = "report.json" } = {}) {
  const study = dir.write("study.json", document);
  return command(["publish", from, "--study", study, "--out", dir.file(out), "--replace", ...options]);
}

test("the first rows of each person are used, and the promise is told for a row and for a person", async () => {
  const { code, stdout, stderr } = await publish(several(), { options: ["--seed", "1"] });
  assert.equal(code, 0, stderr);
  const { published: _, ...report } = dir.json("report.json");
  assert.deepEqual(report.person, { rows: 3, epsilon: 1.5, delta: 1e-5 });
  assert.equal(report.guarantee.epsilon, 0.5);
  const share = (1e-5 * Math.expm1(0.5)) / Math.expm1(1.5);
  assert.ok(Math.abs(report.guarantee.delta / share - 1) < 1e-12 && report.guarantee.delta <= share);
  assert.match(stdout, /^rows: 120, and 80 left out, beyond 3 rows a person$/m);
  assert.match(stdout, /^promise about one row: ε = 0\.5, δ = .*, accountant shift$/m);
  assert.match(stdout, /^to a person with up to 3 rows: ε = 1\.5, δ = 0\.00001$/m);
  // Neither the column nor anybody's name is published.
  assert.doesNotMatch(JSON.stringify(report), /customer|P1/);
  // As if the other rows had never been there.
  const by = dir.write("cut.csv", csv([names, ...cut(persons, 3)]));
  assert.equal((await publish(several(), { from: by, options: ["--seed", "1"] })).code, 0);
  const { published: __, ...cutReport } = dir.json("report.json");
  assert.deepEqual(cutReport, report);
});

test("a report without person is as it was, and says nothing of persons", async () => {
  const { stdout } = await publish(quickStudy(), { options: ["--seed", "1"] });
  assert.match(stdout, /^rows: 200$/m);
  assert.match(stdout, /^promise: ε/m);
  assert.ok(!("person" in dir.json("report.json")));
});

test("a result is about one row, and says so where a person may have several", async () => {
  await publish(several());
  const me = dir.write("me.json", record);
  const { code, stdout, stderr } = await command(["bound", dir.file("report.json"), "--record", me]);
  assert.equal(code, 0, stderr);
  const text = stdout.replaceAll("\n", " ");
  assert.match(
    text,
    /This is about one row of a person\. Several rows count for more, and their results may not be added up\./,
  );
  assert.match(text, /A person with up to 3 rows: ε = 1\.5, δ = 0\.00001 for all of them together\./);
  await publish(several({ person: { ...person, rows: 1 } }));
  assert.doesNotMatch((await command(["bound", dir.file("report.json"), "--record", me])).stdout, /one row of a person/);
});

test("a blank person is refused with its line, and nothing is written", async () => {
  const blank = persons.map((row, i) => (i === 4 ? [...row.slice(0, -1), " "] : row));
  const from = dir.write("blank.csv", csv([names, ...blank]));
  const refused = await publish(several(), { from, out: "none.json" });
  assert.equal(refused.code, 1);
  isOneLine(assert, refused);
  assert.match(refused.stderr, /blank\.csv, line 6.*customer id.*is blank, but must say whose row it is/);
  assert.ok(!existsSync(dir.file("none.json")));
});

test("persons that a spreadsheet spoilt are refused with their line", async () => {
  for (const name of ["NA", "NULL", "#REF!", "1.23457E+11", "1-Mar", "P1\u200b"]) {
    const spoilt = persons.map((row, i) => (i === 4 ? row.with(-1, name) : row));
    const refused = await publish(several(), { from: dir.write("spoilt.csv", csv([names, ...spoilt])), out: "none.json" });
    assert.equal(refused.code, 1, name);
    isOneLine(assert, refused);
    const shown = name.replace("\u200b", "[U+200B]");
    assert.ok(refused.stderr.includes(`spoilt.csv, line 6: row 5, column "customer id" is "${shown}", `), refused.stderr);
  }
});

test("a study and data that don't go together are refused in one line", async () => {
  for (const [document, expected] of [
    [several({ person: { ...person, column: "age" } }), /\/person\/column is "age", a feature or the label/],
    [several({ person: { ...person, column: "client" } }), /must have the column "client" of \/person/],
    [several({ person: { ...person, rows: 0 } }), /\/person\/rows must be a whole number from 1 to 2\^20/],
    [
      several({ mechanism: { ...several().mechanism, scales: { model: 9 } } }),
      /\/mechanism\/scales must be left out next to \/person/,
    ],
    [several({ weights: "age" }), /\/weights must be left out: a person counts once/],
    [several({ sample_weight: "age" }), /\/sample_weight must be left out: a person counts once/],
  ]) {
    const refused = await publish(document, { out: "none.json" });
    assert.equal(refused.code, 1, refused.stderr);
    isOneLine(assert, refused);
    assert.match(refused.stderr, expected);
  }
});

test("attach refuses a person, audit is about the rows that were used", async () => {
  const study = dir.write("study.json", several());
  const model = dir.write("theta.json", { theta: [0, 0, 0, 0, 0, 0], sigma: 9, lambda: 2 });
  const attached = await command(["attach", data, "--study", study, "--model", model, "--out", dir.file("attached.json")]);
  assert.equal(attached.code, 1);
  assert.match(attached.stderr, /\/person must be left out for a model that was trained elsewhere/);
  assert.equal((await publish(several())).code, 0);
  const { code, stdout, stderr } = await command([
    "audit",
    data,
    "--study",
    study,
    "--report",
    dir.file("report.json"),
    "--json",
  ]);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).rows, 120);
});

test("the ledger counts what a person is promised, and says where a total is one row's alone", async () => {
  const ledger = dir.file("ledger.json");
  const options = ["--ledger", ledger];
  const first = await publish(several(), { options });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /now: {4}ε = 1\.5, δ = 0\.00001 \(1 publication\)/);
  assert.doesNotMatch(first.stdout, /for one row/);
  const [entry] = dir.json("ledger.json").entries;
  assert.deepEqual([entry.epsilon, entry.delta, entry.rows], [1.5, 1e-5, 3]);
  const second = await publish(quickStudy({ budget }), { options, out: "second.json" });
  assert.match(second.stdout, /now: {4}ε = 3, δ = 0\.00002 \(2 publications\)/);
  assert.match(second.stdout, /^ {10}for one row: some of them promise nothing to a person with several rows$/m);
  assert.ok(!("rows" in dir.json("ledger.json").entries[1]));
});

test("a limit counts the person's ε, before the data are opened", async () => {
  const options = ["--ledger", dir.file("limited.json"), "--limit", "1"];
  const { code, stderr } = await publish(several(), { options, from: dir.file("not-there.csv") });
  assert.equal(code, 1);
  assert.match(stderr, /beyond the limit ε = 1 with any δ: it adds ε = 1\.5, δ = 0\.00001/);
  const within = await publish(several(), { options: ["--ledger", dir.file("limited.json"), "--limit", "1.5"] });
  assert.equal(within.code, 0, within.stderr);
});

test("a report that promises a person too little is refused", async () => {
  await publish(several());
  const report = dir.json("report.json");
  report.person.epsilon = 0.5;
  const path = dir.write("hostile.json", report);
  const { code, stderr } = await command(["statement", path]);
  assert.equal(code, 1);
  assert.match(stderr, /\/person\/epsilon is 0\.5, but with \/guarantee it is 1\.5 for 3 rows/);
});

test("init says what a column of identifiers may be for, and leaves person out", async () => {
  const { stdout, stderr } = await command(["init", data, "--label", "paid"]);
  assert.ok(!("person" in JSON.parse(stdout)));
  assert.match(
    stderr.replaceAll("\n", " "),
    /If a person can have several rows, such a column says whose they are: "person": \{/,
  );
  const plain = dir.write("plain.csv", csv([header, ...rows(60)]));
  assert.doesNotMatch((await command(["init", plain, "--label", "paid"])).stderr, /several rows/);
});

test("plan: the noise of a row's share of a person's budget", async () => {
  const given = ["plan", "--epsilon", "3", "--delta", "1e-6", "--accountant", "shift", "--lambda", "2"];
  const { code, stdout, stderr } = await command([...given, "--person-rows", "3"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^logistic loss, ε = 1, δ = /);
  const expected = /All of this is about one row: a share of ε = 3, δ = 0\.000001 for a person with up to 3 rows\./;
  assert.match(stdout.replaceAll("\n", " "), expected);
  assert.doesNotMatch((await command(given)).stdout, /one row/);
  const { model } = JSON.parse((await command([...given, "--person-rows", "3", "--json"])).stdout);
  const alone = JSON.parse((await command([...given, "--json"])).stdout);
  assert.ok(model.sigma > 3 * alone.model.sigma);
});
