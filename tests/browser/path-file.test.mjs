// A report whose path is in a file beside it: by a link, chosen by hand, in an embedded element.
//
// How the page could go wrong: a figure without the path, or with another; a file that is missing
// and no word of what to do; a request that tells something of a record.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { bakePage } from "../../web/bake/bake.mjs";
import { languages } from "../../words/languages.mjs";
import { png } from "../intake/small-images.mjs";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { loadPackage, sheetHtml } from "./built.mjs";
import { host } from "./host-page.mjs";
import { elementSheet, expertNumbers, headline, scratchFile, sheetFrame, unfold } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";

const study = JSON.parse(readFileSync(new URL("../../examples/digits/study.json", import.meta.url), "utf8"));
const names = study.features.map(({ name }) => name);
// One of 17 shades each.
const pixels = Array.from({ length: 64 }, (_, at) => Math.round((((at * 5) % 17) * 255) / 16));
const image = { name: "one.png", mimeType: "image/png", buffer: Buffer.from(png(8, 8, pixels)) };

const rows = Array.from({ length: 12 }, (_, row) => [...names.map((_, at) => String((row * at) % 17)), String(row % 10)]);

/** A report that leaves its path to a file, however short, and that file. */
async function published(title) {
  const { publish } = await loadPackage();
  const { report } = await publish({ header: [...names, "digit"], rows }, { ...study, title });
  const { data, ...iterates } = report.release.iterates;
  const bytes = Buffer.from(data, "base64");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const text = JSON.stringify({ ...report, release: { iterates: { ...iterates, sha256 } } });
  return { text, name: `path-${sha256.slice(0, 16)}.bin.gz`, packed: gzipSync(bytes), bytes };
}

let text = "";
let name = "";
let packed = Buffer.alloc(0);
let second = { text: "", name: "", packed };
const files = {};
before(async () => {
  const [first, next] = [await published("Digits"), await published("Digits again")];
  const { bytes } = first;
  ({ text, name, packed } = first);
  second = next;
  const spoiled = Buffer.from(bytes);
  spoiled[spoiled.length - 1] ^= 1;
  Object.assign(files, {
    "whole/report.json": text,
    [`whole/${name}`]: packed,
    "plain/report.json": text,
    [`plain/${name}`]: bytes,
    "alone/report.json": text,
    "given.html": host("<expost-check></expost-check>"),
    "second/report.json": second.text,
    [`second/${second.name}`]: second.packed,
    "other/report.json": text,
    [`other/${name}`]: gzipSync(spoiled),
  });
});
const site = siteForTests(() => files);

const linkTo = (folder, path = "") =>
  `${site.address}${path}#report=${encodeURIComponent(`${site.address}${folder}/report.json`)}`;

/** Checks a record, and returns its figure. */
async function figure(sheet) {
  await sheet.locator("#image").setInputFiles(image);
  await sheet.locator("#outcome").selectOption("4");
  await sheet.locator(".button-main").click();
  await headline(sheet);
  return expertNumbers(sheet);
}

const pathFile = () => ({ name, mimeType: "application/gzip", buffer: packed });

for (const browser of browserNames) {
  describe(browser, () => {
    test("a link finds the path beside the report, compressed or as the server uncompressed it", async () => {
      const figures = [];
      for (const folder of ["whole", "plain"])
        await withPage(browser, async (page, seen) => {
          await page.goto(linkTo(folder));
          const sheet = await sheetFrame(page);
          await sheet.waitForSelector("#image");
          const before = site.log.length;
          figures.push(await figure(sheet));
          assert.deepEqual(site.log.slice(before), [], "nothing is asked for once there is a record");
          assert.equal(site.log.filter((url) => url.endsWith(`${folder}/${name}`)).length, 1);
          assert.deepEqual(seen.problems, []);
        });
      assert.deepEqual(figures[0], figures[1]);
    });

    for (const [language, { check: words }] of Object.entries(languages))
      test(`${language}: a missing file is named, and works once it is chosen`, async () => {
        await withPage(
          browser,
          async (page) => {
            await page.goto(linkTo("alone", language === "en" ? "" : `${language}/index.html`));
            const sheet = await sheetFrame(page);
            const box = sheet.locator('[data-state="pathMissing"]');
            await box.waitFor();
            const said = await box.innerText();
            for (const part of [words.states.pathMissing.title, words.states.pathMissing.body, name])
              assert.ok(said.replace(/\s+/g, " ").includes(part), `${part} in ${said}`);
            assert.equal(await sheet.locator("#image").count(), 0);
            await page.locator("#report-file").setInputFiles(pathFile());
            await sheet.waitForSelector("#image");
            await figure(sheet);
          },
          { viewport: { width: 360, height: 740 } },
        );
      });

    test("inside a page, which opens from a disk, with further reports that have files of their own", async () => {
      const html = bakePage(sheetHtml(), text, new Uint8Array(packed));
      await withPage(browser, async (page, seen) => {
        // Each check is drawn as a long one is, which takes the result away for a moment.
        await page.addInitScript(() => {
          const timer = window.setTimeout;
          window.setTimeout = (/** @type {() => void} */ work, wait) => timer(work, wait === 200 ? 0 : wait);
        });
        await page.goto(pathToFileURL(scratchFile("page.html", html)).href);
        await page.waitForSelector("#image");
        await figure(page);
        await unfold(page, ".experts");
        await page.getByText("Several publications together").click();
        const add = (/** @type {object[]} */ ...chosen) => page.getByLabel("Add reports").setInputFiles(chosen);
        const report = { name: "second.json", mimeType: "application/json", buffer: Buffer.from(second.text) };
        await add(report);
        await page.getByText(`No report that can be used: second.json (${second.name})`).waitFor();
        // The first of two path files is another report's.
        await add(pathFile(), report, { ...pathFile(), name: second.name, buffer: second.packed });
        await page.getByText(`No report that can be used: ${name}`).waitFor();
        await page.getByText(/^All 2 together: /).waitFor();
        assert.equal(await page.locator(".experts[open]").count(), 1, "what was open before is open");
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a link to several reports finds the path of each", async () => {
      await withPage(browser, async (page, seen) => {
        await page.goto(`${linkTo("whole")}&report=${encodeURIComponent(`${site.address}second/report.json`)}`);
        const sheet = await sheetFrame(page);
        await sheet.waitForSelector("#image");
        await figure(sheet);
        await sheet.getByText("Several publications together").click();
        await sheet.getByText(/^All 2 together: /).waitFor();
        assert.equal(site.log.filter((url) => url.endsWith(`second/${second.name}`)).length, 1);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("an element that is given a report and its path by the page's own script", async () => {
      await withPage(browser, async (page, seen) => {
        await page.goto(`${site.address}given.html`);
        const sheet = await elementSheet(page);
        const give = (/** @type {string | null} */ file, report = "alone/report.json") =>
          page.evaluate(
            async ([file, report]) => {
              const element = document.querySelector("expost-check");
              element.path = file && (await (await fetch(file)).blob());
              element.report = await (await fetch(report)).text();
            },
            [file, report],
          );
        await give(null);
        await sheet.locator('[data-state="pathMissing"]').waitFor();
        await give(`other/${name}`);
        await sheet.locator('[data-state="damagedReport"]').waitFor();
        await give(`whole/${name}`);
        await sheet.waitForSelector("#image");
        await figure(sheet);
        assert.equal(
          await page.evaluate(() => {
            const element = document.querySelector("expost-check");
            try {
              element.path = "path.bin.gz";
            } catch (error) {
              return `${error.name}, ${element.path instanceof Blob}`;
            }
          }),
          "TypeError, true",
        );
        assert.deepEqual(seen.problems, []);
      });
    });

    test("another file gives no form", async () => {
      await withPage(browser, async (page) => {
        await page.goto(linkTo("other"));
        const sheet = await sheetFrame(page);
        const box = sheet.locator('[data-state="damagedReport"]');
        await box.waitFor();
        assert.match(await box.innerText(), /the file isn't the one of this report, or was damaged/);
        assert.equal(await sheet.locator("#image").count(), 0);
        assert.notDeepEqual(gunzipSync(files[`other/${name}`]), gunzipSync(packed));
      });
    });
  });
}

after(closeBrowsers);
