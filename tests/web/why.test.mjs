// The arithmetic of why.html against values from 40-digit arithmetic (Python's decimal), and what
// its words could say wrongly: certainty where there is none, a hole for a number, or another
// count than the check page's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beliefAfter, countOf, curves, density, lossAt, normalFrom, othersFrom } from "../../web/site/why/attack.js";
import { CLOUDS, OTHERS, PICTURE, SETTINGS } from "../../web/site/why/example.js";
import { languages } from "../../words/languages.mjs";
import { languageOf } from "../../wording/formats.js";

const near = (found, expected, relative = 1e-14) =>
  assert.ok(Math.abs(found - expected) <= relative * Math.abs(expected), `${found}, not ${expected}`);

test("normal densities", () => {
  for (const [at, mean, sigma, expected] of [
    [0, 0, 1, 0.3989422804014327],
    [1, 0, 1, 0.24197072451914334],
    [483.25, 480, 5, 0.06459447193358286],
    [484, 480, 5, 0.05793831055229655],
    [470, 484, 40, 0.009381008672923448],
  ])
    near(density(at, mean, sigma), expected);
});

test("the loss is the log of the densities' ratio, and the belief what Bayes' rule makes of it", () => {
  for (const [published, value, sigma, loss, belief] of [
    [483.25, 4, 5, 0.2, 0.549833997312478],
    [490, 4, 5, 1.28, 0.7824497764231124],
    [470, 20, 40, -0.25, 0.4378234991142019],
    [481, 1, 1, 0.5, 0.6224593312018546],
  ]) {
    const setting = { others: 480, value, sigma };
    near(lossAt(published, setting), loss);
    near(beliefAfter(lossAt(published, setting)), belief);
    near(lossAt(published, setting), Math.log(density(published, 480 + value, sigma) / density(published, 480, sigma)), 1e-11);
    // [R], example 4: |ΔQ| |2o − Q(D) − Q(D±z)| / (2σ²).
    near(Math.abs(loss), (value * Math.abs(2 * published - 480 - (480 + value))) / (2 * sigma ** 2));
  }
});

test("a published number and the exact loss give the sum of all others away, whether the record was used or not", () => {
  for (const sigma of [1, 5, 40])
    for (const value of [1, 4, 20])
      for (const noise of [-6.7, -1.234, 0.001, 0.77, 6.7])
        for (const used of [0, 1]) {
          const published = OTHERS + used * value + sigma * noise;
          const found = othersFrom(published, lossAt(published, { others: OTHERS, value, sigma }), { value, sigma });
          assert.ok(found[0] <= found[1]);
          assert.ok(
            found.some((sum) => Math.abs(sum - OTHERS) < 1e-9),
            `${found}`,
          );
        }
});

test("normal numbers from random words: finite at the ends, and spread as they should be", () => {
  for (const [first, second, expected] of [
    [0, 0, 6.763705635001895],
    [2 ** 31, 0, 1.1774100223177266],
    [2 ** 32 - 1, 2 ** 32 - 1, 1.525878906294409e-5],
    [123456789, 3000000000, -0.8472938200300508],
  ])
    near(normalFrom(first, second), expected, 1e-9);
  let state = 1;
  const word = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  const drawn = Array.from({ length: 20000 }, () => normalFrom(word(), word()));
  assert.ok(Math.abs(drawn.reduce((sum, each) => sum + each, 0) / 20000) < 0.03);
  assert.ok(Math.abs(drawn.reduce((sum, each) => sum + each ** 2, 0) / 20000 - 1) < 0.04);
});

// Attacks.
test("no setting ends in certainty, or in no number", () => {
  for (const sigma of [1e-300, 1e-9, 0.1, 1, 40, 1e9, 1e300])
    for (const value of [1e-300, 1, 20, 1e9])
      for (const noise of [-6.77, 0, 6.77]) {
        const setting = { others: OTHERS, value, sigma };
        let loss;
        try {
          loss = lossAt(OTHERS + value + sigma * noise, setting);
        } catch (error) {
          assert.ok(error instanceof RangeError);
          continue;
        }
        const { count, of, open } = countOf(beliefAfter(loss));
        assert.ok(Number.isInteger(count) && count > 0 && count < of, `${count} of ${of}`);
        assert.ok(open === null || (open === "more" ? count === 99 : count === 1));
        assert.equal(of, open === null ? of : 100);
      }
  for (const sigma of [0, -1, NaN]) assert.throws(() => lossAt(480, { others: OTHERS, value: 4, sigma }), RangeError);
  assert.throws(() => countOf(NaN), RangeError);
  assert.throws(() => countOf(1.1), RangeError);
});

test("counts: open beyond 99 and 1 in 100, finer near the start, nearest between", () => {
  for (const [belief, expected] of [
    [0, { count: 1, of: 100, open: "fewer" }],
    [0.00999, { count: 1, of: 100, open: "fewer" }],
    [0.01, { count: 1, of: 100, open: null }],
    [0.5, { count: 500, of: 1000, open: null }],
    [0.5049, { count: 505, of: 1000, open: null }],
    [0.714, { count: 71, of: 100, open: null }],
    [0.99, { count: 99, of: 100, open: null }],
    [0.990001, { count: 99, of: 100, open: "more" }],
    [1, { count: 99, of: 100, open: "more" }],
  ])
    assert.deepEqual(countOf(belief), expected);
});

test("every setting of the page has a picture without holes, and a number beyond it is at its edge", () => {
  for (const sigma of [SETTINGS.noise.from, SETTINGS.noise.first, SETTINGS.noise.to])
    for (const value of [SETTINGS.value.from, SETTINGS.value.first, SETTINGS.value.to]) {
      const { xOf, without, including } = curves({ others: OTHERS, value, sigma }, PICTURE);
      for (const path of [without, including]) {
        assert.doesNotMatch(path, /NaN|Infinity|e/);
        for (const [, x, y] of path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g))
          assert.ok(x >= 0 && x <= PICTURE.width && y >= 0 && y <= PICTURE.height, `${x} ${y}`);
      }
      assert.equal(xOf(-1e9), 0);
      assert.equal(xOf(1e9), PICTURE.width);
    }
});

test("the words count as the check page does, and name the numbers of the example", () => {
  for (const [tag, { check: sheet, site }] of Object.entries(languages)) {
    const { says, why } = site;
    const { count } = languageOf(sheet);
    assert.equal(says.why.moreThan("7", "8"), sheet.result.moreThan("7", "8"));
    assert.equal(says.why.fewerThan("7", "8"), sheet.result.fewerThan("7", "8"));
    assert.ok(says.why.about("7", "8").endsWith(sheet.result.inCount("7", "8")));
    const start = sheet.result.inCount(count(50), count(100));
    for (const text of [says.why.belief("x"), why.attack.intro[0]]) assert.ok(text.includes(start), `${tag}: ${text}`);
    assert.ok(why.attack.intro[0].includes(count(OTHERS)), tag);
    assert.ok(why.clouds.alt.includes(count(CLOUDS.count)), tag);
  }
});
