// Where rows lie on the map of the page for studying rows (web/profile/work.js): those that the
// profile is about, in its order.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { columnsOf } from "../../web/profile/study-columns.js";

const root = (path) => new URL(`../../${path}`, import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), "expost-places-"));
after(() => rm(folder, { recursive: true }));
const outfile = join(folder, "work.mjs");
await build({
  entryPoints: [root("web/profile/work.js")],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  alias: { expost: root("build/package/index.js") },
  logLevel: "warning",
});
const { tasks } = await import(pathToFileURL(outfile));

const study = {
  format: "expost-study",
  version: 1,
  title: "Visits",
  unit: "one visit of a person, one row",
  features: [
    { name: "age", kind: "number", label: "Age", minimum: 0, maximum: 100 },
    { name: "town", kind: "category", label: "Town", levels: ["north", "south"] },
  ],
  label: { name: "ill", label: "Ill", kind: "binary", negative: "no", positive: "yes" },
  mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: 1 },
  budget: { epsilon: 1, delta: 1e-6, accountant: "shift", release: "none" },
};
const visits = [
  ["anna", 20, "north", "no"],
  ["anna", 90, "south", "yes"],
  ["ben, junior", 40, "south", "yes"],
  ["carla", 60, "north", "no"],
  ["anna", 91, "south", "yes"],
  ["dirk", 80, "south", "yes"],
];
const quoted = (value) => (String(value).includes(",") ? `"${value}"` : value);
const file = (rows) => new File([["who,age,town,ill", ...rows.map((row) => row.map(quoted).join(","))].join("\n")], "a.csv");
const columns = columnsOf(study, { withUnit: (title) => title }).slice(0, 2);
const placesOf = async (of, rows) => {
  const found = await tasks.places({ source: file(rows), study: of, columns });
  return found.map((values) => Array.from(values));
};
const profiled = async (of, rows) => {
  const request = { source: file(rows), study: of, heldOut: null, reportText: null, options: { epsilons: [1] } };
  return (await tasks.study(request, { onProgress() {} })).profile;
};

for (const [rows, kept] of [
  [1, [0, 2, 3, 5]],
  [2, [0, 1, 2, 3, 5]],
  [3, [0, 1, 2, 3, 4, 5]],
]) {
  test(`at most ${rows} of a person: a row's place and its loss are those of the same row`, async () => {
    const limited = { ...study, person: { column: "who", rows } };
    const [ages, towns] = await placesOf(limited, visits);
    assert.deepEqual(ages, kept.map((index) => visits[index][1])); // prettier-ignore
    assert.deepEqual(towns, kept.map((index) => (visits[index][2] === "south" ? 1 : 0))); // prettier-ignore
    const profile = await profiled(limited, visits);
    assert.equal(profile.rows, kept.length);
    // The same rows with nobody's second: nothing is left out.
    const cut = await profiled(
      limited,
      kept.map((index) => [`person ${index}`, ...visits[index].slice(1)]),
    );
    assert.deepEqual(profile.displacement, cut.displacement);
    assert.deepEqual(profile.profile.typical, cut.profile.typical);
  });
}

test("without a limit all rows have a place", async () => {
  const [ages] = await placesOf(study, visits);
  assert.deepEqual(ages, [20, 90, 40, 60, 91, 80]);
});

test("many rows, in blocks: the first of each person", async () => {
  const many = Array.from({ length: 50_000 }, (_, i) => [`person ${(i * i) % 1009}`, i % 100, "north", "no"]);
  const seen = new Set();
  const expected = many.flatMap(([person, age]) => (seen.has(person) ? [] : (seen.add(person), [age])));
  const [ages] = await placesOf({ ...study, person: { column: "who", rows: 1 } }, many);
  assert.deepEqual(ages, expected);
});
