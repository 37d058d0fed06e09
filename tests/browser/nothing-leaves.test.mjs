// After the page has loaded, no request leaves: not by itself, and not when something in the sheet
// tries. Also in Firefox: an engine enforces the policies.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { browserNames, everyBrowser, testPage, withPage } from "./browsers.mjs";
import { adaptive, independent, record, textOf } from "./made-up-reports.mjs";
import { askedNothing, loaded, nothingGetsOut } from "./no-way-out.mjs";
import {
  bakedAddress,
  check,
  choose,
  fill,
  formReady,
  headline,
  scratchFile,
  sheetFrame,
  showBeliefs,
  unfold,
} from "./sheet.mjs";
import { elsewhereForTests, serveSite, siteForTests } from "./site-server.mjs";
import { becomes } from "./until.mjs";
import { inWorkers, leading, leadingAround, quietly } from "./ways-out.mjs";

const site = siteForTests(() => ({ "sample/report.json": textOf(independent()) }));
const elsewhere = elsewhereForTests();

for (const name of everyBrowser) {
  describe(name, () => {
    test("no request while a record is entered, checked, varied, saved and cleared", async () => {
      const own = await serveSite({ "sample/report.json": textOf(independent()) });
      await withPage(name, async (page, seen) => {
        await page.goto(own.address);
        await page.getByRole("button", { name: "Try the sample" }).click();
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        await loaded(page, own, "index.html", ["sample/report.json"]);
        seen.requests.length = 0;
        const from = own.log.length;
        await fill(sheet, { ...record, age: "abc" });
        await check(sheet);
        await sheet.waitForSelector("#error-summary");
        await fill(sheet, record);
        await check(sheet);
        await headline(sheet);
        await showBeliefs(sheet);
        await choose(sheet.getByLabel("10 in 100", { exact: true }));
        await unfold(sheet, ".experts");
        await sheet.getByRole("button", { name: "Save summary" }).press("Enter");
        await sheet.getByRole("button", { name: "Clear my record" }).press("Enter");
        await askedNothing(page, seen, own, from);
        assert.equal(new URL(page.url()).search, "");
      });
    });

    testPage(name)("fields are set up to be forgotten", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(adaptive())));
        await formReady(page);
        assert.equal(await page.locator("form, body [name], [placeholder], [style], input[type='number']").count(), 0);
        const fields = await page.locator("input, select, textarea").all();
        for (const field of fields) assert.equal(await field.getAttribute("autocomplete"), "off");
        for (const field of await page.locator("input[type='text'], textarea").all()) {
          assert.equal(await field.getAttribute("spellcheck"), "false");
          assert.equal(await field.getAttribute("translate"), "no");
        }
      });
    });

    test("attempts from within the sheet on the site are refused", () =>
      nothingGetsOut(name, {
        open: async (page) => {
          await page.goto(site.address);
          return sheetFrame(page);
        },
        quiet: { ...leadingAround, ...inWorkers, ...quietly },
        away: leading,
        // The policy names neither. In Firefox, where a page costs a second, the deep run tries
        // the site's own address, too.
        bases: browserNames.includes(name) ? [site.address, elsewhere.address] : [elsewhere.address],
        servers: [site, elsewhere],
        elsewhere,
      }));

    // A new window or a link's own address is navigation, which no policy of a page stops: on the
    // site the frame does, here the page's own script (web/quiet).
    test("attempts from within the page opened as a file are refused", () =>
      nothingGetsOut(name, {
        open: async (page) => {
          await page.goto(bakedAddress(textOf(independent())));
          await formReady(page);
          return page.mainFrame();
        },
        quiet: { ...inWorkers, ...quietly },
        away: leading,
        bases: [elsewhere.address],
        servers: [elsewhere],
        elsewhere,
        // The test before put it there.
        shown: true,
      }));

    testPage(name)("the page around gets five kinds of message, and none has a word of the record", async () => {
      await withPage(name, async (page) => {
        await page.addInitScript(() => {
          if (window.parent !== window) return;
          window.heard = [];
          addEventListener("message", (event) => window.heard.push(event.data));
        });
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).click();
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        await fill(sheet, record);
        await check(sheet);
        await headline(sheet);
        for (const message of await page.evaluate(() => window.heard)) {
          if (["expost-ready", "expost-read"].includes(message.type)) assert.deepEqual(Object.keys(message), ["type"]);
          else if (message.type === "expost-land") assert.deepEqual([message.at % 64, Object.keys(message).length], [0, 2]);
          else {
            assert.ok(["expost-height", "expost-printed"].includes(message.type), message.type);
            assert.deepEqual([message.height % 64, Object.keys(message).length], [0, 2]);
          }
        }
        // A report that can't be used gives a code. The page may still be landing on the answer
        // before.
        await page.evaluate(() => (window.heard = []));
        await page.setInputFiles("#report-file", scratchFile("rows.csv", "age,income\n37,2100\n"));
        const places = ["expost-height", "expost-printed", "expost-land"];
        await becomes(
          () => page.evaluate((places) => window.heard.filter(({ type }) => !places.includes(type)), places),
          [{ type: "expost-error", code: "not-a-report" }],
        );
      });
    });
  });
}
