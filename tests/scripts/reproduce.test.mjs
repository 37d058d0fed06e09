// npm run reproduce compares two builds by the SHA-256 of every file.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { differences, hashesOf, reproducibleIn } from "../../scripts/reproduce.mjs";
import { writeFingerprints } from "../../web/site/fingerprints.mjs";

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
  const [first, second] = ["one", "other"].map((name) => reproducibleIn(join(dir, name)));
  assert.deepEqual(differences(first, second), ["changed.js", "gone.js", "new/file.js"]);
  assert.deepEqual(differences(first, first), []);
  assert.deepEqual(differences(one, other), ["changed.js", "gone.js", "new/file.js", "site/sample/report.json"]);
});

/** A site with its list, as a build writes them; `change` gets the list's text. */
async function site(name, files, change = (text) => text) {
  folder(name, Object.fromEntries(Object.entries(files).map(([path, content]) => [`site/${path}`, content])));
  await writeFingerprints(join(dir, name, "site"));
  const list = join(dir, name, "site/fingerprints.txt");
  writeFileSync(list, change(readFileSync(list, "utf8")));
  return reproducibleIn(join(dir, name));
}

test("of the site's list every line is compared but that of the sample report", async () => {
  const without = "site/fingerprints.txt without the line of site/sample/report.json";
  const one = await site("list-one", { "a.js": "1", "sample/report.json": "1" });
  assert.deepEqual(Object.keys(one).sort(), ["site/a.js", without]);
  // The SHA-256 of the one line that is left.
  const line = `6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b  a.js\n`;
  assert.equal(one[without], createHash("sha256").update(line).digest("hex"));
  assert.deepEqual(differences(one, await site("list-two", { "a.js": "1", "sample/report.json": "2" })), []);
  assert.deepEqual(differences(one, await site("list-three", { "a.js": "2", "sample/report.json": "1" })), [
    "site/a.js",
    without,
  ]);
  // A list that tells something else than the files are.
  for (const [index, change] of [
    (text) => text.replace("6b86b273", "00000000"),
    (text) => text.replace(/^.* {2}sample\/report\.json\n/m, `${"0".repeat(64)}  sample/report.json\n`),
    (text) => `${text}${"0".repeat(64)}  b.js\n`,
  ].entries()) {
    const other = await site(`list-changed-${index}`, { "a.js": "1", "sample/report.json": "2" }, change);
    assert.deepEqual(differences(one, other), [without], String(change));
  }
});
