// Series of fields stand as groups, with what is to be said of all once; a value outside its range
// is told when there is one.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { check as en } from "../../words/en/check.js";
import { violations } from "./axe.mjs";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { creditReport } from "./curator.mjs";
import { textOf } from "./made-up-reports.mjs";
import { bakedAddress, formReady } from "./sheet.mjs";

after(closeBrowsers);

for (const name of browserNames) {
  describe(name, () => {
    test("24 fields are nine things, and a number outside its range is told once", () =>
      withPage(
        name,
        async (page, seen) => {
          await page.goto(bakedAddress(textOf(creditReport())));
          await formReady(page);
          const parts = page.locator(".fields > *");
          assert.equal(await parts.count(), 9);
          const bills = page.getByRole("group", { name: "Bill in … 2005, in NT$" });
          const field = bills.getByLabel("September", { exact: true });
          assert.equal(await bills.getByRole("textbox").count(), 6);
          // Two beside each other on a phone, and their range is said once.
          const [one, two] = [await field.boundingBox(), await bills.getByLabel("August", { exact: true }).boundingBox()];
          assert.equal(one.y, two.y);
          assert.ok(two.x + two.width <= 360);
          assert.equal((await bills.innerText()).split("From 0 to 500000.").length, 2);
          const hint = await field.getAttribute("aria-describedby");
          assert.equal(await page.locator(`[id="${hint}"]`).innerText(), "From 0 to 500000.");
          // Codes have words.
          assert.match(await page.locator("#value-2-block").innerText(), /male\s+female/);

          const outside = page.locator("#outside");
          assert.equal(await outside.innerText(), "");
          await page.locator("#value-5").pressSequentially("95 years");
          await field.pressSequentially("1000000");
          assert.equal(await outside.innerText(), en.form.outside("Age, Bill in September 2005"));
          assert.equal(await page.locator("#value-5").inputValue(), "95 years");
          await page.locator("#value-5").fill("45");
          assert.equal(await outside.innerText(), en.form.outside("Bill in September 2005"));

          // "I'm not sure" has its two ends in the group as well.
          await bills.getByLabel(en.form.unsure, { exact: true }).first().press("Space");
          await bills.getByLabel(en.form.from).fill("1");
          assert.deepEqual(await violations(page), []);
          await page.getByRole("button", { name: en.form.submit }).press("Enter");
          await page.getByRole("link", { name: en.errors.enter("Bill in August 2005") }).press("Enter");
          assert.equal(await page.evaluate(() => document.activeElement.id), "value-13");

          // Nothing known of a series is one box, and no fields are left to fill in.
          const paid = page.getByRole("group", { name: "Paid in … 2005, in NT$" });
          await paid.getByLabel(en.form.unsureOfAll).press("Space");
          assert.equal(await paid.getByRole("textbox").count(), 0);
          assert.deepEqual(await violations(page), []);
          await page.getByRole("button", { name: en.form.submit }).press("Enter");
          const left = await page.locator("#error-summary").innerText();
          assert.ok(left.includes("Bill in August 2005") && !left.includes("Paid in"), left);
          await paid.getByLabel(en.form.unsureOfAll).press("Space");
          assert.equal(await paid.getByRole("textbox").count(), 6);
          assert.equal(await paid.getByLabel(en.form.unsure, { exact: true }).first().isChecked(), false);
          assert.deepEqual(seen.problems, []);
        },
        { viewport: { width: 360, height: 740 } },
      ));
  });
}
