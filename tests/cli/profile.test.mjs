// expost profile: what a training set gives away, row by row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parquetWriteBuffer } from "hyparquet-writer";
import { command, folder, interrupted, isOneLine } from "./run-expost.mjs";
import { csv, header, rows, study } from "./small-study.mjs";

const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(400)]));
const plan = dir.write("study.json", study());
const own = ["--study", plan];
const profile = (...args) => command(["profile", ...args]);
const PRIVATE = "Private: don't publish these numbers, the ranking of the rows or a chart of them.";

const nearestRank = (values, share) => [...values].sort((a, b) => a - b)[Math.max(Math.ceil(share * values.length), 1) - 1];

/** The rows of --out as objects. */
function outRows(text) {
  const [first, ...lines] = text.trimEnd().split("\n");
  assert.equal(first, "privateRow,displacement,typicalLoss");
  return lines.map((line) => {
    const [row, displacement, typical] = line.split(",").map(Number);
    return { row, displacement, typical };
  });
}

test("the document: stamped private, 25 values of ε, and the quantiles of its rows", async () => {
  const { code, stdout, stderr } = await profile(data, ...own, "--out", dir.file("rows.csv"), "--json");
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /as secret as the data, and choosing ε after looking at these rows uses up privacy that ε doesn't count/,
  );
  const found = JSON.parse(stdout);
  assert.equal(found.private, true);
  assert.equal(found.seeded, false);
  assert.equal(found.rows, 400);
  assert.equal(found.dimension, 6);
  // The study's λ and ε.
  assert.equal(found.lambda, 2);
  assert.equal(found.profile.epsilon, 1);
  assert.equal(found.epsilons.length, 25);
  assert.equal(found.epsilons[0], 0.01);
  assert.equal(found.epsilons[24], 10000);
  assert.ok(found.displacementError > 0 && found.displacementError <= 1e-4);
  const lines = outRows(dir.read("rows.csv"));
  assert.deepEqual(
    lines.map(({ row }) => row),
    Array.from({ length: 400 }, (_, i) => i + 1),
  );
  const typical = lines.map((line) => line.typical);
  const { quantiles } = found.profile;
  assert.deepEqual(
    [quantiles.max, quantiles.p99, quantiles.p90, quantiles.median],
    [1, 0.99, 0.9, 0.5].map((share) => nearestRank(typical, share)),
  );
  const furthest = Math.max(...lines.map(({ displacement }) => displacement));
  assert.equal(lines[found.transition.lowRow - 1].displacement, furthest);
  assert.deepEqual([found.top[0].row, found.top[0].displacement], [found.transition.lowRow, furthest]);
  assert.equal(found.top.length, 20);
  // ε_low = 2 s_low/(λ·furthest)
  const low = (2 * found.transition.sLow) / (2 * furthest);
  assert.ok(Math.abs(found.transition.epsilonLow - low) <= 1e-12 * low);
  for (const key of ["max", "p99", "p90", "median", "p10", "min", "mean"]) {
    assert.equal(found.typical[key].length, 25);
    assert.ok(found.typical[key].every((value, k, all) => value > 0 && (k === 0 || value > all[k - 1])));
  }
});

test("for people: what it is for in its first line, the range, the losses and the rows", async () => {
  const { code, stdout } = await profile(data, ...own, "--lambda", "50", "--epsilon", "0.1:1000:5", "--samples", "20");
  assert.equal(code, 0);
  const found = JSON.parse((await profile(data, ...own, "--lambda", "50", "--epsilon", "0.1:1000:5", "--json")).stdout);
  const lines = stdout.split("\n");
  assert.equal(lines[0], PRIVATE);
  assert.match(stdout, /^400 rows, d = 6, λ = 50 \(Λ = 0\.1250\); neighbours: trained without each row, to /m);
  const words = stdout.replaceAll("\n", " ");
  const { epsilonLow, epsilonHigh, lowRow, highRow } = found.transition;
  const range = /Range in which the choice of ε matters: (\S+) to (\S+)\. /.exec(words).slice(1).map(Number);
  assert.ok(Math.abs(range[0] - epsilonLow) <= 1e-3 * epsilonLow && Math.abs(range[1] - epsilonHigh) <= 1e-3 * epsilonHigh);
  assert.ok(words.includes(`row ${lowRow}, which moves the model furthest`));
  assert.ok(words.includes(`row ${highRow}, which moves the model least`));
  // Maximum and 99th percentile come first.
  const head = lines.find((line) => line.startsWith("   ε") || /^ *ε /.test(line));
  assert.match(head, /ε +maximum +99th percentile +90th percentile +median +10th percentile +minimum +mean$/);
  const first = lines[lines.indexOf(head) + 1].trim().split(/ +/).map(Number);
  assert.equal(first[0], 0.1);
  assert.ok(Math.abs(first[1] - found.typical.max[0]) <= 1e-3 * found.typical.max[0]);
  assert.match(stdout, /^sorted, 20 models +\S+ +\S+ +\S+ +\S+$/m);
  assert.ok(lines.some((line) => line.startsWith(`${found.top[0].row} `)));
  // Nothing that isn't 0 is shown as 0.
  assert.doesNotMatch(stdout, /(^| )0\.0+( |$)/m);
});

test("held-out rows: accuracy against ε, in the table and in the document", async () => {
  const test = dir.write("test.csv", csv([[...header, "spare"], ...rows(90).map((row) => [...row, "x"])]));
  const options = [...own, "--lambda", "1", "--held-out", test, "--epsilon", "1e-3:1e6:4"];
  const { code, stdout, stderr } = await profile(data, ...options, "--json", "--seed", "3");
  assert.equal(code, 0, stderr);
  const { accuracy, seeded } = JSON.parse(stdout);
  assert.equal(seeded, true);
  assert.deepEqual([accuracy.measure, accuracy.rows, accuracy.models], ["accuracy", 90, 200]);
  assert.ok(Math.abs(accuracy.mean[3] - accuracy.nonPrivate) < 1e-3);
  assert.ok(Math.abs(accuracy.mean[0] - 0.5) <= 5 * accuracy.standardError[0]);
  const text = (await profile(data, ...options, "--seed", "3")).stdout;
  assert.match(text, /mean +accuracy +±$/m);
  assert.match(text, /accuracy on 90 held-out rows: mean and standard error over 200 models; without noise 0\.\d+/);
  assert.match(text.replaceAll(/\s+/g, " "), /Models were drawn from a seed: an experiment\./);
});

test("a numeric outcome: the error has its unit, one row is one row", async () => {
  const label = { name: "age", kind: "number", minimum: 18, maximum: 90, unit: "years" };
  const features = study().features.filter(({ name }) => name !== "age");
  const mechanism = { name: "objective-perturbation", loss: { name: "pseudo-huber", width: 0.2 }, lambda: 20 };
  const ages = dir.write("ages.json", study({ label, features, mechanism }));
  const lone = dir.write("lone.csv", csv([header, ...rows(1)]));
  const { stdout, stderr } = await profile(data, "--study", ages, "--held-out", lone, "--epsilon", "0.1:1000:5");
  assert.match(stdout, /mean +mean absolute error +±$/m, stderr);
  assert.match(stdout, /mean absolute error, in years, on 1 held-out row: mean and standard error/);
  // Four digits each, also where rounding gains one.
  assert.deepEqual(stdout.match(/^(0\.1|1|10|100|1000)[.\d]*(?= +\S+ +\S+ +\S+ +\S+ +\S+ +\S+ +\S+ +\S+ +\S+$)/gm), [
    ...["0.1000", "1.000", "10.00", "100.0", "1000"],
  ]);
});

test("no row moves the model: no range, and nothing that would be off by 0", async () => {
  const features = ["a", "b"].map((name) => ({ name, kind: "number", minimum: 0, maximum: 1 }));
  const still = dir.write("still.json", study({ features, scaling: { range: [0, 1], norm: 2 } }));
  const zeros = dir.write("zeros.csv", csv([["a", "b", "paid"], ...["yes", "no", "no"].map((paid) => ["0", "0", paid])]));
  const { stdout } = await profile(zeros, "--study", still);
  assert.match(stdout, /^No row moves the model, so no ε makes a difference\.$/m);
  assert.doesNotMatch(stdout, /Worst-case points/);
});

test("identical rows are counted, not singled out; a table that ends before the range says so", async () => {
  const twice = dir.write("twice.csv", csv([header, ...rows(30), ...rows(30)]));
  const words = async (...options) =>
    (await profile(twice, ...own, "--lambda", "5", ...options)).stdout.replaceAll(/\s+/g, " ");
  const all = await words("--epsilon", "1e-3:1e6:3");
  assert.match(all, /which moves the model furthest \(by \S+, as does one other\), decides\./);
  assert.match(all, /which moves the model least \(by \S+, as does one other\), decides\./);
  assert.doesNotMatch(all, /The table goes from/);
  const some = await words("--epsilon", "0.1:5:3");
  assert.match(some, /decides\. The table goes from 0\.1000 to 5\.000 only; --epsilon takes other values\./);
});

test("worst-case neighbours are no nearer", async () => {
  const lengths = async (how) => {
    const { code } = await profile(data, ...own, "--neighbours", how, "--out", dir.file(`${how}.csv`));
    assert.equal(code, 0);
    return outRows(dir.read(`${how}.csv`)).map(({ displacement }) => displacement);
  };
  const exact = await lengths("exact");
  const worst = await lengths("worst-case");
  assert.ok(worst.every((length, i) => length >= exact[i] * (1 - 1e-4)));
  assert.ok(worst.some((length, i) => length > 1.01 * exact[i]));
});

test("Parquet gives the same as CSV; --out - writes the rows to standard output and the text to standard error", async () => {
  const cells = rows(400);
  const parquet = dir.write(
    "data.parquet",
    Buffer.from(
      parquetWriteBuffer({ columnData: header.map((name, j) => ({ name, data: cells.map((row) => row[j]), type: "STRING" })) }),
    ),
  );
  const [a, b] = await Promise.all([data, parquet].map((file) => profile(file, ...own, "--out", "-")));
  assert.equal(a.code, 0);
  assert.equal(outRows(a.stdout).length, 400);
  assert.equal(b.stdout, a.stdout);
  assert.equal(a.stderr.split("\n")[0], PRIVATE);
});

test("SIGINT: the old rows stay, and nothing else is left", async () => {
  const own = folder();
  own.write("rows.csv", "the old rows");
  const args = ["profile", "-", "--study", plan, "--out", own.file("rows.csv"), "--replace"];
  assert.deepEqual(await interrupted(args, dir.read("data.csv"), "SIGINT"), [null, "SIGINT"]);
  assert.equal(own.read("rows.csv"), "the old rows");
  assert.deepEqual(own.names(), ["rows.csv"]);
});

for (const [what, args, expected] of [
  ["a grid of two parts", ["--epsilon", "1:2"], /'1:2' is invalid\. It must be FROM:TO:COUNT, like 1e-2:1e4:25\./],
  ["a grid of words", ["--epsilon", "a:b:c"], /It must be FROM:TO:COUNT/],
  ["an empty part", ["--epsilon", "1::3"], /It must be FROM:TO:COUNT/],
  ["a grid from 0", ["--epsilon", "0:1:3"], /--epsilon FROM:TO:COUNT: FROM must be a number from 1e-100 to 1e100/],
  ["a grid that falls", ["--epsilon", "2:1:3"], /TO must be above FROM/],
  ["one value", ["--epsilon", "1:2:1"], /COUNT must be a whole number from 2 to 1000/],
  ["half a value", ["--epsilon", "1:2:2.5"], /COUNT must be a whole number from 2 to 1000/],
  ["too many values", ["--epsilon", "1:2:1001"], /COUNT must be a whole number from 2 to 1000/],
  ["a grid beyond what the library takes", ["--epsilon", "1e-300:1:2"], /FROM must be a number from 1e-100 to 1e100/],
  ["a grid that ends beyond it", ["--epsilon", "1:1e300:2"], /TO must be a number from 1e-100 to 1e100/],
  [
    "a grid that is too close",
    ["--epsilon", "1:1.0000000000000002:5"],
    /TO must be further above FROM: so many values don't fit between them/,
  ],
  ["λ beyond what the library takes", ["--lambda", "1e-300"], /lambda must be a number from 1e-100 to 1e100/],
  ["λ that rounding swallows", ["--lambda", "1e-90"], /lambda is too small for these data: rounding leaves nothing of it/],
  ["one model", ["--samples", "1"], /one model has no standard error/],
  ["λ below 0", ["--lambda", "-1"], /It must be a number above 0\./],
  ["other neighbours", ["--neighbours", "near"], /Allowed choices are exact, worst-case\./],
  ["two outputs", ["--json", "--out", "-"], /--json and --out - can't both be standard output/],
]) {
  test(`${what}: wrong usage`, async () => {
    const result = await profile(data, ...own, ...args);
    isOneLine(assert, result);
    assert.match(result.stderr, expected);
    assert.equal(result.code, 2);
  });
}

test("without a λ anywhere: wrong usage, and what to give", async () => {
  const open = study();
  open.mechanism.lambda = null;
  const result = await profile(data, "--study", dir.write("open.json", open));
  isOneLine(assert, result);
  assert.match(result.stderr, /λ is needed: give --lambda, or a mechanism\.lambda in the study/);
  assert.equal(result.code, 2);
});

test("options are refused before a row is read", async () => {
  const open = study();
  open.mechanism.lambda = null;
  const bad = dir.write("bad-row.csv", csv([header, ["20", "no", "up", "no"]]));
  const result = await profile(bad, "--study", dir.write("open-again.json", open));
  assert.match(result.stderr, /λ is needed/);
  assert.equal(result.code, 2);
});

test("several classes: a model of softmax, and how long gradients are", async () => {
  const classes = study();
  classes.label = { name: "town", kind: "category", levels: ["up", "mid", "down"] };
  const cells = rows(240);
  const at = header.indexOf(study().label.name);
  const levels = classes.label.levels;
  const file = dir.write(
    "classes.csv",
    csv([
      [...header, "grade"],
      ...cells.map((row, i) => [...row, levels[(row[at] === cells[0][at] ? 0 : 1) + (i % 7 === 0 ? 1 : 0)]]),
    ]),
  );
  classes.label.name = "grade";
  classes.mechanism.loss = { name: "softmax", classes: 3 };
  const plan = dir.write("classes.json", classes);
  const args = [file, "--study", plan, "--lambda", "6", "--held-out", file, "--seed", "1"];
  const text = await profile(...args);
  assert.equal(text.code, 0, text.stderr);
  const words = text.stdout.replaceAll(/\s+/g, " ");
  assert.match(words, /240 rows, d = 18, λ = 6 /);
  // √2, rounded up.
  assert.match(words, /Gradients are no longer than 1\.415; the noise for each ε is made for that\./);
  assert.match(words, /accuracy on 240 held-out rows/);
  assert.match(text.stdout, /^row +moved +typical loss +leverage +‖p − e‖ +‖p − e‖ without it$/m);
  assert.doesNotMatch(text.stdout, /f′/);
  const found = JSON.parse((await profile(...args, "--json")).stdout);
  assert.equal(found.lipschitz, Math.SQRT2);
  assert.equal(found.dimension, 18);
  assert.equal(found.accuracy.measure, "accuracy");
  assert.ok(found.top.every(({ derivative }) => derivative > 0 && derivative <= Math.SQRT2));
  const shown = Number(/Worst-case points would have been off by up to (\S+) times that distance\./.exec(words)[1]);
  assert.ok(shown >= found.worstCaseDeviation && shown <= 1.001 * found.worstCaseDeviation);
});

for (const [what, args, expected] of [
  ["no data", () => [dir.file("absent.csv"), ...own], /absent\.csv: can't be read: there is no such file/],
  ["no study", () => [data, "--study", dir.file("absent.json")], /absent\.json: can't be read/],
  [
    "a bad row",
    () => [dir.write("bad.csv", csv([header, ...rows(5), ["20", "no", "up", "no"]])), ...own],
    /bad\.csv, line 7: row 6, column "town"/,
  ],
  [
    "a bad held-out row",
    () => [data, ...own, "--held-out", dir.write("held.csv", csv([header, ["20", "no", "up", "no"]]))],
    /held\.csv, line 2: row 1, column "town"/,
  ],
  [
    "a held-out file without the columns",
    () => [data, ...own, "--held-out", dir.write("other.csv", "a,b\n1,2\n")],
    /other\.csv: /,
  ],
  [
    "held-out data without rows",
    () => [data, ...own, "--held-out", dir.write("none.csv", csv([header]))],
    /none\.csv: .*no rows/,
  ],
  ["one row", () => [dir.write("one.csv", csv([header, ...rows(1)])), ...own], /one\.csv: /],
]) {
  test(`${what}: exit 1, nothing written`, async () => {
    const result = await profile(...args(), "--out", dir.file("never.csv"));
    isOneLine(assert, result);
    assert.match(result.stderr, expected);
    assert.equal(result.code, 1);
    assert.ok(!dir.names().includes("never.csv"));
  });
}
