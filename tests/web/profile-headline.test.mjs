// The sentences that the study of rows comes to (web/profile/headline.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { headlineOf } from "../../web/profile/headline.js";
import { profile as en } from "../../words/en/profile.js";

// λ = 2, G = 1: β = ε, so the most that a loss could be is ε times the row's displacement.
const grid = Float64Array.of(0.1, 1, 9, 10, 100);
const found = (transition, displacement = [2, 1], epsilons = grid) => {
  const farthest = Math.max(...displacement);
  const typical = { max: epsilons.map((epsilon) => (epsilon > 1 ? 0.26049 : 0.2587) * epsilon * farthest) };
  const other = { p99: typical.max, median: typical.max, min: typical.max };
  const profile = { transition, displacement, epsilons, typical: { ...typical, ...other }, lambda: 2, lipschitz: 1 };
  return headlineOf({ ...profile, plateaus: { low: 0.25869, high: 1 } }, en.result);
};
const plain = (text) => text.replaceAll("\u00a0", " ");

test("first comes what holds at the ε that people use, rounded to the safe side; then the range", () => {
  const { headline, sentences } = found({ epsilonLow: 125, epsilonHigh: 181_000, lowRow: 1, highRow: 2 });
  // 0.2587 · 1 · 2 = 0.5174, rounded up.
  assert.equal(plain(headline), "At ε = 1, 0.518 nats for the most exposed row");
  assert.equal(
    sentences[0],
    "At any ε up to 10, no row's typical loss is above 26.1% of the most it could be, and none is below 25.8% of it, however small ε is.",
  );
  assert.equal(plain(sentences[1]), "The choice of ε decides which rows are exposed only from ε = 125 to ε = 181,000.");
  // A grid that begins higher is said to.
  assert.match(
    plain(found({ epsilonLow: 1, epsilonHigh: 2, lowRow: 1, highRow: 2 }, [2, 1], Float64Array.of(20, 30)).headline),
    /^At ε = 20, /,
  );
});

test("the range is rounded outward in the sentences", () => {
  const { sentences } = found(
    { epsilonLow: 1.2366, epsilonHigh: 45_649, lowRow: 1234, highRow: 7 },
    Array.from({ length: 1300 }, (_, index) => 1 + Math.abs(index - 6)).with(1233, 5000),
  );
  assert.match(plain(sentences[1]), /from ε = 1\.23 to ε = 45,700\.$/);
  assert.match(
    sentences[3],
    /^Below ε = 1\.23 .* close to 25\.9% of the most it could be\. .* What decides this end is row 1,234, which moves the model most\.$/,
  );
  assert.match(sentences[4], /^Above ε = 45,700 .* What decides this end is row 7, which moves the model least\.$/);
});

test("an end that is infinite is ∞, and the row without effect is named", () => {
  const { sentences } = found({ epsilonLow: 1, epsilonHigh: Infinity, lowRow: 1, highRow: 2 }, [2, 0]);
  assert.match(plain(sentences[1]), /from ε = 1 to ε = ∞\.$/);
  assert.match(sentences[4], /^There is no upper end: row 2 does not move the model at all/);
});

test("no range: one coordinate, or no row that moves the model", () => {
  assert.deepEqual(found(null).sentences, [en.result.oneCoordinate]);
  assert.match(plain(found(null).headline), /^At ε = 1, 0\.518 nats /);
  assert.deepEqual(found({ epsilonLow: Infinity, epsilonHigh: Infinity, lowRow: 1, highRow: 1 }, [0, 0]), {
    headline: "No range of ε",
    sentences: [en.result.nobody],
  });
});

test("rows that move the model as far as the named one are counted, equal except for rounding", () => {
  const transition = { epsilonLow: 1, epsilonHigh: 10, lowRow: 2, highRow: 4 };
  const { sentences } = found(transition, [3, 3 * (1 + 1e-15), 2, 1, 1, 1]);
  assert.match(sentences[3], /What decides this end is row 2 \(and one other like it\), which moves the model most\.$/);
  assert.match(sentences[4], /What decides this end is row 4 \(and 2 others like it\), which moves the model least\.$/);
  const still = found({ ...transition, epsilonHigh: Infinity }, [3, 2.999999, 2, 0, 0, 1e-300]);
  assert.match(still.sentences[3], /What decides this end is row 2, /);
  assert.match(still.sentences[4], /no upper end: row 4 \(and one other like it\) does not move the model at all/);
});
