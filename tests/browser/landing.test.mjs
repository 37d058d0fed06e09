// The answer is on the screen: after "Check my record" the question and the headline stand at the
// top of the window, wherever the check page is shown. Also in Firefox: an engine scrolls the pages
// around a frame. webkit.test.mjs has the same for WebKit.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inflateSync } from "node:zlib";
import { fromTo } from "../headline.mjs";
import { browserNames, deep, everyBrowser, testOnce, withPage } from "./browsers.mjs";
import { host } from "./host-page.mjs";
import { landedIn } from "./landed.mjs";
import { adaptive, record, textOf } from "./made-up-reports.mjs";
import { bakedAddress, check, elementSheet, fill, formReady, headline, sheetFrame } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";

const reportText = textOf(adaptive());

const site = siteForTests(() => ({
  "report.json": reportText,
  "host.html": host(
    `<p style="block-size: 900px">Before</p><expost-check src="report.json"></expost-check><p style="block-size: 900px">After</p>`,
  ),
}));

/**
 * Windows of a desktop, a phone, a narrow window, and of 1280 × 1024 pixels at 200 % and at 400 %.
 */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 640, height: 512 },
  { width: 320, height: 256 },
];

/** Opens the check page in one of the ways in which people meet it, and returns its sheet. */
const PLACES = {
  async site(page) {
    await page.goto(`${site.address}index.html#report=report.json`);
    return sheetFrame(page);
  },
  async element(page) {
    await page.goto(`${site.address}host.html`);
    return elementSheet(page);
  },
  async file(page) {
    await page.goto(bakedAddress(reportText));
    return page;
  },
};

/** Fails where the question or the headline isn't at the top of the window, once it is there. */
async function landed(page, sheet, window) {
  const box = (selector) => async () => (await sheet.locator(selector).boundingBox()) ?? { y: NaN, height: NaN };
  await landedIn(window, box("#result-heading"), box(".announcement .headline"));
}

for (const name of everyBrowser) {
  describe(name, () => {
    // In Firefox, where a page costs seconds, the deep run tries all.
    const whole = browserNames.includes(name);
    for (const [place, open] of Object.entries(PLACES)) {
      const windows = deep || (whole && place === "site") ? WINDOWS : [WINDOWS[0], WINDOWS[4]];
      test(`${place}: the answer is at the top of the window`, async () => {
        for (const window of windows) {
          await withPage(
            name,
            async (page, seen) => {
              const sheet = await open(page);
              await formReady(sheet);
              await fill(sheet, record);
              await check(sheet);
              assert.equal(await headline(sheet), fromTo(50, 58));
              await landed(page, sheet, window);
              assert.equal(await sheet.evaluate(() => document.activeElement.id), "result-heading");
              // The second time the frame is as tall as it was.
              await check(sheet);
              await headline(sheet);
              await landed(page, sheet, window);
              assert.deepEqual(seen.problems, []);
            },
            { viewport: window },
          );
        }
      });
    }

    test("after a row that fills in all, the button is on the screen with what was filled in", async () => {
      const row = `${Object.keys(record)}\n${Object.values(record)}\n`;
      for (const place of whole ? ["site", "file"] : ["site"])
        await withPage(
          name,
          async (page) => {
            const sheet = await PLACES[place](page);
            await formReady(sheet);
            await sheet.locator("#row-text").evaluate((field, row) => (field.value = row), row);
            await sheet.locator(".row-intake .button").evaluate((button) => button.click());
            const box = (selector) => async () => (await sheet.locator(selector).boundingBox()) ?? { y: NaN, height: NaN };
            const [message, button] = [box("#row-message p"), box("#row-message .button-main")];
            await until(
              async () => (await message()).y > -1 && (await button()).y + (await button()).height <= WINDOWS[1].height,
              () => "message and button are on the screen",
            );
            const gap = (await button()).y - (await message()).y - (await message()).height;
            assert.ok(gap >= 0 && gap < 40, `the button is ${gap} under the message`);
            await check(sheet);
            assert.equal(await headline(sheet), fromTo(50, 58));
          },
          { viewport: WINDOWS[1] },
        );
    });

    test("problems with the form are at the top of the window, after a result too", async () => {
      for (const window of whole ? [WINDOWS[0], WINDOWS[1]] : [WINDOWS[1]]) {
        await withPage(
          name,
          async (page) => {
            const sheet = await PLACES.site(page);
            await formReady(sheet);
            await fill(sheet, record);
            await check(sheet);
            await headline(sheet);
            await fill(sheet, { age: "many" });
            await check(sheet);
            await sheet.waitForSelector("#error-summary");
            const summary = async () => (await sheet.locator("#error-summary").boundingBox()) ?? { y: NaN, height: NaN };
            await landedIn(window, summary, summary);
          },
          { viewport: window },
        );
      }
    });
  });
}

/**
 * How many sheets of A4 a page takes, margins in centimetres. Of Firefox the driver takes inches
 * for centimetres.
 */
async function sheetsOf(name, page, margin) {
  const unit = name === "firefox" ? "in" : "cm";
  const side = `${margin}${unit}`;
  const [width, height] = [21, 29.7].map((length) => `${length}${unit}`);
  const pdf = await page.pdf({ width, height, margin: { top: side, right: side, bottom: side, left: side } });
  // Firefox packs what isn't a picture.
  const packed = Array.from(pdf.toString("latin1").matchAll(/stream\r?\n/g), ({ 0: start, index }) => {
    try {
      return inflateSync(pdf.subarray(index + start.length)).toString("latin1");
    } catch {
      return "";
    }
  });
  return [pdf.toString("latin1"), ...packed].join("").match(/\/Type\s*\/Page\b/g).length;
}

for (const name of everyBrowser)
  test(`${name}: printed from the site a result has no blank pages, and names the guides that are linked below it`, () =>
    withPage(
      name,
      async (page) => {
        const printed = () => page.locator("#sheet-frame").evaluate((frame) => frame.style.getPropertyValue("--printed"));
        const sheet = await PLACES.site(page);
        await formReady(sheet);
        await fill(sheet, record);
        const before = await printed();
        await check(sheet);
        await headline(sheet);
        await until(
          async () => (await printed()) !== before,
          () => "the page knows the height on paper",
        );
        // A report without a sample's stamp fits on two pages, as it does from a file.
        for (const margin of [0, 1]) assert.equal(await sheetsOf(name, page, margin), 2);
        const named = await sheet.locator('[aria-labelledby="guides-heading"] code').allInnerTexts();
        const links = await page.locator("#read-more a").evaluateAll((all) => all.map(({ href }) => href));
        assert.deepEqual(named, links);
        for (const link of links) assert.equal((await fetch(link)).status, 200, link);
      },
      { ownBrowser: true },
    ));

testOnce("where no page around says where the guides are, nothing is said of them", async () => {
  await withPage("chromium", async (page) => {
    const sheet = await PLACES.file(page);
    await formReady(sheet);
    await fill(sheet, record);
    await check(sheet);
    await headline(sheet);
    assert.equal(await sheet.locator("#guides-heading").count(), 0);
  });
});
