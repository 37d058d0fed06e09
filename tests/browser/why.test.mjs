// Why can anyone tell?: by keyboard alone, for axe, on a narrow screen, in three languages. Its
// words are those that the settings make of the drawn noise.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { violations, violationsInSchemes } from "./axe.mjs";
import { browserNames, withPage } from "./browsers.mjs";
import { nothingRunsOff } from "./sides.mjs";
import { siteForTests } from "./site-server.mjs";

const site = siteForTests();

/** Has every draw be the same: the words at the end of 0 to 2³² that give the largest number. */
const drawing = (page, words) =>
  page.addInitScript((given) => {
    crypto.getRandomValues = (array) => {
      array.set(given.slice(0, array.length));
      return array;
    };
  }, words);
const said = (page, id) => page.locator(`#${id}`).innerText();

for (const name of browserNames) {
  describe(name, () => {
    test("a given noise: the published number, the belief, and both sums that are left", async () => {
      await withPage(name, async (page, seen) => {
        // −0.84729… standard deviations.
        await drawing(page, [123456789, 3000000000]);
        await page.goto(`${site.address}why.html`);
        // 480 + 4 − 5 · 0.84729 = 479.7635…; loss 4 (2 · (−0.2365) − 4)/50 = −0.3578….
        assert.equal(await said(page, "published"), "Published: 479.76 books.");
        assert.equal(
          await said(page, "belief"),
          "The stranger's chance for “your record was used” goes from 50 in 100 to about 41 in 100.",
        );
        assert.equal(await said(page, "candidates"), "475.53 or 480.");
        await page.getByLabel("no", { exact: true }).check();
        assert.equal(await said(page, "published"), "Published: 475.76 books.");
        assert.match(await said(page, "belief"), /to about 27 in 100\.$/);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("extreme noise and settings: never certain, never a hole", async () => {
      for (const words of [
        [0, 0],
        [0, 2 ** 31],
      ])
        await withPage(name, async (page) => {
          await drawing(page, words);
          await page.goto(`${site.address}why.html`);
          for (const noise of ["Home", "End"])
            for (const value of ["Home", "End"]) {
              await page.locator("#noise").press(noise);
              await page.locator("#own-value").press(value);
              const text = await page.locator("#attack").innerText();
              assert.doesNotMatch(text, /NaN|Infinity|∞|undefined|to about (0|100) in 100/);
              assert.match(await said(page, "belief"), /(about \d+|more than 99|fewer than 1) in (100|1,000)\.$/);
            }
        });
    });

    test("by keyboard alone: settings, drawing again, and the focus stays", async () => {
      await withPage(name, async (page) => {
        await page.goto(`${site.address}why.html`);
        await page.locator("#noise").focus();
        await page.keyboard.press("ArrowRight");
        assert.equal(await said(page, "noise-value"), "6");
        await page.keyboard.press("Tab");
        await page.keyboard.press("End");
        assert.equal(await said(page, "own-value-value"), "20");
        assert.match(await said(page, "expected"), /around 480; with it, numbers around 500/);
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.id), "used");
        await page.keyboard.press("ArrowDown");
        assert.equal(await page.locator("#used").isChecked(), false);
        await page.keyboard.press("Tab");
        const before = await said(page, "published");
        await page.keyboard.press("Enter");
        await page.keyboard.press("Space");
        assert.notEqual(await said(page, "published"), before);
        assert.equal(await page.evaluate(() => document.activeElement.id), "again");
      });
    });

    test("in each language axe finds nothing, nothing moves, and nothing runs off a narrow screen", async () => {
      await withPage(name, async (page, seen) => {
        for (const folder of ["", "de/", "ar/"]) {
          await page.goto(`${site.address}${folder}why.html`);
          assert.deepEqual(await (folder === "" ? violationsInSchemes(page) : violations(page)), [], folder);
          assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
          await page.setViewportSize({ width: 320, height: 800 });
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), folder);
          await nothingRunsOff(page, folder);
          const digits = await page.locator("#attack").innerText();
          if (folder === "ar/") assert.doesNotMatch(digits.replace("NeurIPS 2021", ""), /\d/);
        }
        assert.deepEqual(seen.problems, []);
      });
    });

    test("the home page's example and every footer lead here, and without a script there are words", async () => {
      await withPage(name, async (page) => {
        for (const [folder, link] of [
          ["", "Why can anyone tell?"],
          ["de/", "Woran könnte das jemand erkennen?"],
          ["ar/", "كيف يمكن لأحد أن يعرف؟"],
        ]) {
          await page.goto(`${site.address}${folder}index.html`);
          assert.equal(await page.locator(".bottom").getByRole("link", { name: link }).count(), 1);
          await page.locator(".example").getByRole("link", { name: link }).press("Enter");
          await page.waitForURL(`${site.address}${folder}why.html`);
        }
      });
    });
  });
}
