import assert from "node:assert/strict";
import { test } from "node:test";
import { downward, downwardAsOnPage, upward, upwardAsOnPage } from "../../wording/figures.js";
import { countInWords, figureCounts, headlineWords, promiseReading } from "../../wording/headline.js";
import {
  beliefCounts,
  countsOn,
  inReleases,
  partsThatAddUp,
  placesFor,
  unitsDown,
  unitsToNumber,
  unitsUp,
} from "../../wording/rounding.js";
import { check as ar } from "../../words/ar/check.js";
import { check as de } from "../../words/de/check.js";
import { check as en } from "../../words/en/check.js";
import { languageOf } from "../../wording/formats.js";

const posterior = (epsilon, prior) => ({
  lower: prior / (prior + (1 - prior) * Math.exp(epsilon)),
  upper: prior / (prior + (1 - prior) * Math.exp(-epsilon)),
});
const counts = (epsilon, hundredths) => beliefCounts(hundredths * 100, posterior(epsilon, hundredths / 100));
const exactly = (count) => ({ count, open: false });

test("a loss of 0.47 is from 50 to at most 62, and at least 38", () => {
  assert.deepEqual(counts(0.47, 50), { of: 100, before: 50, atMost: exactly(62), atLeast: exactly(38) });
});

test("counts are rounded away from the start", () => {
  assert.deepEqual(counts(1, 50), { of: 100, before: 50, atMost: exactly(74), atLeast: exactly(26) }); // 73.1 and 26.9
  assert.deepEqual(counts(1, 10).atMost, exactly(24)); // 23.2
  assert.deepEqual(counts(1, 10).atLeast, exactly(3)); // 3.93
});

test("a change below 1 in 100 is counted in thousandths, and is never no change", () => {
  const after = counts(0.01, 50); // 50.25
  assert.deepEqual(after, { of: 1000, before: 500, atMost: exactly(503), atLeast: exactly(497) });
  for (const epsilon of [1e-3, 1e-6, 1e-12, 1e-17, 5e-324]) {
    assert.deepEqual(counts(epsilon, 50), { of: 1000, before: 500, atMost: exactly(501), atLeast: exactly(499) });
    assert.deepEqual(counts(epsilon, 10).atMost, exactly(101));
  }
});

test("exactly at the threshold the coarse count is used", () => {
  const { of, atMost } = beliefCounts(5_000, { lower: 0.489, upper: 0.51 });
  assert.equal(of, 100);
  assert.deepEqual(atMost, exactly(51));
});

test("near certainty is never written as certainty", () => {
  assert.deepEqual(counts(10, 50).atMost, { count: 99, open: true });
  assert.deepEqual(counts(10, 50).atLeast, { count: 1, open: true });
  assert.deepEqual(counts(800, 50).atMost, { count: 99, open: true });
  assert.deepEqual(counts(800, 1).atMost, { count: 99, open: true });
  assert.deepEqual(counts(3, 99), { of: 100, before: 99, atMost: { count: 99, open: true }, atLeast: exactly(83) });
  for (const epsilon of [1, 0.01, 1e-20])
    assert.deepEqual([counts(epsilon, 99).of, counts(epsilon, 99).atMost], [100, { count: 99, open: true }]);
  // Below 99 in 100 the finer scale stays.
  assert.deepEqual(counts(0.1, 98).atMost, exactly(982));
  assert.deepEqual(beliefCounts(9_800, { lower: 0.97, upper: 0.9900000001 }).of, 100);
});

test("above 99 in 100 it is said in hundredths on the finer scale too", () => {
  const language = languageOf(en);
  const said = (epsilon) => countInWords(countsOn(1000, posterior(epsilon, 0.5)).atMost, 1000, language, "more");
  assert.equal(said(6), "more than 99 in 100"); // 997.5
  assert.equal(said(20), "more than 99 in 100");
  assert.equal(said(4.59), "990 in 1,000"); // 989.96
  assert.equal(said(4.6), "more than 99 in 100"); // 990.05
  assert.equal(countInWords(countsOn(1000, posterior(20, 0.5)).atLeast, 1000, language, "fewer"), "fewer than 1 in 1,000");
});

test("whatever the start and the bound, what is shown never understates it", () => {
  for (let hundredths = 1; hundredths <= 99; hundredths += 1) {
    for (const epsilon of [1e-9, 1e-4, 0.003, 0.02, 0.1, 0.47, 1, 2.5, 6, 20]) {
      const { lower, upper } = posterior(epsilon, hundredths / 100);
      const { of, before, atMost, atLeast } = counts(epsilon, hundredths);
      assert.equal(before, (hundredths * of) / 100);
      assert.ok(atMost.open || (atMost.count / of >= upper && atMost.count > before && atMost.count < of));
      assert.ok(!atMost.open || upper > (of - 1) / of);
      assert.ok(atLeast.open || (atLeast.count / of <= lower && atLeast.count < before && atLeast.count > 0));
      assert.ok(!atLeast.open || lower < 1 / of);
      assert.ok(atMost.open || atMost.count - upper * of < 1 || atMost.count === before + 1);
    }
  }
});

test("starts below 1 in 100 have a scale of their own", () => {
  const rare = (parts, epsilon) => beliefCounts(parts, posterior(epsilon, parts / 10_000));
  // 1 in 1,000 at ε = 1: 2.71 in 1,000. At ε = 0.1 it is 1.105, and on 10,000: 11.05.
  assert.deepEqual(rare(10, 1), { of: 1_000, before: 1, atMost: exactly(3), atLeast: { count: 1, open: true } });
  assert.deepEqual(rare(10, 0.1), { of: 10_000, before: 10, atMost: exactly(12), atLeast: exactly(9) });
  // 1 in 10,000: 2.72, and on 100,000 at ε = 0.4: 14.92.
  assert.deepEqual(rare(1, 1), { of: 10_000, before: 1, atMost: exactly(3), atLeast: { count: 1, open: true } });
  assert.deepEqual(rare(1, 0.4), { of: 100_000, before: 10, atMost: exactly(15), atLeast: exactly(6) });
  assert.deepEqual(rare(1, 800).atMost, { count: 9_999, open: true });
  for (const parts of [1, 10, 35, 100, 9_900]) {
    for (const epsilon of [1e-12, 1e-6, 0.003, 0.02, 0.1, 0.47, 1, 2.5, 6, 20]) {
      const { lower, upper } = posterior(epsilon, parts / 10_000);
      const { of, before, atMost, atLeast } = rare(parts, epsilon);
      assert.equal(before / of, parts / 10_000);
      assert.ok(atMost.open || (atMost.count / of >= upper && atMost.count > before));
      assert.ok(atLeast.open || (atLeast.count / of <= lower && atLeast.count < before));
    }
  }
});

test("the headline never says at most more than, nor no less than fewer than", () => {
  for (const parts of [1, 10, 100, 1_000, 5_000, 9_900]) {
    for (const epsilon of [1e-9, 0.01, 0.3, 1, 3, 6, 9, 12, 30]) {
      const after = posterior(epsilon, parts / 10_000);
      for (const words of [en, de, ar]) {
        const language = languageOf(words);
        const counts = figureCounts(parts, { yours: after, promise: after });
        const { headline, meaning } = headlineWords(counts, language);
        const said = [headline, meaning, promiseReading(counts, language)].join(" ");
        assert.doesNotMatch(
          said.replaceAll("*", ""),
          /(at most|höchstens) (more|mehr)|(no less than|mindestens) (fewer|weniger)|أكثر من [^.]* على الأكثر|لا يقل عن أقل|undefined/,
        );
      }
    }
  }
});

test("another band is counted on the same scale", () => {
  assert.deepEqual(countsOn(1000, posterior(1, 0.5)), { of: 1000, atMost: exactly(732), atLeast: exactly(268) });
  assert.deepEqual(countsOn(100, posterior(30, 0.5)), {
    of: 100,
    atMost: { count: 99, open: true },
    atLeast: { count: 1, open: true },
  });
});

test("decimals round up and down, not to the nearest", () => {
  assert.equal(unitsUp(0.4701, 3), 471);
  assert.equal(unitsUp(0.47, 3), 470);
  assert.equal(unitsUp(0.1 + 0.2, 3), 301);
  assert.equal(unitsDown(0.4709, 3), 470);
  assert.equal(unitsDown(-0.4701, 3), -471);
  assert.equal(unitsUp(-0.4709, 3), -470);
  assert.equal(unitsDown(0, 3), 0);
});

test("three significant digits, however small the number", () => {
  assert.deepEqual([0.47, 4.7, 47, 470, 0.00047, 4e-20, 0].map(placesFor), [3, 2, 1, 1, 6, 12, 2]);
});

test("parts add up to the total as it is shown, each within one unit of its value", () => {
  let state = 7;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let turn = 0; turn < 2000; turn += 1) {
    const values = Array.from({ length: 4 }, () => (random() - 0.3) * 10 ** Math.floor(random() * 5 - 3));
    const total = values.reduce((sum, value) => sum + value, 0);
    if (total <= 0) continue;
    const shown = partsThatAddUp(total, values);
    assert.equal(
      shown.parts.reduce((sum, part) => sum + part, 0),
      shown.total,
    );
    assert.equal(shown.running.at(-1), shown.total);
    assert.ok(unitsToNumber(shown.total, shown.places) >= total);
    shown.parts.forEach((part, index) => {
      assert.ok(Math.abs(part - values[index] * 10 ** shown.places) <= 1 + 1e-6, `${values} in ${shown.parts}`);
    });
  }
});

test("numbers too large to be split are not, at once, and nothing is shown that is no number", () => {
  for (const total of [1.0000001e12, 1e17, 5e23, 1e59, Infinity, NaN]) {
    const before = performance.now();
    assert.equal(partsThatAddUp(total, [0.1, total, -0.2]), null, String(total));
    // It looped once for each unit: 1e18 of them for σ = 1e-9.
    assert.ok(performance.now() - before < 100);
  }
  assert.equal(partsThatAddUp(1, [1e13, -1e13, 1]), null);
  // Parts that don't add up to their total are somebody's mistake, and none of them is shown.
  assert.equal(partsThatAddUp(5, [1, 1]), null);
  assert.equal(partsThatAddUp(1, [5, 1]), null);
});

test("up to there, each part is within one unit of its value", () => {
  for (let power = -6; power <= 12; power += 0.25) {
    const large = 10 ** power;
    const values = [0.07 * large, 0.93 * large - 0.1, 0.1, -1e-7 * large];
    const total = values.reduce((sum, value) => sum + value, 0);
    if (total > 1e12 || total <= 0) continue;
    const shown = partsThatAddUp(total, values);
    assert.equal(shown.running.at(-1), shown.total);
    assert.ok(unitsToNumber(shown.total, shown.places) >= total);
    shown.parts.forEach((part, index) => {
      const off = Math.abs(unitsToNumber(part, shown.places) - values[index]) * 10 ** shown.places;
      assert.ok(off <= 1 + 1e-3, `${values[index]} as ${part} of ${shown.places} places`);
    });
  }
});

test("figures beyond what places can say are written as they are", () => {
  assert.equal(upward(4.5e23), "4.5e+23");
  assert.equal(downward(-4.5e23), "−4.5e+23");
  assert.equal(upwardAsOnPage(1e59), "1e+59");
  assert.equal(downwardAsOnPage(-1e15), "−1000000000000000");
  assert.equal(upwardAsOnPage(123456789012.34), "123456789012.4");
});

test("nothing at all adds up to nothing", () => {
  assert.deepEqual(partsThatAddUp(0, [0, 0, -0, 0]).parts.map(Math.abs), [0, 0, 0, 0]);
});

test("failure probabilities as releases, rounded up", () => {
  assert.deepEqual(inReleases(0.05), { count: 5, of: 100 });
  assert.deepEqual(inReleases(0.07), { count: 7, of: 100 });
  assert.deepEqual(inReleases(0.1), { count: 10, of: 100 });
  assert.deepEqual(inReleases(0.0501), { count: 6, of: 100 });
  assert.deepEqual(inReleases(1e-6), { count: 1, of: 1_000_000 });
  assert.deepEqual(inReleases(2e-6), { count: 2, of: 1_000_000 });
  assert.deepEqual(inReleases(1.5e-6), { count: 2, of: 1_000_000 });
});
