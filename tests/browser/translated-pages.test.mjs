// German and Arabic as people meet them: the site, the element and a page of its own, from the
// first word to the result. The pages for data holders: translated-data-pages.test.mjs. That every
// word is there: translation.test.mjs; that nothing but words makes a language: language.test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { browserNames, testDeep, testOnce, withPage } from "./browsers.mjs";
import { packageDir, siteDir } from "./built.mjs";
import { adaptive, independent, newer, sample, textOf, translated } from "./made-up-reports.mjs";
import {
  bakedAddress,
  choose,
  elementSheet,
  formReady,
  headline,
  openParts,
  scratchFile,
  sheetFrame,
  showBeliefs,
} from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";

const sheetOf = (tag) => readFileSync(join(packageDir, `site/sheet.${tag}.html`), "utf8");
const host = (lang, attributes = "") =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title><script src="expost-check.js"></script></head><body><expost-check src="report.json"${attributes}></expost-check></body></html>`;

const site = siteForTests(() => ({
  "report.json": textOf(independent()),
  "sample/report.json": textOf(sample()),
  "de.html": host("de-AT"),
  "ar.html": host("ar"),
  "missing.html": host("de", ' files="missing"'),
  "missing/check-frame.html": readFileSync(join(siteDir, "check-frame.html")),
  "missing/check-frame.de.html": null,
}));

/**
 * A person's entries in each language for the record of made-up-reports.mjs, and the result.
 */
const german = {
  typed: ["45", "2150,50", "-120"],
  button: "Meinen Eintrag prüfen",
  figure: "Aus 50 von 100 werden höchstens 57 von 100",
};
const arabic = {
  typed: ["٤٥", "٢١٥٠٫٥٠", "\u2212١٢٠"],
  button: "فحص سجلي",
  figure: "من ٥٠ من كل ١٠٠ إلى ٥٧ من كل ١٠٠ على الأكثر",
};

const check = (sheet, { button }) => sheet.getByRole("button", { name: button, exact: true }).press("Enter");

async function figure(sheet, language) {
  await formReady(sheet);
  for (const [index, typed] of language.typed.entries()) await sheet.locator(`#value-${index + 1}`).fill(typed);
  await choose(sheet.locator("#value-4-1"));
  await choose(sheet.locator("#value-5-1"));
  await sheet.locator("#value-6").selectOption("south-east");
  await choose(sheet.locator("#outcome-1"));
  await check(sheet, language);
  return headline(sheet);
}

async function fits(page, where) {
  for (const [width, fontSize] of [
    [320, ""],
    [640, "200%"],
    [1280, ""],
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
    const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(needed <= given, `${where}, ${width} px, ${fontSize || "100%"}: ${needed} px needed`);
  }
}

const roots = (place) => place.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const openAll = (sheet) => sheet.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
const middle = (element) => element.evaluate((one) => one.getBoundingClientRect().left + one.getBoundingClientRect().width / 2);

for (const name of browserNames) {
  describe(name, () => {
    test("German on the site: decimal comma, exact words, what is English said to be", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(`${site.address}de/index.html`);
        assert.deepEqual(await roots(page), ["de", "ltr"]);
        await page.getByRole("button", { name: "Das Beispiel ausprobieren" }).press("Enter");
        const sheet = await sheetFrame(page);
        assert.deepEqual(await roots(sheet), ["de", "ltr"]);
        await formReady(sheet);
        await sheet.locator("#value-1").fill("alt");
        await sheet.locator("#value-2").fill("1.234,5");
        await sheet.locator("#value-3").fill("1.5");
        await check(sheet, german);
        await sheet.locator("#error-summary").waitFor();
        const errors = await sheet.locator("#error-summary li").allInnerTexts();
        assert.deepEqual(errors.slice(0, 4), [
          "„Age“ muss eine Zahl sein, zum Beispiel 50",
          "„Monthly income“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein, zum Beispiel 5000",
          "„Balance“ muss mit einem Komma vor den Nachkommastellen und ohne Tausendertrennzeichen geschrieben sein: „1.5“ könnte 1,5 oder 15 bedeuten",
          "Wählen Sie bei „In paid work“ eine Antwort aus",
        ]);
        assert.equal(await figure(sheet, german), german.figure);
        assert.equal(
          await sheet.locator(".announcement .lede").innerText(),
          "Stellen Sie sich jemanden vor, der wissen will, ob der eingegebene Eintrag zum Trainieren dieses Modells verwendet wurde. Zuerst weiß diese Person es nicht: Sie sieht die Chance bei 50 von 100, wie bei einem Münzwurf. Wertet sie alles aus, was veröffentlicht wurde, könnte sie die Chance bei höchstens 57 von 100 sehen. Das gilt auch, wenn sie alle anderen Einträge schon kennt.",
        );
        await openParts(sheet);
        const parts = await sheet.locator(".running td").allInnerTexts();
        assert.ok(parts.some((amount) => /^\+0,\d+$/.test(amount)) && !parts.join("").includes("."), parts.join(" "));
        await sheet.locator(".card details summary").press("Enter");
        assert.match(await sheet.locator(".card").innerText(), /1\. März 2026/);
        // The pages for publishers are in the language, too.
        const publish = page.getByRole("link", { name: "Bericht erstellen", exact: true }).first();
        assert.deepEqual(await publish.evaluate((link) => [link.getAttribute("href"), link.hreflang]), ["publish.html", ""]);
        await page.goto(`${site.address}de/report.html`);
        await page.setInputFiles("#report-file", scratchFile("newer.json", textOf(newer())));
        await page.locator("#chooser-message.wrong").waitFor();
        assert.match(await page.locator("#chooser-message").innerText(), /^Dieser Bericht hat ein neueres Format\. Er wurde /);
        assert.equal(
          await page.locator('#chooser-message [lang="en"][dir="ltr"]').count(),
          1,
          "the library's sentence is marked",
        );
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a report with German labels asks in German, and the record is the same", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(bakedAddress(textOf(translated()), sheetOf("de")));
        await formReady(page);
        const asked = await page.locator(".field-label, .field legend").allInnerTexts();
        for (const label of ["Alter (Jahre)", "Monthly income (Euro)", "In bezahlter Arbeit", "Wohnen", "Zu spät gezahlt"])
          assert.ok(
            asked.some((text) => text.trim() === label),
            `${label}: ${asked.join(", ")}`,
          );
        assert.match(await page.locator("#value-5-block").innerText(), /zur Miete\s+im Eigentum\s+anders/);
        assert.equal(await page.locator("#value-5-1").getAttribute("value"), "rents");
        await page.locator(".row-intake summary").press("Enter");
        await page.locator("#row-text").fill("Alter (Jahre)\tWohnen\tlate\n45\tzur Miete\tno");
        await page.getByRole("button", { name: "Formular ausfüllen" }).press("Enter");
        await page.locator("#row-message table").waitFor();
        assert.equal(await page.locator("#value-1").inputValue(), "45");
        assert.ok(await page.locator("#value-5-1").isChecked());
        assert.equal(await figure(page, german), german.figure);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("Arabic in the element: from right to left, with its digits", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(`${site.address}ar.html`);
        const sheet = await elementSheet(page);
        assert.deepEqual(await roots(sheet), ["ar", "rtl"]);
        assert.ok(seen.requests.some((address) => address.endsWith("/check-frame.ar.html")));
        assert.equal(await page.locator("expost-check iframe").getAttribute("title"), "فحص سجلي");
        assert.equal(await figure(sheet, arabic), arabic.figure);
        // Pictures run as the words do: 0 on the right, and the bars from there.
        const [zero, hundred] = await sheet.locator(".band-ends span").all();
        assert.ok((await middle(zero)) > (await middle(hundred)));
        const grid = sheet.locator(".dots").last();
        assert.ok((await middle(sheet.locator(".dot-added").nth(1))) > (await middle(grid)), "a row fills from the right");
        assert.ok((await middle(sheet.locator(".run-up").first())) > (await middle(sheet.locator(".run-end").last())));
        await page.evaluate(() => document.querySelector("expost-check").setAttribute("prior", "20"));
        await sheet.locator(".headline", { hasText: "من ٢٠ من كل ١٠٠" }).waitFor();
        assert.equal(await sheet.locator("#belief-number").inputValue(), "٢٠");
        assert.ok((await middle(sheet.locator(".band-solid"))) > (await middle(sheet.locator(".band").first())));
        assert.deepEqual(seen.problems, []);
      });
    });
  });
}

testDeep("chromium: Arabic on the site, page by page, and back to the other languages", async () => {
  await withPage("chromium", async (page, seen) => {
    await page.goto(`${site.address}index.html`);
    await page.getByRole("link", { name: "العربية" }).press("Enter");
    await page.waitForURL(`${site.address}ar/index.html`);
    assert.deepEqual(await roots(page), ["ar", "rtl"]);
    assert.deepEqual(
      await page
        .locator('link[rel="alternate"]')
        .evaluateAll((all) => all.map((link) => [link.hreflang, link.getAttribute("href")])),
      [
        ["en", "../index.html"],
        ["de", "../de/index.html"],
      ],
    );
    for (const path of ["index.html", "why.html", "verify.html", "publish.html", "profile.html", "report.html"]) {
      await page.goto(`${site.address}ar/${path}`);
      assert.deepEqual(await violations(page), [], path);
      await fits(page, path);
    }
    // A report in plain words is in the page's language, and so are its marks.
    await page.getByRole("button", { name: "جرّب المثال" }).press("Enter");
    await page.locator("#reading-title").waitFor({ state: "visible" });
    assert.match(await page.locator("#statement").innerText(), /ما الذي نُشر/);
    const marks = (place) => place.evaluateAll((all) => all.map((one) => `${one.lang} ${one.dir}`));
    assert.deepEqual(await marks(page.locator("#statement")), ["ar rtl"]);
    const contents = await marks(page.locator("#contents a"));
    assert.deepEqual(contents.slice(-3), [" ", " ", " "], "the page's own headings");
    assert.ok(contents.length > 6 && contents.slice(0, -3).every((mark) => mark === "ar rtl"));
    assert.deepEqual(await violations(page), [], "a report in words");
    await fits(page, "a report in words");
    // The link keeps the language, and the report.
    await page.locator("#own-linked a").press("Enter");
    await page.waitForURL(/\/ar\/index\.html#report=/);
    const sheet = await sheetFrame(page);
    assert.equal(await figure(sheet, arabic), arabic.figure);
    assert.deepEqual(seen.problems, []);
    await page.getByRole("link", { name: "Deutsch" }).press("Enter");
    await page.waitForURL(/\/de\/index\.html#report=/);
    for (const path of ["index.html", "why.html", "verify.html", "publish.html", "profile.html", "report.html"]) {
      await page.goto(`${site.address}de/${path}`);
      assert.deepEqual(await violations(page), [], path);
      await fits(page, path);
    }
    // From the page for publishers the other languages of the same page are to be found.
    for (const path of ["publish.html", "profile.html"]) {
      await page.goto(`${site.address}${path}`);
      assert.equal(await page.locator('link[rel="alternate"]').count(), 2);
      assert.equal(await page.getByRole("link", { name: "Deutsch" }).getAttribute("href"), `de/${path}`);
    }
  });
});

for (const [tag, language] of Object.entries({ de: german, ar: arabic })) {
  testOnce(
    `chromium: ${tag}, a page with a report inside: everyone can use it, and what is kept of it is in the language`,
    async () => {
      await withPage("chromium", async (page, seen) => {
        await page.goto(bakedAddress(textOf(adaptive()), sheetOf(tag)));
        await formReady(page);
        await check(page, language);
        await page.locator("#error-summary").waitFor();
        assert.deepEqual(await violations(page), [], "errors");
        await figure(page, { ...language, typed: ["17", ...language.typed.slice(1)] });
        await showBeliefs(page);
        await page.locator("#belief-own").check();
        await page.locator("#belief-number").fill(tag === "ar" ? "٢٠" : "20");
        await page.locator("#belief-number").press("Enter");
        await page.locator(".headline", { hasText: tag === "ar" ? "من ٢٠ من كل ١٠٠" : "Aus 20 von 100" }).waitFor();
        await openAll(page);
        assert.deepEqual(await violations(page), [], "result");
        await fits(page, "result");
        // Digits of one kind only, but in what is exact or the report's own.
        const shown = await page.evaluate(() => {
          const found = [];
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            const { parentElement, data } = walk.currentNode;
            if (!parentElement.closest('script, style, noscript, [translate="no"], .experts')) found.push(data);
          }
          return [...found, ...Array.from(document.querySelectorAll("[aria-label]"), (one) => one.ariaLabel)].join("\n");
        });
        if (tag === "ar") assert.doesNotMatch(shown.replaceAll("SHA-256", ""), /\d/);
        else assert.doesNotMatch(shown, /\d\.\d(?!\d\d\b)/);
        await page.evaluate(() => {
          const make = URL.createObjectURL;
          URL.createObjectURL = (blob) => {
            blob.text().then((text) => (window.saved = text));
            return make.call(URL, blob);
          };
        });
        await page.locator(".finish .button").first().press("Enter");
        await page.waitForFunction(() => window.saved);
        const summary = await page.evaluate(() => window.saved);
        const [digits, fingerprint] =
          tag === "ar" ? ["٢٠ من كل ١٠٠", /: \u2068[0-9a-f]{64}\u2069$/m] : ["20 von 100", /: [0-9a-f]{64}$/m];
        assert.ok(summary.includes(digits), summary);
        assert.match(summary, fingerprint);
        assert.deepEqual(seen.problems, []);
      });
    },
  );
}

testOnce("chromium: the element changes its language, and has English where a language's file is missing", async () => {
  await withPage("chromium", async (page) => {
    await page.goto(`${site.address}de.html`);
    assert.deepEqual(await roots(await elementSheet(page)), ["de", "ltr"]);
    await page.evaluate(() => document.querySelector("expost-check").setAttribute("lang", "ar"));
    const shown = page.frameLocator("expost-check iframe").frameLocator("iframe");
    await shown.locator("html[lang=ar] h1").waitFor();
    await page.goto(`${site.address}missing.html`);
    await shown.locator("html[lang=en] #record-heading").waitFor();
    assert.equal(await page.locator("expost-check iframe").getAttribute("title"), "Check my record");
  });
});
