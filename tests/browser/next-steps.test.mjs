// The texts for the publisher, before the form and after a result: they name the report, and have
// neither the record nor the result.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { check as ar } from "../../words/ar/check.js";
import { check as de } from "../../words/de/check.js";
import { check as en } from "../../words/en/check.js";
import { letter } from "../../web/sheet/next-steps.js";
import { violations } from "./axe.mjs";
import { browserNames, closeBrowsers, testOnce, withPage } from "./browsers.mjs";
import { keepFiles, lastSaved } from "./curator.mjs";
import { independent, textOf } from "./made-up-reports.mjs";
import { bakedAddress, check, fill, formReady, framedAddress, headline } from "./sheet.mjs";
import { bakePage } from "../../web/bake/bake.mjs";
import { sheetHtml } from "./built.mjs";

after(closeBrowsers);

const report = textOf(independent());
const hash = createHash("sha256").update(report).digest("hex");
// Numbers that the letter's own words, the title and the fingerprint don't have.
const records = [
  { age: "47.25", income: "3217.5", balance: "-1868.75", employed: "yes", housing: "rents", region: "south-west", late: "yes" },
  { age: "18", income: "0", balance: "5000", employed: "no", housing: "owns", region: "north", late: "no" },
];

testOnce("in each language the letter names report and fingerprint", () => {
  for (const words of [en, de, ar]) {
    const text = letter({ summary: { title: "A title <b>" }, hash }, { words });
    assert.ok(text.includes("A title <b>") && text.includes(hash), words.language);
  }
});

for (const name of browserNames) {
  describe(name, () => {
    test("the letter is the same whatever the record, and is saved as it is shown", async () => {
      const texts = [];
      for (const record of records)
        await withPage(name, async (page) => {
          await keepFiles(page);
          await page.goto(bakedAddress(report));
          await formReady(page);
          await fill(page, record);
          await check(page);
          await headline(page);
          const shown = page.locator("#letter");
          texts.push(await shown.inputValue());
          await page.locator("details", { has: shown }).locator("summary").press("Enter");
          await page.getByRole("button", { name: en.next.letterSave }).press("Enter");
          assert.deepEqual(await lastSaved(page), { name: en.next.letterFile, text: `${texts.at(-1)}\n` });
        });
      assert.equal(texts[0], texts[1]);
      assert.ok(texts[0].includes(independent().title) && texts[0].includes(hash));
      for (const value of ["47.25", "3217.5", "1868.75", "south-west", "in 100"]) assert.ok(!texts[0].includes(value), value);
    });

    test("a text before the form asks for its values; it is copied and saved as it is shown", async () => {
      const address = framedAddress(bakePage(sheetHtml(), report), "allow-scripts allow-downloads");
      await withPage(
        name,
        async (page) => {
          await page.goto(address);
          const sheet = page.frames()[1];
          await formReady(sheet);
          const before = await sheet.locator("#value-1").evaluate((field) => field.getBoundingClientRect().top);
          await sheet.locator(".get-values summary").press("Enter");
          const text = await sheet.locator("#values-letter").inputValue();
          assert.ok(text.includes(independent().title) && text.includes(hash));
          assert.match(text, /^age \(Age, in years\): $/m);
          assert.match(text, /^late \(Paid late\): $/m);
          assert.match(await sheet.locator(".get-values").innerText(), /Send it to: privacy@example\.org/);
          await sheet.locator("#values-letter-copy").press("Enter");
          await sheet.getByText(en.next.letterCopied).waitFor();
          assert.equal(await sheet.evaluate(() => document.activeElement.id), "values-letter-copy");
          // It is folded: the form stays near the top.
          assert.ok(before < 1_400, `the first field is ${before} down`);
          assert.deepEqual(await violations(sheet), []);
        },
        { viewport: { width: 360, height: 740 } },
      );
      await withPage(name, async (page) => {
        await keepFiles(page);
        await page.goto(bakedAddress(report));
        await formReady(page);
        await fill(page, records[0]);
        await page.locator(".get-values summary").press("Enter");
        const text = await page.locator("#values-letter").inputValue();
        for (const value of ["47.25", "3217.5", "1868.75", "south-west"]) assert.ok(!text.includes(value), value);
        await page.locator(".get-values").getByRole("button", { name: en.next.letterSave }).press("Enter");
        assert.deepEqual(await lastSaved(page), { name: en.ask.file, text: `${text}\n` });
      });
    });
  });
}
