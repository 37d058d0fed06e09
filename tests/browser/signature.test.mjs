// Signed reports in the check page, the site and the element. Also in Firefox: each engine has its
// own Ed25519.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { errors } from "../../web/element/errors.js";
import { says } from "../../words/en/site.js";
import { everyBrowser, withPage } from "./browsers.mjs";
import { host } from "./host-page.mjs";
import { independent, record, textOf } from "./made-up-reports.mjs";
import { bakedAddress, check, elementSheet, fill, formReady, sheetFrame } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";
import { publisher } from "../reports/signer.mjs";

const [bank, other] = [publisher(), publisher()];
const links = { privacy: "https://bank.example/privacy", optOut: "https://bank.example/out?a=1&b=2" };
const report = { ...independent(), "x-software": { name: "Tool <b>", version: "2.0" } };
report.publisher = { ...report.publisher, "x-links": links };
const signed = bank.signed(report);
const changed = signed.replace('"Late payments', '"Later payments');

const files = {
  "signed.json": signed,
  "changed.json": changed,
  "unsigned.json": textOf(report),
  "host.html": host('<expost-check src="signed.json"></expost-check>'),
};
const site = siteForTests(() => files);
const linkTo = (name, key) =>
  `${site.address}index.html#${new URLSearchParams({ report: `${site.address}${name}`, ...(key && { key }) })}`;

async function state(sheet, name) {
  let there;
  const states = () => Array.from(document.querySelectorAll("[data-state]"), ({ dataset }) => dataset.state);
  await until(
    async () => (there = await sheet.evaluate(states)).includes(name),
    () => `the sheet is in state ${name}, but in: ${there}`,
  );
}
const noForm = async (sheet) => assert.equal(await sheet.locator("#record-heading").count(), 0);
const signerOn = (sheet) => sheet.locator(".card .facts").first().locator("div", { hasText: "Signed by" });

for (const name of everyBrowser) {
  describe(name, () => {
    test("a file: the card names the key that signed, and the program", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(bakedAddress(signed));
        await formReady(page);
        assert.match(await signerOn(page).textContent(), new RegExp(bank.key.replaceAll("+", "\\+")));
        await page.locator(".card details summary").click();
        assert.match(await page.locator(".card").innerText(), /Tool <b> 2\.0/);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a file without a signature is said to be unsigned", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(report)));
        await formReady(page);
        assert.deepEqual((await page.locator("#sheet").innerText()).match(/[^.\n]*sign[^.\n]*/gi), [" Not signed"]);
      });
    });

    test("a file that was changed after it was signed gives no form", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(changed));
        await state(page, "signatureWrong");
        await noForm(page);
      });
    });

    test("a browser without Ed25519 names no signer, and refuses where a key is asked for", async () => {
      const without = () => {
        const { importKey } = SubtleCrypto.prototype;
        SubtleCrypto.prototype.importKey = function (format, data, algorithm, ...rest) {
          if (algorithm === "Ed25519") return Promise.reject(new DOMException("", "NotSupportedError"));
          return importKey.call(this, format, data, algorithm, ...rest);
        };
      };
      await withPage(name, async (page) => {
        await page.addInitScript(without);
        await page.goto(bakedAddress(signed));
        await formReady(page);
        assert.equal(await signerOn(page).count(), 0);
      });
      await withPage(name, async (page) => {
        await page.goto(`${site.address}index.html`);
        const sheet = await sheetFrame(page);
        // The frame is in another process, where scripts that are to come first may come too late.
        await sheet.evaluate(without);
        await page.evaluate((link) => location.assign(link), linkTo("signed.json", bank.key));
        await state(sheet, "signatureUnchecked");
        await noForm(sheet);
      });
    });

    test("a link that names the key takes a report that it signed, and no other", async () => {
      await withPage(name, async (page) => {
        await page.goto(linkTo("signed.json", bank.key));
        await formReady(await sheetFrame(page));
        // The link to pass on asks for the key too.
        assert.ok((await page.locator("#share-link").inputValue()).includes(encodeURIComponent(bank.key)));
        for (const [report, key, refusal] of [
          ["signed.json", other.key, "signatureMissing"],
          ["unsigned.json", bank.key, "signatureMissing"],
          ["changed.json", bank.key, "signatureWrong"],
          ["changed.json", undefined, "signatureWrong"],
        ]) {
          await page.goto("about:blank");
          await page.goto(linkTo(report, key));
          const sheet = await sheetFrame(page);
          await state(sheet, refusal);
          await noForm(sheet);
          await page.locator("#chooser-message", { hasText: says.refused }).waitFor({ state: "attached" });
        }
      });
    });

    test("a link with something else for a key loads nothing", async () => {
      await withPage(name, async (page) => {
        for (const key of ["RW", bank.key.slice(0, -1), `${bank.key}=`, `XX${bank.key.slice(2)}`]) {
          await page.goto("about:blank");
          await page.goto(linkTo("signed.json", key));
          assert.equal(await page.locator("#chooser-message.wrong").textContent(), says.badKey, key);
        }
      });
    });

    test("the element's signed-by", async () => {
      await withPage(name, async (page) => {
        await page.goto(`${site.address}host.html`);
        await formReady(await elementSheet(page));
        const heard = page.evaluate(
          () => new Promise((done) => addEventListener("expost-error", ({ detail }) => done(detail), { once: true })),
        );
        await page.evaluate((key) => (document.querySelector("expost-check").signedBy = key), other.key);
        assert.deepEqual(await heard, { code: "signature-missing", message: errors["signature-missing"] });
        await noForm(await elementSheet(page));
        await page.evaluate((key) => document.querySelector("expost-check").setAttribute("signed-by", key), bank.key);
        await formReady(await elementSheet(page));
      });
    });

    test("the element's report: a signed text is read, its object is refused in words for the page's maker", async () => {
      await withPage(name, async (page) => {
        await page.goto(`${site.address}host.html`);
        await formReady(await elementSheet(page));
        const given = (text, asObject) =>
          page.evaluate(
            ([text, asObject]) => {
              try {
                document.querySelector("expost-check").report = asObject ? JSON.parse(text) : text;
              } catch (error) {
                return `${error.name}: ${error.message}`;
              }
            },
            [text, asObject],
          );
        assert.equal(await given(signed, false), undefined);
        await formReady(await elementSheet(page));
        assert.equal(
          await given(signed, true),
          "TypeError: a signed report must be given as its text: an object hasn't the bytes that were signed",
        );
        // The one that was there stays.
        await formReady(await elementSheet(page));
        assert.equal(await page.evaluate(() => document.querySelector("expost-check").report), signed);
      });
    });

    test("the publisher's pages are texts, and lead nowhere", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(signed));
        await formReady(page);
        await fill(page, record);
        await check(page);
        const given = page.locator("dl[aria-labelledby=links-heading]");
        assert.deepEqual(await given.locator("dt").allTextContents(), ["How to opt out", "How data are treated"]);
        assert.deepEqual(await given.locator("dd").allTextContents(), [links.optOut, links.privacy]);
        assert.equal(await page.locator("#sheet a[href^=http]").count(), 0);
      });
    });
  });
}
