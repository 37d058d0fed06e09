// Tests of what gets out of a page run again as soon as anything changed that could open a way out.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, test } from "node:test";
import {
  LEFT_OUT_IN_CHROMIUM,
  mayBeLeftOut,
  pagesDigest,
  passedBefore,
  programsDigest,
  rememberWherePassed,
  sourcesDigest,
} from "../../scripts/test/passed-before.mjs";
import { browserTestNames } from "../../scripts/browser-tests.mjs";
import { inRoot } from "../../scripts/paths.mjs";

const base = mkdtempSync(join(tmpdir(), "expost-passed-"));
after(() => rmSync(base, { recursive: true, force: true }));

function put(name, content) {
  mkdirSync(dirname(join(base, name)), { recursive: true });
  writeFileSync(join(base, name), content);
}

/**
 * A module with one function, (i32) → (i32), that returns `constant`, and may import a function "a"
 * "b".
 */
function module(constant, { imports = false, name = "f" } = {}) {
  const section = (id, ...bytes) => [id, bytes.length, ...bytes];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 0, 1, 0x7f),
    ...(imports ? section(2, 1, 1, 0x61, 1, 0x62, 0, 0) : []),
    ...section(3, 1, 0),
    ...section(7, 1, 1, name.charCodeAt(0), 0, imports ? 1 : 0),
    ...section(10, 1, 4, 0, 0x41, constant, 0x0b),
  ]);
}

const versions = ["node", "browser"];
const digest = (more = versions) => pagesDigest(sourcesDigest({ base }), { base, versions: more });

beforeEach(() => {
  rmSync(base, { recursive: true, force: true });
  put("core/a.cpp", "int a() { return 1; }");
  put("core/a.hpp", "int a();");
  put("web/page.html", "<meta>");
  put("web/page.js", "fetch");
  put("package-lock.json", "{}");
  for (const name of ["expost", "expost-check"]) {
    put(`build/wasm/wasm/${name}.wasm`, module(1));
    put(`build/wasm/wasm/${name}.mjs`, "glue");
  }
});

test("a change of C++ that leaves the modules' imports and exports is none", () => {
  const before = digest();
  put("core/a.cpp", "int a() { return 2; }");
  put("core/a.hpp", "int a(); int b();");
  put("core/b.cpp", "int b() { return 2; }");
  for (const name of ["expost", "expost-check"]) put(`build/wasm/wasm/${name}.wasm`, module(2));
  assert.equal(digest(), before);
});

for (const [what, change] of Object.entries({
  "a page": () => put("web/page.html", "<meta >"),
  "a script": () => put("web/page.js", "fetch()"),
  "a new file": () => put("web/other.js", ""),
  "a file that is gone": () => rmSync(join(base, "web/page.js")),
  "a file with another name": () => {
    rmSync(join(base, "web/page.js"));
    put("web/pages.js", "fetch");
  },
  "a dependency": () => put("package-lock.json", "{ }"),
  "an import of a module": () => put("build/wasm/wasm/expost-check.wasm", module(1, { imports: true })),
  "an export of a module": () => put("build/wasm/wasm/expost-check.wasm", module(1, { name: "g" })),
  "a module's glue": () => put("build/wasm/wasm/expost.mjs", "glue; fetch()"),
})) {
  test(`a change is ${what}`, () => {
    const before = digest();
    change();
    assert.notEqual(digest(), before);
  });
}

test("a change is another browser, and another address of the site", () => {
  const before = digest();
  assert.notEqual(digest(["node", "browser 2"]), before);
  process.env.EXPOST_SITE_URL = "https://example.org/";
  try {
    assert.notEqual(digest(), before);
  } finally {
    delete process.env.EXPOST_SITE_URL;
  }
});

test("for programs a change is another source or another tool", () => {
  const now = (versions) => programsDigest(sourcesDigest({ base }), { versions });
  const before = now(["git 1"]);
  put("core/a.cpp", "int a() { return 2; }");
  assert.equal(now(["git 1"]), before);
  assert.notEqual(now(["git 2"]), before);
  put("web/page.js", "fetch()");
  assert.notEqual(now(["git 1"]), before);
});

/** Remembers a name with a digest after tests of which so many failed. */
function remembers(name, with_, failed = 0, sources = sourcesDigest({ base })) {
  rememberWherePassed({ failed }, [name], with_, sources, { base });
}

test("what passed is known by its name and its digest", () => {
  assert.deepEqual(passedBefore(["one", "two"], "d", { base }), []);
  remembers("one", "d");
  remembers("two", "e");
  assert.deepEqual(passedBefore(["one", "two"], "d", { base }), ["one"]);
  remembers("one", "e");
  assert.deepEqual(passedBefore(["one", "two"], "d", { base }), []);
  for (const broken of ["{", "null", "[]", "7"]) {
    put("build/passed.json", broken);
    assert.deepEqual(passedBefore(["one", "two"], "e", { base }), [], broken);
    remembers("one", "e");
    assert.deepEqual(passedBefore(["one", "two"], "e", { base }), ["one"], broken);
  }
});

test("nothing is remembered where a test failed", () => {
  remembers("one", "d", 1);
  assert.deepEqual(passedBefore(["one"], "d", { base }), []);
  assert.ok(!existsSync(join(base, "build/passed.json")));
});

test("nothing is remembered where a source was changed meanwhile", () => {
  const sources = sourcesDigest({ base });
  put("web/page.js", "fetch()");
  remembers("one", "d", 0, sources);
  assert.deepEqual(passedBefore(["one"], "d", { base }), []);
  put("web/page.js", "fetch");
  remembers("one", "d", 0, sources);
  assert.deepEqual(passedBefore(["one"], "d", { base }), ["one"]);
});

test("in Chromium the files of results run again, in Firefox none", () => {
  for (const name of LEFT_OUT_IN_CHROMIUM) {
    assert.ok(existsSync(inRoot("tests/browser", `${name}.test.mjs`)), name);
    assert.ok(mayBeLeftOut("chromium", name), name);
  }
  const firefox = browserTestNames("firefox", { deep: false });
  const chromium = browserTestNames("chromium", { deep: false });
  assert.ok(firefox.length >= 5 && firefox.includes("keyboard"));
  assert.deepEqual(
    firefox.filter((name) => !mayBeLeftOut("firefox", name)),
    [],
  );
  // All that Firefox leaves out is tried in Chromium, and there again unless it is about ways out.
  assert.deepEqual(
    firefox.filter((name) => !chromium.includes(name)),
    [],
  );
  for (const name of ["result", "keyboard", "accessibility", "element"]) assert.ok(!mayBeLeftOut("chromium", name), name);
});
