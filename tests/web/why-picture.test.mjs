// The picture of two clouds in the check page is drawn for the record's own shift: against the
// gradient of the logistic loss, worked out here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadReport } from "../../build/package/index.js";
import { shiftOf } from "../../web/sheet/why-picture.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../reports/good/${name}.json`, import.meta.url), "utf8"));

test("the distance is the length of the gradient over the noise's standard deviation", async () => {
  const document = read("only-what-is-needed");
  const { theta, mechanism } = document.model;
  const report = await loadReport(document);
  for (const [x, y] of [
    [theta.map(() => 0.3), 1],
    [theta.map((_, index) => (index === 0 ? 1 : 0)), -1],
  ]) {
    const margin = y * x.reduce((sum, value, index) => sum + value * theta[index], 0);
    const expected = ((1 / (1 + Math.exp(margin))) * Math.hypot(...x)) / mechanism.sigma;
    const shift = shiftOf({ bound: report.bound({ x, y }), summary: report.summary });
    // Sums of a few doubles, in another order.
    assert.ok(Math.abs(shift - expected) <= 1e-12 * expected, `${shift} is ${expected}`);
  }
});

test("a mechanism with other noise has no picture, and neither has a bound without parts", async () => {
  const laplace = await loadReport(read("laplace"));
  const x = Array.from({ length: laplace.summary.dimension }, () => 0.1);
  const bound = laplace.bound({ x, y: 1 });
  assert.equal(shiftOf({ bound, summary: laplace.summary }), null);
  const report = await loadReport(read("only-what-is-needed"));
  const zero = Array.from({ length: report.summary.dimension }, () => 0.1);
  const earlier = report.bound({ x: zero, y: 1 }, { method: "redberg2021" });
  assert.equal(shiftOf({ bound: earlier, summary: report.summary }), null);
});
