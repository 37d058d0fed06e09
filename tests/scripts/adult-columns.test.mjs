// The adult data's coding as docs/profile.md says it, on made-up rows.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { adultColumns, csvText } from "../../scripts/adult-columns.mjs";

const dir = mkdtempSync(join(tmpdir(), "expost-adult-"));
after(() => rmSync(dir, { recursive: true, force: true }));
writeFileSync(join(dir, "adult_train.csv"), "age,work,hours,income\n1, a ,10,<=50K\n1,b,30, >50K\n");
writeFileSync(join(dir, "adult_test.csv"), "age,work,hours,income\n1,c,30,<=50K.\n5,d,10,>50K.\n");

const near = (value, expected) => assert.ok(Math.abs(value - expected) < 1e-15, `${value} is not ${expected}`);

test("both files together; mean 0 and variance 1, then all rows divided by the longest", () => {
  const { header, rows } = adultColumns(["age", "hours"], dir);
  assert.deepEqual(header, ["age", "hours", "income"]);
  // Worked out by hand: age has mean 2 and variance 3, hours mean 20 and variance 100; the longest
  // row is (√3, −1), of length 2.
  const expected = [
    [-1 / Math.sqrt(3) / 2, -1 / 2],
    [-1 / Math.sqrt(3) / 2, 1 / 2],
    [-1 / Math.sqrt(3) / 2, 1 / 2],
    [Math.sqrt(3) / 2, -1 / 2],
  ];
  assert.equal(rows.length, 4);
  rows.forEach((row, i) => expected[i].forEach((value, j) => near(row[j], value)));
  assert.deepEqual(
    rows.map((row) => row[2]),
    ["<=50K", ">50K", "<=50K", ">50K"],
  );
});

test("the order of the columns is the caller's, and one that isn't there is named", () => {
  const { header, rows } = adultColumns(["hours", "age"], dir);
  assert.deepEqual(header, ["hours", "age", "income"]);
  near(rows[3][1], Math.sqrt(3) / 2);
  assert.throws(() => adultColumns(["age", "hour"], dir), { message: "the adult data have no column hour" });
});

test("the study: Λ = 1, and nothing is scaled or clamped again", () => {
  const { study, rows } = adultColumns(["age"], dir);
  assert.equal(study.mechanism.lambda, 4);
  assert.deepEqual(study.features, [{ name: "age", kind: "number", minimum: -1, maximum: 1 }]);
  assert.deepEqual(study.scaling, { range: [-1, 1], norm: 1 });
  assert.deepEqual(study.label, { name: "income", kind: "binary", negative: "<=50K", positive: ">50K" });
  near(Math.max(...rows.map(([age]) => Math.abs(age))), 1);
});

test("as CSV: the same numbers, to the bit", () => {
  const columns = adultColumns(["age", "hours"], dir);
  const [first, ...lines] = csvText(columns).trimEnd().split("\n");
  assert.equal(first, "age,hours,income");
  assert.deepEqual(
    lines.map((line) => line.split(",").map((cell, j) => (j < 2 ? Number(cell) : cell))),
    columns.rows,
  );
});
