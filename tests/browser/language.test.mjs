// Another language is one file of words and nothing else: with a made-up one, no English is left
// and nothing breaks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { check as en } from "../../words/en/check.js";
import { browserNames, closeBrowsers, testOnce, withPage } from "./browsers.mjs";
import { pseudoDir } from "./built-for-tests.mjs";
import { sheetHtml } from "./built.mjs";
import { adaptive, coded, newer, textOf, withoutMethod } from "./made-up-reports.mjs";
import { accented, check as words } from "./pseudo-language/check.js";
import { bakedAddress, showBeliefs, showForm } from "./sheet.mjs";

let html;
let english;
let bare;
before(async () => {
  const folder = await pseudoDir();
  const read = (name) => readFileSync(join(folder, name), "utf8");
  [html, english, bare] = ["sheet.ar.html", "sheet.html", "sheet.bare.html"].map(read);
});
after(closeBrowsers);

/** A report whose own words are Greek, so that no Latin letter is the report's. */
function greek() {
  const report = adaptive();
  const rename = (feature, name, more = {}) => Object.assign(feature, { name, label: name }, more);
  const [, age, income, balance, employed, housing, region] = report.features;
  rename(age, "ηλικία", { unit: "έτη" });
  rename(income, "εισόδημα", { unit: "ευρώ" });
  rename(balance, "υπόλοιπο", { unit: "ευρώ" });
  rename(employed, "εργασία");
  rename(housing, "κατοικία", { levels: ["ενοίκιο", "ιδιόκτητο", "άλλο"], missing: "άλλο" });
  rename(region, "περιοχή", { levels: ["α", "β", "γ", "δ", "ε", "ζ", "η", "θ"] });
  rename(report.label, "αργά", { negative: "όχι", positive: "ναι" });
  return {
    ...report,
    ...{ title: "Αναφορά", description: "Περιγραφή", unit: "ένας άνθρωπος", "x-sample": true, "x-insecure-seed": 7 },
    publisher: { name: "Τράπεζα", contact: "διεύθυνση" },
  };
}

/**
 * Pieces of Latin letters to be seen or heard, except what is marked as English or as not to be
 * translated.
 */
const latin = () => {
  const found = [];
  const marked = (node) => node.closest('[translate="no"], [lang="en"], script, style, noscript');
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!marked(walk.currentNode.parentElement)) found.push(...(walk.currentNode.data.match(/[a-z]{2,}/gi) ?? []));
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      found.push(...((element.getAttribute(name) ?? "").match(/[a-z]{2,}/gi) ?? []));
  }
  return [...found, ...(document.title.match(/[a-z]{2,}/gi) ?? [])];
};
const noEnglish = async (page, where) => assert.deepEqual(await page.evaluate(latin), [], where);

async function fitsAt(page, width, where) {
  await page.setViewportSize({ width, height: 800 });
  const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(needed <= given, `${where}: ${needed} px needed of ${given}`);
}

const press = (page, text) => page.getByRole("button", { name: accented(text), exact: true }).press("Enter");

for (const name of browserNames) {
  test(`${name}: a whole check in another language, from right to left, with its digits`, async () => {
    await withPage(name, async (page, seen) => {
      await page.goto(bakedAddress(textOf(greek()), html));
      await page.waitForSelector("#record-heading");
      assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]), ["ar", "rtl"]);
      await noEnglish(page, "form");

      await press(page, en.form.submit);
      await page.locator("#error-summary").waitFor();
      await page.locator("#value-1").fill("abc");
      await page.locator("#value-3").fill("1,5");
      await press(page, en.form.submit);
      const errors = await page.locator("#error-summary").innerText();
      assert.ok(errors.includes(accented("could mean").trim()) && errors.includes("1٫5"), errors);
      assert.ok(errors.includes("٥٠"), "the example has this language's digits");
      await noEnglish(page, "errors");
      await fitsAt(page, 320, "errors");

      await page.locator(".row-intake summary").click();
      await page.locator("#row-text").fill("ξένο;ηλικία;εισόδημα;κατοικία\nχ;٤٥;2150٫5;σπίτι\n");
      await press(page, en.row.button);
      await page.locator(".row-read").waitFor();
      await noEnglish(page, "what was read");
      await fitsAt(page, 320, "what was read");

      await page.locator("#value-1").fill("١٧");
      await page.locator("#value-2").fill("");
      await page.locator("#value-3").fill("\u2212١٢٠٫٥");
      await page.locator("#value-4-1").check();
      await page.locator("#value-5-1").check();
      await page.locator("#value-6").selectOption("δ");
      await page.locator("#outcome-1").check();
      await press(page, en.form.submit);
      await page.waitForSelector("#result-heading:not([hidden])");
      const reduced = await page.locator('[data-state="reduced"]').innerText();
      assert.ok(reduced.includes("١٧") && reduced.includes("١٨") && reduced.includes("٢٤٠٠"), reduced);
      await showForm(page);
      await page.locator("#value-3").fill("120.5");
      await press(page, en.form.submit);
      await page.locator('[data-state="several"]').waitFor();
      await showBeliefs(page);
      await page.locator("#belief-own").check();
      await page.locator("#belief-number").fill("٢٠");
      await press(page, en.result.belief.apply);
      await page.locator(".headline", { hasText: "٢٠" }).waitFor();
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      await noEnglish(page, "result");
      for (const width of [320, 1280]) await fitsAt(page, width, "result");
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await fitsAt(page, 640, "result at 200 %");

      await page.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          blob.text().then((text) => (window.saved = text));
          return make.call(URL, blob);
        };
      });
      await press(page, en.finish.save);
      await page.waitForFunction(() => window.saved);
      const summary = await page.evaluate(() => window.saved);
      assert.deepEqual(summary.replace(/[0-9a-f]{64}/, "").match(/[a-z]{2,}/gi), ["Expost"]);
      await press(page, en.finish.clear);
      await noEnglish(page, "cleared");
      assert.deepEqual(seen.problems, []);
    });
  });
}

testOnce("chromium: states without a figure in another language", async () => {
  for (const [state, text] of Object.entries({
    notAReport: "{}",
    newerFormat: textOf(newer()),
    noFigure: textOf({ ...withoutMethod(), title: "Αναφορά" }),
  })) {
    await withPage("chromium", async (page) => {
      await page.goto(bakedAddress(text, html));
      await page.waitForSelector(`[data-state="${state}"]`);
      await noEnglish(page, state);
      assert.equal(await page.locator(".notice-detail [lang='en'][dir='ltr']").count(), 1, "the library's sentence is marked");
    });
  }
  await withPage("chromium", async (page) => {
    const { title: _title, ...report } = coded();
    const own = { title: "Αναφορά", description: "", publisher: { name: "Τράπεζα" }, unit: "ένας" };
    await page.goto(bakedAddress(textOf({ ...report, ...own }), html));
    await page.waitForSelector("#record-heading");
    await press(page, en.form.submit);
    await page.locator("#error-summary").waitFor();
    await noEnglish(page, "coded");
  });
});

testOnce("a sheet has its own language's words and no other's", () => {
  assert.match(html, /^\ufeff<!doctype html>\n<html lang="ar" dir="rtl">/);
  assert.ok(html.includes(`<title>${words.title}</title>`) && html.includes(`<h1>${words.title}</h1>`));
  assert.ok(bare.includes(words.parts.leverage) && bare.includes(words.states.noLimit.body));
  assert.ok(!bare.includes(en.parts.leverage) && !bare.includes(en.states.noLimit.body));
  assert.equal(english, sheetHtml(), "another language changes nothing in the English one");
  assert.ok(!english.includes(words.parts.leverage));
});

testOnce("every language has the keys of English, with as many values to put in", () => {
  const shape = (value) =>
    typeof value === "function"
      ? "sentence"
      : Array.isArray(value)
        ? value.map(shape)
        : value && typeof value === "object"
          ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shape(entry)]))
          : typeof value;
  const { decimals: _own, ...others } = words;
  const { decimals: _english, ...keys } = en;
  assert.deepEqual(shape(others), shape(keys));
});
