// npm run schemas: the JSON Schemas of reports and studies from the core's lists of keys, and the
// types of documents for JavaScript and Python from the schemas. tests/report/schema_test.cpp and
// tests/schema compare what is committed.
import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { buildPreset } from "./cmake.mjs";
import { run } from "./command.mjs";
import { pythonTypes, typescriptTypes } from "./document-types.mjs";
import { inBuild, inRoot } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

await main(async () => {
  await setUp({ tests: true });
  await buildPreset("clang", { targets: ["expost_report_tests"], tests: true });
  const suite = inBuild("clang/tests/expost_report_tests");
  await run([suite, "--test-case=the JSON Schemas are those of the lists of keys"], { env: { EXPOST_WRITE_SCHEMAS: "1" } });
  const [report, study] = await Promise.all(
    ["report", "study"].map(async (name) => {
      const path = inRoot(`core/report/schema/${name}.schema.json`);
      const schema = JSON.parse(readFileSync(path, "utf8"));
      writeFileSync(path, await format(JSON.stringify(schema), { ...(await resolveConfig(path)), parser: "json" }));
      return schema;
    }),
  );
  writeFileSync(inRoot("wasm/documents.d.ts"), await typescriptTypes({ report, study }));
  writeFileSync(inRoot("python/src/expost/documents.py"), pythonTypes({ report, study }));
});
