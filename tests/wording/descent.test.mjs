// Words about a model of noisy gradient descent: every sentence holds for the report at hand, in
// each language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sureWords, tryingWords } from "../../wording/headline.js";
import * as words from "../../words/languages.mjs";
import { partsOf, sharedOf } from "../../wording/mechanism.js";
import { wholeOf } from "../../wording/descent.js";
import { mechanismName, mechanismRows, termFormula } from "../../wording/expert-rows.js";
import { severalHint, severalWords, uniformOf } from "../../wording/records.js";
import { languageOf } from "../../wording/formats.js";

const languages = Object.fromEntries(Object.entries(words.languages).map(([tag, { check }]) => [tag, languageOf(check)]));
const { en } = languages;

/** A summary of a report; `change` is of its mechanism. */
const summary = (change = {}, guarantee = { epsilon: 1, delta: 1e-6, accountant: "gaussian" }) => ({
  kind: "data-independent",
  loss: { name: "logistic" },
  release: {},
  guarantee,
  mechanism: {
    kind: "noisy-gradient-descent",
    name: "noisy-gradient-descent",
    ...{ clip: 1, sigma: 42.25, steps: 100, stoppedAfter: 100, sampling: { kind: "full" } },
    update: { rule: "standard", rate: 6, momentum: 0.9, ridge: 0, divisor: 24000 },
    ...{ final: "last", path: "all", every: 1, elsewhere: false, network: false, boundsEverybody: true },
    ...change,
  },
});
const poisson = { sampling: { kind: "poisson", rate: 0.05 }, boundsEverybody: false };
const shuffle = { sampling: { kind: "shuffle", batches: 20 } };
const thinned = { path: "every", every: 10 };
const other = { update: { rule: "other", words: "Adam with public constants" } };

test("the whole path, everybody in every step", () => {
  assert.equal(
    sharedOf(summary(), en),
    "The model, trained in 100 steps with random noise added in each. Every record took part in every step. All intermediate models are published too, so that you can work out your own result. The promise to everyone counts them as published. Publishing only the last one would tell an observer less. Nothing else was calculated from the data.",
  );
});

test("a network is said to be one, with what publishing its path gives up", () => {
  for (const [tag, language] of Object.entries(languages)) {
    const { network, lessOfNetwork, less } = language.words.mechanisms["noisy-gradient-descent"].shared;
    const said = sharedOf(summary({ network: true, boundsEverybody: false }), language);
    assert.ok(said.includes(network) && said.includes(lessOfNetwork) && !said.includes(less), tag);
    assert.ok(!sharedOf(summary(), language).includes(network), tag);
  }
});

test("each sampling is said, and no other", () => {
  const said = { full: /Every record took part in every step/, poisson: /: 5 in 100 times\./, shuffle: /into 20 groups/ };
  for (const [kind, change] of Object.entries({ full: {}, poisson, shuffle }))
    for (const [name, words] of Object.entries(said))
      assert.equal(words.test(sharedOf(summary(change), en)), name === kind, `${kind}, ${name}`);
  // A rate is written without the noise of doubles.
  assert.match(sharedOf(summary({ sampling: { kind: "poisson", rate: 0.07 } }), en), /: 7 in 100 times/);
  assert.match(sharedOf(summary({ sampling: { kind: "poisson", rate: 0.00125 } }), en), /: 0\.125 in 100 times/);
});

test("of a thinned or a missing path nothing is said that only the whole one allows", () => {
  const some = sharedOf(summary(thinned), en);
  assert.match(some, /One in 10 intermediate models is published too.*can be higher/);
  const gone = sharedOf(summary({ path: "none" }), en);
  assert.match(gone, /are not published\. So your result is the one that you would have had before the training/);
  for (const text of [some, gone]) {
    assert.doesNotMatch(text, /All intermediate models|only the last one/);
    assert.match(text, /counts them as published all the same/);
  }
});

test("a promise is spoken of only where there is one", () => {
  for (const change of [{}, thinned, { path: "none" }, { elsewhere: true }])
    for (const language of Object.values(languages)) {
      const { shared } = language.words.mechanisms["noisy-gradient-descent"];
      const text = sharedOf(summary(change, null), language);
      for (const sentence of [shared.counted, shared.countedAnyway, shared.claimed]) assert.ok(!text.includes(sentence), text);
    }
});

test("noise from elsewhere, a training that ended early, another rule, another final model", () => {
  const elsewhere = sharedOf(summary({ elsewhere: true }), en);
  assert.match(elsewhere, /Another program drew the noise, not this software\. Its promise \(ε, δ\) is the publisher's claim/);
  assert.doesNotMatch(sharedOf(summary(), en), /Another program/);
  assert.match(sharedOf(summary({ stoppedAfter: 60 }), en), /trained in 60 steps .* Up to 100 were planned/);
  assert.match(sharedOf(summary(other), en), /describes how a step changed the model: “Adam with public constants”/);
  assert.match(sharedOf(summary({ final: "average" }), en), /is the mean of the models after each step/);
  assert.match(sharedOf(summary({ final: "other" }), en), /was made from what these steps gave/);
  assert.match(sharedOf(summary({ steps: 1, stoppedAfter: 1 }), en), /trained in 1 step with random noise added\./);
});

test("every language says all of it, in its own digits and without holes", () => {
  const changes = [{}, poisson, shuffle, thinned, { path: "none" }, other, { elsewhere: true }, { stoppedAfter: 3 }];
  for (const [tag, language] of Object.entries(languages))
    for (const change of changes) {
      const text = sharedOf(summary(change), language);
      assert.doesNotMatch(text, /undefined|NaN|\[object|=>/, `${tag}: ${text}`);
      if (tag === "ar") assert.doesNotMatch(text.replace(/[\u2066\u2068][^\u2069]*\u2069/g, ""), /\d|[a-z]/i, text);
      if (tag === "de") assert.doesNotMatch(text, /\b(the|published|steps)\b/, text);
    }
  // The publisher's own words are set apart where they could turn round what is next to them.
  assert.match(sharedOf(summary(other), languages.ar), /\u2068Adam with public constants\u2069/);
});

test("one result for all records is offered only where the report allows it", () => {
  assert.equal(uniformOf({ mechanism: { kind: "objective-gaussian" } }), "all");
  assert.equal(uniformOf(summary()), "all");
  assert.equal(uniformOf(summary(poisson)), 1000);
});

test("after several records of Poisson sampling, nothing is said of all records but that it can't be had", () => {
  const bound = { uniform: 1000, total: { failureProbability: 1e-6 } };
  for (const [tag, language] of Object.entries(languages)) {
    const { several, sure, states } = language.words;
    const most = language.count(1000);
    const shown = [
      ...["chosen", "noticed"].flatMap((why) => Object.values(severalWords(why, bound, language))),
      severalHint(summary(poisson), language),
      sureWords(bound, language),
      tryingWords(bound, language),
    ];
    const wrong = [several.chosen.title, several.chosen.body, several.noticed.body, several.chooseHint, sure.tryingSeveral];
    for (const text of shown) {
      assert.equal(typeof text, "string", tag);
      assert.ok(![...wrong, states.noLimit.body].includes(text), `${tag}: ${text}`);
    }
    assert.ok(shown.filter((text) => text.includes(most)).length >= 4, tag);
    // Full descent keeps the words for all records.
    assert.equal(severalHint(summary(), language), several.chooseHint);
    assert.equal(severalWords("noticed", { uniform: "all" }, language), several.noticed);
  }
  assert.match(sureWords(bound, en), /For 1,000 records that you had settled on .* in at most 1 of 1,000,000 publications/);
});

test("why a result can't be split into parts", () => {
  for (const language of Object.values(languages)) {
    const { "noisy-gradient-descent": own } = language.words.mechanisms;
    assert.equal(partsOf({ components: null }, summary(), language.words), null);
    assert.equal(wholeOf(summary(), language.words), own.whole);
    assert.equal(wholeOf({ mechanism: { kind: "posterior-sample" } }, language.words), language.words.parts.whole);
  }
});

test("experts see what was fixed, without λ or a noise that descents don't have", () => {
  const rows = ({ mechanism }) => Object.fromEntries(mechanismRows(mechanism).map(([, value, key]) => [key, value]));
  assert.deepEqual(rows(summary(poisson)), {
    ...{ clip: 1, "stopped-after": 100, sampling: "poisson, rate 0.05", rate: 6, momentum: 0.9, ridge: 0, divisor: 24000 },
    ...{ final: "last", path: "all" },
  });
  assert.equal(rows(summary({ ...thinned, ...other })).path, "1/10");
  assert.equal(rows(summary(other)).update, "other");
  const rates = { rule: "standard", rate: null, momentum: 0, ridge: 0, divisor: 1 };
  assert.equal(rows(summary({ update: rates })).rate, "η₀, η₁, …");
  assert.equal(mechanismName(summary().mechanism), "noisy-gradient-descent");
  for (const term of ["energy", "energy-cap", "largest-step", "steps"]) assert.match(termFormula(term), /[VsT]/);
});

test("the other mechanisms' rows are what they were", () => {
  const adaptive = { epsilon: 1, delta: 1e-6, noise: { dataEigenvalue: 1, logResidual: 2 } };
  const sample = { kind: "ada-ops", name: "posterior-sample", gamma: 2, lambda: 1, adaptive };
  assert.equal(mechanismName(sample), "posterior-sample, adaptive (ε = 1, δ = 0.000001)");
  assert.deepEqual(mechanismRows(sample), [["γ", 2, "gamma"]]);
  const laplace = { kind: "objective-laplace", name: "objective-perturbation", noise: "laplace", eta: 3, lambda: 1 };
  assert.equal(mechanismName(laplace), "objective-perturbation, laplace");
  assert.deepEqual(mechanismRows(laplace), [["η", 3, "eta"]]);
});
