// Each folder of tests belongs to a stage, so that no file is left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceFiles } from "../../scripts/sources.mjs";
import { allStages } from "../../scripts/test/stages.mjs";

test("every folder with tests in JavaScript has a stage", () => {
  const folders = sourceFiles([".test.mjs"]).map((path) => path.split("/").slice(0, -1).join("/"));
  const stages = allStages({ deep: true, fuzzSeconds: 1 });
  // The files of the first two are shared out by scripts/browser-tests.mjs.
  const run = ["tests/browser", "tests/browser/deep", ...stages.flatMap(({ folder }) => (folder ? `tests/${folder}` : []))];
  assert.deepEqual([...new Set(run)].sort(), [...new Set(folders)].sort());
});
