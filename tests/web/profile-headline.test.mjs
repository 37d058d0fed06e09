// The sentences that the study of rows comes to (web/profile/headline.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { headlineOf } from "../../web/profile/headline.js";
import { profile as en } from "../../words/en/profile.js";

const found = (transition, displacement = [2, 1]) =>
  headlineOf({ transition, displacement, plateaus: { low: 0.25869, high: 1 } }, en.result);
const plain = (text) => text.replaceAll("\u00a0", " ");

test("the range is rounded outward, in the headline and in the sentences", () => {
  const { headline, sentences } = found(
    { epsilonLow: 1.2366, epsilonHigh: 45_649, lowRow: 1234, highRow: 7 },
    Array.from({ length: 1300 }, (_, index) => 1 + Math.abs(index - 6)).with(1233, 5000),
  );
  assert.equal(plain(headline), "From ε = 1.23 to ε = 45,700");
  assert.match(
    sentences[0],
    /^Below ε = 1\.23 .* close to 25\.9% of the most it could be\. .* What decides this end is row 1,234, which moves the model most\.$/,
  );
  assert.match(sentences[2], /^Above ε = 45,700 .* What decides this end is row 7, which moves the model least\.$/);
});

test("an end that is infinite is ∞, and the row without effect is named", () => {
  const { headline, sentences } = found({ epsilonLow: 1, epsilonHigh: Infinity, lowRow: 1, highRow: 2 }, [2, 0]);
  assert.equal(plain(headline), "From ε = 1 to ε = ∞");
  assert.match(sentences[2], /^There is no upper end: row 2 does not move the model at all/);
});

test("no range: one coordinate, or no row that moves the model", () => {
  assert.deepEqual(found(null), { headline: "No range of ε", sentences: [en.result.oneCoordinate] });
  assert.deepEqual(found({ epsilonLow: Infinity, epsilonHigh: Infinity, lowRow: 1, highRow: 1 }, [0, 0]), {
    headline: "No range of ε",
    sentences: [en.result.nobody],
  });
});

test("rows that move the model as far as the named one are counted, equal except for rounding", () => {
  const transition = { epsilonLow: 1, epsilonHigh: 10, lowRow: 2, highRow: 4 };
  const { sentences } = found(transition, [3, 3 * (1 + 1e-15), 2, 1, 1, 1]);
  assert.match(sentences[0], /What decides this end is row 2 \(and one other like it\), which moves the model most\.$/);
  assert.match(sentences[2], /What decides this end is row 4 \(and 2 others like it\), which moves the model least\.$/);
  const still = found({ ...transition, epsilonHigh: Infinity }, [3, 2.999999, 2, 0, 0, 1e-300]);
  assert.match(still.sentences[0], /What decides this end is row 2, /);
  assert.match(still.sentences[2], /no upper end: row 4 \(and one other like it\) does not move the model at all/);
});
