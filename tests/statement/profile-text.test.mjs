// A privacy profile in text (cli/output/profile-text.js): each number in its own place, and every
// state of the range of ε.
import assert from "node:assert/strict";
import { test } from "node:test";
import { profileText } from "../../cli/output/profile-text.js";

const study = { label: {}, mechanism: { loss: { name: "logistic" } } };

/** Numbers that can be told from one another wherever they stand. */
const QUANTILES = ["max", "p99", "p90", "median", "p10", "min", "mean"];
const profile = {
  ...{ rows: 8, dimension: 3, lambda: 2, lipschitz: 1, neighbours: "exact", seeded: false },
  ...{ displacementError: 1.21e-6, worstCaseDeviation: 0.0112345, displacement: [4, 2, 4, 4, 1, 1, 3, 2] },
  transition: { epsilonLow: 0.5, epsilonHigh: 20, sLow: 1, sHigh: 10, lowRow: 1, highRow: 5 },
  epsilons: [0.1, 100],
  typical: Object.fromEntries(QUANTILES.map((key, index) => [key, [70 - 10 * index, 71 - 10 * index]])),
  accuracy: {
    ...{ measure: "accuracy", rows: 30, models: 200, nonPrivate: 0.82 },
    ...{ mean: [0.51, 0.52], standardError: [0.011, 0.012] },
  },
  profile: {
    ...{ epsilon: 3, typical: [], quantiles: { max: 9, p99: 8, p90: 7, median: 6, mean: 5 } },
    // The smallest first.
    sampled: { samples: 20, mean: [1, 2, 3, 4, 5, 6, 7, 8], standardError: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] },
  },
  top: [
    { row: 1, displacement: 4, typical: 9, leverage: 0.01, derivative: -0.5, neighbourDerivative: -0.6 },
    { row: 3, displacement: 4.5, typical: 8, leverage: 0.02, derivative: 0.7, neighbourDerivative: 0.8 },
  ],
};

/** The text in one line, of a profile that differs in `changes`. */
const words = (changes) => profileText({ ...profile, ...changes }, study).replaceAll(/\s+/g, " ");

test("each number stands under its own name", () => {
  assert.equal(
    profileText(profile, study),
    `Private: don't publish these numbers, the ranking of the rows or a chart of them.

8 rows, d = 3, λ = 2 (Λ = 0.2500); neighbours: trained without each row, to 1.3 parts in a
million of the distance. Worst-case points would have been off by up to 0.01124 times that
distance.

Range in which the choice of ε matters: 0.5000 to 20.00. It is no recommendation: an ε far above
1 promises little. Below it more noise lowers every row's loss in proportion to ε and hides none
any better beside the others; row 1, which moves the model furthest (by 4.000, as do 2 others),
decides. Above it every row is fully exposed; row 5, which moves the model least (by 1.000, as
does one other), decides.

Typical privacy loss of a row, mean of |l| over models, in nats
ε       maximum  99th percentile  90th percentile  median  10th percentile  minimum   mean  accuracy        ±
0.1000    70.00            60.00            50.00   40.00            30.00    20.00  10.00    0.5100  0.01100
100.0     71.00            61.00            51.00   41.00            31.00    21.00  11.00    0.5200  0.01200
accuracy on 30 held-out rows: mean and standard error over 200 models; without noise 0.8200

At ε = 3.000
                   maximum  99th percentile  90th percentile  median   mean
typical loss         9.000            8.000            7.000   6.000  5.000
sorted, 20 models    8.000            8.000            8.000   4.000
± standard error    0.8000           0.8000           0.8000  0.4000

Rows that move the model most
row  moved  typical loss  leverage       f′  f′ without it
1    4.000         9.000   0.01000  −0.5000        −0.6000
3    4.500         8.000   0.02000   0.7000         0.8000
`,
  );
});

test("a range that the table does not hold, at either end", () => {
  const told = (epsilons) => / The table goes from .*? only; --epsilon takes other values\./.exec(words({ epsilons }))?.[0];
  assert.equal(told([0.5, 20]), undefined);
  assert.equal(told([0.6, 20]), " The table goes from 0.6000 to 20.00 only; --epsilon takes other values.");
  assert.equal(told([0.5, 19]), " The table goes from 0.5000 to 19.00 only; --epsilon takes other values.");
});

test("no ε is recommended, however wide the range", () => {
  const found = words({ transition: { ...profile.transition, epsilonLow: 71.2, epsilonHigh: 523478 } });
  assert.match(found, /Range in which the choice of ε matters: 71\.20 to 523478\. It is no recommendation:/);
  assert.doesNotMatch(found, /worth/);
});

test("no upper end: the rows that move nothing are counted, and the table has no end to miss", () => {
  const still = (...displacement) =>
    words({ displacement, transition: { ...profile.transition, epsilonHigh: Infinity, highRow: 3 } });
  const ends = (text, sentence) => assert.ok(text.includes(`decides. ${sentence} Typical`), text);
  ends(still(4, 2, 0), "There is no upper end: row 3 moves nothing, so no ε exposes it.");
  ends(still(4, 0, 0), "There is no upper end: row 3 moves nothing (nor does one other), so no ε exposes it.");
  ends(still(4, 0, 0, 0), "There is no upper end: row 3 moves nothing (nor do 2 others), so no ε exposes it.");
  assert.match(still(4, 0, 0), /Range in which the choice of ε matters: 0\.5000 to ∞\. It is no recommendation/);
});

test("λ is written out as it is given, with a sign like every other number", () => {
  assert.match(words({ lambda: 12345.6789 }), / λ = 12345\.6789 \(Λ = 1543\);/);
  assert.match(words({ lambda: 2e-7 }), / λ = 2e−7 \(Λ = 2\.500e−8\);/);
  assert.match(words({ lambda: 4e22 }), / λ = 4e22 \(Λ = 5\.000e21\);/);
});

test("how near the neighbours are is rounded up, and where rounding counts more that is said", () => {
  assert.match(words({ displacementError: 1.01e-9 }), /to 0\.0011 parts in a million of the distance\./);
  for (const displacementError of [1e-9, 0])
    assert.match(words({ displacementError }), /to one part in a billion of the distance\./);
});
