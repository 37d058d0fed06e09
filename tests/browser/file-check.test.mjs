// verify.html looks files up in the list of the site's fingerprints, and the list's signature.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { bakePage } from "../../web/bake/bake.mjs";
import { fileCheck as own } from "../../words/en/site.js";
import * as de from "../../words/de/site.js";
import { violations } from "./axe.mjs";
import { everyBrowser, testPage, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import { independent, textOf } from "./made-up-reports.mjs";
import { scratchFolder } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";

const sheet = readFileSync(join(siteDir, "sheet.html"), "utf8");
const baked = bakePage(sheet, textOf({ ...independent(), title: "</script> <!-- 'a' & \"b\"" }));
const withPath = bakePage(sheet, textOf(independent()), new Uint8Array([0x1f, 0x8b, 0xff, 0]));
const list = readFileSync(join(siteDir, "fingerprints.txt"), "utf8");

// Signatures of Node's own Ed25519, as minisign -l writes them.
function signer() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const start = Buffer.concat([Buffer.from("Ed"), Buffer.alloc(8, 3)]);
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url");
  const key = Buffer.concat([start, raw]).toString("base64");
  const file = (/** @type {string} */ text) => {
    const value = sign(null, Buffer.from(text), privateKey);
    const global = sign(null, Buffer.concat([value, Buffer.from("day")]), privateKey);
    return `untrusted comment: x\n${Buffer.concat([start, value]).toString("base64")}\ntrusted comment: day\n${global.toString("base64")}\n`;
  };
  return { key, file };
}
const [release, other] = [signer(), signer()];
const files = { "fingerprints.txt.minisig": null };
const site = siteForTests(() => files);
const folder = scratchFolder({
  "saved.html": sheet,
  "check.html": baked,
  "with-path.html": withPath,
  "changed-path.html": withPath.replace("H4v/AA==", "H4v<b>"),
  "changed.html": sheet.replace("</style>", "a{}</style>"),
  "forged.html": baked.replace("</main>", "<p>Send your record to …</p></main>"),
  "twice.html": bakePage(baked.replace("<title>", "<!--expost-report--><title>"), "{}"),
  "fingerprints.txt": list,
  "fingerprints.txt.minisig": release.file(list),
  "another.minisig": release.file(`${list} `),
  "old.txt": `${createHash("sha256").update("old").digest("hex")}  sheet.html\n`,
});
const paths = (...names) => names.map((name) => join(folder, name));

/** Chooses files and returns what the page says of each, and of the list. */
async function checked(page, names, key = "") {
  await page.locator("#check-key").fill(key);
  // The key counts once it is left, also where the same files are chosen again.
  await page.locator("#check-key").blur();
  await page.setInputFiles("#check-files", paths(...names));
  const said = page.locator("#check-list");
  let text = "";
  await until(
    async () => ![own.checking, ""].includes((text = await said.textContent())),
    () => `the page says something of the list: ${text}`,
  );
  const found = page.locator("#check-found li");
  return {
    files: await found.allTextContents(),
    wrong: await found.evaluateAll((items) => items.map(({ className }) => className === "wrong")),
    list: text,
    listIsWrong: await page.locator("#check-list.wrong").count(),
  };
}

test("the list has the fingerprint of every file of the site", () => {
  const names = readdirSync(siteDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(siteDir.length + 1))
    .filter((name) => name !== "fingerprints.txt")
    .sort();
  const expected = names.map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(siteDir, name)))
        .digest("hex")}  ${name}\n`,
  );
  assert.equal(list, expected.join(""));
  for (const form of ["sheet.html", "check-frame.html", "sheet.de.html"]) assert.ok(names.includes(form), form);
});

for (const name of everyBrowser) {
  describe(name, () => {
    test("forms of the site, with a report inside or not, and what isn't one", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(`${site.address}verify.html`);
        const { files, wrong, list } = await checked(page, [
          "saved.html",
          "check.html",
          "with-path.html",
          "changed-path.html",
          "changed.html",
          "forged.html",
          "twice.html",
        ]);
        assert.deepEqual(files, [
          own.same("saved.html", "sheet.html"),
          own.baked("check.html", "sheet.html"),
          own.baked("with-path.html", "sheet.html"),
          ...["changed-path.html", "changed.html", "forged.html", "twice.html"].map((file) => own.other(file)),
        ]);
        assert.deepEqual(wrong, [false, false, false, true, true, true, true]);
        assert.equal(list, own.unsigned);
        // The signature that isn't there is asked for, and the browser's console says so.
        assert.deepEqual(
          seen.problems.filter((problem) => !/404/.test(problem)),
          [],
        );
      });
    });

    test("a list's signature: of the key, of another key, of another list, and none", async () => {
      await withPage(name, async (page) => {
        await page.goto(`${site.address}verify.html#key=${encodeURIComponent(release.key)}`);
        assert.equal(await page.locator("#check-key").inputValue(), release.key);
        for (const [names, key, expected, wrong] of [
          [["fingerprints.txt", "fingerprints.txt.minisig", "saved.html"], release.key, own.verdicts.signed, 0],
          [["fingerprints.txt", "fingerprints.txt.minisig"], other.key, own.verdicts.wrong, 1],
          [["fingerprints.txt", "another.minisig"], release.key, own.verdicts.wrong, 1],
          [["old.txt", "fingerprints.txt.minisig"], release.key, own.verdicts.wrong, 1],
          [["fingerprints.txt", "fingerprints.txt.minisig"], "", own.noKey, 0],
          [["fingerprints.txt", "fingerprints.txt.minisig"], "RW", own.badKey, 1],
          [["fingerprints.txt"], release.key, own.unsigned, 1],
        ]) {
          const { list, listIsWrong } = await checked(page, names, key);
          assert.equal(list, expected, names.join());
          assert.equal(listIsWrong, wrong, expected);
        }
        // A list that is chosen is the one that counts.
        const { files } = await checked(page, ["old.txt", "saved.html"]);
        assert.deepEqual(files, [own.other("saved.html")]);
      });
    });

    testPage(name)("in German, on a phone, without findings", async () => {
      await withPage(
        name,
        async (page) => {
          await page.goto(`${site.address}de/verify.html`);
          await page.setInputFiles("#check-files", paths("saved.html"));
          await page.getByText(de.fileCheck.same("saved.html", "sheet.html")).waitFor();
          assert.deepEqual(await violations(page), []);
        },
        { viewport: { width: 320, height: 640 } },
      );
    });
  });
}
