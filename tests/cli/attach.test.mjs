// expost attach: reports about models that another program trained. The other program is here:
// gradient descent in plain JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, folder } from "./run-expost.mjs";
import { csv, header, quickStudy, rows, study } from "./small-study.mjs";

const dir = folder();
const count = 120;
const data = dir.write("data.csv", csv([header, ...rows(count)]));
const elsewhere = { rowsAtMost: 1000, residual: 1e-6 };
const mechanism = { ...study().mechanism, scales: { model: 6 }, elsewhere };
const studyFile = dir.write("study.json", quickStudy({ mechanism }));
const sigma = 6;
const lambda = 2;

/**
 * Rows as x and y, by report-format.md: constant, number onto [−1, 1], 0/1, one-hot; divided by
 * the norm 2.
 */
const coded = rows(count).map(([age, member, town, paid]) => ({
  x: [
    1,
    -1 + (2 * (Number(age) - 18)) / 72,
    member === "yes" ? 1 : 0,
    ...["north", "south, east", "west"].map((level) => (level === town ? 1 : 0)),
  ].map((value) => value / 2),
  y: paid === "yes" ? 1 : -1,
}));
for (const { x } of coded) {
  const length = Math.hypot(...x);
  if (length > 1) x.forEach((value, i) => (x[i] = value / length));
}

/** ∇J(θ) + b for the logistic loss. */
function gradient(theta, b) {
  const g = theta.map((value, i) => lambda * value + b[i]);
  for (const { x, y } of coded) {
    const t = x.reduce((sum, value, i) => sum + value * theta[i], 0);
    const first = -y / (1 + Math.exp(y * t));
    x.forEach((value, i) => (g[i] += first * value));
  }
  return g;
}

/** θ̂ by gradient descent, with how far it got. The largest curvature is λ + n/4. */
function trained(b) {
  let theta = b.map(() => 0);
  for (let step = 0; step < 4000; step += 1) {
    const g = gradient(theta, b);
    theta = theta.map((value, i) => value - g[i] / (lambda + count / 4));
  }
  return { theta, residual: Math.hypot(...gradient(theta, b)) };
}

// Any numbers of the size of the noise will do for a test.
const b = [4.1, -7.3, 2.2, 9.4, -1.8, -5.0];
const { theta, residual } = trained(b);
assert.ok(residual < elsewhere.residual);
const model = { theta, sigma, lambda };
const attach = (document, ...more) => attachTo(studyFile, document, ...more);
const attachTo = (file, document, ...more) =>
  command(["attach", data, "--study", file, "--model", dir.write("theta.json", document), ...more]);

test("the report holds the model, rounded at random, and expost audit finds no miss in it", async () => {
  // With the accountant that publish takes by itself.
  const usual = dir.write("usual.json", study({ mechanism }));
  const { code, stdout, stderr } = await attachTo(
    usual,
    model,
    "--out",
    dir.file("report.json"),
    "--secrets",
    dir.file("secrets.json"),
  );
  assert.equal(code, 0, stderr);
  assert.match(stdout, /residual of the model as it was stated: 0\.000001/);
  assert.doesNotMatch(stdout, /solver/);
  const report = JSON.parse(dir.read("report.json"));
  const step = report.model.mechanism["x-rounding"];
  report.model.theta.forEach((value, i) => {
    assert.ok(Math.abs(value - theta[i]) < step && Number.isInteger(value / step), `${value} for ${theta[i]}`);
  });
  assert.ok(step > 2 ** -22 && step < 2 ** -13);
  assert.equal(report.model.mechanism["x-noise"], "elsewhere");
  assert.equal(report.model.mechanism.sigma, sigma);
  assert.equal(report.model.mechanism.lambda, lambda);
  assert.equal(report.model.mechanism["x-residual"], elsewhere.residual);
  assert.ok(report.release.gradient["x-grid"] > 0);
  assert.ok(report.guarantee.epsilon > 0);
  assert.equal(report.guarantee.accountant, "joint");
  // The gradient at θ̃ is −b except for the rounding: the rows were coded as above.
  const { gradient: g } = JSON.parse(dir.read("secrets.json"));
  g.forEach((value, i) => assert.ok(Math.abs(value + b[i]) <= step * (lambda + count / 4) * 6, `${value} is not ${-b[i]}`));
  const audited = await command(["audit", data, "--study", usual, "--report", dir.file("report.json"), "--json"]);
  assert.equal(audited.code, 0, audited.stderr);
  assert.equal(JSON.parse(audited.stdout).misses, 0);
});

const numbersIn = (value) =>
  typeof value === "number"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : [];

test("with b the stated residual is checked, and b is not published", async () => {
  const { code, stderr } = await attach({ theta, sigma, lambda, b }, "--out", dir.file("with-b.json"));
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /all the same/);
  // As numbers, not as digits: those of fresh noise may hold any two digits of b.
  const published = numbersIn(JSON.parse(dir.read("with-b.json")));
  for (const value of b) assert.ok(!published.includes(value) && !published.includes(-value), `${value} is published`);
  const other = await attach({ theta, sigma, lambda, b: [...b.slice(0, -1), -5.001] }, "--out", dir.file("other-b.json"));
  assert.equal(other.code, 0, other.stderr);
  assert.match(other.stderr, /gradient and noise at theta have length 0\.001, more than \/mechanism\/elsewhere\/residual/);
});

for (const [what, change] of [
  ["a sigma ten times too small", { sigma: 0.6 }],
  ["a theta of another model", { theta: theta.map((value) => 40 * value) }],
]) {
  test(`${what}: the report is made, and the curator is warned`, async () => {
    const own = dir.write("free.json", quickStudy({ mechanism: { ...study().mechanism, elsewhere } }));
    const { code, stderr } = await attachTo(own, { ...model, ...change }, "--out", dir.file("doubted.json"), "--replace");
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /warning: the model does not fit the data: the gradient .* The report was made all the same: a refusal/,
    );
    assert.doesNotMatch(dir.read("doubted.json"), /doubt|fit the data/);
  });
}

for (const [what, change, expected] of [
  ["a theta that is none", { theta: [1, 2] }, /theta\.json: theta must be an array of 6 finite numbers, but has 2/],
  ["another lambda than the study's", { lambda: 3 }, /theta\.json: lambda must be that of the study's \/mechanism\/lambda/],
  ["another sigma than the study's", { sigma: 7 }, /theta\.json: sigma must be that of the study's \/mechanism\/scales\/model/],
  ["a residual of its own", { residual: 1e-6 }, /theta\.json: .*residual/],
  ["a key that is none", { epsilon: 1 }, /theta\.json: .*epsilon/],
]) {
  test(`${what}: exit 1, one line, nothing written`, async () => {
    const { code, stdout, stderr } = await command([
      ...["attach", data, "--study", studyFile, "--model", dir.write("bad.json", { ...model, ...change })],
      ...["--out", dir.file("never.json")],
    ]);
    assert.equal(code, 1, stderr);
    assert.equal(stdout, "");
    assert.match(stderr.replaceAll("bad.json", "theta.json"), expected);
    assert.equal(stderr.trim().split("\n").length, 1);
    assert.ok(!dir.names().includes("never.json"));
  });
}
