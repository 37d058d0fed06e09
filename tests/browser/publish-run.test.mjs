// A report is made in a worker or in the page itself, and can be cancelled. Also in Firefox: an
// engine starts the worker.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { folder } from "../cli/run-expost.mjs";
import { csv, header, quickStudy, rows, small } from "../cli/small-study.mjs";
import { everyBrowser, testPage, withPage } from "./browsers.mjs";
import {
  drop,
  fromCommandLine,
  giveData,
  keepFiles,
  make,
  openAlone,
  openOnSite,
  press,
  problems,
  ready,
  savedBy,
  setSeed,
} from "./curator.mjs";
import { scratchFile } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";

const dir = folder();

const site = siteForTests();

const onSite = (page) => openOnSite(page, site);

for (const name of everyBrowser) {
  describe(name, () => {
    const testAnywhere = testPage(name);

    test("opened as a file, with the files chosen: the same bytes, in a worker", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        const form = await openAlone(page);
        const study = quickStudy({ published: "2026-11-21" });
        await page.setInputFiles("#study-file", scratchFile("small.json", JSON.stringify(study)));
        await page.setInputFiles("#data-file", scratchFile("small.csv", small()));
        await form.locator("#data-status p", { hasText: "small.csv: 4 columns" }).waitFor();
        await form.locator("#person-1").check();
        await setSeed(form, 11);
        await make(form);
        assert.equal(page.workers().length, 1);
        const { text } = await savedBy(form, "download-experiment");
        assert.equal(text, await fromCommandLine(dir, study, small(), 11, `file-${name}`));
        assert.deepEqual(seen.problems, []);
      });
    });

    testAnywhere("data that little can be learned from: a report all the same, and a word to the curator", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        const study = quickStudy();
        await ready(form, { study, data: "age,member,town,paid\n" });
        await make(form);
        assert.match(await form.locator("#poor-data").innerText(), /^The file has no rows\. The report was made all the same/);
        await press(form, "back");
        const oneKind = small()
          .split("\n")
          .map((line, index) => (index === 0 ? line : line.replace(/yes$/, "no")))
          .join("\n");
        await giveData(form, oneKind, "one.csv");
        await make(form);
        assert.match(await form.locator("#poor-data").innerText(), /^The column paid holds only “no”\./);
        assert.doesNotMatch(await form.locator(".report-text").innerText(), /only/);
        await press(form, "back");
        await giveData(form, small(), "both.csv");
        await make(form);
        assert.equal(await form.locator("#poor-data").count(), 0);
        await press(form, "back");
        const points = csv(
          [header, ...rows(60)].map(([age, ...others], line) => [line === 0 ? age : `${age}.045`, ...others]),
          { delimiter: ";" },
        );
        await giveData(form, points, "points.csv");
        await make(form);
        assert.match(await form.locator("[data-state=points]").innerText(), /^All numbers with a point in the column age have/);
      });
    });

    testAnywhere("where no worker starts: the same bytes from the page itself, and cancelling still works", async () => {
      await withPage(name, async (page) => {
        await keepFiles(page);
        await page.addInitScript(() => {
          window.Worker = class {
            constructor() {
              throw new DOMException("no workers here", "SecurityError");
            }
          };
        });
        const form = await openAlone(page);
        const study = quickStudy({ published: "2026-11-21" });
        await ready(form, { study, data: small(1_500_000) });
        await press(form, "run");
        await form.locator("progress").waitFor();
        assert.match(await form.locator(".working").innerText(), /starts no background thread/);
        await press(form, "cancel");
        await form.locator("#run-status", { hasText: "Cancelled. No report was made" }).waitFor();
        await giveData(form, small(), "again.csv");
        await setSeed(form, 11);
        await make(form);
        const { text } = await savedBy(form, "download-experiment");
        assert.equal(text, await fromCommandLine(dir, study, small(), 11, `page-${name}`));
      });
    });

    testAnywhere("cancelled: nothing is made, nothing entered is lost, and it can be made after all", async () => {
      await withPage(name, async (page, seen) => {
        const form = await onSite(page);
        await ready(form, { study: quickStudy(), data: small(1_500_000) });
        await form.locator("#title").fill("Kept");
        await press(form, "run");
        await form.locator("progress").waitFor();
        assert.equal(await form.locator("#form").isVisible(), false);
        const [worker] = page.workers();
        const ended = worker.waitForEvent("close");
        await press(form, "cancel");
        await form.locator("#run-status", { hasText: "Cancelled. No report was made" }).waitFor();
        await ended;
        assert.equal(await form.locator("#title").inputValue(), "Kept");
        assert.equal(await form.evaluate(() => document.activeElement.id), "run");
        assert.equal(await form.locator("#review-heading").count(), 0);
        await giveData(form, small(), "smaller.csv");
        await make(form);
        await press(form, "back");
        assert.match(await form.locator("#made-before").innerText(), /Publish only one of them/);
        assert.equal(await form.locator("#title").inputValue(), "Kept");
        // Clicking straight away uses the files just given, not those before.
        const later = JSON.stringify(quickStudy({ title: "Later" }));
        await drop(form, "later.json", later, null, { press: "run" });
        await form.locator("#review-heading").waitFor();
        assert.equal(JSON.parse(await form.locator(".report-text code").textContent()).title, "Later");
        await press(form, "back");
        await drop(form, "broken.json", "{", null, { press: "run" });
        assert.deepEqual(
          (await problems(form)).map(({ field }) => field),
          ["study-file"],
        );
        assert.deepEqual(seen.problems, []);
      });
    });
  });
}
