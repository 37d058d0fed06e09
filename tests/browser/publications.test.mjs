// Further publications beside a result: one limit for all of them.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { keepFiles, lastSaved } from "./curator.mjs";
import { independent, record, textOf } from "./made-up-reports.mjs";
import { bakedAddress, check, fill, formReady, headline, showForm, words } from "./sheet.mjs";

after(closeBrowsers);

/** Another year's model, of the same people and fields. */
function year(number, changes = {}) {
  const report = independent();
  const theta = report.model.theta.map((value) => value + number / 8);
  return { ...report, title: `Year ${number}`, published: `202${number}-05-01`, model: { ...report.model, theta }, ...changes };
}

const file = (name, report) => ({ name, mimeType: "application/json", buffer: Buffer.from(textOf(report)) });

const percent = (text) => Number(/at most (\d+) in 100/.exec(text)[1]);

for (const name of browserNames) {
  describe(name, () => {
    test("reports that are added have one limit with the first, and are taken away again", async () => {
      await withPage(name, async (page) => {
        await keepFiles(page);
        await page.goto(bakedAddress(textOf(year(5))));
        await formReady(page);
        await fill(page, record);
        await check(page);
        const alone = percent(await headline(page));
        await page.getByText("Several publications together").click();
        const part = page.locator("details", { hasText: "Several publications together" });
        const add = (...files) => part.getByLabel("Add reports").setInputFiles(files);
        await add(file("six.json", year(6)), file("four.json", year(4)));
        await part.getByText(/^All 3 together: from 50 in 100 to at most \d+ in 100\.$/).waitFor();
        const three = percent(await part.innerText());
        assert.ok(three > alone && three < 100, `${three} after ${alone}`);
        assert.match(await part.innerText(), /whether your record went into all of them, some or none\./);
        assert.match(await part.innerText(), /Year 6 \(.*2026.*\)/);
        await page.getByRole("button", { name: "Save summary" }).press("Enter");
        const { text } = await lastSaved(page);
        assert.match(text, /^Several publications together: All 3 together: from 50 in 100 to at most \d+ in 100\. It holds/m);
        // The result itself is this report's.
        assert.equal(percent(await headline(page)), alone);

        await part.getByRole("button", { name: "Remove Year 6" }).click();
        await part.getByText(/^All 2 together/).waitFor();
        assert.ok(percent(await part.innerText()) <= three);

        await add(file("again.json", year(5, { title: "The same again" })));
        await part.getByText(/This publication is there twice, and counts once/).waitFor();
        assert.doesNotMatch(await part.innerText(), /in 100/);
        await part.getByRole("button", { name: "Remove The same again" }).click();
        await part.getByText(/^All 2 together/).waitFor();

        await add({ name: "photo.json", mimeType: "application/json", buffer: Buffer.from("{") });
        await part.getByText("No report that can be used: photo.json").waitFor();
        assert.match(await part.innerText(), /All 2 together/);

        const features = year(7).features.map((feature) =>
          feature.kind === "number" ? { ...feature, name: `${feature.name} then` } : feature,
        );
        await add(file("other.json", year(7, { features })));
        await part.getByText(/Your values don't fit this report, so there is no limit for all together: Year 7/).waitFor();
        assert.doesNotMatch(await part.innerText(), /in 100/);

        // With another value there is a new result, and a new limit.
        await part.getByRole("button", { name: "Remove Year 7" }).click();
        await showForm(page);
        await fill(page, { ...record, age: 20 });
        await check(page);
        assert.match(await words(page), /All 2 together: from 50 in 100/);
      });
    });
  });
}
