// expost audit: exact losses next to bounds.
import assert from "node:assert/strict";
import { chmodSync, statSync } from "node:fs";
import { before, test } from "node:test";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { matches, shapes } from "./shapes.mjs";
import { csv, header, quickStudy, rows } from "./small-study.mjs";

const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(400)]));
const plan = dir.write("study.json", quickStudy());
const report = dir.file("report.json");
const own = ["--study", plan, "--report", report];

before(async () => {
  const { code, stderr } = await command([
    "publish",
    data,
    "--study",
    plan,
    "--out",
    report,
    "--secrets",
    dir.file("secrets.json"),
    "--seed",
    "3",
  ]);
  assert.equal(code, 0, stderr);
});

const audit = (...args) => command(["audit", ...args]);
const nearestRank = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1];

/** The rows of --out as objects. */
function outRows(text) {
  const [first, ...lines] = text.trimEnd().split("\n");
  assert.equal(first, "row,exact,upper,lower,ratio,redberg2021Upper,redberg2021Ratio");
  return lines.map((line) => {
    const [row, exact, upper, lower, ratio] = line.split(",").map(Number);
    return { row, exact, upper, lower, ratio };
  });
}

test("the document: shape, no misses, and the quantiles of its rows", async () => {
  const { code, stdout, stderr } = await audit(data, ...own, "--out", dir.file("rows.csv"), "--replace", "--json");
  assert.equal(code, 0);
  assert.match(stderr, /as secret as the data/);
  const found = JSON.parse(stdout);
  matches(shapes.audit, found);
  assert.equal(found.rows, 400);
  assert.equal(found.misses, 0);
  assert.equal(found.failureProbability, 1e-6);
  const lines = outRows(dir.read("rows.csv"));
  assert.deepEqual(
    lines.map(({ row }) => row),
    Array.from({ length: 400 }, (_, i) => i + 1),
  );
  const exact = lines.map((line) => Math.abs(line.exact));
  for (const [name, values] of [
    ["exact", exact],
    ["sharp bound", lines.map(({ upper }) => upper)],
    ["sharp ratio", lines.map(({ ratio }) => ratio)],
  ]) {
    const three = { median: nearestRank(values, 0.5), p99: nearestRank(values, 0.99), max: Math.max(...values) };
    assert.deepEqual(
      name === "exact" ? found.exact : name === "sharp bound" ? found.bound.sharp : found.ratio.sharp,
      three,
      name,
    );
  }
  for (const { exact: loss, upper, lower, ratio } of lines) {
    assert.ok(Math.abs(loss) <= upper && Math.abs(loss) >= lower);
    assert.equal(ratio, upper / Math.abs(loss));
  }
  // Signed losses: the noise hides some rows and shows others.
  assert.ok(lines.some(({ exact: loss }) => loss < 0) && lines.some(({ exact: loss }) => loss > 0));
});

test("rows are as secret as the data: the file is its owner's alone, whatever was there", async () => {
  dir.write("rows.csv", "old");
  chmodSync(dir.file("rows.csv"), 0o644);
  const { code, stderr } = await audit(data, ...own, "--out", dir.file("rows.csv"), "--replace");
  assert.equal(code, 0, stderr);
  assert.equal(statSync(dir.file("rows.csv")).mode & 0o777, 0o600);
});

test("exact losses are those of section 2, worked out from the secrets", async () => {
  // L = −log(1 − f''μ) + q²/2 − c with μ = xᵀH⁻¹x, c = f'·gᵀx/σ², from the unrounded g and H and
  // the published θ̂.
  await audit(data, ...own, "--out", dir.file("rows.csv"), "--replace");
  const exact = outRows(dir.read("rows.csv"));
  const { gradient, hessian } = dir.json("secrets.json");
  const { model } = dir.json("report.json");
  const d = model.theta.length;
  const { Matrix, CholeskyDecomposition } = await import("ml-matrix");
  const h = Matrix.zeros(d, d);
  let next = 0;
  for (let i = 0; i < d; i += 1) {
    for (let j = i; j < d; j += 1) {
      h.set(i, j, hessian.upper[next]);
      h.set(j, i, hessian.upper[next]);
      next += 1;
    }
  }
  const solver = new CholeskyDecomposition(h);
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const { sigma } = model.mechanism;
  for (const i of [0, 1, 2, 57, 200, 399]) {
    const [age, member, town, paid] = rows(400)[i];
    const levels = ["north", "south, east", "west"];
    // As the study says: range [-1, 1], everything divided by 2.
    const x = [1, ((age - 18) / 72) * 2 - 1, member === "yes" ? 1 : 0, ...levels.map((level) => (level === town ? 1 : 0))].map(
      (value) => value / 2,
    );
    const y = paid === "yes" ? 1 : -1;
    const t = dot(x, model.theta);
    const first = -y / (1 + Math.exp(y * t));
    const second = 1 / ((1 + Math.exp(t)) * (1 + Math.exp(-t)));
    const leverage = dot(x, solver.solve(Matrix.columnVector(x)).to1DArray());
    const loss =
      -Math.log1p(-second * leverage) + (first ** 2 * dot(x, x)) / (2 * sigma ** 2) - (first * dot(gradient, x)) / sigma ** 2;
    assert.ok(Math.abs(loss - exact[i].exact) <= 1e-9 * Math.abs(loss) + 1e-12, `row ${i + 1}: ${loss}, ${exact[i].exact}`);
  }
});

test("bounds are those of expost bound for a member", async () => {
  await audit(data, ...own, "--out", dir.file("rows.csv"), "--replace");
  const lines = outRows(dir.read("rows.csv"));
  const { stdout } = await command(["bound", report, "--csv", data, "--member", "in"]);
  const bounds = stdout.trimEnd().split("\n").slice(1);
  bounds.forEach((line, i) => {
    const [row, lower, upper] = line.split(",").map(Number);
    assert.deepEqual({ row, lower, upper }, { row: lines[i].row, lower: lines[i].lower, upper: lines[i].upper });
  });
});

test("for people: the table of section 8, bounds rounded up", async () => {
  const { code, stdout } = await audit(data, ...own);
  assert.equal(code, 0);
  const found = JSON.parse((await audit(data, ...own, "--json")).stdout);
  const shown = (name) => new RegExp(`^${name} +(\\S+) +(\\S+) +(\\S+)$`, "m").exec(stdout).slice(1).map(Number);
  const above = (values, { median, p99, max }) =>
    [max, p99, median].forEach((value, i) =>
      assert.ok(values[i] >= value && values[i] <= value * 1.001, `${values[i]} for ${value}`),
    );
  above(shown("bound, sharp"), found.bound.sharp);
  above(shown("bound / exact, sharp"), found.ratio.sharp);
  assert.match(stdout, /^bound, redberg2021 +∞ +∞ +∞$/m);
  assert.match(stdout, /^misses: 0 of 400 rows \(sharp\), 0 of 400 \(redberg2021\), at failure probability 0\.000001 a row$/m);
});

test("a larger failure probability tightens the bounds", async () => {
  const usual = JSON.parse((await audit(data, ...own, "--json")).stdout);
  const loose = JSON.parse((await audit(data, ...own, "--json", "--failure-probability", "0.05")).stdout);
  assert.equal(loose.failureProbability, 0.05);
  assert.ok(loose.bound.sharp.median < usual.bound.sharp.median);
  assert.deepEqual(loose.exact, usual.exact);
});

test("--out - writes the rows to standard output and the table to standard error", async () => {
  const { code, stdout, stderr } = await audit(data, ...own, "--out", "-");
  assert.equal(code, 0);
  assert.equal(outRows(stdout).length, 400);
  assert.match(stderr, /^misses: 0 of 400/m);
});

test("a report of another study: exit 1, naming the report", async () => {
  const other = quickStudy();
  other.features[1].maximum = 95;
  const result = await audit(data, "--study", dir.write("other.json", other), "--report", report);
  isOneLine(assert, result);
  assert.match(result.stderr, /report\.json: .*not made from this study/);
  assert.equal(result.code, 1);
});

for (const [what, args, expected] of [
  ["no data", () => [dir.file("absent.csv"), ...own], /absent\.csv: can't be read: there is no such file/],
  ["no study", () => [data, "--study", dir.file("absent.json"), "--report", report], /absent\.json: can't be read/],
  ["a report that is none", () => [data, "--study", plan, "--report", plan], /study\.json: /],
  [
    "a bad row",
    () => [dir.write("bad.csv", csv([header, ...rows(5), ["20", "no", "up", "no"]])), ...own],
    /bad\.csv, line 7: row 6, column "town"/,
  ],
]) {
  test(`${what}: exit 1, nothing written`, async () => {
    const rowsFile = dir.file("never.csv");
    const result = await audit(...args(), "--out", rowsFile, "--replace");
    isOneLine(assert, result);
    assert.match(result.stderr, expected);
    assert.equal(result.code, 1);
    assert.ok(!dir.names().includes("never.csv"));
  });
}
