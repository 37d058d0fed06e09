// All JavaScript belongs to a project of TypeScript, so that none goes unchecked.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { inRoot, root } from "../../scripts/paths.mjs";
import { sourceFiles } from "../../scripts/sources.mjs";

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => assert.fail(String(messageText)) };
const project = (path) => ts.getParsedCommandLineOfConfigFile(inRoot(path), {}, host);

test("every file of JavaScript is in a project of TypeScript", () => {
  const { references } = JSON.parse(readFileSync(inRoot("tsconfig.json"), "utf8"));
  const checked = new Set(references.flatMap(({ path }) => project(path).fileNames.map((name) => relative(root, name))));
  const all = sourceFiles([".js", ".mjs", ".cjs"]);
  assert.ok(all.length > 400);
  assert.deepEqual(
    all.filter((path) => !checked.has(path)),
    [],
  );
});

test("pages see nothing of Node, and programs no page", () => {
  const [node, browser] = ["node", "browser"].map((name) => project(`types/tsconfig.${name}.json`).options);
  assert.ok(!node.lib.some((lib) => lib.includes("dom")));
  assert.deepEqual(browser.types, []);
  assert.ok(node.strict && browser.strict);
});
