// Two clouds of points: spread as they say, the same for everyone, and never a hole in a picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cloudShapes, clouds, rowShapes } from "../../web/clouds/clouds.js";

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("each cloud has its centre, the noise's spread in both directions, and nothing between them", () => {
  for (const distance of [0, 0.24, 1, 4]) {
    const { without, including } = clouds(distance, 1000);
    for (const [points, centre] of [
      [without, -distance / 2],
      [including, distance / 2],
    ]) {
      assert.equal(points.length, 1000);
      const [xs, ys] = [points.map(({ x }) => x - centre), points.map(({ y }) => y)];
      for (const values of [xs, ys]) {
        assert.ok(Math.abs(mean(values)) < 0.02, `${mean(values)}`);
        assert.ok(Math.abs(mean(values.map((value) => value ** 2)) - 1) < 0.03, `${mean(values.map((value) => value ** 2))}`);
      }
      assert.ok(Math.abs(mean(xs.map((x, index) => x * ys[index]))) < 0.02);
      // Shares of a normal distribution within one and two standard deviations: 0.6827 and 0.9545.
      assert.ok(Math.abs(xs.filter((x) => Math.abs(x) < 1).length / 1000 - 0.6827) < 0.015);
      assert.ok(Math.abs(xs.filter((x) => Math.abs(x) < 2).length / 1000 - 0.9545) < 0.01);
    }
  }
});

test("a few points are spread evenly too", () => {
  const { without, including } = clouds(0, 60);
  for (const points of [without, including])
    for (const axis of ["x", "y"]) assert.ok(Math.abs(mean(points.map((point) => point[axis]))) < 0.12);
});

test("the same for the same arguments, and the clouds are not one moved aside", () => {
  assert.deepEqual(clouds(1, 80), clouds(1, 80));
  const { without, including } = clouds(1, 80);
  assert.notDeepEqual(
    without.map(({ y }) => y),
    including.map(({ y }) => y),
  );
});

test("what is no distance and no number of points is refused", () => {
  for (const distance of [-1, NaN, Infinity, undefined, "1e400"])
    for (const make of [clouds, cloudShapes, rowShapes]) assert.throws(() => make(distance, 10), RangeError, String(distance));
  for (const count of [0, -1, 1.5, 1001, NaN, undefined])
    for (const make of [clouds, cloudShapes, rowShapes]) assert.throws(() => make(1, count), RangeError, String(count));
});

test("every mark lies inside its picture, however far apart the clouds are", () => {
  for (const distance of [0, 1e-300, 0.2, 3, 12, 1e300]) {
    const { width, height, without, including, centres } = cloudShapes(distance, 500);
    assert.ok(width < 400 && height < 200);
    for (const path of [without, including]) {
      assert.equal(path.match(/M/g).length, 500);
      assert.doesNotMatch(path, /NaN|Infinity|e[-+]?\d/);
      for (const [, x, y] of path.matchAll(/M([-\d.]+) ([-\d.]+)/g))
        assert.ok(Number(x) >= 0 && Number(x) <= width - 5 && Number(y) >= 0 && Number(y) <= height - 2, `${x} ${y}`);
    }
    assert.ok(centres.including.x >= centres.without.x);
  }
});

test("in two rows no mark covers one of the other, however close the clouds are, and both have one scale", () => {
  const yOf = (path) => Array.from(path.matchAll(/M[-\d.]+ ([-\d.]+)/g), ([, y]) => Number(y));
  const xOf = (path) => Number(path.match(/^M([-\d.]+) /)[1]);
  for (const distance of [0, 0.1, 3, 12, 1e300]) {
    const { width, height, without, including, middles, scale } = rowShapes(distance, 500);
    const [upper, lower] = [yOf(without), yOf(including)];
    assert.equal(upper.length + lower.length, 1000);
    // A disc begins at its middle's height, a cross at its top; each is 5.2 high.
    assert.ok(Math.max(...upper) + 2.6 < Math.min(...lower) && Math.min(...upper) >= 2.6);
    assert.ok(Math.max(...lower) + 5.2 <= height && width < 400 && height < 200);
    const unit = Number(scale.match(/h([\d.]+)/)[1]);
    const apart = xOf(middles.including) - xOf(middles.without);
    assert.ok(Math.abs(apart - unit * Math.min(distance, 12)) <= 0.1, `${apart}`);
  }
});
