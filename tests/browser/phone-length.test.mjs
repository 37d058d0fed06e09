// A result is at most seven screens of a phone long, in every language: the page in a file, with
// the sample, whose record is within the report's ranges, and everything that is folded left so.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { sheetName } from "../../web/bake/page-names.js";
import { LANGUAGES } from "../../words/languages.mjs";
import { closeBrowsers, withPage } from "./browsers.mjs";
import { packageDir } from "./built.mjs";
import { bakedAddress, choose, formReady } from "./sheet.mjs";

after(closeBrowsers);

const WINDOW = { width: 360, height: 740 };
const SCREENS = 7;

const report = readFileSync(join(packageDir, "site/sample/report.json"), "utf8");
const { features, label: outcome } = JSON.parse(report);

for (const language of LANGUAGES) {
  test(`${language}: a result is at most ${SCREENS} screens of a phone`, async () => {
    const sheet = readFileSync(join(packageDir, "site", sheetName(language)), "utf8");
    await withPage(
      "chromium",
      async (page) => {
        await page.goto(bakedAddress(report, sheet));
        await formReady(page);
        // The sample asks in the page's language: whoever tries it reads one language.
        const asked = await page.locator(".fields").innerText();
        for (const { kind, label, labels } of [...features, outcome])
          if (kind !== "constant")
            assert.ok(asked.includes(language === "en" ? label : labels?.[language]), `${label} in ${language}`);
        if (language !== "en")
          for (const { levels = [] } of features) for (const level of levels) assert.ok(!asked.includes(level));
        for (const field of await page.locator(".fields input[inputmode]").all()) await field.fill("20");
        for (const group of await page.locator(".fields fieldset").all()) await choose(group.locator("input").first());
        await page.locator(".button-main").press("Enter");
        await page.waitForSelector("#result-heading:not([hidden])");
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(height > 2 * WINDOW.height, `the result is there: the page is ${height} high`);
        assert.ok(height <= SCREENS * WINDOW.height, `the page is ${height} high, ${height / WINDOW.height} screens`);
      },
      { viewport: WINDOW },
    );
  });
}
