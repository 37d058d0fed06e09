// Each folder of tests belongs to a stage, so that no file is left out, nor a test for want of what
// the deep run can bring.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inRoot } from "../../scripts/paths.mjs";
import { sourceFiles } from "../../scripts/sources.mjs";
import { allStages } from "../../scripts/test/stages.mjs";

test("every folder with tests in JavaScript has a stage", () => {
  const folders = sourceFiles([".test.mjs"]).map((path) => path.split("/").slice(0, -1).join("/"));
  const stages = allStages({ deep: true, fuzzSeconds: 1 });
  // The files of the first two are shared out by scripts/browser-tests.mjs.
  const run = ["tests/browser", "tests/browser/deep", ...stages.flatMap(({ folder }) => (folder ? `tests/${folder}` : []))];
  assert.deepEqual([...new Set(run)].sort(), [...new Set(folders)].sort());
});

test("in the deep run, tests that train with other packages have them", () => {
  const asking = sourceFiles([".test.mjs"])
    .filter((path) => /process\.env\.EXPOST_(DIFFPRIVLIB|OPACUS)_PYTHON/.test(readFileSync(inRoot(path), "utf8")))
    .map((path) => path.split("/").at(-2));
  assert.ok(asking.length > 0);
  const stages = allStages({ deep: true, fuzzSeconds: 1 });
  for (const folder of ["python", ...asking]) {
    const needs = stages.find(({ name }) => name === folder)?.needs;
    assert.ok(needs?.includes("trainers"), `${folder} does not wait for the packages that its tests train with`);
  }
});
