// packaging/: the vcpkg port and the Conan recipe, as far as they can be tried without either.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "expost-packaging-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const read = (path) => readFileSync(join(root, path), "utf8");

const port = "packaging/vcpkg/ports/expost";

test("the vcpkg port has the package's version, and names what the build looks for", () => {
  const manifest = JSON.parse(read(`${port}/vcpkg.json`));
  assert.equal(manifest.version, JSON.parse(read("package.json")).version);
  const names = (dependencies) => dependencies.map((one) => one.name ?? one);
  assert.deepEqual(names(manifest.dependencies), ["boost-math", "eigen3", "vcpkg-cmake", "vcpkg-cmake-config"]);
  assert.deepEqual(names(manifest.features.report.dependencies), ["fast-float", "nlohmann-json"]);
});

test("the vcpkg port's steps leave a tree as vcpkg wants it", () => {
  const packages = join(folder, "packages");
  execFileSync("cmake", [
    `-DPORTFILE=${join(root, port, "portfile.cmake")}`,
    `-DBUILT=${join(root, "build/clang")}`,
    `-DCURRENT_PACKAGES_DIR=${packages}`,
    "-P",
    join(root, "tests/install/vcpkg-stubs.cmake"),
  ]);
  assert.deepEqual(readdirSync(packages).sort(), ["debug", "include", "lib", "share"]);
  assert.deepEqual(readdirSync(join(packages, "debug")), ["lib"]);
  assert.deepEqual(readdirSync(join(packages, "share")), ["expost"]);
  for (const name of ["copyright", "usage", "expostConfig.cmake"])
    assert.ok(existsSync(join(packages, "share/expost", name)), name);
  const targets = execFileSync("grep", ["-rhoE", "expost::[a-z]+", join(packages, "share/expost/usage")], { encoding: "utf8" });
  const defined = readFileSync(join(packages, "share/expost/expostTargets.cmake"), "utf8");
  for (const target of new Set(targets.trim().split("\n"))) assert.ok(defined.includes(`add_library(${target} `), target);
});

test("the Conan recipe takes along what the build reads, and sets options that there are", () => {
  const recipe = read("packaging/conan/conanfile.py");
  const [, parts] = /^PARTS = \[(.*)\]$/m.exec(recipe);
  for (const [, part] of parts.matchAll(/"([^"*]*)\*?"/g)) assert.ok(existsSync(join(root, part)), part);
  const options = [...recipe.matchAll(/"(EXPOST_\w+)"/g)].map(([, name]) => name);
  assert.ok(options.length > 0);
  for (const name of options) assert.ok(read("CMakeLists.txt").includes(`option(${name} `), name);
});
