// Imports of JavaScript and CSS go down only, as the table of scripts/arrows.mjs says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALLOWED, sources, wrongArrows } from "../../scripts/arrows.mjs";
import { pageFolders } from "../../scripts/paths.mjs";

const nothing = { folders: [], packages: [] };
const made = (path, text) => ({ path, text });

/** Findings in one made-up source under the project's own table. */
const wrongIn = (path, text) => wrongArrows([...sources(), made(path, text)], ALLOWED);

test("every import of the project goes where the table lets it", () => {
  assert.deepEqual(wrongArrows(sources(), ALLOWED), []);
});

test("an import that runs back up is told with its file and the arrow", () => {
  for (const [path, text, sentence] of [
    [
      "wording/new.js",
      'import { upward } from "../web/publish/levels.js";',
      'wording/new.js imports "../web/publish/levels.js": wording may not import from web/publish.',
    ],
    [
      "web/publish/new.js",
      'export * from "../profile/curves.js";',
      'web/publish/new.js imports "../profile/curves.js": web/publish may not import from web/profile.',
    ],
    [
      "statement/deep/new.js",
      'const { run } = await import("../../cli/expost.js");',
      'statement/deep/new.js imports "../../cli/expost.js": statement may not import from cli.',
    ],
    [
      "web/controls/new.js",
      'import style from "../look/base.css";',
      'web/controls/new.js imports "../look/base.css": web/controls may not import from web/look.',
    ],
    [
      "web/look/new.css",
      '@import "../sheet/result.css";',
      'web/look/new.css imports "../sheet/result.css": web/look may not import from web/sheet.',
    ],
    [
      "intake/new.js",
      'import "../web/build.mjs";',
      'intake/new.js imports "../web/build.mjs": intake may not import from web.',
    ],
    [
      "intake/new.js",
      'import { loadReport } from "expost";',
      'intake/new.js imports "expost": intake may not import from wasm/js.',
    ],
    [
      "web/controls/new.js",
      'import { check } from "#words/check";',
      'web/controls/new.js imports "#words/check": web/controls may not import from words.',
    ],
  ])
    assert.deepEqual(wrongIn(path, text), [sentence]);
});

test("a package and Node itself are told where the folder has no use for them", () => {
  assert.deepEqual(wrongIn("wording/new.js", 'import { html } from "lit-html/directives/live.js";'), [
    'wording/new.js imports "lit-html/directives/live.js": wording may not use lit-html.',
  ]);
  assert.deepEqual(wrongIn("statement/new.js", 'import { readFileSync } from "node:fs";'), [
    'statement/new.js imports "node:fs": statement may not use node.',
  ]);
});

test("what only looks like an import is none", () => {
  const text =
    '// import "../cli/a.js"\nexport const words = `from "../cli/b.js"`;\n/** @type {string} import("../cli/c.js") */\n';
  assert.deepEqual(wrongIn("wording/new.js", text), []);
});

test("a folder without a line is told once, also where its parent has one", () => {
  assert.deepEqual(wrongArrows([...sources(), made("web/new/a.js", ""), made("web/new/b.js", "")], ALLOWED), [
    "web/new/a.js is in web/new, which has no line in the table of scripts/arrows.mjs.",
  ]);
});

test("a line without sources and a circle of arrows are told", () => {
  assert.deepEqual(wrongArrows([], { a: nothing }), ["a has a line in the table of scripts/arrows.mjs, but no sources."]);
  const circle = { a: { ...nothing, folders: ["b"] }, b: { ...nothing, folders: ["c"] }, c: { ...nothing, folders: ["b"] } };
  const all = Object.keys(circle).map((folder) => made(`${folder}/x.js`, ""));
  assert.deepEqual(wrongArrows(all, circle), ["The table of scripts/arrows.mjs has a circle: b → c → b."]);
});

test("the folders that pages are made of are all that the pages may import from", () => {
  const inPages = (folder) => pageFolders.some((known) => folder === known || folder.startsWith(`${known}/`));
  for (const [folder, { folders }] of Object.entries(ALLOWED))
    if (inPages(folder))
      assert.deepEqual(
        folders.filter((other) => !inPages(other)),
        [],
        folder,
      );
});
