// The data of the charts of the page for studying rows (web/profile/curves.js,
// web/profile/map-cells.js, web/profile/chart).
import assert from "node:assert/strict";
import { test } from "node:test";
import { crowded, stepsFor } from "../../web/profile/chart/map.js";
import { extent } from "../../web/profile/chart/plot.js";
import { linearScale, logScale } from "../../web/profile/chart/scale.js";
import { quantilesOf, ranked, rankedPoints, ranksToName, ranksUpTo, sharesOfMost } from "../../web/profile/curves.js";
import { cellsOf, changeCellsOf, mapCells } from "../../web/profile/map-cells.js";

const words = { from: (low, high) => `${low} to ${high}`, others: "all others" };

test("quantiles are values that occur, the upper one of two", () => {
  const { max, p99, p90, median, p10, min, mean } = quantilesOf([5, 1, 4, 2, 3, 10, 7, 8, 9, 6]);
  assert.deepEqual([max, p99, p90, median, p10, min, mean], [10, 10, 9, 5, 1, 1, 5.5]);
  const hundred = quantilesOf(Array.from({ length: 200 }, (_, index) => index + 1));
  assert.deepEqual([hundred.p99, hundred.p90, hundred.median], [198, 180, 100]);
});

test("shares of the most a loss could be: β times the displacement at the same quantile", () => {
  // β = λε/2 = 3 at ε = 2; the rows move the model by 1, 2 and 4.
  const shares = sharesOfMost({
    ...{ lambda: 3, lipschitz: 1, epsilons: [2], displacement: [4, 1, 2] },
    typical: { max: [6], p99: [6], median: [1.5], min: [3] },
  });
  assert.deepEqual(shares, { max: [0.5], p99: [0.5], median: [0.25], min: [1] });
  // Gradients may be up to 2 long, so the noise is twice as large: β = λε/(2G) = 1.5.
  const longer = sharesOfMost({
    ...{ lambda: 3, lipschitz: 2, epsilons: [2], displacement: [4, 1, 2] },
    typical: { max: [3], p99: [3], median: [0.75], min: [1.5] },
  });
  assert.deepEqual(longer, shares);
  const none = sharesOfMost({
    ...{ lambda: 3, lipschitz: 1, epsilons: [2], displacement: [0] },
    typical: { max: [0], p99: [0], median: [0], min: [0] },
  });
  assert.ok(Number.isNaN(none.max[0]));
});

test("a ranked line keeps the first ranks, the last and the order", () => {
  const ranks = ranksUpTo(48_842);
  assert.deepEqual(ranks.slice(0, 12), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  assert.equal(ranks.at(-1), 48_842);
  assert.ok(ranks.length < 245 && ranks.every((rank, index) => index === 0 || rank > ranks[index - 1]));
  const sorted = ranked([3, 1, 2]);
  assert.deepEqual([...sorted], [3, 2, 1]);
  assert.deepEqual(rankedPoints(sorted), [
    [1, 3],
    [2, 2],
    [3, 1],
  ]);
  assert.deepEqual(ranksToName(2), [1, 2]);
  assert.deepEqual(ranksToName(48_842).slice(-4), [5000, 10_000, 20_000, 48_842]);
});

test("every row is in one cell of the map; ends of the range and further levels have a place", () => {
  const age = cellsOf({ kind: "number", minimum: 0, maximum: 12 }, words, String);
  assert.deepEqual([0, 0.5, 1, 11.9, 12].map(age.cellOf), [0, 0, 1, 11, 11]);
  assert.equal(age.labels[11], "11 to 12");
  const many = cellsOf({ kind: "level", levels: Array.from({ length: 41 }, (_, index) => `level ${index}`) }, words, String);
  assert.deepEqual(
    [many.count, many.labels[14], many.labels[15], many.cellOf(14), many.cellOf(15), many.cellOf(40)],
    [...[16, "level 14", "all others", 14, 15, 15]],
  );
  const cells = mapCells(
    [
      [0, 0.5, 11, 12, NaN],
      [0, 0, 20, 40, 1],
    ],
    [age, many],
    [1, 3, 5, 7, 100],
  );
  assert.deepEqual(cells, [
    { across: 0, up: 0, rows: 2, largest: 3, median: 1 },
    { across: 11, up: 15, rows: 2, largest: 7, median: 5 },
  ]);
});

test("changes: alike to both sides of 0, in steps that grow; every change in one cell, the small ones and 0 in the middle", () => {
  const spread = (values) => Float64Array.from(values);
  // 1, 2, 5 while six of them to a side are enough.
  const fine = changeCellsOf(spread([-0.9, 0.4, 0.03, 0.02]), words, String);
  assert.deepEqual(fine.labels, [
    ...["-1 to -0.5", "-0.5 to -0.2", "-0.2 to -0.1", "-0.1 to -0.05", "-0.05 to -0.02", "-0.02 to 0.02"],
    ...["0.02 to 0.05", "0.05 to 0.1", "0.1 to 0.2", "0.2 to 0.5", "0.5 to 1"],
  ]);
  assert.deepEqual([-0.9, -0.5, -0.02, -0.019, 0, 0.019, 0.02, 0.5, 0.9].map(fine.cellOf), [0, 0, 4, 5, 5, 5, 6, 10, 10]);
  assert.deepEqual(
    fine.marks.map(({ at, label }) => [at, label]),
    [
      [0, "-1"],
      [2, "-0.2"],
      [5.5, "0"],
      [9, "0.2"],
      [11, "1"],
    ],
  );
  // Then 1, 3; then whole decades, the largest six of them.
  assert.equal(changeCellsOf(spread([1e-3, 0.5]), words, String).labels.at(-1), "0.3 to 1");
  const coarse = changeCellsOf(spread([1e-9, -2]), words, String);
  assert.deepEqual([coarse.count, coarse.labels[6], coarse.labels[12]], [13, "-0.00001 to 0.00001", "1 to 10"]);
  assert.deepEqual([1e-9, -2].map(coarse.cellOf), [6, 0]);
  // A change at a power of ten has a place as well, and so has the largest of all.
  const one = changeCellsOf(spread([1, -1, 0]), words, String);
  assert.deepEqual(
    [one.labels, [1, -1, 0].map(one.cellOf)],
    [
      ["-2 to -1", "-1 to 1", "1 to 2"],
      [2, 0, 1],
    ],
  );
  const none = changeCellsOf(spread([0, 0]), words, String);
  assert.deepEqual([none.count, none.labels, none.cellOf(0)], [1, ["0"], 0]);
  // Nine tenths of the changes are told apart by their size, however many decades the others span.
  const many = spread(
    Array.from({ length: 1000 }, (_, index) => (index < 90 ? 1e-12 : (-1) ** index * 10 ** (-(index % 20) / 10))),
  );
  const cells = changeCellsOf(many, words, String);
  assert.ok(many.filter((change) => cells.cellOf(change) === (cells.count - 1) / 2).length <= 140, cells.labels.join("; "));
  const counted = mapCells([many, many], [cells, cells], many.map(Math.abs));
  assert.equal(
    counted.reduce((sum, { rows }) => sum + rows, 0),
    1000,
  );
  assert.ok(counted.every(({ across, up }) => across === up && across >= 0 && across < cells.count));
});

test("steps of the map are equal in logarithms, and a loss of 0 has none", () => {
  const { from, stepOf } = stepsFor([0, 1e-5, 1]);
  assert.deepEqual([0, 1e-5, 0.00011, 0.5, 1].map(stepOf), [-1, 0, 1, 4, 4]);
  assert.deepEqual(
    from.map((least) => Number(least.toPrecision(6))),
    [1e-5, 1e-4, 1e-3, 1e-2, 0.1],
  );
  assert.deepEqual([stepsFor([2, 2]).stepOf(2), stepsFor([0]).stepOf(0)], [0, -1]);
});

test("labels that would run into one another are slanted", () => {
  const marks = [0, 1, 5.5, 10, 11].map((at, index) => ({ at, label: ["−0.05", "−0.01", "0", "0.01", "0.05"][index] }));
  // At 14 pixels "−0.05" is 39 wide and "0.01" 31.
  assert.equal(crowded(marks, 40, 14), true);
  assert.equal(crowded(marks, 60, 14), false);
  assert.equal(crowded([marks[0], { at: 6, label: "0" }], 10, 14), false);
  assert.equal(crowded([marks[0], { at: 1, label: "0" }, { at: 9, label: "10" }], 20, 14), true);
  assert.equal(crowded([marks[0]], 1, 14), false);
  // Wherever on the axis they are.
  assert.equal(crowded([marks[0], marks[3], marks[4]], 30, 14), true);
});

test("axes hold every value that they can show, and no other", () => {
  const log = logScale(0.02, 700, 100, 500, 10);
  assert.deepEqual([log.low, log.high, log.at(0.01), log.at(1000), log.at(1)], [0.01, 1000, 100, 500, 260]);
  assert.deepEqual([log.at(0), log.at(-1), log.at(Infinity), log.at(NaN)], [null, null, null, null]);
  assert.deepEqual(
    log.ticks.map(({ label }) => label),
    ["0.01", "0.1", "1", "10", "100", "1,000"],
  );
  assert.equal(logScale(1e-12, 1e12, 0, 100, 5).ticks.length, 5);
  const linear = linearScale(0.48, 0.84, 0, 100, 6, String);
  assert.ok(linear.low <= 0.48 && linear.high >= 0.84 && linear.ticks.length <= 7);
  assert.ok(linear.at(0.48) >= 0 && linear.at(0.84) <= 100 && linear.at(NaN) === null);
  assert.deepEqual(
    linearScale(0, 1, 0, 100, 6, String).ticks.map(({ label }) => label),
    ["0", "0.2", "0.4", "0.6", "0.8", "1"],
  );
  assert.ok(Number.isFinite(linearScale(5, 5, 0, 100, 6).at(5)));
  assert.deepEqual(extent("log", [0, 2, Infinity, 5, NaN]), { low: 2, high: 5 });
  assert.deepEqual(extent("linear", [-1, 2, Infinity]), { low: -1, high: 2 });
});
