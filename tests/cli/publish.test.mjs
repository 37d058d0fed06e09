// expost publish: the report, the secrets, and files that are there completely or not at all.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { command, expost, folder, interrupted, isOneLine, packageDir, startExpost } from "./run-expost.mjs";
import { csv, header, quickStudy, record, rows, study } from "./small-study.mjs";

const { loadReport } = await import(pathToFileURL(join(packageDir, "index.js")));
const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(300)]));
const plan = dir.write("study.json", quickStudy());
const usual = dir.write("usual.json", study());

/** Publishes into a folder of its own. */
function publish(options = [], { studies = [plan], from = data, out = "report.json" } = {}) {
  const own = folder();
  const given = studies.flatMap((path) => ["--study", path]);
  const run = () =>
    command(["publish", from, ...given, "--out", own.file(out), ...options.map((option) => option.replace("@", own.path))]);
  return { own, run };
}

test("the report is one that can be loaded, and what is printed is what is in it", async () => {
  const { own, run } = publish([], { studies: [usual] });
  const { code, stdout, stderr } = await run();
  assert.equal(code, 0, stderr);
  const report = own.json("report.json");
  assert.equal(report.format, "expost-report");
  assert.equal(report.model.theta.length, 6);
  assert.deepEqual(report.guarantee, { epsilon: 1, delta: 1e-6, accountant: "joint" });
  assert.equal(report["x-insecure-seed"], undefined);
  const loaded = await loadReport(own.read("report.json"));
  assert.equal(loaded.summary.kind, "data-dependent");
  assert.ok(loaded.bound(record).total.upper > 0);
  loaded.free();
  assert.match(stdout, /^rows: 300$/m);
  assert.match(stdout, /^values clamped to their range: none$/m);
  assert.match(stdout, /^promise: ε = 1, δ = 0\.000001, accountant joint$/m);
  assert.match(stdout, new RegExp(`^model \\(σ\\) +${report.model.mechanism.sigma}$`, "m"));
  assert.match(stdout, new RegExp(`^gradient \\(σ₂\\) +${report.release.gradient.sigma}$`, "m"));
  assert.match(stdout, new RegExp(`^Hessian \\(σ₃\\) +${report.release.hessian.sigma}$`, "m"));
  assert.equal(stderr, "expost: warning: publish once: making it again adds to everyone's loss\n");
  assert.deepEqual(own.names(), ["report.json"]);
});

test("lists of numbers stay on one line", async () => {
  const { own, run } = publish();
  await run();
  assert.match(own.read("report.json"), /^ {4}"theta": \[[-\d.e]+(, [-\d.e]+){5}\]/m);
});

test("the curator is told what was clamped, filled in and scaled", async () => {
  const changed = quickStudy({ scaling: { range: [-1, 1], norm: 1 } });
  changed.features[1].missing = 50;
  const lines = rows(300);
  lines[3][0] = "130";
  lines[7][0] = "4";
  lines[9][0] = "";
  const { own, run } = publish([], {
    studies: [dir.write("scaled.json", changed)],
    from: dir.write("odd.csv", csv([header, ...lines])),
  });
  const { stdout } = await run();
  assert.match(stdout, /^values clamped to their range: age 2$/m);
  assert.match(stdout, /^blanks filled in: age 1$/m);
  assert.match(stdout, /^records scaled down to length 1: 300$/m);
  // None of it is public.
  assert.doesNotMatch(own.read("report.json"), /clamped|scaled|"rows"/);
});

test("each run has noise of its own, a seed always the same", async () => {
  const made = async (options) => {
    const { own, run } = publish(options);
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
    return { report: own.json("report.json"), stderr };
  };
  const [first, second] = [await made([]), await made([])];
  for (const [i, value] of first.report.model.theta.entries()) assert.notEqual(value, second.report.model.theta[i]);
  assert.notDeepEqual(first.report.release, second.report.release);
  const [seeded, again, other] = [await made(["--seed", "7"]), await made(["--seed", "7"]), await made(["--seed", "8"])];
  assert.deepEqual(seeded.report, again.report);
  assert.notDeepEqual(seeded.report.model.theta, other.report.model.theta);
  assert.ok(seeded.report["x-insecure-seed"]);
  assert.match(seeded.stderr, /^expost: warning: .*seed.*x-insecure-seed/);
});

test("secrets: readable by their owner only, whatever was there before, and not named in the report", async () => {
  const { own, run } = publish(["--secrets", "@/secrets.json", "--replace"]);
  own.write("secrets.json", "old");
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.equal(statSync(own.file("secrets.json")).mode & 0o777, 0o600);
  const secrets = own.json("secrets.json");
  assert.deepEqual(Object.keys(secrets), ["b", "gradient", "hessian", "smallestEigenvalue"]);
  assert.equal(secrets.b.length, 6);
  assert.equal(secrets.hessian.upper.length, 21);
  const report = own.read("report.json");
  assert.doesNotMatch(report, /secret/i);
  for (const value of [...secrets.b, ...secrets.gradient]) assert.ok(!report.includes(String(value)));
  // b = −g up to the residual that the solver certifies.
  secrets.b.forEach((value, i) => assert.ok(Math.abs(value + secrets.gradient[i]) <= 1e-8));
  assert.deepEqual(own.names(), ["report.json", "secrets.json"]);
});

test("secrets: nobody else's to read under any mask, even where a file for everyone is replaced, and never named", async () => {
  const { own, run } = publish(["--secrets", "@/a-telling-name.json", "--replace"]);
  own.write("a-telling-name.json", "old");
  chmodSync(own.file("a-telling-name.json"), 0o644);
  const mask = process.umask(0);
  try {
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
  } finally {
    process.umask(mask);
  }
  assert.equal(statSync(own.file("a-telling-name.json")).mode & 0o777, 0o600);
  assert.equal(own.json("a-telling-name.json").b.length, 6);
  // The mask was that of the run: a file of no secrets has it.
  assert.equal(statSync(own.file("report.json")).mode & 0o777, 0o666);
  const report = own.read("report.json");
  for (const part of ["a-telling-name", "telling", own.path]) assert.ok(!report.includes(part), part);
});

test("secrets: not into a pipe, a device or another user's file, and then nothing is written", async () => {
  const { own, run } = publish(["--secrets", "@/secrets.json"]);
  const path = own.file("secrets.json");
  const refused = async (sentence) => {
    const { code, stdout, stderr } = await run();
    assert.equal(code, 1);
    isOneLine(assert, { stdout, stderr });
    assert.match(stderr, sentence);
    assert.deepEqual(own.names(), ["secrets.json"]);
  };
  // Planted by somebody who reads from it.
  execFileSync("mkfifo", ["-m", "666", path]);
  await refused(/secrets\.json: secrets are written to a file only, and this is none/);
  rmSync(path);
  symlinkSync("/dev/null", path);
  await refused(/secrets are written to a file only/);
  rmSync(path);
  // Only root can give files away.
  if (process.getuid() === 0) {
    own.write("secrets.json", "planted");
    chownSync(path, 12345, 12345);
    await refused(/secrets are written to a new file or one of your own, and this is another user's/);
    assert.equal(own.read("secrets.json"), "planted");
  }
});

test("a later study changes parts of the first", async () => {
  const none = dir.write("none.json", { title: "Changed", budget: { release: "none", shares: null } });
  const { own, run } = publish([], { studies: [plan, none] });
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  const report = own.json("report.json");
  assert.equal(report.title, "Changed");
  assert.equal(report.release, undefined);
  assert.equal(report.guarantee.epsilon, 1);
});

test("- is standard input and standard output", async () => {
  const { code, stdout, stderr } = await expost(["publish", "-", "--study", plan, "--out", "-"], {
    input: dir.read("data.csv"),
  });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).format, "expost-report");
  assert.match(stderr, /^rows: 300$/m);
});

test("what is replaced keeps its permissions, and a link stays a link", async () => {
  const { own, run } = publish(["--replace"], { out: "link.json" });
  own.write("real.json", "old");
  chmodSync(own.file("real.json"), 0o640);
  symlinkSync("real.json", own.file("link.json"));
  assert.equal((await run()).code, 0);
  assert.equal(readlinkSync(own.file("link.json")), "real.json");
  assert.equal(own.json("real.json").format, "expost-report");
  assert.equal(statSync(own.file("real.json")).mode & 0o777, 0o640);
  assert.deepEqual(own.names(), ["link.json", "real.json"]);
});

const unfilled = () => {
  const changed = study();
  changed.features[1].maximum = null;
  return changed;
};
const withBudget = (budget) => study({ budget: { ...study().budget, ...budget } });
const withFeature = (change) => {
  const changed = study();
  Object.assign(changed.features[1], change);
  return changed;
};
const rowsWith = (cells) => csv([header, ...rows(50), cells]);

for (const [what, { text = csv([header, ...rows(50)]), document = study() }, expected] of [
  ["an empty file", { text: "" }, /data\.csv: is empty/],
  [
    "a level that the study doesn't have",
    { text: rowsWith(["20", "no", "up", "no"]) },
    /data\.csv, line 52: row 51, column "town" must be one of/,
  ],
  [
    "text in a number",
    { text: rowsWith(["x", "no", "west", "no"]) },
    /data\.csv, line 52: row 51, column "age" must be a number/,
  ],
  ["a row too short", { text: rowsWith(["20", "no", "west"]) }, /data\.csv: line 52 has 3 fields, but the header has 4/],
  [
    "a missing column",
    {
      text: csv([
        ["age", "member", "paid"],
        ["20", "no", "no"],
      ]),
    },
    /data\.csv: the header must have a column "town"/,
  ],
  ["an unfilled range", { document: unfilled() }, /study\.json: the maximum of "age" .*not filled in/],
  ["a range upside down", { document: withFeature({ minimum: 100 }) }, /study\.json: \/features\/1\/maximum/],
  ["an unknown key", { document: withFeature({ maximun: 5 }) }, /study\.json: \/features\/1\/maximun/],
  ["ε of 0", { document: withBudget({ epsilon: 0 }) }, /study\.json: \/budget\/epsilon/],
  ["δ of 1", { document: withBudget({ delta: 1 }) }, /study\.json: \/budget\/delta/],
  [
    "shares above 1",
    { document: withBudget({ shares: { model: 0.9, gradient: 0.2, hessian: 0.2 } }) },
    /study\.json: \/budget\/shares must add up to 1/,
  ],
  ["a study that is no JSON", { document: '{"title": }' }, /study\.json: is not JSON: line 1, column 11/],
  ["a study that is a list", { document: [] }, /study\.json: /],
]) {
  test(`${what}: exit 1, one line, and the report that was there stays`, async () => {
    const own = folder();
    own.write("data.csv", text);
    own.write("study.json", document);
    own.write("report.json", "the old report");
    own.write("secrets.json", "the old secrets");
    const files = ["--study", own.file("study.json"), "--out", own.file("report.json"), "--secrets", own.file("secrets.json")];
    const result = await command(["publish", own.file("data.csv"), ...files, "--replace"]);
    isOneLine(assert, result);
    assert.match(result.stderr, expected);
    assert.equal(result.code, 1);
    assert.equal(own.read("report.json"), "the old report");
    assert.equal(own.read("secrets.json"), "the old secrets");
    assert.deepEqual(own.names(), ["data.csv", "report.json", "secrets.json", "study.json"]);
  });
}

const oneKind = csv([header, ...rows(50).map(([a, b, c]) => [a, b, c, "no"])]);
for (const [what, text, warning] of [
  ["no rows", csv([header]), /the data has no rows below its header; published all the same, because a refusal/],
  ["one kind of label", oneKind, /the column paid holds only "no"; published all the same, because a refusal would give/],
]) {
  test(`${what}: published like any other data, and told to the curator alone`, async () => {
    const own = folder();
    own.write("data.csv", text);
    own.write("others.csv", csv([header, ...rows(50)]));
    const made = async (data, out) => {
      const result = await command(["publish", own.file(data), "--study", plan, "--out", own.file(out)]);
      assert.equal(result.code, 0, result.stderr);
      const report = JSON.parse(own.read(out));
      delete report.model.theta;
      delete report.release;
      return { report, stderr: result.stderr };
    };
    const found = await made("data.csv", "report.json");
    assert.match(found.stderr, warning);
    const other = await made("others.csv", "other.json");
    assert.doesNotMatch(other.stderr, /all the same/);
    assert.deepEqual(found.report, other.report);
  });
}

test("an output that can't be written is refused before anything is read", async () => {
  // Standard input stays open: a command that read it would not end by itself.
  const refused = async (out, expected) => {
    const child = startExpost(["publish", "-", "--study", plan, "--out", out], { timeout: 60_000 });
    let stderr = "";
    child.stderr.on("data", (piece) => (stderr += piece));
    const [code] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
    assert.equal(code, 1);
    assert.match(stderr, expected);
    assert.match(stderr, /^expost: [^\n]+\n$/);
  };
  mkdirSync(dir.file("folder"));
  await refused(dir.file("folder"), /folder: can't be written: it is a folder/);
  await refused(join(dir.path, "absent", "r.json"), /r\.json: can't be written: its folder is not there/);
  await refused(join(data, "r.json"), /r\.json: can't be written/);
});

test(
  "a full disk: exit 1, and neither file is there",
  { skip: process.platform !== "linux" && "needs /dev/full" },
  async () => {
    const own = folder();
    const result = await command([
      "publish",
      data,
      "--study",
      plan,
      "--out",
      "/dev/full",
      "--secrets",
      own.file("secrets.json"),
    ]);
    isOneLine(assert, result);
    assert.match(result.stderr, /\/dev\/full: can't be written: the disk is full/);
    assert.equal(result.code, 1);
    assert.deepEqual(own.names(), []);
  },
);

for (const signal of ["SIGINT", "SIGTERM"]) {
  test(`${signal} while reading: the old report stays, and nothing else is left`, async () => {
    const own = folder();
    own.write("report.json", "the old report");
    const args = ["publish", "-", "--study", plan, "--out", own.file("report.json"), "--replace"];
    assert.deepEqual(await interrupted(args, dir.read("data.csv"), signal), [null, signal]);
    assert.equal(own.read("report.json"), "the old report");
    assert.deepEqual(own.names(), ["report.json"]);
  });
}
