// Made-up rows (web/profile/made-up.js): from the study's ranges and levels alone, each value as
// likely as any other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { profile as en } from "../../words/en/profile.js";
import { study } from "../cli/small-study.mjs";
import { madeUpRows } from "../../web/profile/made-up.js";
import { columnsOf, gapsIn, placeOf } from "../../web/profile/study-columns.js";

/** Words that are the same in every run (mulberry32). */
function seeded(state) {
  return (words) => {
    for (let index = 0; index < words.length; index += 1) {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      words[index] = (t ^ (t >>> 14)) >>> 0;
    }
  };
}

const levels = ["a", 'b "c"', "d, e", " f", "g"];
const columns = columnsOf(
  {
    features: [
      { name: "one", kind: "constant", value: 1 },
      { name: "dose, mg", kind: "number", minimum: -1, maximum: 3, unit: "mg" },
      { name: "kind", kind: "category", levels },
      { name: "member", label: "Member", kind: "boolean" },
    ],
    label: { name: "out", kind: "binary", negative: "0", positive: "1" },
  },
  en.columns,
);

test("a header and so many rows, in CSV that reads back", () => {
  const text = madeUpRows(columns, 3, (words) => words.fill(0));
  assert.equal(text, '"dose, mg",kind,member,out\n-1,a,no,0\n-1,a,no,0\n-1,a,no,0\n');
  const last = madeUpRows(columns, 1, (words) => words.fill(0xfffffffa));
  assert.match(last, /\n3,/);
  assert.deepEqual(
    columns.map(({ title }) => title),
    ["dose, mg, in mg", "kind", "Member", "out"],
  );
});

test("numbers are spread evenly over the range, levels over all of them", () => {
  const rows = 20_000;
  const lines = madeUpRows(columns, rows, seeded(1)).trimEnd().split("\n").slice(1);
  const numbers = lines.map((line) => Number(line.split(",")[0]));
  assert.ok(numbers.every((value) => value >= -1 && value <= 3));
  // Mean and variance of a uniform distribution on [−1, 3], to five standard errors.
  const mean = numbers.reduce((sum, value) => sum + value, 0) / rows;
  assert.ok(Math.abs(mean - 1) < (5 * 4) / Math.sqrt(12 * rows), String(mean));
  const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows;
  assert.ok(Math.abs(variance - 16 / 12) < 5 * Math.sqrt(256 / 180 / rows), String(variance));
  const counts = ["a", '"b ""c"""', '"d, e"', '" f"', "g"].map(
    (cell) => lines.filter((line) => line.includes(`,${cell},`)).length,
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    rows,
  );
  for (const count of counts) assert.ok(Math.abs(count - rows / 5) < 5 * Math.sqrt(rows * 0.2 * 0.8), counts.join(" "));
});

test("no level is likelier because their number doesn't divide 2³²", () => {
  // 2³² leaves 1 over when divided by 5: that word is thrown away, not folded onto the first level.
  let calls = 0;
  const text = madeUpRows(columns.slice(1, 2), 1, (words) => {
    calls += 1;
    words.fill(0xffffffff);
    words[1] = 2;
  });
  assert.equal(text, 'kind\n"d, e"\n');
  assert.equal(calls, 1);
});

test("the browser's own randomness is what is used", () => {
  assert.notEqual(madeUpRows(columns, 20), madeUpRows(columns, 20));
});

test("a study with open ranges or levels has gaps, and no rows are made up from it", () => {
  assert.deepEqual(gapsIn(columnsOf(study(), en.columns), en.columns), []);
  const open = columnsOf(
    {
      features: [
        { name: "a", kind: "number", minimum: null, maximum: 1 },
        { name: "b", kind: "number", minimum: 1, maximum: 1 },
        { name: "c", kind: "category", levels: null },
        { name: "d", kind: "category", levels: [] },
      ],
      label: { name: "e", kind: "binary", negative: null, positive: "yes" },
    },
    en.columns,
  );
  assert.deepEqual(gapsIn(open, en.columns), ["a", "b", "c", "d", "e"]);
});

test("where values lie on a map: within the range, by level, blanks at their fill-in value", () => {
  const [dose, kind, member] = columns;
  assert.deepEqual(
    [" 2 ", "-5", "7"].map((text) => placeOf(dose, text)),
    [2, -1, 3],
  );
  assert.ok(Number.isNaN(placeOf(dose, "")) && Number.isNaN(placeOf(dose, "x")));
  assert.equal(placeOf({ ...dose, missing: 1 }, " "), 1);
  assert.deepEqual(
    ["d, e", "g"].map((text) => placeOf(kind, text)),
    [2, 4],
  );
  assert.ok(Number.isNaN(placeOf(kind, "none")));
  assert.equal(placeOf({ ...kind, missing: "g" }, ""), 4);
  // Values as Parquet has them, and what the library takes for blank or for a level.
  assert.deepEqual([placeOf(dose, 2), placeOf({ ...dose, missing: 1 }, null), placeOf(member, true)], [2, 1, 1]);
  const grade = { kind: "level", levels: ["0", "1", "?"] };
  assert.deepEqual(
    [1, "1.0", "?", 0].map((value) => placeOf(grade, value)),
    [1, 1, 2, 0],
  );
  assert.equal(placeOf({ ...kind, missing: "g" }, "?"), 4);
  const spelt = { ...kind, aliases: { "?": "d, e", A: "a", 7: "g" }, missing: "g" };
  assert.deepEqual(
    ["?", " A ", 7, "", "a"].map((value) => placeOf(spelt, value)),
    [2, 0, 4, 4, 0],
  );
  assert.ok(Number.isNaN(placeOf(spelt, "constructor")));
  assert.ok(Number.isNaN(placeOf(kind, "?")) && Number.isNaN(placeOf(grade, null)));
  assert.deepEqual(
    ["TRUE", "1", "yes", "no", "0"].map((text) => placeOf(member, text)),
    [1, 1, 1, 0, 0],
  );
});
