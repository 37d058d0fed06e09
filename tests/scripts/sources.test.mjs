// Which files are the project's: git's where it has a repository of its own, else all that lie
// there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { sourceFiles } from "../../scripts/sources.mjs";

const folder = mkdtempSync(join(tmpdir(), "expost-sources-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function put(...names) {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "");
  }
}

test("an unpacked archive: every file with the ending, except those that were built or installed", () => {
  put("a.cpp", "core/b.cpp", "core/build/c.cpp", "build/d.cpp", "node_modules/e.cpp", ".hidden/f.cpp", "g.hpp");
  assert.deepEqual(sourceFiles([".cpp"], folder), ["a.cpp", "core/b.cpp", "core/build/c.cpp"]);
  assert.deepEqual(sourceFiles([".cpp", ".hpp"], folder), ["a.cpp", "core/b.cpp", "core/build/c.cpp", "g.hpp"]);
});

test("a repository: what git tracks or would track, and is there", () => {
  const git = (...args) => execFileSync("git", ["-C", folder, ...args], { stdio: "pipe" });
  git("init", "-q");
  writeFileSync(join(folder, ".gitignore"), "/build/\nnode_modules/\ncore/build/\n");
  git("add", "a.cpp", "g.hpp");
  rmSync(join(folder, "a.cpp"));
  assert.deepEqual(sourceFiles([".cpp", ".hpp"], folder), [".hidden/f.cpp", "core/b.cpp", "g.hpp"]);
});
