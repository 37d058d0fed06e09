// Reports of networks: images and arrays as records, checks that take long, and how they are
// stopped. Also in Firefox: engines start workers and inflate PNG.
//
// How such a page could mislead: an image of another size, or read from top to bottom; a file that
// was refused, and the one before it checked in its place; a figure next to a check that was
// stopped; a request for any of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { sheetName } from "../../web/bake/page-names.js";
import { languages } from "../../words/languages.mjs";
import { npy, png, pnm } from "../intake/small-images.mjs";
import { closeBrowsers, everyBrowser, testPage, withPage } from "./browsers.mjs";
import { loadPackage, packageDir, screenshotDir } from "./built.mjs";
import { bakedAddress, expertNumbers, headline } from "./sheet.mjs";
import { until } from "./until.mjs";

after(closeBrowsers);

const examples = new URL("../../examples/digits/", import.meta.url);
const example = (name) => JSON.parse(readFileSync(new URL(name, examples), "utf8"));
const study = example("study.json");
const names = study.features.map(({ name }) => name);
const ROWS = 24;
const pixel = (row, at) => Math.round(8 + 8 * Math.sin(1 + row + 0.37 * at * (1 + (row % 5))));
const data = {
  header: [...names, "digit"],
  rows: Array.from({ length: ROWS }, (_, row) => [...names.map((_, at) => String(pixel(row, at))), String(row % 10)]),
};

/** @param {object} [changes] of the study's mechanism */
async function published(changes = {}, more = {}) {
  const { publish } = await loadPackage();
  const { report } = await publish(data, { ...study, ...more, mechanism: { ...study.mechanism, ...changes } });
  return JSON.stringify(report);
}
const digits = published();
/** With so many steps that a check takes a while, above all one of values that aren't known. */
const long = published({ steps: 800, update: { ...study.mechanism.update, parameterStep: 2 ** -6 } }, { "x-input": undefined });

const sheetIn = (language) => readFileSync(join(packageDir, "site", sheetName(language)), "utf8");
const addressOf = (text, language = "en") => bakedAddress(text, sheetIn(language));

/** A handwritten four, in ink of 0 to 16. */
const INK = [
  ...[0, 0, 0, 3, 16, 2, 0, 0],
  ...[0, 0, 0, 10, 12, 0, 0, 0],
  ...[0, 0, 4, 16, 3, 0, 0, 0],
  ...[0, 0, 13, 9, 0, 8, 5, 0],
  ...[0, 6, 16, 4, 5, 16, 3, 0],
  ...[0, 12, 16, 16, 16, 15, 0, 0],
  ...[0, 0, 2, 8, 16, 6, 0, 0],
  ...[0, 0, 0, 5, 15, 1, 0, 0],
];
/** As a file has it: the darkest pixel is ink. */
const four = png(
  8,
  8,
  INK.map((ink) => Math.round(((16 - ink) * 255) / 16)),
  { filters: [4, 1] },
);
const fileOf = (name, bytes) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });

/** The pixels of the picture on the page, its grey from 0 to 255. */
const picture = (page) =>
  page.locator("canvas.pixels").evaluate((canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    return { width, height, grey: Array.from({ length: width * height }, (_, i) => data[4 * i]) };
  });

const error = async (page) => (await page.locator("#image-error").innerText()).replace(/\s+/g, " ");

/** Latin digits that are outside an isolate from left to right. */
const latinDigits = (text) => text.replace(/\u2066[^\u2069]*\u2069/g, "").match(/.{0,20}[0-9].{0,20}/g) ?? [];

for (const name of everyBrowser) {
  describe(name, () => {
    for (const [language, { check: words }] of Object.entries(languages))
      for (const width of [360, 1280])
        testPage(name)(`${language}, ${width} wide: an image is chosen, shown back and checked`, async () => {
          const text = await digits;
          await withPage(
            name,
            async (page, seen) => {
              // In Firefox the driver puts a style into the page for it, which the policy refuses.
              const photograph = async (/** @type {string} */ file) => {
                if (name === "chromium") await page.screenshot({ path: join(screenshotDir, file), fullPage: true });
              };
              await page.goto(addressOf(text, language));
              await page.waitForSelector("#image");
              assert.equal(await page.locator(".fields input[type='text']").count(), 0, "nobody types pixels");
              // Keys alone do it, as far as the choice of a file allows.
              await page.locator(".button-main").press("Enter");
              await page.locator("#error-summary").waitFor();
              assert.ok((await error(page)).includes(words.errors.image));
              await page.locator("#image").setInputFiles(fileOf("four.png", four));
              const shown = await picture(page);
              assert.deepEqual([shown.width, shown.height], [8, 8]);
              assert.deepEqual(
                shown.grey,
                INK.map((ink) => Math.round((255 * (16 - ink)) / 16)),
              );
              assert.equal(await page.locator("#image-error").count(), 0);
              const box = await page.locator("canvas.pixels").boundingBox();
              assert.ok(box.width >= 150 && Math.abs(box.width - box.height) < 3, "enlarged, and square");
              await page.locator("#outcome").selectOption("4");
              const form = await page.locator(".record").innerText();
              assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                "nothing of the form is wider than the window",
              );
              await photograph(`network-form-${language}-${width}.png`);
              // With a mouse on a wide screen.
              if (width > 1000) await page.locator(".button-main").click();
              else await page.locator(".button-main").press("Enter");
              await headline(page);
              const result = await page.locator(".result").innerText();
              assert.ok(result.includes(words.result.network), "it is a network, and its path is published");
              if (language === "ar") for (const part of [form, result]) assert.deepEqual(latinDigits(part), []);
              assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                "nothing is wider than the window",
              );
              await photograph(`network-result-${language}-${width}.png`);
              assert.deepEqual(seen.problems, []);
              assert.deepEqual(
                seen.requests.filter((url) => /^http/.test(url)),
                [],
              );
            },
            { viewport: { width, height: 740 } },
          );
        });

    test("the figure of an image is the package's for the same pixels, to the last bit", async () => {
      const text = await digits;
      const { loadReport } = await loadPackage();
      const report = await loadReport(text);
      const record = Object.fromEntries([...names.map((key, at) => [key, INK[at]]), ["digit", "4"]]);
      const expected = report.bound(record);
      await withPage(name, async (page, seen) => {
        for (const [file, bytes] of [
          ["four.png", four],
          [
            "four.pgm",
            pnm(
              8,
              8,
              INK.map((ink) => 16 - ink),
              { most: 16 },
            ),
          ],
          ["four.npy", npy("|u1", [8, 8], Buffer.from(INK))],
          ["four.json", Buffer.from(JSON.stringify(INK))],
        ]) {
          await page.goto(addressOf(text));
          await page.locator("#image").setInputFiles(fileOf(file, bytes));
          await page.locator("canvas.pixels").waitFor();
          await page.locator("#outcome").selectOption("4");
          await page.locator(".button-main").press("Enter");
          await headline(page);
          const shown = await expertNumbers(page);
          assert.equal(shown["total-upper"], String(expected.total.upper), file);
          assert.equal(shown.energy, String(expected.terms.energy), file);
        }
        // The figure came from a worker, which the page's policy holds.
        assert.deepEqual(seen.problems, []);
      });
      report.free();
    });

    testPage(name)("a dropped image is taken; what is refused takes the one before away", async () => {
      const text = await digits;
      await withPage(name, async (page, seen) => {
        await page.goto(addressOf(text));
        await page.waitForSelector("#image");
        const drop = (bytes, file) =>
          page.evaluate(
            ([values, title]) => {
              const transfer = new DataTransfer();
              transfer.items.add(new File([Uint8Array.from(values)], title));
              document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
            },
            [[...bytes], file],
          );
        await drop(four, "four.png");
        await page.locator("canvas.pixels").waitFor();
        await page.locator("#outcome").selectOption("4");
        await page.locator(".button-main").press("Enter");
        await headline(page);
        await drop(png(9, 8, Array(72).fill(0)), "wide.png");
        await page.locator("#error-summary").waitFor();
        assert.match(await error(page), /has 9 × 8 pixels; this report takes images of 8 × 8\. Nothing is resized/);
        assert.equal(await page.locator("canvas.pixels").count(), 0);
        assert.equal(await page.locator(".headline").count(), 0, "no figure of the image before");
        await page.locator(".button-main").press("Enter");
        await until(
          async () => /Choose the file with your image/.test(await error(page)),
          () => "no image",
        );
        for (const [bytes, says] of [
          [png(8, 8, Array(64).fill(100)), /column 1 of row 1 is 100 of 255\. It is none of the 17 shades/],
          [png(8, 8, Array(192).fill(0).with(4, 9), { colour: 2 }), /has colours/],
          [png(8, 8, INK, { header: { rest: [8, 0, 0, 0, 1] } }), /interlaced/],
          [four.slice(0, 60), /damaged or cut off/],
          [npy("<f8", [8, 9], Buffer.alloc(576)), /the shape 8 × 9; 1 × 8 × 8 was expected/],
          [npy("|u1", [64], Buffer.alloc(64, 200)), /Number 1 of the file is 200; .* go from 0 to 16/],
          [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), /neither PNG, PGM or PPM nor/],
          [Buffer.from(""), /neither PNG, PGM or PPM nor/],
        ]) {
          await page.locator("#image").setInputFiles(fileOf("other", bytes));
          await until(
            async () => says.test(await error(page)),
            () => `${says}`,
          );
          assert.equal(await page.locator("canvas.pixels").count(), 0, `${says}`);
        }
        await page.locator("#image").setInputFiles(fileOf("four.png", four));
        await page.locator("canvas.pixels").waitFor();
        await page.getByRole("button", { name: "Clear my record" }).press("Enter");
        assert.equal(await page.locator("canvas.pixels").count(), 0, "cleared");
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a long check says how far it is, and once it is stopped there is no figure", async () => {
      const text = await long;
      await withPage(name, async (page, seen) => {
        await page.goto(addressOf(text));
        await page.waitForSelector("#value-1");
        for (let field = 1; field <= names.length; field += 1) await page.locator(`#value-${field}`).fill("3");
        await page.locator("#outcome").selectOption("4");
        for (let field = 1; field <= 12; field += 1) await page.locator(`#value-${field}-unsure`).check();
        await page.locator(".button-main").press("Enter");
        const detail = page.locator("#working-detail");
        const told = async () => Number(/([\d,]+)\.$/.exec(await detail.innerText())?.[1].replaceAll(",", "") ?? 0);
        await detail.waitFor();
        assert.equal(await page.locator(".record").count(), 0);
        await until(
          async () => (await told()) > 0,
          () => "progress",
        );
        const first = await told();
        await until(
          async () => (await told()) > first,
          () => "more progress",
        );
        // The page answers meanwhile.
        const start = Date.now();
        await page.evaluate(() => document.title);
        assert.ok(Date.now() - start < 1000);
        // In Firefox the driver's own style would break the page's policy.
        if (name === "chromium") await page.screenshot({ path: join(screenshotDir, "network-working.png") });
        const [worker] = page.workers();
        const ended = worker && new Promise((resolve) => worker.once("close", resolve));
        await page.locator("#cancel").click();
        await page.getByText("Stopped. There is no result.").waitFor();
        await ended;
        assert.equal(await page.locator(".headline").count(), 0);
        assert.ok(await page.locator("#result-heading").isHidden());
        assert.equal(await page.locator("#value-20").inputValue(), "3", "the record is still there");
        // A file that is dropped meanwhile ends it too.
        await page.locator(".button-main").press("Enter");
        await detail.waitFor();
        await page.evaluate(() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File(["p00\n7\n"], "row.csv"));
          document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
        });
        await page.locator("#row-message p").first().waitFor();
        assert.equal(await page.locator(".headline").count(), 0);
        // It can be checked again, by a new worker.
        for (let field = 1; field <= 12; field += 1) await page.locator(`#value-${field}-unsure`).uncheck();
        for (let field = 1; field <= 12; field += 1) await page.locator(`#value-${field}`).fill("3");
        await page.locator(".button-main").press("Enter");
        await headline(page);
        assert.deepEqual(seen.problems, []);
      });
    });
  });
}
