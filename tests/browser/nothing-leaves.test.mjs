// After the page has loaded, no request leaves: not by itself, and not when something in the sheet tries.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { adaptive, independent, record, textOf } from "./made-up-reports.mjs";
import { bakedAddress, check, fill, formReady, headline, sheetFrame } from "./sheet.mjs";
import { serveElsewhere, serveSite } from "./site-server.mjs";
import { attempt, leading, quietly } from "./ways-out.mjs";

let site;
let elsewhere;
before(async () => {
  site = await serveSite({ "sample/report.json": textOf(independent()) });
  elsewhere = await serveElsewhere();
});
after(async () => {
  await closeBrowsers();
  await site.close();
  elsewhere.close();
});

for (const name of browserNames) {
  describe(name, () => {
    test("no request while a record is entered, checked, varied, saved and cleared", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).click();
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        await page.waitForLoadState("networkidle");
        seen.requests.length = 0;
        site.log.length = 0;
        await fill(sheet, { ...record, age: "abc" });
        await check(sheet);
        await sheet.waitForSelector("#error-summary");
        await fill(sheet, record);
        await check(sheet);
        await headline(sheet);
        await sheet.getByLabel("10 in 100", { exact: true }).check();
        await sheet.locator(".experts summary").click();
        await sheet.getByRole("button", { name: "Save summary" }).click();
        await sheet.getByRole("button", { name: "Clear my record" }).click();
        await page.waitForTimeout(300);
        assert.deepEqual(
          seen.requests.filter((address) => !address.startsWith("blob:")),
          [],
        );
        assert.deepEqual(site.log, []);
        assert.deepEqual(seen.problems, []);
        assert.equal(new URL(page.url()).search, "");
        const kept = () => [document.cookie, Object.keys(localStorage).length, Object.keys(sessionStorage).length];
        assert.deepEqual(await page.evaluate(kept), ["", 0, 0]);
      });
    });

    test("fields are set up to be forgotten", async () => {
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

    test("attempts from within the sheet on the site are refused", async () => {
      const open = async (page) => {
        await page.goto(site.address);
        const sheet = await sheetFrame(page);
        await page.waitForLoadState("networkidle");
        return sheet;
      };
      site.log.length = 0;
      elsewhere.log.length = 0;
      await withPage(name, async (page) => {
        const sheet = await open(page);
        for (const [way, how] of Object.entries(quietly)) {
          for (const base of [site.address, elsewhere.address])
            await attempt(sheet, how, `${base}leak?${encodeURIComponent(way)}`);
        }
        await page.waitForTimeout(800);
        assert.equal(page.context().pages().length, 1);
      });
      for (const [way, how] of Object.entries(leading)) {
        for (const base of [site.address, elsewhere.address]) {
          await withPage(name, async (page) => {
            await attempt(await open(page), how, `${base}leak?${encodeURIComponent(way)}`);
            await page.waitForTimeout(400);
            assert.equal(page.url(), site.address, way);
          });
        }
      }
      assert.deepEqual(
        [...site.log, ...elsewhere.log].filter((url) => url.includes("leak")),
        [],
      );
    });

    test("attempts from within the page opened as a file are refused", async () => {
      elsewhere.log.length = 0;
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(independent())));
        await formReady(page);
        for (const [way, how] of Object.entries(quietly)) {
          // A new window or a link's own address is navigation, which no policy of a page stops; on the site the frame does.
          if (way === "new window") continue;
          await attempt(page, how, `${elsewhere.address}leak?${encodeURIComponent(way)}`);
        }
        await page.waitForTimeout(800);
      });
      assert.deepEqual(elsewhere.log, []);
    });

    test("the page around gets two kinds of message, and none has a word of the record", async () => {
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
          if (message.type === "expost-ready") assert.deepEqual(Object.keys(message), ["type"]);
          else
            assert.deepEqual(
              [message.type, typeof message.height, Object.keys(message).length],
              ["expost-height", "number", 2],
            );
        }
      });
    });
  });
}
