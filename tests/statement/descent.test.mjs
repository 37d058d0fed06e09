// Statements and registry entries about noisy gradient descent, from facts as the core gives them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOf } from "../../statement/facts.js";
import { registryEntry } from "../../statement/registry.js";
import { statement } from "../../statement/sections.js";
import { statementText } from "../../statement/text.js";
import { LANGUAGES } from "../../words/languages.mjs";
import { languages } from "./languages.mjs";

const guarantee = { epsilon: 1, delta: 1e-6, accountant: "gaussian" };

/** Facts of a report of noisy gradient descent; `change` is of its mechanism. */
async function factsFor(change = {}, { promise = guarantee, loss = { name: "logistic" }, fullDigits = false } = {}) {
  const mechanism = {
    kind: "noisy-gradient-descent",
    name: "noisy-gradient-descent",
    ...{ clip: 1, sigma: 42.25, steps: 100, stoppedAfter: 100, sampling: { kind: "full" } },
    update: { rule: "standard", rate: 6, momentum: 0.9, ridge: 0, divisor: 24000 },
    ...{ final: "last", path: "all", every: 1, elsewhere: false, network: false, boundsEverybody: true },
    ...change,
  };
  const summary = {
    ...{ title: "Made up", description: "", publisher: null, published: "2026-11-24", unit: "one person" },
    ...{ membership: "", people: null, warnings: [] },
    ...{ kind: "data-independent", dimension: 24, loss, mechanism, release: {}, features: null, label: null },
    ...{ guarantee: promise, failureProbability: 1e-6, insecureSeed: false, fullDigits, sample: false, software: null },
  };
  const document = {
    model: { loss, theta: [], mechanism: { name: mechanism.name, ...(mechanism.elsewhere && { "x-noise": "elsewhere" }) } },
    release: { iterates: { count: 100, encoding: "base64-f64le", data: "" } },
  };
  const report = {
    summary,
    signer: null,
    releaseCost: () => null,
    promise: () => ({ byLength: false }),
    bound: () => ({ total: { failureProbability: 1e-6 } }),
  };
  return factsOf({ document, report, library: { posterior: async () => ({ lower: 0.2, upper: 0.8 }) } });
}
const textOf = (facts, tag = "en") =>
  statementText(statement(facts, languages[tag]))
    .replace(/[\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ");

const poisson = { sampling: { kind: "poisson", rate: 0.05 } };
const shuffle = { sampling: { kind: "shuffle", batches: 20 } };
const elsewhere = { elsewhere: true };

test("what was published: the model, its path and the noise of each step", async () => {
  const text = textOf(await factsFor());
  assert.match(text, /trained by noisy gradient descent\. In each step every record that took part pulled/);
  assert.match(text, /All intermediate models are published too/);
  assert.match(text, /Model θ̂, noise in each step 24 σ = 42\.25/);
  assert.match(text, /Intermediate models θ₀, θ₁, … 2,400 σ = 42\.25/);
  assert.match(text, /Published constants of the training: C = 1, T = 100, η = 6, m = 0\.9, λ = 0, B = 24000/);
  assert.match(text, /one mechanism: your result and the promise to everyone count all of them/);
  assert.doesNotMatch(
    text,
    /Nothing beyond the model|contains nothing else|penalty on large|exact minimum|undefined|NaN|\bnull\b/,
  );
});

test("a thinned path has fewer numbers, a missing one none, and a training that ended early what it did", async () => {
  const numbers = async (change) => /Intermediate models θ₀, θ₁, … ([\d,]+)/.exec(textOf(await factsFor(change)))?.[1];
  assert.equal(await numbers({ path: "every", every: 30 }), "96");
  assert.equal(await numbers({ stoppedAfter: 60 }), "1,440");
  const none = await factsFor({ path: "none" });
  assert.equal(await numbers({ path: "none" }), undefined);
  assert.match(textOf(none), /Your result comes from your record alone/);
  assert.match(textOf(none), /Nothing beyond the model/);
});

test("softmax: the path has as many numbers for each class", async () => {
  const text = textOf(await factsFor({}, { loss: { name: "softmax", classes: 3 } }));
  assert.match(text, /noise in each step 72 .*… 7,200 /);
});

test("the squared loss has a promise here, and none is explained away without one", async () => {
  const loss = { name: "squared" };
  assert.match(textOf(await factsFor({}, { loss })), /states differential privacy with ε = 1/);
  const without = textOf(await factsFor({}, { loss, promise: null }));
  assert.match(without, /states no promise to everyone/);
  assert.doesNotMatch(without, /no finite ε|counts them as published/);
});

test("neighbours of shuffled epochs are their own, in the entry too", async () => {
  const own = /one such record replaced by an empty one/;
  const usual = /one such record added or removed/;
  const { entry } = registryEntry(await factsFor(shuffle));
  for (const text of [textOf(await factsFor(shuffle)), JSON.stringify(entry)]) {
    assert.match(text, own);
    assert.doesNotMatch(text, usual);
  }
  assert.match(textOf(await factsFor(poisson)), usual);
});

test("each accountant is explained in every language", async () => {
  for (const accountant of ["gaussian", "rdp", "pld"])
    for (const tag of LANGUAGES) {
      const text = textOf(await factsFor({}, { promise: { ...guarantee, accountant } }), tag);
      assert.match(text, new RegExp(`${accountant}[“”»]+,|${accountant}»،`, "u"), `${tag}: ${accountant}`);
    }
});

test("noise on a grid is certified, other noise is assumed, and another program's is a claim", async () => {
  const here = textOf(await factsFor());
  assert.match(here, /Certified: the noisy total of each step is a whole multiple of a power of two/);
  assert.doesNotMatch(here, /claim|Assumed/);
  const theirs = textOf(await factsFor(elsewhere, { fullDigits: true }));
  assert.match(theirs, /Assumed: noise with real numbers\. The noisy totals were calculated in floating point/);
  assert.match(theirs, /The noise was not drawn by this software: the promise is the publisher's claim/);
  assert.doesNotMatch(textOf(await factsFor(elsewhere, { fullDigits: true, promise: null })), /claim, and it is about/);
});

test("the same blocks in every language, and nothing in English left", async () => {
  const shape = ({ sections }) =>
    sections.map(({ id, blocks }) => [id, blocks.map((block) => [block.kind, (block.rows ?? block.items ?? []).length])]);
  for (const change of [{}, poisson, shuffle, elsewhere, { path: "every", every: 10 }, { path: "none" }]) {
    const facts = await factsFor(change, { fullDigits: change === elsewhere });
    for (const tag of ["de", "ar"]) {
      assert.deepEqual(shape(statement(facts, languages[tag])), shape(statement(facts, languages.en)), tag);
      const text = textOf(facts, tag);
      assert.doesNotMatch(text, /undefined|NaN|\[object|\bnull\b/, tag);
      assert.doesNotMatch(text, /\b(the model|your|which|published|result|record is)\b/i, `${tag}: ${text}`);
    }
  }
});

test("a registry entry names the mechanism, its constants and its noise", async () => {
  const { entry } = registryEntry(await factsFor(poisson));
  const { mechanisms, composition } = entry.deployment.implementation;
  assert.match(mechanisms, /Noisy gradient descent .* \(a logistic regression, C = 1, T = 100, q = 0\.05, η = 6/);
  assert.match(mechanisms, /Noise levels: Model θ̂, noise in each step: σ = 42\.25; Intermediate models/);
  assert.match(mechanisms, /All intermediate models are published too/);
  assert.match(composition, /one mechanism, and are accounted for together/);
  assert.match(entry.deployment.dp_variant.unprotected_quantities, /the rule of the steps and the noise level/);
  assert.doesNotMatch(JSON.stringify(entry), /undefined|NaN|λ and the noise levels/);
});

test("another rule has no rate to state", async () => {
  const facts = await factsFor({ update: { rule: "other", words: "Adam" } });
  assert.match(textOf(facts), /Published constants of the training: C = 1, T = 100\./);
  assert.match(textOf(facts), /“Adam”/);
});
