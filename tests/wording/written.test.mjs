// Numbers that were rounded and written in English, in other languages: the characters change, the
// number never does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compactFigures, nearest, plain, powerOfTwo, upward } from "../../wording/figures.js";
import { check as ar } from "../../words/ar/check.js";
import { check as de } from "../../words/de/check.js";
import { check as en } from "../../words/en/check.js";
import { writtenIn } from "../../wording/written.js";
import { plainly } from "../../wording/typed-number.js";

const [english, german, arabic] = [en, de, ar].map(writtenIn);
const isolates = /[\u2066-\u2069\u202a-\u202e]/g;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The number that a person reads. */
function valueOf(text, decimal, group) {
  const digits = plainly(text.replace(isolates, ""))
    .replaceAll(group, "")
    .replaceAll("\u00a0", " ")
    .replace(decimal, ".")
    .replace("⁻", "-")
    .replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(RAISED.indexOf(digit)));
  const power = /^(.*) × 10(-?\d+)$/.exec(digits);
  return power ? Number(`${power[1]}e${power[2]}`) : Number(digits);
}

test("the number that is read is the one that was rounded, in every language", () => {
  const compact = compactFigures(3);
  for (let exponent = -12; exponent <= 12; exponent += 1) {
    for (const leading of [1, 1.2345, 7.0004, 9.9999]) {
      const value = leading * 10 ** exponent;
      for (const write of [compact.nearest, compact.upward, compact.downward, upward, nearest, plain]) {
        const text = write(value);
        const expected = valueOf(text, ".", ",");
        assert.equal(english(text), text);
        assert.equal(valueOf(german(text), ",", "."), expected, `${text} ${german(text)}`);
        assert.equal(valueOf(arabic(text), "٫", "٬"), expected, `${text} ${arabic(text)}`);
        if (write === compact.upward) assert.ok(valueOf(arabic(text), "٫", "٬") >= value * (1 - 1e-15), text);
      }
    }
  }
});

test("as people write it: signs of the language, its digits, and a power that keeps its order", () => {
  assert.deepEqual(["12,300", "0.25", "−0.5", "1.23 × 10⁻⁵", "∞"].map(german), ["12.300", "0,25", "−0,5", "1,23 × 10⁻⁵", "∞"]);
  assert.deepEqual(["12,300", "0.25", "−0.5", "∞"].map(arabic), ["١٢٬٣٠٠", "٠٫٢٥", "−٠٫٥", "∞"]);
  assert.equal(arabic("1.23 × 10⁻⁵"), "\u2066\u202d١٫٢٣\u00a0×\u00a0١٠⁻⁵\u202c\u2069");
  assert.equal(arabic(powerOfTwo(2 ** -50)), "\u2066\u202d٢⁻⁵⁰\u202c\u2069");
  // A document's own way of writing a small number.
  assert.deepEqual([german("1e-7"), german("-2.5e+21")], ["1 × 10⁻⁷", "−2,5 × 10²¹"]);
  assert.equal(english("1e-7"), "1e-7");
});
