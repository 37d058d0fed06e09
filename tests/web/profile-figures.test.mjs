// Numbers as the page for studying rows writes them (web/profile/figures.js): three digits that
// count, ends of ranges outward.
import assert from "node:assert/strict";
import { test } from "node:test";
import { downward, figure, percent, power, upward } from "../../web/profile/figures.js";

test("three digits, and powers of ten where there would be a row of zeros", () => {
  for (const [value, text] of [
    [0, "0"],
    [1, "1"],
    [0.25, "0.25"],
    [12345.6, "12,300"],
    [999_499, "999,000"],
    [999_600, "1 × 10⁶"],
    [0.000123456, "0.000123"],
    [0.0000123456, "1.23 × 10⁻⁵"],
    [6.02e23, "6.02 × 10²³"],
    [-0.5, "−0.5"],
    [-2e-9, "−2 × 10⁻⁹"],
  ])
    assert.equal(figure(value), text, String(value));
});

test("what is infinite or can't be worked out is said, never 0 and never blank", () => {
  for (const write of [figure, upward, downward]) {
    assert.equal(write(Infinity), "∞");
    assert.equal(write(-Infinity), "−∞");
    assert.equal(write(NaN), "can't be worked out");
    assert.equal(write(Number.MIN_VALUE), "4.94 × 10⁻³²⁴");
  }
  assert.equal(percent(NaN), "can't be worked out");
  assert.equal(percent(0.25869), "25.9%");
});

test("ends of a range are never rounded inward", () => {
  const read = (text) => Number(text.replaceAll(",", "").replace("−", "-"));
  for (let index = 1; index < 4000; index += 1) {
    const value = 1.0137 ** index * 1e-3;
    if (value > 9e5) break;
    assert.ok(read(upward(value)) >= value, `${value} up: ${upward(value)}`);
    assert.ok(read(downward(value)) <= value, `${value} down: ${downward(value)}`);
    assert.ok(read(upward(value)) - read(downward(value)) <= 0.0101 * value, `${value} is near`);
  }
  assert.equal(upward(9.991), "10");
  assert.equal(downward(1.0009), "1");
  assert.equal(upward(2.5), "2.5");
  assert.equal(downward(2.5), "2.5");
});

test("marks of a logarithmic axis", () => {
  assert.deepEqual([-5, -4, 0, 5, 6].map(power), ["10⁻⁵", "0.0001", "1", "100,000", "10⁶"]);
});
