// The types of documents are those that the schemas make: `npm run schemas` writes them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pythonTypes, typescriptTypes } from "../../scripts/document-types.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const [report, study] = ["report", "study"].map((name) => JSON.parse(read(`core/report/schema/${name}.schema.json`)));

for (const [path, make] of [
  ["wasm/documents.d.ts", typescriptTypes],
  ["python/src/expost/documents.py", pythonTypes],
]) {
  test(`${path} is what the schemas make`, async () => {
    assert.equal(read(path), await make({ report, study }), "run npm run schemas");
    const changed = structuredClone(report);
    changed.properties.licence = { type: "string", description: "A key in one place only." };
    assert.notEqual(read(path), await make({ report: changed, study }));
  });
}
