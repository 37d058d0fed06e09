// A small study of each mechanism through plan, publish, bound, audit and attach, as text and as
// JSON.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { csv, header, record, rows, study } from "./small-study.mjs";

const dir = folder();
const COUNT = 60;
const LEVELS = ["low", "middle", "high"];

/** The small study's rows with a label of another kind. */
const relabelled = (label) => rows(COUNT).map(([age, member, town, paid], i) => [age, member, town, label(paid, i)]);
const KINDS = {
  binary: { label: study().label, rows: rows(COUNT), value: "no" },
  number: {
    label: { name: "paid", kind: "number", minimum: 0, maximum: 10 },
    rows: relabelled((paid, i) => String((paid === "yes" ? 6 : 2) + (i % 3))),
    value: 4,
  },
  category: {
    label: { name: "paid", kind: "category", levels: LEVELS },
    rows: relabelled((paid, i) => LEVELS[paid === "yes" ? 2 : i % 2]),
    value: "middle",
  },
};
const budget = { epsilon: 1, delta: 1e-6 };
const output = { name: "output-perturbation", noise: "gaussian", loss: { name: "logistic" }, lambda: 4 };

/** For each name: mechanism and budget of the study, kind of label, and what publishing says. */
const MECHANISMS = {
  softmax: {
    kind: "category",
    mechanism: { name: "objective-perturbation", loss: { name: "softmax", classes: 3 }, lambda: 4 },
    budget: { ...budget, release: "gradient+hessian", shares: study().budget.shares },
    says: /dimension: 6 for each of 3 classes\n(.*\n)*promise: ε = 1, δ = 0\.000001, accountant joint\n(.*\n)*Hessian \(σ₃\)/,
  },
  laplace: {
    kind: "binary",
    mechanism: { name: "objective-perturbation", noise: "laplace", loss: { name: "logistic" }, lambda: 2 },
    budget: { epsilon: 1 },
    says: /promise: ε = 1, δ = 0, accountant pure\nnoise +level\nmodel \(η, a rate\) +1\n/,
  },
  output: {
    kind: "binary",
    mechanism: output,
    budget,
    says: /solver: \d+ steps.*\n(.*\n)*promise: ε = 1, δ = 0\.000001, accountant analytic Gaussian\nnoise +standard deviation\n/,
    persons: true,
  },
  posterior: {
    kind: "number",
    mechanism: { name: "posterior-sample", loss: { name: "squared" }, lambda: 5, gamma: 0.8 },
    says: /promise: none \(one posterior sample of stated λ and γ has none\)\nnoise +level\nmodel \(γ, an inverse variance\) +0\.8\n/,
    persons: true,
  },
  adaptive: {
    kind: "number",
    mechanism: { name: "posterior-sample", loss: { name: "squared" }, adaptive: true },
    budget,
    says: /promise: ε = 1, δ = 0\.000001, accountant joint numerical accounting\n/,
  },
};

function written(name) {
  const { kind, mechanism, budget } = MECHANISMS[name];
  return {
    data: dir.write(`${kind}.csv`, csv([header, ...KINDS[kind].rows])),
    study: dir.write(`${name}.json`, study({ label: KINDS[kind].label, mechanism, budget })),
    report: dir.file(`${name}-report.json`),
  };
}

for (const [name, { kind, mechanism, budget, says, persons = false }] of Object.entries(MECHANISMS)) {
  test(`${name}: published, bounded and audited without a miss`, async () => {
    const own = written(name);
    const secrets = dir.file(`${name}-secrets.json`);
    const ledger = dir.file(`${name}-ledger.json`);
    const published = await command([
      ...["publish", own.data, "--study", own.study, "--out", own.report],
      ...["--secrets", secrets, "--ledger", ledger],
    ]);
    assert.equal(published.code, 0, published.stderr);
    assert.match(published.stdout, says);
    assert.doesNotMatch(published.stdout, /undefined|NaN/);
    const report = dir.json(`${name}-report.json`);
    assert.equal(report.model.mechanism.name, mechanism.name);
    assert.equal("x-insecure-seed" in report, false);
    assert.equal(dir.json(`${name}-ledger.json`).entries[0].delta, budget === undefined ? 1 : (budget.delta ?? 0));
    assert.deepEqual(
      Object.keys(dir.json(`${name}-secrets.json`)),
      mechanism.name === "objective-perturbation" ? ["b", "gradient", "hessian", "smallestEigenvalue"] : ["minimiser"],
    );

    const audit = ["audit", own.data, "--study", own.study, "--report", own.report];
    const printed = await command([...audit, "--json", "--out", dir.file(`${name}.csv`)]);
    assert.equal(printed.code, 0, printed.stderr);
    const summary = JSON.parse(printed.stdout);
    assert.equal(summary.rows, COUNT);
    assert.equal(summary.misses, 0);
    assert.equal("missesRedberg2021" in summary, false);
    assert.deepEqual(Object.keys(summary.bound), ["sharp"]);
    assert.equal("moments" in summary, persons);
    const [first, ...lines] = dir.read(`${name}.csv`).trimEnd().split("\n");
    assert.equal(first, `row,exact,upper,lower,ratio${persons ? ",pdp,leverage,residual" : ""}`);
    assert.equal(lines.length, COUNT);
    for (const line of lines) {
      const [, exact, upper, lower, , pdp, leverage] = line.split(",").map(Number);
      assert.ok(lower <= Math.abs(exact) && Math.abs(exact) <= upper, line);
      if (persons) assert.ok(pdp >= 0 && leverage > 0 && leverage < 1, line);
    }
    const text = await command(audit);
    assert.equal(text.code, 0, text.stderr);
    assert.match(text.stdout, /misses: 0 of 60 rows, at failure probability 0\.000001 a row/);
    assert.doesNotMatch(text.stdout, /paper|undefined|NaN/);
    assert.equal(/Each row's own ε(.*\n)*.*between 0 and 1 by at most/.test(text.stdout), persons);

    const person = dir.write(`${name}-record.json`, { ...record, paid: KINDS[kind].value });
    const bound = await command(["bound", own.report, "--record", person, "--json"]);
    assert.equal(bound.code, 0, bound.stderr);
    const { total, releaseCost } = JSON.parse(bound.stdout);
    assert.ok(total.upper > 0);
    if (name !== "softmax") assert.equal(releaseCost.expost, 0);
  });
}

const PLANS = [
  [
    ["--loss", "softmax", "--classes", "3", "--lambda", "4"],
    /softmax loss of 3 classes, ε = 1.*\n(.*\n)*radius +4\.000(.*\n)*joint \* +4\.000/,
  ],
  [
    ["--loss", "softmax", "--classes", "3", "--lambda", "4", "--shares", "0.4,0.3,0.3", "--dimension", "6"],
    /Hessian +σ₃(.*\n)*The Hessian's noise moves its eigenvalues by at most/,
  ],
  [
    ["--mechanism", "output-perturbation", "--lambda", "4"],
    /logistic loss, output perturbation, Gaussian noise, ε = 1(.*\n)*model +4\.000 +\d/,
  ],
  [
    ["--mechanism", "output-perturbation", "--loss", "squared", "--lambda", "4"],
    /No noise level gives the model this guarantee: the squared loss has unbounded gradients/,
  ],
  [
    ["--mechanism", "posterior-sample", "--loss", "squared", "--adaptive"],
    /Nothing to plan: an adaptive posterior sample chooses lambda and gamma from the data/,
  ],
];
for (const [options, says] of PLANS) {
  test(`plan ${options.join(" ")}`, async () => {
    const { code, stdout, stderr } = await command(["plan", ...options, "--epsilon", "1", "--delta", "1e-6"]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, says);
    assert.doesNotMatch(stdout, /undefined|NaN/);
  });
}

test("plan of Laplace-type noise: pure differential privacy, η by its formula", async () => {
  const plan = ["plan", "--noise", "laplace", "--lambda", "2", "--epsilon", "1"];
  const text = await command(plan);
  assert.match(text.stdout, /logistic loss, objective perturbation, Laplace-type noise, ε = 1, δ = 0\n/);
  assert.match(text.stdout, /η \(rate of the noise\)\nmodel +2\.000 +1\.000\n\nTotal: ε = 1\.000, δ = 0\n/);
  const planned = JSON.parse((await command([...plan, "--json"])).stdout);
  // η = ε where λη ≥ 1 (mathematics.md, section 12).
  assert.deepEqual(planned.model, { lambda: 2, eta: 1, epsilon: 1 });
  assert.deepEqual(planned.mechanism, {
    kind: "objective-laplace",
    name: "objective-perturbation",
    noise: "laplace",
  });
  assert.equal(planned.total.delta, 0);
  assert.equal(planned.beliefs.length, 3);
});

const REFUSED = [
  [["--loss", "softmax", "--lambda", "1"], /--loss softmax needs --classes/],
  [["--classes", "3"], /--classes belongs to --loss softmax/],
  [["--loss", "softmax", "--classes", "3"], /lambda must be a number above 0/],
  [["--loss", "softmax", "--classes", "3", "--lambda", "1", "--accountant", "kifer"], /radius, shift or joint/],
  [["--mechanism", "posterior-sample", "--loss", "squared"], /has no budget of its own/],
  [["--mechanism", "output-perturbation", "--lambda", "1", "--shares", "1"], /shares must be left out/],
  [["--noise", "laplace", "--lambda", "1"], /delta must be 0 or left out/],
];
for (const [options, says] of REFUSED) {
  test(`plan refuses ${options.join(" ")}`, async () => {
    const result = await command(["plan", ...options, "--epsilon", "1", "--delta", "1e-6"]);
    assert.equal(result.code, 2);
    isOneLine(assert, result);
    assert.match(result.stderr, says);
  });
}

test("plan without δ is refused, except for Laplace-type noise", async () => {
  const result = await command(["plan", "--epsilon", "1"]);
  assert.equal(result.code, 2);
  assert.match(result.stderr, /--delta/);
});

test("attach: logistic regression of diffprivlib, by its own arguments", async () => {
  const { data } = written("laplace");
  const laplace = MECHANISMS.laplace.mechanism;
  const own = dir.write(
    "diffprivlib.json",
    study({ mechanism: { ...laplace, lambda: null, elsewhere: { rowsAtMost: 1000 } }, budget: { epsilon: 2 } }),
  );
  // As in its source: α = 1/C, ε' = ε − 2 log(1 + R/(4α)).
  const [epsilon, dataNorm, C] = [2, 2, 0.25];
  const eta = (epsilon - 2 * Math.log(1 + (dataNorm * C) / 4)) / 2;
  const lambda = 1 / C / dataNorm ** 2;
  // A model of theirs: of the same objective in our terms, its coefficients for x before it was
  // divided by the norm.
  const ours = dir.write("ours.json", study({ mechanism: { ...laplace, lambda, eta }, budget: undefined }));
  await command(["publish", data, "--study", ours, "--out", dir.file("ours-report.json")]);
  const theta = dir.json("ours-report.json").model.theta.map((value) => value / dataNorm);
  const attach = (diffprivlib, out = "attached.json") =>
    command([
      ...["attach", data, "--study", own, "--out", dir.file(out)],
      ...[
        "--model",
        dir.write("theirs.json", { theta, diffprivlib: { epsilon, dataNorm, C, fitIntercept: false, ...diffprivlib } }),
      ],
    ]);
  const { code, stdout, stderr } = await attach({});
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout, /undefined|NaN|residual/);
  const { mechanism } = dir.json("attached.json").model;
  assert.ok(Math.abs(mechanism.eta / eta - 1) < 1e-14);
  assert.ok(Math.abs(mechanism.lambda / lambda - 1) < 1e-14);
  assert.equal(mechanism["x-noise"], "elsewhere");
  const refused = await attach({ fitIntercept: true }, "refused.json");
  assert.equal(refused.code, 1);
  isOneLine(assert, refused);
  assert.match(refused.stderr, /theirs\.json: .*diffprivlib's intercept has no ridge term/);
});
