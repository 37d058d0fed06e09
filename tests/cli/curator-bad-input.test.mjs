// Mistakes in a curator's input: one clear sentence and nothing written; and odd input
// that is no error, where the result has to be right.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { bundledFile } from "./bundled-file.mjs";
import { command, expost, folder, inThread, isOneLine, startExpost } from "./run-expost.mjs";
import { csv, header, quickStudy, rows, study } from "./small-study.mjs";

const isRoot = process.getuid?.() === 0;

/** A folder with data.csv and study.json, and a publish from them. */
function curator({ text = csv([header, ...rows(60)]), document = study() } = {}) {
  const own = folder();
  own.write("data.csv", text);
  own.write("study.json", document);
  const publish = (out = own.file("report.json"), { run = command } = {}) =>
    run(["publish", own.file("data.csv"), "--study", own.file("study.json"), "--out", out]);
  return { own, publish };
}

async function refused({ own, publish }, message) {
  const result = await publish();
  isOneLine(assert, result);
  assert.match(result.stderr, message);
  assert.equal(result.code, 1);
  assert.deepEqual(own.names(), ["data.csv", "study.json"]);
}

const withFeature = (index, change) => {
  const changed = study();
  Object.assign(changed.features[index], change);
  return changed;
};
const withBudget = (change) => study({ budget: { ...study().budget, ...change } });
const withLine = (...cells) => csv([header, ...rows(50), cells]);

for (const [what, input, message] of [
  ["an empty file", { text: "" }, /data\.csv: is empty; a header line/],
  ["a file of blanks", { text: " \n\n" }, /data\.csv: is empty; a header line/],
  [
    "a column twice",
    { text: csv([[...header, "age"], ...rows(9).map((cells) => [...cells, "20"])]) },
    /data\.csv: the header has the column "age" twice/,
  ],
  [
    "the label twice",
    { text: csv([[...header, "paid"], ...rows(9).map((cells) => [...cells, "no"])]) },
    /data\.csv: the header has the column "paid" twice/,
  ],
  [
    "missing columns",
    { text: csv([["age", "paid"], ...rows(9).map(([age, , , paid]) => [age, paid])]) },
    /data\.csv: the header must have columns "member", "town", but has "age" and "paid"/,
  ],
  [
    "a level that is not in the study",
    { text: withLine("20", "no", "up", "no") },
    /data\.csv, line 52: row 51, column "town" must be one of "north", "south, east" or "west", but is "up"/,
  ],
  [
    "a label that is not in the study",
    { text: withLine("20", "no", "west", "Never") },
    /data\.csv, line 52: row 51, column "paid" must be one of "no" or "yes", but is "Never"/,
  ],
  [
    "text in a number",
    { text: withLine("old", "no", "west", "no") },
    /data\.csv, line 52: row 51, column "age" must be a number, like 45 or 0\.5, but is "old"/,
  ],
  ...["NaN", "nan", "Infinity", "-inf", "1e309", "-1e400", "0x10"].map((number) => [
    `${number} for a number`,
    { text: withLine(number, "no", "west", "no") },
    /data\.csv, line 52: row 51, column "age" must be a (finite )?number, .*but is "/,
  ]),
  [
    "a range of one point",
    { document: withFeature(1, { minimum: 90 }) },
    /study\.json: \/features\/1\/maximum must be a number above the minimum, 90, but is 90/,
  ],
  [
    "a range upside down",
    { document: withFeature(1, { minimum: 91 }) },
    /study\.json: \/features\/1\/maximum must be a number above the minimum, 91, but is 90/,
  ],
  [
    "an infinite range",
    { document: withFeature(1, { minimum: "-Infinity" }) },
    /study\.json: \/features\/1\/minimum must be a/,
  ],
  [
    "a range beyond doubles",
    { document: JSON.stringify(study()).replace("90", "1e309") },
    /study\.json: \/features\/1\/maximum must/,
  ],
  ["ε of 0", { document: withBudget({ epsilon: 0 }) }, /study\.json: \/budget\/epsilon must be/],
  ["ε below 0", { document: withBudget({ epsilon: -1 }) }, /study\.json: \/budget\/epsilon must be/],
  ["δ of 0", { document: withBudget({ delta: 0 }) }, /study\.json: \/budget\/delta must be/],
  ["δ of 1", { document: withBudget({ delta: 1 }) }, /study\.json: \/budget\/delta must be/],
  ["δ above 1", { document: withBudget({ delta: 1.5 }) }, /study\.json: \/budget\/delta must be/],
  [
    "shares below 1",
    { document: withBudget({ shares: { model: 0.5, gradient: 0.25, hessian: 0.2 } }) },
    /study\.json: \/budget\/shares must add up to 1, but the sum is 0\.95/,
  ],
  [
    "shares above 1",
    { document: withBudget({ shares: { model: 0.9, gradient: 0.2, hessian: 0.2 } }) },
    /study\.json: \/budget\/shares must add up to 1, but the sum is 1\.3/,
  ],
  [
    "a share of 0",
    { document: withBudget({ shares: { model: 0.9, gradient: 0.1, hessian: 0 } }) },
    /study\.json: \/budget\/shares\/\w+ must be a share above 0/,
  ],
]) {
  test(`${what}: exit 1, one line, nothing written`, () => refused(curator(input), message));
}

/** A number label takes a loss without classes, so that one row is data, too. */
const numeric = (changes = {}) =>
  study({
    label: { name: "paid", kind: "number", minimum: 0, maximum: 1 },
    mechanism: { name: "objective-perturbation", loss: { name: "pseudo-huber", width: 0.5 }, lambda: null },
    ...changes,
  });
const asNumbers = (lines) => lines.map((cells) => [...cells.slice(0, 3), cells[3] === "yes" ? "1" : "0"]);
const wideNames = Array.from({ length: 40 }, (_, j) => `f${j}`);

for (const [what, input] of [
  [
    "features that are all the same in every row",
    { text: csv([header, ...rows(60).map(([, , , paid]) => ["30", "no", "west", paid])]) },
  ],
  ["one row", { text: csv([header, ...asNumbers(rows(1))]), document: numeric() }],
  ["two rows, one of each class", { text: csv([header, ["20", "no", "west", "no"], ["70", "yes", "north", "yes"]]) }],
  [
    "more coordinates than rows",
    {
      text: csv([
        [...wideNames, "paid"],
        ...rows(12).map(([age, , , paid], i) => [
          ...wideNames.map((_, j) => String((Number(age) * (j + 3) * (i + 1)) % 91)),
          paid,
        ]),
      ]),
      document: study({
        features: wideNames.map((name) => ({ name, kind: "number", minimum: 0, maximum: 90 })),
        scaling: { range: [-1, 1], norm: Math.sqrt(wideNames.length) },
      }),
    },
  ],
  [
    "classes that a line separates perfectly",
    { text: csv([header, ...rows(60).map(([age, member, town]) => [age, member, town, Number(age) > 50 ? "yes" : "no"])]) },
  ],
]) {
  for (const release of ["none", "gradient+hessian", "adaptive"]) {
    test(`${what}, release ${release}: a report with finite numbers, and an audit without a miss`, async () => {
      const shares = { model: 0.4, gradient: 0.2, hessian: 0.2, smallestEigenvalue: 0.2 };
      if (release !== "adaptive") Object.assign(shares, { model: 0.6, smallestEigenvalue: undefined });
      const budget = { ...quickStudy().budget, release, shares: release === "none" ? undefined : shares };
      const { own, publish } = curator({ ...input, document: { ...(input.document ?? study()), budget } });
      const made = await publish();
      assert.equal(made.code, 0, made.stderr);
      const numbers = [];
      const collect = (value) => {
        if (typeof value === "number") numbers.push(value);
        else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
        else assert.notEqual(value, null);
      };
      collect(own.json("report.json"));
      assert.ok(numbers.length > 5 && numbers.every(Number.isFinite));
      const audited = await command([
        ...["audit", own.file("data.csv"), "--study", own.file("study.json")],
        ...["--report", own.file("report.json"), "--out", own.file("rows.csv"), "--json"],
      ]);
      assert.equal(audited.code, 0, audited.stderr);
      const summary = JSON.parse(audited.stdout);
      assert.equal(summary.misses, 0);
      const lines = own.read("rows.csv").trimEnd().split("\n").slice(1);
      assert.equal(lines.length, summary.rows);
      for (const line of lines) {
        const [, exact, upper, lower] = line.split(",").map(Number);
        assert.ok(Number.isFinite(exact) && lower <= Math.abs(exact) && Math.abs(exact) <= upper, line);
        // An upper bound of 0 for a row that was used would be a bound for somebody whose record
        // does not matter.
        assert.ok(upper > 0, line);
      }
    });
  }
}

test(
  "a full disk: exit 1, one line, the old report stays and no other file",
  { skip: !isRoot && "needs root, to mount" },
  async (t) => {
    const { own } = curator({ document: quickStudy() });
    const small = folder();
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", small.path]).status !== 0) {
      t.skip("a file system can't be mounted here");
      return;
    }
    try {
      small.write("report.json", "the old report");
      writeFileSync(small.file("filler"), Buffer.alloc(8192));
      const result = await command([
        ...["publish", own.file("data.csv"), "--study", own.file("study.json")],
        ...["--out", small.file("report.json"), "--secrets", small.file("secrets.json"), "--replace"],
      ]);
      isOneLine(assert, result);
      assert.match(result.stderr, /(report|secrets)\.json: can't be written: the disk is full/);
      assert.equal(result.code, 1);
      assert.equal(small.read("report.json"), "the old report");
      assert.deepEqual(small.names(), ["filler", "report.json"]);
    } finally {
      spawnSync("umount", [small.path]);
    }
  },
);

test("a read-only file system: exit 1 before anything is read", { skip: !isRoot && "needs root, to mount" }, async (t) => {
  const { publish } = curator();
  const place = folder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", place.path]).status !== 0) {
    t.skip("a file system can't be mounted here");
    return;
  }
  try {
    const result = await publish(place.file("report.json"));
    isOneLine(assert, result);
    assert.match(result.stderr, /report\.json: can't be written: the file system is read-only/);
    assert.equal(result.code, 1);
  } finally {
    spawnSync("umount", [place.path]);
  }
});

test("a folder and a file without permission to write", { skip: isRoot && "root may write everywhere" }, async () => {
  const { own, publish } = curator();
  mkdirSync(own.file("folder"), { mode: 0o555 });
  own.write("report.json", "the old report");
  chmodSync(own.file("report.json"), 0o444);
  for (const out of [own.file("folder/report.json"), own.file("report.json")]) {
    const result = await publish(out);
    isOneLine(assert, result);
    assert.match(result.stderr, /report\.json: can't be written: permission denied/);
    assert.equal(result.code, 1);
  }
  assert.equal(own.read("report.json"), "the old report");
});

const dir = folder();
const module = await bundledFile("input/table.js", dir);
const { withTable } = await import(module);

/**
 * Reads a file to which `change` happens at its 5000th row, and returns how many rows came, how
 * many of them were short, and the error; for `inThread`.
 */
async function readWhile(address, path, change, large) {
  const [{ withTable }, files] = [await import(address), await import("node:fs")];
  // eslint-disable-next-line no-new-func -- a function reaches a thread as its text only
  const changed = new Function(`return ${change}`)();
  let seen = 0;
  let short = 0;
  try {
    await withTable(path, {}, async ({ rows: streamed }) => {
      for await (const block of streamed)
        for (const row of block.rows()) {
          if (row.length !== 4) short += 1;
          if ((seen += 1) === 5000) changed(files, path, large);
        }
    });
    return { seen, short };
  } catch (error) {
    return { seen, short, error: String(error) };
  }
}

// Large enough that much of it is not read yet when the first row is.
const large = csv([header, ...rows(30_000)]);
for (const [what, change] of [
  [
    "replaced by another file",
    (files, path, text) => (files.writeFileSync(`${path}.new`, text), files.renameSync(`${path}.new`, path)),
  ],
  ["cut", (files, path) => files.truncateSync(path, 450_000)],
  ["grown", (files, path) => files.appendFileSync(path, "20,no,west,no\n")],
  ["written over in place", (files, path, text) => (files.writeFileSync(path, text), files.utimesSync(path, 1, 1))],
  ["written over by what is no table", (files, path, text) => files.writeFileSync(path, `"${"x".repeat(text.length - 1)}`)],
]) {
  test(`a file that is ${what} while it is read: one sentence says so`, async () => {
    const path = dir.write("changing.csv", large);
    const { seen, short, error } = await inThread(readWhile, module, path, String(change), large);
    assert.match(
      error,
      /^Error: .*changing\.csv: was changed while it was being read; run the command again when nothing writes to it$/,
    );
    assert.equal(short, 0);
    assert.ok(seen >= 5000);
  });
}

test("publish: a file that grows all the while is refused, and nothing is written", async () => {
  const { own, publish } = curator({ text: csv([header, ...rows(30_000)]) });
  const data = own.file("data.csv");
  let done = false;
  // In a process of its own, so that it reads while this one writes.
  const result = publish(undefined, { run: expost }).finally(() => (done = true));
  while (!done) {
    appendFileSync(data, "20,no,west,no\n");
    await pause(5);
  }
  isOneLine(assert, await result);
  assert.match((await result).stderr, /data\.csv: was changed while it was being read/);
  assert.equal((await result).code, 1);
  assert.deepEqual(own.names(), ["data.csv", "study.json"]);
});

test("what is changed after it was read is no error", async () => {
  const path = dir.write("calm.csv", csv([header, ...rows(20)]));
  const count = await withTable(path, {}, async ({ rows: streamed }) => {
    let seen = 0;
    for await (const block of streamed) seen += block.rows().length;
    appendFileSync(path, "1");
    return seen;
  });
  assert.equal(count, 20);
});

test("Ctrl-C at any moment: ended by the signal, the old report stays, and no other file is left", async () => {
  const text = csv([header, ...rows(12_000)]);
  const { own } = curator({ text, document: quickStudy() });
  const run = () =>
    startExpost([
      ...["publish", own.file("data.csv"), "--study", own.file("study.json")],
      ...["--out", own.file("report.json"), "--secrets", own.file("secrets.json"), "--replace"],
    ]);
  const ended = (child) => new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  const start = performance.now();
  const [whole] = await ended(run());
  const duration = performance.now() - start;
  assert.equal(whole, 0);
  let interrupted = 0;
  for (const share of [0.02, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.99]) {
    own.write("report.json", "the old report");
    own.write("secrets.json", "the old secrets");
    const child = run();
    const closed = ended(child);
    await pause(duration * share);
    child.kill("SIGINT");
    const [code, signal] = await closed;
    assert.deepEqual(own.names(), ["data.csv", "report.json", "secrets.json", "study.json"], `at ${share}`);
    if (signal === null) {
      // Faster this time: it was done.
      assert.equal(code, 0);
      assert.equal(own.json("report.json").format, "expost-report");
      continue;
    }
    interrupted += 1;
    assert.equal(signal, "SIGINT");
    assert.equal(code, null);
    const reportIsOld = own.read("report.json") === "the old report";
    const secretsAreOld = own.read("secrets.json") === "the old secrets";
    // Files are renamed one after the other; each is whole.
    if (!reportIsOld) assert.equal(own.json("report.json").format, "expost-report");
    if (!secretsAreOld) assert.ok(own.json("secrets.json").b.length > 0);
  }
  assert.ok(interrupted >= 5, `only ${interrupted} runs were interrupted`);
});
