// Quantiles by nearest rank, as tests/core/moments.cpp has them of the core.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestRank, quantiles } from "../../wording/quantiles.js";

test("the rank is the first that a share of all doesn't exceed, met except for rounding included", () => {
  for (const [share, count, rank] of [
    [0.07, 100, 7],
    [0.07, 101, 8],
    [0.5, 1, 1],
    [0.5, 4, 2],
    [0.5, 5, 3],
    [0.99, 100, 99],
    [0.99, 101, 100],
    [0, 7, 1],
    [1, 7, 7],
  ])
    assert.equal(nearestRank(share, count) + 1, rank, `${share} of ${count}`);
});

test("whole shares of a hundred are exact for up to a million entries", () => {
  for (let count = 1; count <= 1e6; count = Math.ceil(count * 1.37)) {
    for (let hundredth = 1; hundredth <= 100; hundredth += 1) {
      // In whole numbers: the least rank r with 100 r ≥ hundredth · count.
      const expected = Math.floor((hundredth * count + 99) / 100);
      assert.equal(nearestRank(hundredth / 100, count) + 1, Math.max(expected, 1), `${hundredth} of ${count}`);
    }
  }
});

test("median, 99th percentile and maximum are values that occur", () => {
  assert.deepEqual(quantiles(Float64Array.of(3, 1, 2, 10)), { median: 2, p99: 10, max: 10 });
});
