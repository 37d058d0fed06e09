// The published package has these contents and no others.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dataFrameName, dataSheetName, frameName, PARQUET_READER, sheetName } from "../../web/bake/page-names.js";
import { LANGUAGES } from "../../words/languages.mjs";
import { install, root } from "./installed.mjs";

const installed = install();
const { files, manifest, inPackage } = installed;

/** The check page in each language. */
const sheets = LANGUAGES.map((tag) => sheetName(tag));
const frames = LANGUAGES.map((tag) => frameName(tag));

test("the tarball holds the package's files and no others", () => {
  const ours =
    /^(index\.js|(check|posterior)\.js|(index|documents|check|posterior)\.d\.ts|expost\.wasm|package\.json|LICENSE|THIRD_PARTY_LICENSES|README\.md|CHANGELOG\.md|cli\/expost\.js|site\/.+|element\/(expost-check-(element|define)\.d\.ts|jsx\.(d\.ts|js)))$/;
  assert.deepEqual(
    files.filter((path) => !ours.test(path)),
    [],
  );
  for (const path of [
    "index.js",
    "index.d.ts",
    "documents.d.ts",
    "expost.wasm",
    "LICENSE",
    "THIRD_PARTY_LICENSES",
    "cli/expost.js",
    "check.js",
    "check.d.ts",
    ...[...sheets, ...frames].map((name) => `site/${name}`),
    ...LANGUAGES.flatMap((tag) =>
      ["publish", "profile"].flatMap((page) => [`site/${dataSheetName(page, tag)}`, `site/${dataFrameName(page, tag)}`]),
    ),
    `site/${PARQUET_READER}`,
    ...LANGUAGES.filter((tag) => tag !== "en").flatMap((tag) =>
      ["index", "report", "publish", "profile", "verify"].map((page) => `site/${tag}/${page}.html`),
    ),
    "site/expost-check.js",
  ]) {
    assert.ok(files.includes(path), path);
  }
});

test("no file is in it twice", () => {
  const names = new Map();
  for (const path of files) {
    const hash = createHash("sha256")
      .update(readFileSync(inPackage(path)))
      .digest("hex");
    names.set(hash, [...(names.get(hash) ?? []), path]);
  }
  assert.deepEqual(
    [...names.values()].filter((paths) => paths.length > 1),
    [],
  );
});

test("the manifest says what the repository says of itself", () => {
  const [, author] = /^authors:\n {2}- name: (.*)$/m.exec(readFileSync(join(root, "CITATION.cff"), "utf8"));
  assert.equal(manifest.author, author);
});

test("it is self-contained and has the repository's version", () => {
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "scripts"]) {
    assert.equal(manifest[kind], undefined, kind);
  }
  assert.equal(manifest.version, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
});

test("every export leads to a file", () => {
  const resolved = installed.run(`
    import { existsSync } from "node:fs";
    import { fileURLToPath } from "node:url";
    const names = [
      ...["expost", "expost/check", "expost/posterior", "expost/expost.wasm", "expost/site/index.html", "expost/package.json"],
      ...${JSON.stringify(sheets.map((name) => `expost/${name}`))},
      ...["expost/element", "expost/element/define", "expost/element/jsx", "expost/element/expost-check.js", "expost/element/check-frame.html"],
    ];
    console.log(JSON.stringify(names.filter((name) => !existsSync(fileURLToPath(import.meta.resolve(name))))));
  `);
  assert.deepEqual(resolved, []);
});

test("the names that lead to the check page lead to nothing else", () => {
  const refused = installed.run(`
    const codeOf = (name) => {
      try {
        return import.meta.resolve(name);
      } catch ({ code }) {
        return code;
      }
    };
    console.log(JSON.stringify(["expost/sheet", "expost/sheet.js", "expost/sheet.css", "expost/publish-sheet.html", "expost/publish-sheet.de.html"].map(codeOf)));
  `);
  assert.deepEqual(refused, Array(5).fill("ERR_PACKAGE_PATH_NOT_EXPORTED"));
});

test("the element's class may be imported where there is no page, and does nothing there", () => {
  const exported = installed.run(`
    import * as element from "expost/element";
    console.log(JSON.stringify([Object.keys(element), typeof globalThis.customElements, element.ExpostCheckElement.observedAttributes]));
  `);
  assert.deepEqual(exported, [
    ["ExpostCheckElement"],
    "undefined",
    ["src", "sha256", "signed-by", "lang", "prior", "height", "files"],
  ]);
});

test("the inlined module is the one in the file", () => {
  assert.ok(readFileSync(inPackage("index.js"), "latin1").includes(readFileSync(inPackage("expost.wasm"), "base64")));
});

test("the licences of what is bundled are passed on", () => {
  const text = readFileSync(inPackage("THIRD_PARTY_LICENSES"), "utf8");
  for (const name of ["Eigen", "Boost", "JSON for Modern C++", "fast_float", "Emscripten", "musl", "libc++"]) {
    assert.ok(text.includes(name), name);
  }
  for (const name of ["commander", "sirv", "cli-progress", "lit-html", "yaml"]) {
    assert.match(text, new RegExp(`^${name} \\d`, "m"), name);
  }
});

test("no file names a folder of the machine it was built on", () => {
  for (const path of files) {
    const text = readFileSync(inPackage(path), "latin1");
    assert.ok(!text.includes(root.slice(0, -1)), path);
    assert.ok(!text.includes("/usr/include") && !text.includes("/root/"), path);
  }
});
