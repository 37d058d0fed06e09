// expost statement and expost bound for every mechanism: nothing is said of it that is true of
// another only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import {
  adaptivePosterior,
  laplace,
  output,
  posterior,
  record,
  severalClasses,
  unrounded,
} from "../browser/made-up-reports.mjs";
import { command, folder } from "./run-expost.mjs";

const dir = folder();

async function run([name, ...options], report) {
  const result = await command([name, dir.write("report.json", report), ...options]);
  assert.equal(result.code, 0, result.stderr);
  return result.stdout;
}
const onOneLine = (text) => text.replace(/\s+/g, " ");
const statement = async (report) => onOneLine(await run(["statement"], report));
const entryOf = async (report) => parse(await run(["statement", "--format", "registry-yaml"], report)).deployment;
const bound = async (report, late, ...options) =>
  onOneLine(await run(["bound", "--record", dir.write("record.json", { ...record, late }), ...options], report));

function says(found, ...expected) {
  for (const sentence of expected) assert.ok(found.includes(sentence), `“${sentence}” is not in\n${found}`);
}

test("several classes: their number, the outcome's levels, θ class by class", async () => {
  const found = await statement(severalClasses());
  says(
    found,
    "a multinomial logistic regression (softmax) with 3 classes, 48 coefficients.",
    "added to what the training minimises",
    "Model θ̂, noise in the objective 48 σ = 6.5",
    "Paid late: one of: no · once · often; what the model predicts",
    "The report doesn't say how many records are like yours, so the worst is assumed.",
    "Nothing beyond the model.",
  );
  const { implementation } = await entryOf(severalClasses());
  assert.match(
    implementation.mechanisms,
    /^Objective perturbation with normal noise \(a multinomial .*, λ = 2\)\. Noise levels: /,
  );
  const shifted = { ...severalClasses(), guarantee: { epsilon: 2, delta: 1e-6, accountant: "shift" } };
  says(await statement(shifted), "“shift”, a bound on how far one record can shift the model, over all its classes.");
});

test("several classes with releases: a limit to what they cost, and no record is said to reach it", async () => {
  const found = await statement(severalClasses({ release: true }));
  says(
    found,
    "Hessian Ĥ, upper triangle 1,176 σ₃ = 3",
    "(in nats, the unit of ε): a limit for every record of length 1 at the published model, which perhaps none reaches.",
    "which say how unusual your record is among the others",
  );
  assert.doesNotMatch(found, /worst case for a record/);
  const { implementation } = await entryOf(severalClasses({ release: true }));
  assert.match(implementation.composition, /\(a limit for all of length 1 at the published model/);
});

test("Laplace-type noise: pure differential privacy, a figure that never fails, the noise by its own name", async () => {
  const found = await statement(laplace());
  says(
    found,
    "random noise of Laplace type, whose length has a gamma distribution",
    "Published Numbers Noise Model θ̂, noise in the objective 16 η = 0.6",
    // 16 coefficients: the mean of Gamma(16, rate 0.6).
    "η is the rate of the noise: on average its length is 26.67,",
    "with ε = 0.6 and no δ (δ = 0): pure differential privacy. It holds",
    "after studying everything in this report. Belief",
    "Bound: ε holds for every record; what",
    "Certified: the model is the exact minimum, rounded at random to multiples of 2⁻⁵⁹.",
    "The promise holds for the rounded numbers, except with a probability below 10⁻²⁵.",
    "a result never comes out too low. That is so for every record, however many you try.",
    "The failure probability that the report states, ρ = 0.05, is not needed for it.",
    "allows for every noise there could have been, and for all other records that there could be",
    "Nothing beyond the model.",
  );
  assert.doesNotMatch(
    found,
    /leaves room|What δ means|standard deviation|normal distribution|settled on|keep the lowest|in at most \d|without exception/,
  );
  const withResidual = laplace();
  withResidual.model.mechanism["x-residual"] = 1e-9;
  assert.doesNotMatch(await statement(withResidual), /is widened by it/);

  const { dp_variant: variant, privacy_loss: loss, implementation } = await entryOf(laplace());
  assert.equal(variant.variant_name, "Pure DP");
  assert.deepEqual(loss.privacy_parameters, { epsilon: 0.6 });
  assert.match(loss.privacy_parameters_details, /^ε is for everything .* a bound that holds whatever the noise was\.$/);
  assert.match(implementation.mechanisms, /^Objective perturbation with Laplace-type noise, .* η = 0\.6\./);

  const person = await bound(laplace(), "yes");
  says(
    person,
    "How far your record can have bent the training",
    "a result never comes out too low. That is so for every record, however many you try.",
    "Experts write the promise as ε = 0.6 alone: there is no δ, and no room for exceptions.",
  );
  assert.match(person, /\|L\|, everything published 0\.00 0\.\d{3} 0 /);
  assert.doesNotMatch(person, /random noise in the model|leaves room|settled on/);
});

test("output perturbation: where the noise is, and its grid", async () => {
  const found = await statement(output());
  says(
    found,
    "It was trained without noise; then random noise, drawn from a normal distribution, was added to each of its coefficients",
    "Model θ̃, noise in the coefficients 16 σ = 2.2",
    "The model is stated as floating-point numbers",
    "from how far a record like yours can move a model at most",
    "in at most 5 of 100 publications",
  );
  assert.doesNotMatch(found, /objective/);
  const gridded = output();
  gridded.model.mechanism["x-grid"] = 2 ** -20;
  gridded.model.theta = gridded.model.theta.map((value) => Math.round(value * 2 ** 20) / 2 ** 20);
  const onGrid = await statement(gridded);
  says(onGrid, "The model's coefficients are whole multiples of a power of two");
  assert.doesNotMatch(onGrid, /floating-point/);
  const { implementation } = await entryOf(gridded);
  assert.match(implementation.mechanisms, /^Output perturbation with normal noise/);
  assert.match(implementation.mechanisms, /Floating point: The model's coefficients are whole multiples/);
  says(await bound(output(), "yes"), "How far your record can have moved the model", "The random noise");
  const squared = output();
  delete squared.guarantee;
  squared.model.loss = { name: "squared" };
  squared.label = posterior().label;
  says(await statement(squared), "with the squared loss there is no finite ε");
});

test("a posterior sample: no promise, said plainly, and no parts", async () => {
  const found = await statement(posterior());
  says(
    found,
    "It is one posterior sample: the coefficients were drawn at random",
    "Model θ, drawn at random 16 γ = 0.5",
    "γ is the precision of the draw: a larger γ is less noise.",
    "This report states no promise to everyone: no ε and no δ. A plain posterior sample has none:",
    "ε is infinite, not 0.",
    "Assumed: the distribution that the model was drawn from was calculated exactly.",
    "allows for every weight that your record can have among the others",
    "Nothing beyond the model.",
  );
  assert.doesNotMatch(found, /ε = |standard deviation|the training found|normal noise/);
  const rounded = posterior();
  Object.assign(rounded.model.mechanism, { "x-rounding": 2 ** -59, "x-rows-at-most": 2 ** 30 });
  says(await statement(rounded), "an exact draw from its distribution, rounded at random to multiples of 2⁻⁵⁹. Every result");
  const person = await bound(posterior(), "30");
  assert.doesNotMatch(person, /What makes up/);
  says(person, "This report states no promise to everyone.");
  const { privacy_loss: loss, implementation, administrative } = await entryOf(posterior());
  assert.match(loss.privacy_parameters_details, /A plain posterior sample has none/);
  assert.match(implementation.mechanisms, /^One posterior sample of a ridge regression .* γ = 0\.5\./);
  assert.equal(administrative.tier, 1);
});

test("AdaOPS: two more quantities, counted in every figure, and how its promise was worked out", async () => {
  const report = adaptivePosterior();
  const found = await statement(report);
  // √(log(6/δ))/(ε/4) by hand: log(6e6) = 15.6073; and log(1 + 1/(110 + 40)) times that.
  says(
    found,
    "was chosen from the data, privately (AdaOPS)",
    "Two extra quantities were calculated from the data and published with noise added",
    "Model θ, drawn at random 16 γ = 0.02 Smallest eigenvalue λ̃ of XᵀX 1 standard deviation 15.80",
    "Logarithm Δ of the largest error 1 standard deviation 0.1050",
    "The strength of the penalty on large coefficients is λ = 110.",
    "what all three reveal is counted together",
    "“joint numerical accounting”, which calculates the three steps together for many data sets and records: no case was found in which the promise fails, and that is evidence, not a proof.",
    "an exact draw from its distribution, rounded at random to multiples of 2⁻⁵⁹. Every result",
    "The promise holds for the rounded numbers",
    "The extra quantities are whole multiples of a power of two",
    "from how well the model fits it and from the two extra quantities",
  );
  says(await statement(unrounded(report)), "The model and the extra quantities are stated as floating-point numbers");
  assert.doesNotMatch(
    found,
    /Assumed: noise|exact minimum|published constant|nothing else that was calculated|No finite ε is known|Nothing beyond the model\./,
  );
  const { implementation } = await entryOf(report);
  assert.match(implementation.mechanisms, /^AdaOPS: one posterior sample/);
  assert.match(implementation.composition, /The three released quantities are accounted for as one mechanism\.$/);
});

test("no statement of any mechanism promises too much, or leaves a hole", async () => {
  for (const report of [severalClasses(), laplace(), output(), posterior(), adaptivePosterior()]) {
    for (const format of ["text", "html", "registry-yaml"]) {
      const found = await run(["statement", "--format", format], report);
      assert.doesNotMatch(found, /\b(safe|anonymous|protected|guaranteed)\b/i);
      assert.doesNotMatch(found, /undefined|NaN|\[object|null\b|false\b/);
    }
  }
});
