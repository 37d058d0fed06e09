// Numbers whose values are known from elsewhere: mathematics.md, sections 7 and 9.
import assert from "node:assert/strict";
import { test } from "node:test";
import { matches, shapes } from "./shapes.mjs";
import { command } from "./run-expost.mjs";

async function json(...args) {
  const { code, stdout, stderr } = await command([...args, "--json"]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const near = (value, expected, relative) =>
  assert.ok(Math.abs(value - expected) <= relative * Math.abs(expected), `${value} is not ${expected}`);

test("goe: d = 50, p = 4.2325e-6", async () => {
  const { code, stdout } = await command(["goe", "--dimension", "50", "--tail", "4.2325e-6"]);
  assert.equal(code, 0);
  assert.match(stdout, /^16\.97056091\d*\n$/);
  const document = await json("goe", "--dimension", "50", "--tail", "4.2325e-6");
  matches(shapes.goe, document);
  assert.deepEqual(document, { dimension: 50, tail: 4.2325e-6, quantile: Number(stdout) });
});

test("goe: one dimension is a normal quantile, P(λ > t) = erfc(t/2)/2", async () => {
  // The upper 2.5 % point of a normal variable with variance 2.
  near((await json("goe", "--dimension", "1", "--tail", "0.025")).quantile, 1.959963984540054 * Math.SQRT2, 1e-12);
});

test("gaussian: the analytic σ, as a number alone and as a document", async () => {
  const { code, stdout } = await command(["gaussian", "--epsilon", "1", "--delta", "1e-5", "--sensitivity", "1"]);
  assert.equal(code, 0);
  near(Number(stdout), 3.730631634815942, 1e-12);
  assert.equal(stdout, `${Number(stdout)}\n`);
  const document = await json("gaussian", "--epsilon", "1", "--delta", "1e-5", "--sensitivity", "2.5");
  matches(shapes.gaussian, document);
  near(document.sigma, 2.5 * 3.730631634815942, 1e-12);
});

// σ at δ = 1e-6, logistic, as the table of section 7 rounds them.
for (const [epsilon, kifer, joint] of [
  ["0.1", "107.92", "36.30"],
  ["0.5", "21.73", "8.058"],
  ["1", "10.96", "4.225"],
  ["2", "5.569", "2.231"],
  ["4", "2.873", "1.194"],
]) {
  test(`plan: σ at ε = ${epsilon}`, async () => {
    const plan = await json("plan", "--loss", "logistic", "--epsilon", epsilon, "--delta", "1e-6");
    matches(shapes.plan, plan);
    // To the digits of the table; its 2.231 is 2.2305 (2.230476…) rounded once more, so not quite
    // half a unit.
    const asWritten = (value, text) => {
      const unit = 10 ** -text.split(".")[1].length;
      assert.ok(Math.abs(value - Number(text)) <= 0.53 * unit, `${value} is not ${text}`);
    };
    asWritten(plan.accountants.kst2012.sigma, kifer);
    asWritten(plan.accountants.joint.sigma, joint);
    const { lambda, sigma } = plan.accountants.joint;
    near(lambda, 1 / (Number(epsilon) + 1 / (2 * sigma ** 2)), 1e-9);
    near(plan.accountants.kst2012.lambda, 0.5 / Number(epsilon), 1e-12);
    assert.deepEqual(plan.release, {});
    assert.equal(plan.total.epsilon, Number(epsilon));
  });
}

test("plan: λ is used by every accountant except kst2012", async () => {
  const { accountants } = await json("plan", "--loss", "logistic", "--epsilon", "1", "--delta", "1e-6", "--lambda", "3");
  for (const name of ["wang2021", "redberg2023", "shift", "joint"]) assert.equal(accountants[name].lambda, 3);
  assert.equal(accountants.kst2012.lambda, 0.5);
});

test("plan: an accountant that can't reach the target says why", async () => {
  const plan = await json("plan", "--loss", "logistic", "--epsilon", "0.1", "--delta", "1e-6", "--lambda", "0.2");
  matches(shapes.plan, plan);
  assert.equal(plan.accountants.redberg2023.sigma, "Infinity");
  assert.match(plan.accountants.redberg2023.reason, /\S/);
});

test("plan: the squared loss has no finite noise level", async () => {
  const plan = await json("plan", "--loss", "squared", "--epsilon", "1", "--delta", "1e-6");
  matches(shapes.plan, plan);
  for (const { sigma, reason } of Object.values(plan.accountants)) {
    assert.equal(sigma, "Infinity");
    assert.match(reason, /unbounded/);
  }
  assert.equal(plan.total.epsilon, "Infinity");
});

test("plan: shares in the order model, gradient, Hessian, smallest eigenvalue; as shares or as ε", async () => {
  const parts = ["plan", "--loss", "logistic", "--epsilon", "2", "--delta", "1e-6", "--dimension", "24"];
  const quick = [...parts, "--accountant", "shift"];
  const asShares = await json(...quick, "--shares", "0.4,0.3,0.2,0.1");
  matches(shapes.plan, asShares);
  assert.deepEqual(Object.keys(asShares.release), ["gradient", "hessian", "smallestEigenvalue"]);
  assert.deepEqual(await json(...quick, "--shares", "0.8,0.6,0.4,0.2"), asShares);
  // Each part on its own as in the papers: σ₂, σ₃ and σ₄ are the Gaussian mechanism's for their
  // shares (sensitivities 1, 1/4 in units of √2σ₃, 1/4).
  const sum = await json(...parts, "--shares", "0.35,0.3,0.2,0.15", "--composition", "basic");
  assert.deepEqual(await json(...parts, "--shares", "0.35,0.3,0.2,0.15", "--accounting", "sum"), sum);
  for (const [part, share, sensitivity] of [
    ["gradient", 0.3, 1],
    ["hessian", 0.2, 0.25 / Math.SQRT2],
    ["smallestEigenvalue", 0.15, 0.25],
  ]) {
    const budget = ["--epsilon", String(2 * share), "--delta", String(1e-6 * share), "--sensitivity", String(sensitivity)];
    near(sum.release[part].sigma, (await json("gaussian", ...budget)).sigma, 1e-9);
  }
  // One guarantee for everything needs less noise than guarantees added up.
  const whole = await json(...parts, "--shares", "0.35,0.3,0.2,0.15");
  for (const part of ["gradient", "hessian", "smallestEigenvalue"])
    assert.ok(whole.release[part].sigma < sum.release[part].sigma);
  assert.ok(whole.model.sigma < sum.model.sigma);
});

test("plan: for people, noise is rounded up and every accountant has a line", async () => {
  const args = ["plan", "--loss", "logistic", "--epsilon", "1", "--delta", "1e-6", "--shares", "0.3,0.4,0.3"];
  args.push("--accountant", "shift");
  const { code, stdout } = await command(args);
  assert.equal(code, 0);
  for (const name of ["kst2012", "wang2021", "redberg2023", "shift", "joint"])
    assert.match(stdout, new RegExp(`^${name}`, "m"));
  const plan = await json(...args);
  for (const [line, sigma] of [
    [/^model +σ +([\d.]+)/m, plan.model.sigma],
    [/^gradient +σ₂ +([\d.]+)/m, plan.release.gradient.sigma],
    [/^Hessian +σ₃ +([\d.]+)/m, plan.release.hessian.sigma],
  ]) {
    const shown = Number(line.exec(stdout)[1]);
    assert.ok(shown >= sigma && shown <= sigma * 1.001, `${shown} for ${sigma}`);
  }
  assert.match(stdout, /^50 in 100 +26 in 100 +74 in 100$/m);
});
