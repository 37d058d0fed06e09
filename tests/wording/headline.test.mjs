// The size of an answer, and what it calls for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOf } from "../../wording/formats.js";
import { figureCounts, hardlyWords, headlineWords, sizeOf, sizeOfBound, whateverWords } from "../../wording/headline.js";
import { partsOf } from "../../wording/mechanism.js";
import { partsThatAddUp } from "../../wording/rounding.js";
import { warningsOf } from "../../wording/stamps.js";
import { languages } from "../../words/languages.mjs";
import { neededFor } from "../../web/sheet/next-steps.js";

/** Belief after a loss of at most `epsilon`, from a start. */
const after = (epsilon, start) => {
  const odds = Math.exp(Math.log(start / (1 - start)) + epsilon);
  const low = Math.exp(Math.log(start / (1 - start)) - epsilon);
  return { lower: low / (1 + low), upper: odds / (1 + odds) };
};
const countsOf = (epsilon, parts = 5000) => figureCounts(parts, { yours: after(epsilon, parts / 10_000) });
const bound = (upper) => ({ total: { upper } });

test("five sizes, by the number as it is shown, and the same by the bound", () => {
  for (const [epsilon, size] of [
    [1e-9, "coin"],
    [0.2006, "coin"],
    [0.2008, "slight"],
    [0.619, "slight"],
    [0.6192, "clear"],
    [1.386, "clear"],
    [1.3864, "likely"],
    [2.944, "likely"],
    [2.9446, "none"],
    [40, "none"],
  ]) {
    assert.equal(sizeOf(countsOf(epsilon)), size, `${epsilon}`);
    assert.equal(sizeOfBound(epsilon), size, `${epsilon}`);
    assert.equal(sizeOf(countsOf(epsilon, 100)), null, "from 1 in 100 there is no word");
  }
  assert.equal(sizeOfBound(Infinity), "none");
});

test("a gap is told where it may be half of one in 100, and never above what it can be", () => {
  const language = languageOf(languages.en.check);
  const told = (gap) => /up to ([^ ]+ in 100)/.exec(whateverWords({ gap }, ["age"], language))?.[1];
  assert.equal(whateverWords({ gap: 0 }, ["age", "town"], language), "This holds whatever is right for: age, town.");
  for (const gap of [undefined, 0.0199, NaN, Infinity]) assert.equal(told(gap), undefined, `${gap}`);
  assert.equal(told(0.0201), "1 in 100");
  assert.equal(told(0.05), "2 in 100");
  for (const gap of [0.02, 0.045, 0.1])
    for (const upper of [gap, 0.2, 1, 3]) {
      const change = 100 * (after(upper, 0.5).upper - after(upper - gap, 0.5).upper);
      assert.ok(change <= Number.parseInt(told(gap), 10), `${gap} below ${upper}`);
    }
});

test("what hardly matters is named with the start that it is about, and the gap is a part of the result", () => {
  for (const { check } of Object.values(languages)) {
    const language = languageOf(check);
    assert.equal(hardlyWords([], language), "");
    const told = hardlyWords(["age"], language);
    for (const number of [50, 1, 100]) assert.ok(told.includes(language.count(number)), told);
    const components = { member: "in", end: "upper", leverage: 0.1, gradientNorm: 0.1, gradient: 0.2, release: 0 };
    const summary = { mechanism: { kind: "objective-gaussian" }, release: {} };
    const amounts = (gap) => partsOf({ components, gap }, summary, check).map(([, , amount]) => amount);
    assert.deepEqual(amounts(undefined), amounts(0));
    assert.deepEqual(amounts(0.01), [...amounts(0), 0.01]);
    assert.notEqual(partsThatAddUp(0.41, amounts(0.01)), null);
  }
});

test("every language has a sentence for each size, with the limit in it", () => {
  for (const [tag, { check }] of Object.entries(languages)) {
    const language = languageOf(check);
    const sentences = [0.1, 0.4, 1, 2].map((epsilon) => headlineWords(countsOf(epsilon), language));
    for (const { size, most } of sentences) assert.ok(size.includes(most), `${tag}: ${size}`);
    assert.equal(new Set(sentences.map(({ size, most }) => size.replace(most, ""))).size, 4, tag);
    assert.equal(headlineWords(countsOf(1, 100), language).size, null);
    // A limit of no use is none for the other answer either.
    assert.equal(headlineWords(countsOf(4), language).size, check.result.size.none());
  }
});

test("a weak report asks for more than a small answer does", () => {
  const weak = (...warnings) => ({ warnings });
  assert.equal(neededFor(bound(0), weak()), "keep");
  assert.equal(neededFor(bound(0.6), weak({ code: "people", level: "note" })), "keep");
  assert.equal(neededFor(bound(0.7), weak()), "ask");
  assert.equal(neededFor(bound(1.5), weak()), "erase");
  assert.equal(neededFor(bound(Infinity), weak()), "erase");
  assert.equal(neededFor(bound(0.1), weak({ code: "no-publisher", level: "warning" })), "ask");
  assert.equal(neededFor(bound(0.1), weak({ code: "seed", level: "serious" })), "ask");
  assert.equal(neededFor(bound(0.1), weak({ code: "sample", level: "note" })), "ask");
});

test("every warning but those of stamps has a sentence in every language", () => {
  const all = [
    ...["note", "warning", "serious"].map((level) => ({ code: "epsilon", level })),
    ...["note", "warning"].map((level) => ({ code: "delta", level })),
    { code: "people", level: "note" },
    ...["no-promise", "no-publisher"].map((code) => ({ code, level: "warning" })),
  ];
  for (const [tag, { check }] of Object.entries(languages)) {
    const found = warningsOf({ warnings: all }, check.report);
    assert.equal(found.length, all.length, tag);
    assert.equal(new Set(found.map(([, sentence]) => sentence)).size, all.length, tag);
    assert.deepEqual(
      warningsOf({ warnings: ["seed", "digits", "sample"].map((code) => ({ code, level: "note" })) }, check.report),
      [],
      tag,
    );
  }
});
