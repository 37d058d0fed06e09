// A typed number is read in one way only, or refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readRecord } from "../../web/sheet/check-record.js";
import { asTyped, readTyped, twoReadings } from "../../wording/typed-number.js";

const [english, german, arabic] = [["."], [","], ["٫", "."]];
const text = (typed, decimals) => readTyped(typed, decimals).text;
const refused = (typed, decimals) => readTyped(typed, decimals).ambiguous === true;

test("without a separator every language reads the same", () => {
  for (const decimals of [english, german, arabic]) {
    for (const [typed, read] of [
      ["45", "45"],
      [" 45 ", "45"],
      ["+1999", "+1999"],
      ["-120", "-120"],
      ["\u2212120", "-120"],
      ["1e3", "1e3"],
      ["٤٥", "45"],
      ["۴۵", "45"],
      ["\u061c-٠١٢٣٤٥٦٧٨٩", "-0123456789"],
      ["", ""],
    ])
      assert.equal(text(typed, decimals), read, `${typed} with ${decimals}`);
  }
});

test("a language's own sign before decimals is read, any other is refused", () => {
  assert.equal(text("1.5", english), "1.5");
  assert.equal(text("1.500", english), "1.500");
  for (const typed of ["1,5", "1,500", "1٫5", "1,500.5", "1.500,5", "1٬500", "-1,5", "1,5e3", ",5"])
    assert.ok(refused(typed, english), typed);
  assert.equal(text("1,5", german), "1.5");
  assert.equal(text("1,500", german), "1.500");
  assert.equal(text("-0,25e-3", german), "-0.25e-3");
  assert.equal(text(",5", german), ".5");
  for (const typed of ["1.5", "1.500", "1.500,5", "1.500.000", "1,5,0", "1.5e3", ".5", "5.", "1 500.5"])
    assert.ok(refused(typed, german), typed);
  assert.equal(text("١٫٥", arabic), "1.5");
  assert.equal(text("1.5", arabic), "1.5");
  assert.equal(text("١.٥", arabic), "1.5");
  for (const typed of ["1,5", "١،٥", "١٬٥٠٠", "١٬٥٠٠٫٥"]) assert.ok(refused(typed, arabic), typed);
});

test("a coded record may have either kind of digits, with a point for decimals", async () => {
  const fields = [
    { id: "coded", key: "x", coded: true, count: 3 },
    { id: "outcome", key: "y", coded: true, outcome: true },
  ];
  const report = { bound: () => "its bound" };
  for (const coded of ["0.5, -1 2", "٠.٥ \u2212١ ٢"])
    assert.deepEqual(await readRecord(report, fields, { coded, outcome: "١" }, arabic), {
      record: { x: [0.5, -1, 2], y: 1 },
      bound: "its bound",
    });
  assert.equal((await readRecord(report, fields, { coded: "٠٫٥ ١ ٢", outcome: "1" }, arabic)).problems[0].code, "not-a-number");
});

test("what is no number goes through, for the core to say so", () => {
  for (const typed of ["old", "1.5 km", "v1.2", "about 1,5"]) assert.equal(text(typed, german), typed);
});

test("both readings are shown as the language writes them", () => {
  assert.deepEqual(twoReadings("1,5", english), ["1.5", "15"]);
  assert.deepEqual(twoReadings(" -1.500 ", german), ["-1,500", "-1500"]);
  assert.deepEqual(twoReadings("١،٥", arabic), ["1٫5", "15"]);
  for (const typed of ["1,500,000", "1 500", "1,5e3", ",5"]) assert.equal(twoReadings(typed, english), null);
});

test("a program's number as the language writes it reads back as the same number", () => {
  for (const decimals of [english, german, arabic]) {
    for (const number of ["2150.50", "-0.25", "0.30000000000000004", "1.5e-7", "1.500", ".5"])
      assert.equal(text(asTyped(number, decimals), decimals), number);
  }
  assert.equal(asTyped("45", german), "45");
  assert.equal(asTyped("-2150.50", arabic), "-٢١٥٠٫٥٠");
  assert.equal(asTyped("45", arabic), "٤٥");
  assert.equal(asTyped("1,5", german), "1,5");
  assert.equal(asTyped("v1.2", german), "v1.2");
});
