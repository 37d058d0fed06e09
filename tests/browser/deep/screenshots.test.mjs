// Pictures of the main states for people to look at, in build/test-screenshots; and that on each
// of these screens no text runs out of the window, and the result lands in it.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { browserNames, testOnce, withPage } from "../browsers.mjs";
import { screenshotDir } from "../built.mjs";
import { adaptive, record, sample, textOf, veryNoisy } from "../made-up-reports.mjs";
import { bakedAddress, check, fill, formReady, headline, sheetFrame } from "../sheet.mjs";
import { siteForTests } from "../site-server.mjs";
import { until } from "../until.mjs";

const site = siteForTests(() => ({ "sample/report.json": textOf(sample()) }));
before(async () => {
  mkdirSync(screenshotDir, { recursive: true });
});

/**
 * A picture of the whole page; a frame is painted only as far as the window shows it, so the
 * window grows first.
 */
async function picture(page, name) {
  for (const frame of page.frames()) {
    const [needed, given] = await frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(needed <= given, `${name}: ${needed} px needed, ${given} there`);
  }
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height: Math.min(height, 16_000) });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(screenshotDir, `${name}.png`) });
  await page.setViewportSize(size);
}

/** The heading of the result is in the window once the result is there. */
async function landed(page, sheet) {
  const heading = sheet.locator("#result-heading");
  const { height } = page.viewportSize();
  await until(async () => {
    const box = await heading.boundingBox();
    // A page scrolls by whole pixels, and lines end between them.
    return box.y > -1 && box.y + box.height <= height;
  }, "the result lands in the window");
}

const shots = [
  [1280, "light"],
  [1280, "dark"],
  [360, "light"],
  [360, "dark"],
];

for (const browserName of browserNames) {
  for (const [width, colorScheme] of browserName === "chromium" ? shots : shots.slice(0, 1)) {
    test(`${browserName}, ${width} px, ${colorScheme}`, async () => {
      const options = { viewport: { width, height: 900 }, colorScheme };
      const name = (state) => `${state}-${browserName}-${width}-${colorScheme}`;
      await withPage(
        browserName,
        async (page) => {
          await page.goto(site.address);
          await sheetFrame(page);
          await picture(page, name("home"));
          await page.getByRole("button", { name: "Try the sample" }).click();
          const sheet = await sheetFrame(page);
          await formReady(sheet);
          await check(sheet);
          await sheet.waitForSelector("#error-summary");
          await picture(page, name("errors"));
          await fill(sheet, { ...record, age: "17" });
          await check(sheet);
          await headline(sheet);
          await landed(page, sheet);
          await picture(page, name("result"));
        },
        options,
      );
      await withPage(
        browserName,
        async (page) => {
          await page.goto(`${site.address}verify.html`);
          await picture(page, name("verify"));
          await page.goto(bakedAddress(textOf(veryNoisy())));
          await formReady(page);
          await fill(page, record);
          await check(page);
          await headline(page);
          await landed(page, page);
          await page.locator(".experts summary").click();
          await picture(page, name("baked-thousand-dots"));
        },
        options,
      );
    });
  }
}

testOnce("chromium, forced colours and print", async () => {
  await withPage(
    "chromium",
    async (page) => {
      await page.goto(bakedAddress(textOf(adaptive())));
      await formReady(page);
      await fill(page, record);
      await check(page);
      await headline(page);
      await picture(page, "result-chromium-forced-colours");
      await page.emulateMedia({ media: "print", forcedColors: "none" });
      assert.equal(await page.locator(".record").isVisible(), false);
      await picture(page, "result-chromium-print");
    },
    { viewport: { width: 1000, height: 900 }, forcedColors: "active" },
  );
});
