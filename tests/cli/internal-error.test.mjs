// A copy of the package that is damaged: exit code 3, and no number.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expost, folder, isOneLine, packageDir } from "./run-expost.mjs";

/** A copy of what the command line runs on. */
function copied() {
  const copy = folder().path;
  for (const name of ["package.json", "index.js", "cli"]) cpSync(join(packageDir, name), join(copy, name), { recursive: true });
  return copy;
}

test("no check page: exit 3", async () => {
  const dir = folder();
  const report = dir.write("report.json", {
    ...{ format: "expost-report", version: 1, title: "Bare", published: "2026-01-01", unit: "one person" },
    model: {
      loss: { name: "logistic" },
      mechanism: { name: "objective-perturbation", noise: "gaussian", sigma: 4, lambda: 1 },
      theta: [0.5],
    },
    failureProbability: 1e-6,
  });
  const result = await expost(["page", report, "--out", dir.file("page.html")], { copy: copied() });
  isOneLine(assert, result);
  assert.match(result.stderr, /no check page/);
  assert.equal(result.code, 3);
  assert.deepEqual(dir.names(), ["report.json"]);
});

test("a module that can't be started: exit 3, and no number", async () => {
  const copy = copied();
  const path = join(copy, "index.js");
  const text = readFileSync(path, "utf8");
  const start = text.indexOf(readFileSync(join(packageDir, "expost.wasm"), "base64"));
  assert.notEqual(start, -1);
  writeFileSync(path, `${text.slice(0, start + 2000)}${"A".repeat(400)}${text.slice(start + 2400)}`);
  const result = await expost(["goe", "--dimension", "5", "--tail", "0.1"], { copy });
  assert.equal(result.stdout, "");
  // The module's own loader has its say first.
  assert.match(result.stderr, /^expost: internal error: WebAssembly could not be started here/m);
  assert.equal(result.code, 3);
});
