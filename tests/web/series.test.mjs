// Fields whose labels differ by a month, a year or a number stand in the form as one group.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fieldsOf } from "../../web/sheet/fields.js";
import { isOutside } from "../../web/sheet/outside.js";
import { namesOf, seriesOf } from "../../web/sheet/series.js";
import { check as de } from "../../words/de/check.js";
import { check as en } from "../../words/en/check.js";
import { languageOf } from "../../wording/formats.js";

/** Headings of the groups, with what the fields are called there. */
function grouped(labels, { locale = "en-GB", more = undefined } = {}) {
  const fields = labels.map((label, index) => ({ id: `value-${index}`, key: label, label, kind: "number", ...more?.(index) }));
  const series = seriesOf(fields, locale);
  assert.deepEqual(
    series.flatMap((one) => one.fields),
    fields,
  );
  return series.map(({ heading, names }) => (heading === null ? names.join() : [heading, ...names]));
}

test("months, numbers and years are what a series may differ by", () => {
  for (const [labels, expected] of [
    [
      ["Bill in May 2005", "Bill in June 2005", "Age"],
      [["Bill in … 2005", "May", "June"], "Age"],
    ],
    [["Bill in Dec. 2004", "Bill in Jan. 2005"], [["Bill in …", "Dec. 2004", "Jan. 2005"]]],
    [["Score 1", "Score 2", "Score 10"], [["Score …", "1", "2", "10"]]],
    [
      ["1st visit (kg)", "2nd visit (kg)"],
      ["1st visit (kg)", "2nd visit (kg)"],
    ],
    [["Visit 1 (kg)", "Visit 2 (kg)"], [["Visit … (kg)", "1", "2"]]],
    [
      ["Age", "Age at entry"],
      ["Age", "Age at entry"],
    ],
    [["May", "June"], [["…", "May", "June"]]],
    // Others between them end a series, and so do other words.
    [
      ["Score 1", "Age", "Score 2"],
      ["Score 1", "Age", "Score 2"],
    ],
    [
      ["Score 1", "Points 2"],
      ["Score 1", "Points 2"],
    ],
    // Two of the same name can't be told apart as a group.
    [
      ["Score 1", "Score 1"],
      ["Score 1", "Score 1"],
    ],
  ])
    assert.deepEqual(grouped(labels), expected, labels.join());
});

test("the months of the page's language count, and English ones", () => {
  const german = ["Rechnung im März", "Rechnung im Mai", "Bill in May", "Bill in October"];
  assert.deepEqual(grouped(german, { locale: "de-DE" }), [
    ["Rechnung im …", "März", "Mai"],
    ["Bill in …", "May", "October"],
  ]);
  assert.deepEqual(grouped(["فاتورة يناير", "فاتورة فبراير"], { locale: "ar-EG" }), [["فاتورة …", "يناير", "فبراير"]]);
});

test("a series is of one kind and one unit", () => {
  assert.equal(grouped(["Score 1", "Score 2"], { more: (index) => ({ unit: index ? "kg" : "g" }) }).length, 2);
  assert.equal(grouped(["Score 1", "Score 2"], { more: (index) => ({ kind: index ? "choice" : "number" }) }).length, 2);
  assert.equal(grouped(["Score 1", "Score 2"], { more: (index) => ({ outcome: index === 1 || undefined }) }).length, 2);
});

test("the credit example reads as nine things, with words for its codes", () => {
  const { features, label } = JSON.parse(readFileSync("examples/credit/study.json", "utf8"));
  const fields = fieldsOf({ features, label }, en);
  assert.equal(fields.length, 24);
  const series = seriesOf(fields, en.locale);
  assert.deepEqual(
    series.map(({ heading, fields: own }) => [heading ?? own[0].label, own.length]),
    [
      ["Credit limit", 1],
      ["Sex", 1],
      ["Education", 1],
      ["Marital status", 1],
      ["Age", 1],
      ["Payment status in … 2005 (months of delay; 0 the minimum was paid, -1 paid in full, -2 nothing was spent)", 6],
      ["Bill in … 2005", 6],
      ["Paid in … 2005", 6],
      ["Missed the payment in October 2005", 1],
    ],
  );
  for (const { choices = [] } of fields) for (const { text } of choices) assert.doesNotMatch(text, /^\d+$/);
});

test("a sentence names a series once, and leaves out what a label explains in brackets", () => {
  const { features, label } = JSON.parse(readFileSync("examples/credit/study.json", "utf8"));
  const fields = fieldsOf({ features, label }, en);
  const named = (some) => namesOf(fields, fields.filter(some), languageOf(en));
  assert.deepEqual(
    named(() => true),
    [
      ...["Credit limit", "Sex", "Education", "Marital status", "Age", "Payment status in … 2005"],
      ...["Bill in … 2005", "Paid in … 2005", "Missed the payment in October 2005"],
    ],
  );
  assert.deepEqual(
    named(({ key }) => ["PAY_0", "BILL_AMT1", "BILL_AMT3"].includes(key)),
    ["Payment status in September 2005", "Bill in … 2005 (September · July)"],
  );
  // Brackets that tell two fields apart stay.
  const income = (label) => ({ name: label, label, kind: "number" });
  const alike = fieldsOf({ features: [income("Income (own)"), income("Income (partner)")], label }, en);
  assert.deepEqual(namesOf(alike, alike, languageOf(en)), [
    "Income (own)",
    "Income (partner)",
    "Missed the payment in October 2005",
  ]);
});

test("a number outside its range is known by it, however it is written", () => {
  const field = { id: "a", kind: "number", minimum: 18, maximum: 90, units: ["years"] };
  for (const [answer, expected] of [
    ["17.9", true],
    ["91 years", true],
    ["18", false],
    ["90", false],
    ["", false],
    ["x", false],
    ["1,7", false],
  ])
    assert.equal(isOutside(field, { a: answer }, en.decimals), expected, answer);
  assert.equal(isOutside(field, { a: "17,9" }, de.decimals), true);
  assert.equal(isOutside(field, { a: "1", "a-unsure": "yes" }, en.decimals), false);
  assert.equal(isOutside({ id: "a", kind: "choice" }, { a: "1" }, en.decimals), false);
});
