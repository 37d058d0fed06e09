// npm run reproduce compares two builds by the SHA-256 of every file.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { differences, hashesOf } from "../../scripts/reproduce.mjs";

const dir = mkdtempSync(join(tmpdir(), "expost-reproduce-"));
after(() => rmSync(dir, { recursive: true, force: true }));

function folder(name, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(dir, name, path, ".."), { recursive: true });
    writeFileSync(join(dir, name, path), content);
  }
  return hashesOf(join(dir, name));
}

test("every file below the folder, by its SHA-256", () => {
  // FIPS 180-4's example, and nothing at all.
  assert.deepEqual(folder("known", { "z.txt": "abc", "deep/er/a.txt": "" }), {
    "deep/er/a.txt": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "z.txt": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  });
});

test("a file that changed, that is new or that is gone is a difference; the sample report is not", () => {
  const one = folder("one", { "same.js": "1", "changed.js": "1", "gone.js": "1", "site/sample/report.json": "1" });
  const other = folder("other", { "same.js": "1", "changed.js": "2", "new/file.js": "1", "site/sample/report.json": "2" });
  assert.deepEqual(differences(one, other), ["changed.js", "gone.js", "new/file.js"]);
  assert.deepEqual(differences(one, one), []);
  assert.deepEqual(differences(one, other, []), ["changed.js", "gone.js", "new/file.js", "site/sample/report.json"]);
});
