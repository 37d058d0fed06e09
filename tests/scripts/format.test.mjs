// The check of the layout remembers what it found well formatted, and is never deceived by that.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { badlyFormatted } from "../../scripts/format.mjs";

const top = mkdtempSync(join(tmpdir(), "expost-format-"));
after(() => rmSync(top, { recursive: true, force: true }));

const base = join(top, "project");
const log = join(top, "format.log");
const check = () => badlyFormatted({ base, log });
const refused = { message: /not formatted/ };

function put(name, text) {
  mkdirSync(dirname(join(base, name)), { recursive: true });
  writeFileSync(join(base, name), text);
}

beforeEach(() => {
  rmSync(base, { recursive: true, force: true });
  put(".clang-format", "BasedOnStyle: Google\n");
  put("core/a.cpp", "int a() { return 1; }\n");
  put("core/b.cpp", "int b() { return 2; }\n");
});

/** A file's text becomes a bad one of the same size and time, and good again. */
async function changesUnseen(name, text, bad) {
  assert.equal(text.length, bad.length);
  const { atime, mtime } = statSync(join(base, name));
  put(name, bad);
  utimesSync(join(base, name), atime, mtime);
  await assert.rejects(check, refused);
  // Not remembered as good either.
  await assert.rejects(check, refused);
  put(name, text);
  await check();
}

test("what was found well formatted is not looked at again", async () => {
  assert.equal(await check(), 2);
  assert.equal(await check(), 0);
  put("core/b.cpp", "int b() { return 3; }\n");
  assert.equal(await check(), 1);
  // Known by its bytes, whenever these were written.
  put("core/a.cpp", "int a() { return 1; }\n");
  assert.equal(await check(), 0);
});

test("a file that changes after it was remembered is found, also one of the same size and time", async () => {
  await check();
  await changesUnseen("core/a.cpp", "int a() { return 1; }\n", "int a(){  return 1; }\n");
});

test("a changed configuration forgets all of its formatter", async () => {
  await check();
  put(".clang-format", "BasedOnStyle: Google\nIndentWidth: 4\n");
  assert.equal(await check(), 2);
  // One in a folder counts as well.
  put("core/.clang-format", "BasedOnStyle: Google\nAllowShortFunctionsOnASingleLine: None\n");
  await assert.rejects(check, refused);
  rmSync(join(base, "core/.clang-format"));
  await check();
});

test("scripts and style sheets: the same", async () => {
  put(".prettierrc.json", '{ "printWidth": 100 }\n');
  put("web/c.js", "export const c = { a: 1, b: 2 };\n");
  assert.equal(await check(), 3);
  assert.equal(await check(), 0);
  await changesUnseen("web/c.js", "export const c = { a: 1, b: 2 };\n", "export const c = {a: 1,  b: 2 };\n");
  put(".editorconfig", "root = true\n");
  assert.equal(await check(), 1);
  put(".prettierrc.json", '{ "printWidth": 20 }\n');
  await assert.rejects(check, refused);
  // Bytes that are good as a script are none as a style sheet.
  put(".prettierrc.json", '{ "printWidth": 100 }\n');
  assert.equal(await check(), 1);
  put("web/d.css", readFileSync(join(base, "web/c.js"), "utf8"));
  await assert.rejects(check, refused);
});

test("a memory that is not one forgets all", async () => {
  await check();
  put("build/formatted.json", "[");
  assert.equal(await check(), 2);
  put("core/a.cpp", "int a(){return 1;}\n");
  put("build/formatted.json", "{}");
  await assert.rejects(check, refused);
});
