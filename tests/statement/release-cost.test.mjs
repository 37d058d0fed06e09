// The plain-language report asks the core about the largest cost of the releases. And that a
// page can use it.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { short as shortened, upwardPower } from "../../wording/figures.js";
import { packageDir, root } from "../cli/run-expost.mjs";

const { goeQuantile, loadReport } = await import(pathToFileURL(join(packageDir, "index.js")));

// Always the same numbers between −1 and 1.
function numbers(seed) {
  let state = seed;
  return () => ((state = (state * 48271) % 2147483647) / 2147483647) * 2 - 1;
}

const report = (loss, theta, [gradient, hessian, eigenvalue]) => {
  const d = theta.length;
  return {
    ...{ format: "expost-report", version: 1, title: "Made up", published: "2026-03-01", unit: "one person, one row" },
    model: { loss, mechanism: { name: "objective-perturbation", noise: "gaussian", sigma: 3, lambda: 1 }, theta },
    release: {
      ...(gradient === null ? {} : { gradient: { sigma: gradient, values: theta.map(() => 0) } }),
      hessian: { sigma: hessian, upper: Array.from({ length: (d * (d + 1)) / 2 }, () => 1) },
      ...(eigenvalue === undefined ? {} : { smallestEigenvalue: { sigma: eigenvalue, value: 2 } }),
    },
    failureProbability: 1e-6,
  };
};

/** A record of length 1 with xᵀθ̂ = t, in two or more coordinates. */
function recordAt(theta, t) {
  const reach = Math.hypot(...theta);
  const unit = reach > 0 ? theta.map((value) => value / reach) : theta.map((_, index) => (index === 0 ? 1 : 0));
  const along = reach > 0 ? Math.max(-1, Math.min(1, t / reach)) : 0;
  const least = unit.reduce((best, value, index) => (Math.abs(value) < Math.abs(unit[best]) ? index : best), 0);
  const across = unit.map((value, index) => (index === least ? 1 : 0) - unit[least] * value);
  const length = Math.hypot(...across);
  return unit.map((value, index) => along * value + (Math.sqrt(1 - along ** 2) * across[index]) / length);
}

const logistic = { name: "logistic" };
const huber = { name: "pseudo-huber", width: 0.5 };
const squared = { name: "squared" };
const short = [0.3, -0.4];
const long = [3, 4, 0];

for (const [what, document] of [
  ["logistic, the end of the range", report(logistic, short, [2, 2])],
  ["logistic, inside the range", report(logistic, long, [50, 1, 0.7])],
  ["logistic, the inner point out of reach", report(logistic, [0.001, 0], [50, 1])],
  ["logistic, the far end above an inner point", report(logistic, [8, 6], [3, 1])],
  ["logistic, one coordinate", report(logistic, [-5], [50, 1])],
  ["logistic, a model of zeros", report(logistic, [0, 0], [2, 2])],
  ["pseudo-Huber, curvature", report(huber, short, [50, 1])],
  ["pseudo-Huber, gradient", report(huber, short, [0.4, 9, 9])],
  ["squared", report(squared, short, [2, 3, 1])],
  ["logistic, the Hessian alone", report(logistic, long, [null, 0.5])],
  ["pseudo-Huber, the Hessian alone", report(huber, short, [null, 2])],
  ["squared, the Hessian alone", report(squared, short, [null, 2])],
]) {
  test(`${what}: no record costs more, and one costs as much`, async () => {
    const loaded = await loadReport(document);
    const worst = loaded.releaseCost();
    const { theta } = document.model;
    const draw = numbers(7);
    let found = 0;
    const cost = (x, y) => loaded.bound({ x, y }).releaseCost.expost;
    for (let i = 0; i < 3000; i += 1) {
      // Records along θ̂ at every t, and others anywhere in the ball.
      const x = i % 2 === 0 && theta.length > 1 ? recordAt(theta, (i / 1500 - 1) * Math.hypot(...theta)) : theta.map(draw);
      const norm = Math.max(1, Math.hypot(...x));
      const y = document.model.loss.name === "logistic" ? Math.sign(draw()) || 1 : [1, -1, 0, draw()][i % 4];
      found = Math.max(
        found,
        cost(
          x.map((value) => value / norm),
          y,
        ),
      );
    }
    assert.ok(found <= worst.expost * (1 + 1e-12), `${found} > ${worst.expost}`);
    if (theta.length > 1) assert.ok(found >= worst.expost * (1 - 1e-4), `${found} is far below ${worst.expost}`);
    loaded.free();
  });
}

test("the cost is m²/2 + m z of section 6, at the shift worked out by hand", async () => {
  // Squared loss, θ̂ = (0.3, −0.4): |f'| ≤ 1 + ‖θ̂‖ = 1.5, f'' = 1.
  const document = report(squared, short, [2, 3, 1]);
  const loaded = await loadReport(document);
  const { expost, failureProbability } = loaded.releaseCost();
  loaded.free();
  const m = Math.sqrt((1.5 / 2) ** 2 + 1 / (2 * 3 ** 2) + 1);
  // In one dimension the noise (Z + Zᵀ)/√2 is normal with variance 2.
  const z = (await goeQuantile(1, 0.5e-6)) / Math.SQRT2;
  assert.ok(Math.abs(expost - (m ** 2 / 2 + m * z)) <= 1e-9, `${expost}`);
  assert.equal(failureProbability, 1e-6);
});

/** x of length 1, the same ones every time. */
function unitVectors(length, count) {
  const draw = numbers(11);
  return Array.from({ length: count }, () => {
    const x = Array.from({ length }, draw);
    const norm = Math.hypot(...x);
    return x.map((value) => value / norm);
  });
}

test("softmax: no record costs more than the statement's limit, and some record nearly as much", async () => {
  const theta = [0.9, -0.4, 0.2, 0.1, -0.8, 0.6];
  for (const scales of [
    [2, 2],
    [9, 0.5, 0.7],
  ]) {
    const document = report({ name: "softmax", classes: 3 }, theta, scales);
    const loaded = await loadReport(document);
    const { expost, attained } = loaded.releaseCost();
    let found = 0;
    for (const x of unitVectors(2, 300))
      for (const y of [0, 1, 2]) found = Math.max(found, loaded.bound({ x, y }).releaseCost.expost);
    loaded.free();
    assert.ok(found <= expost, `${found} > ${expost}`);
    assert.ok(found >= 0.6 * expost, `${found} is far below ${expost}`);
    assert.equal(attained, false);
  }
});

test("nothing but the model released: no cost to state", async () => {
  const { release: _, ...document } = report(logistic, short, [1, 1]);
  const loaded = await loadReport(document);
  assert.equal(loaded.releaseCost(), null);
  loaded.free();
});

test("a browser can use the module: neither it nor what it imports needs Node", async () => {
  const { build } = await import("esbuild");
  const names = readdirSync(join(root, "statement")).filter((name) => name.endsWith(".js"));
  assert.ok(names.includes("sections.js"));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => `statement/${name}`),
    outdir: "unused",
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    logLevel: "silent",
  });
  // esbuild itself refuses a package that imports modules of Node.
  const own = Object.keys(metafile.inputs).filter((path) => !path.startsWith("node_modules/"));
  assert.ok(own.includes("wording/figures.js"));
  for (const path of own) {
    assert.doesNotMatch(readFileSync(join(root, path), "utf8"), /\bprocess\.|\bBuffer\b|\brequire\(|from "node:/, path);
  }
});

test("levels are cut for reading, and what is tiny or short stays whole", () => {
  for (const [value, expected] of [
    [4.3231974652839, "4.323"],
    [19.903889417648315, "19.90"],
    [1234.5678, "1235"],
    [4.23, "4.23"],
    [3, "3"],
    [0.0123456, "0.01235"],
    [1e-9, "1e-9"],
    [1.234567e300, "1.234567e+300"],
    [Infinity, "∞"],
  ])
    assert.equal(shortened(value), expected);
});

test("a tiny upper bound is never shown below what it is", () => {
  for (const [value, expected] of [
    [8.371365905135719e-13, "8.4 × 10⁻¹³"],
    [8.4e-13, "8.4 × 10⁻¹³"],
    [8.400000000000001e-13, "8.5 × 10⁻¹³"],
    [9.95e-7, "1.0 × 10⁻⁶"],
    [1e-10, "1.0 × 10⁻¹⁰"],
    [Number.MIN_VALUE, "1.0 × 10⁻³⁰⁰"],
    [0.5, "0.50"],
    [0, "0.0"],
  ])
    assert.equal(upwardPower(value), expected);
  const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  for (let value = 1.2345678e-300; value < 1e-3; value *= 1.7320508) {
    const [shown, power] = upwardPower(value).split(" × 10⁻");
    const read = Number(`${shown}e-${Array.from(power, (digit) => digits.indexOf(digit)).join("")}`);
    assert.ok(read >= value && read <= value * 1.11, `${value} as ${shown} × 10⁻${power}`);
  }
});
