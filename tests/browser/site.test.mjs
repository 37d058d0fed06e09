// The whole path on the site: every way to a report, a record, a figure.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fromTo, fromToSome } from "../headline.mjs";
import { browserNames, testOnce, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import { independent, laplace, record, sample, textOf } from "./made-up-reports.mjs";
import { loaded } from "./no-way-out.mjs";
import { check, fill, formReady, headline, scratchFile, sheetFrame, words } from "./sheet.mjs";
import { serveSite, siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";
import { says } from "../../words/en/site.js";

const reportText = textOf(independent());
const hash = createHash("sha256").update(reportText).digest("hex");

const site = siteForTests(() => ({
  "reports/late.json": reportText,
  "reports/laplace.json": textOf(laplace()),
  "sample/report.json": textOf(sample()),
}));

const shared = (sha256, report = "reports/late.json") => `${site.address}#${new URLSearchParams({ report, sha256 })}`;

/** Holds back the sheet's file, which comes once the returned function is called. */
async function heldBack(page) {
  let release;
  const comes = new Promise((resolve) => (release = resolve));
  await page.route("**/sheet.html", async (route) => {
    await comes;
    await route.continue();
  });
  return release;
}

/** Waits for a message of the chooser. Firefox keeps the marks around a file's name out of it. */
const chooserSays = (page, wanted) =>
  page.waitForFunction(
    (wanted) => document.getElementById("chooser-message").innerText.replace(/[\u2068\u2069]/g, "") === wanted,
    wanted,
  );

async function figureOn(page) {
  const sheet = await sheetFrame(page);
  await formReady(sheet);
  await fill(sheet, record);
  await check(sheet);
  return headline(sheet);
}

for (const name of browserNames) {
  describe(name, () => {
    test("the sample, marked as made up", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).click();
        assert.equal(await figureOn(page), fromTo(50, 57));
        const sheet = await sheetFrame(page);
        assert.equal(await sheet.locator(".stamp").first().innerText(), "Sample");
        assert.match(await words(sheet), /Sample: made-up data/);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("reports of two mechanisms, one after the other, in one check page", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(site.address);
        await page.setInputFiles("#report-file", scratchFile("laplace.json", textOf(laplace())));
        assert.match(await figureOn(page), fromToSome(50));
        await page.setInputFiles("#report-file", scratchFile("chosen.json", reportText));
        await chooserSays(page, says.handedOverFrom("chosen.json"));
        assert.equal(await figureOn(page), fromTo(50, 57));
        assert.equal(seen.requests.filter((address) => /sheet[^/]*\.html$/.test(address)).length, 1);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a shared address of a report of another mechanism", async () => {
      await withPage(name, async (page, seen) => {
        const text = textOf(laplace());
        await page.goto(shared(createHash("sha256").update(text).digest("hex"), "reports/laplace.json"));
        assert.match(await figureOn(page), fromToSome(50));
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a chosen file", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(site.address);
        await page.setInputFiles("#report-file", scratchFile("chosen.json", reportText));
        assert.equal(await figureOn(page), fromTo(50, 57));
        // The name next to the button is that of the report in use, or none.
        const chosen = () => page.locator("#report-file").evaluate(({ files }) => Array.from(files, (file) => file.name));
        assert.deepEqual(await chosen(), ["chosen.json"]);
        await page.getByRole("button", { name: "Try the sample" }).press("Enter");
        await page.waitForFunction((text) => document.getElementById("chooser-message").innerText === text, says.handedOver);
        assert.deepEqual(await chosen(), []);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a dropped file", async () => {
      await withPage(name, async (page) => {
        await page.goto(site.address);
        const files = await page.evaluateHandle((text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "report.json", { type: "application/json" }));
          return transfer;
        }, reportText);
        await page.dispatchEvent("h1", "dragover", { dataTransfer: files });
        await page.dispatchEvent("h1", "drop", { dataTransfer: files });
        assert.equal(await figureOn(page), fromTo(50, 57));
      });
    });

    test("pasted text", async () => {
      await withPage(name, async (page) => {
        await page.goto(site.address);
        await page.getByText("Paste the report's text instead").click();
        await page.getByLabel("Text of the report").fill(reportText);
        await page.getByRole("button", { name: "Use this text" }).click();
        assert.equal(await figureOn(page), fromTo(50, 57));
      });
    });

    test("a link with the right fingerprint", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(shared(hash.toUpperCase()));
        assert.equal(await figureOn(page), fromTo(50, 57));
        assert.match(await words(await sheetFrame(page)), new RegExp(`Fingerprint ${hash}`));
        const link = new URLSearchParams(new URL(await page.locator("#share-link").inputValue()).hash.slice(1));
        assert.equal(link.get("report"), `${site.address}reports/late.json`);
        assert.equal(link.get("sha256"), hash);
        // The same report, in words.
        await page.getByRole("link", { name: "Read this report in plain words" }).press("Enter");
        await page.locator("#reading-title").waitFor({ state: "visible" });
        assert.equal(await page.locator("#own-hash").innerText(), hash);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a link with another fingerprint gives no form and no number", async () => {
      await withPage(name, async (page) => {
        await page.goto(shared("0".repeat(64)));
        const sheet = await sheetFrame(page);
        await sheet.waitForSelector('[data-state="hashMismatch"]');
        const text = await words(sheet);
        assert.match(text, /This is not the expected report/);
        assert.match(text, /it was changed, replaced or damaged\. No result is calculated from it\./);
        assert.ok(text.includes(hash));
        assert.equal(await sheet.locator("#record-heading").count(), 0);
        // The page round it says so too, and hands it on to nobody.
        await chooserSays(page, says.refused);
        for (const id of ["share", "pass-on"]) assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
      });
    });

    test("links that can't be followed say why", async () => {
      await withPage(name, async (page) => {
        const message = page.locator("#chooser-message");
        await page.goto(shared("123"));
        assert.match(await message.innerText(), /The fingerprint in the link is not 64 hexadecimal digits/);
        await page.goto(`${site.address}?1#report=javascript:alert(1)`);
        assert.match(await message.innerText(), /not an address this page can use/);
        await page.goto(`${site.address}?2#report=reports/none.json`);
        await page.waitForFunction(() => document.querySelector("#chooser-message").className.includes("wrong"));
        assert.match(await message.innerText(), /The report could not be fetched from .*reports\/none\.json/);
      });
    });

    test("another report takes the place of the first, and of the record", async () => {
      await withPage(name, async (page) => {
        await page.goto(shared(hash));
        await figureOn(page);
        // Presses a key: without a screen Chromium finds what is under the pointer by its last
        // picture, which is behind after scrolling.
        await page.getByRole("button", { name: "Try the sample" }).press("Enter");
        const sheet = await sheetFrame(page);
        await sheet.locator(".stamp").first().waitFor();
        assert.equal(await sheet.getByLabel("Age, in years").inputValue(), "");
        assert.equal(await sheet.locator("#result-heading").isVisible(), false);
      });
    });

    // In Chromium a frame that had the focus before its document got no keys, and Tab passed it by.
    test("a sheet that comes late: the focus waits for it, and keys arrive there", async () => {
      await withPage(name, async (page, seen) => {
        const release = await heldBack(page);
        const message = (wanted) => chooserSays(page, wanted);
        const focus = () => page.evaluate(() => document.activeElement.id);
        const tabReaches = async (sheet) => {
          assert.equal(await focus(), "sheet-frame");
          await page.keyboard.press("Tab");
          await until(
            () => sheet.evaluate(() => document.activeElement !== document.body),
            () => "Tab reaches the sheet",
          );
        };
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).press("Enter");
        await message(says.handingOver);
        assert.equal(await focus(), "sample");
        release();
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        await tabReaches(sheet);
        await page.setInputFiles("#report-file", scratchFile("laplace.json", textOf(laplace())));
        await message(says.handedOverFrom("laplace.json"));
        await tabReaches(sheet);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a sheet that comes late leaves the focus with a person who has moved it since", async () => {
      await withPage(name, async (page, seen) => {
        const release = await heldBack(page);
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).press("Enter");
        await chooserSays(page, says.handingOver);
        await page.locator("#report-file").focus();
        release();
        await (await sheetFrame(page)).waitForSelector("#record-heading");
        // The page hands the report over where it would move the focus, so this came after that.
        assert.equal(await page.evaluate(() => document.activeElement.id), "report-file");
        assert.deepEqual(seen.problems, []);
      });
    });

    test("nothing is missing, and nothing comes from elsewhere", async () => {
      await withPage(name, async (page, seen) => {
        for (const path of ["", "report.html", "publish.html", "profile.html", "why.html", "verify.html"]) {
          await page.goto(site.address + path);
          await loaded(page, site, path || "index.html");
        }
        assert.deepEqual(seen.problems, []);
        // A blob: is a worker made of the page's own script.
        const asked = seen.requests.filter((address) => !address.startsWith("blob:"));
        assert.ok(asked.every((address) => address.startsWith(site.address)));
        assert.equal(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)), 0);
      });
    });
  });
}

testOnce("the site comes with a sample report of its own", async () => {
  assert.ok(existsSync(join(siteDir, "sample/report.json")), "scripts/build.mjs makes build/sample/report.json first");
  const own = await serveSite();
  try {
    await withPage("chromium", async (page, seen) => {
      await page.goto(own.address);
      await page.getByRole("button", { name: "Try the sample" }).click();
      const sheet = await sheetFrame(page);
      await formReady(sheet);
      assert.equal(await sheet.locator(".stamp").first().innerText(), "Sample");
      assert.deepEqual(seen.problems, []);
    });
  } finally {
    await own.close();
  }
});
