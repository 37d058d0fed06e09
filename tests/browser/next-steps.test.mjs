// The text for the publisher: it names the report, and has neither the record nor the result.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { check as ar } from "../../words/ar/check.js";
import { check as de } from "../../words/de/check.js";
import { check as en } from "../../words/en/check.js";
import { letter } from "../../web/sheet/next-steps.js";
import { browserNames, closeBrowsers, testOnce, withPage } from "./browsers.mjs";
import { keepFiles, lastSaved } from "./curator.mjs";
import { independent, textOf } from "./made-up-reports.mjs";
import { bakedAddress, check, fill, formReady, headline } from "./sheet.mjs";

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
          const shown = page.locator("textarea[readonly]");
          texts.push(await shown.inputValue());
          await page.locator("details", { has: shown }).locator("summary").press("Enter");
          await page.getByRole("button", { name: en.next.letterSave }).press("Enter");
          assert.deepEqual(await lastSaved(page), { name: en.next.letterFile, text: `${texts.at(-1)}\n` });
        });
      assert.equal(texts[0], texts[1]);
      assert.ok(texts[0].includes(independent().title) && texts[0].includes(hash));
      for (const value of ["47.25", "3217.5", "1868.75", "south-west", "in 100"]) assert.ok(!texts[0].includes(value), value);
    });
  });
}
