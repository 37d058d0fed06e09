// Read a report: every way in, what it says, what can be kept of it, and comparing its fingerprint.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { browserNames, testOnce, withPage } from "./browsers.mjs";
import { packageDir, siteDir } from "./built.mjs";
import { adaptive, experiment, newer, sample, textOf } from "./made-up-reports.mjs";
import { askedSince, loaded } from "./no-way-out.mjs";
import { formReady, scratchFile, sheetFrame } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";

// A mark that some editors write, and blanks that no program would: what is kept has to have them.
const reportText = `\ufeff${textOf(adaptive())}\n\n`;
const hash = createHash("sha256").update(reportText).digest("hex");
const hostileTitle = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>&amp;";

const site = siteForTests(() => ({ "reports/late.json": Buffer.from(reportText), "sample/report.json": textOf(sample()) }));
const address = () => `${site.address}report.html`;

const linkTo = (sha256, report = "reports/late.json") => `${address()}#${new URLSearchParams({ report, sha256 })}`;
const shown = (page) => page.locator("#reading-title").waitFor({ state: "visible" });
const message = (page) => page.locator("#chooser-message").innerText();

/** The command line's words for the same report. */
const command = (...options) =>
  execFileSync(process.execPath, [join(packageDir, "cli/expost.js"), "statement", "-", ...options], {
    input: reportText,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
  });

/** Remembers the files that a page hands out: no browser's list of downloads is needed. */
const keepFiles = (page) =>
  page.addInitScript(() => {
    window.kept = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.kept.push(blob);
      return create.call(URL, blob);
    };
  });

/**
 * As a program presses it: once it has handed out a file, Firefox without a screen gives the page
 * no more keys.
 */
const press = (locator) => locator.evaluate((element) => element.click());

async function keptBy(page, name) {
  const count = await page.evaluate(() => window.kept.length);
  await press(page.getByRole("button", { name }));
  await page.waitForFunction((before) => window.kept.length > before, count);
  const bytes = await page.evaluate(async () => Array.from(new Uint8Array(await window.kept.at(-1).arrayBuffer())));
  return Buffer.from(bytes);
}

for (const name of browserNames) {
  describe(name, () => {
    test("a link: the words of the command line, the report's own bytes, the registry entry, the way to the check", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        await page.goto(linkTo(hash.toUpperCase()));
        await shown(page);
        assert.equal(await page.locator("#reading-title").innerText(), adaptive().title);
        assert.match(await message(page), new RegExp(`“${adaptive().title}” in plain words is below`));
        const words = (await page.locator("#statement").innerText()).replace(/\s+/g, " ");
        for (const expected of [
          "What was published",
          "One record is",
          `ε = ${adaptive().guarantee.epsilon} and δ = `,
          "What publishing this report costs a person",
          hash,
        ])
          assert.ok(words.includes(expected), expected);
        assert.deepEqual(await keptBy(page, "Save the report (JSON)"), Buffer.from(reportText));
        assert.equal(String(await keptBy(page, "Save these words as text")), command());
        assert.equal(String(await keptBy(page, "Save these words as a web page")), command("--format", "html"));
        const entry = String(await keptBy(page, /Save the draft/));
        assert.equal(entry, command("--format", "registry-yaml"));
        assert.match(await page.locator("#save-message").innerText(), /registry-entry\.yaml was made/);
        // Handing out a file is no request, but Firefox and Chromium count it among them.
        const asked = seen.requests.filter((request) => !request.startsWith("blob:"));
        assert.ok(asked.every((request) => request.startsWith(site.address)));
        assert.deepEqual(
          seen.problems.filter((problem) => !problem.includes("blob:")),
          [],
        );
        await press(page.getByRole("link", { name: "Check my record with this report" }));
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("sha256"), hash);
      });
    });

    test("the sample, with its stamp, axe content; then another report in its place", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(address());
        // Nothing that reads reports is fetched before there is one.
        await loaded(page, site, "report.html");
        await askedSince(page, site, 0);
        assert.ok(!seen.requests.some((asked) => asked.endsWith("reader.js")));
        assert.equal(await page.locator("#reading").isVisible(), false);
        await page.getByRole("button", { name: "Try the sample" }).press("Enter");
        await shown(page);
        assert.equal(
          await page.locator("#statement .stamp").innerText(),
          "Sample: Made-up data. There are no real people behind this report, so any values will do.",
        );
        assert.equal(await page.evaluate(() => document.activeElement.id), "reading-title");
        assert.deepEqual(await violations(page), []);
        for (const [width, fontSize, dir] of [
          [320, "", "ltr"],
          [360, "", "rtl"],
          [640, "200%", "ltr"],
          [1280, "200%", "ltr"],
        ]) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate(
            (way) => {
              document.documentElement.style.fontSize = way.fontSize;
              document.documentElement.dir = way.dir;
            },
            { fontSize, dir },
          );
          const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(needed <= given, `${width} px, ${fontSize || "100%"}, ${dir}: ${needed} px needed`);
        }
        // Contents lead to their sections and leave the address alone.
        const before = page.url();
        await page.getByRole("link", { name: "The promise to everyone" }).press("Enter");
        assert.equal(await page.evaluate(() => document.activeElement.id), "statement-promise");
        assert.equal(page.url(), before);
        // A bad report takes the old words away.
        await page.setInputFiles("#report-file", scratchFile("newer.json", textOf(newer())));
        await page.waitForFunction(() => document.getElementById("chooser-message").classList.contains("wrong"));
        assert.match(await message(page), /^This report is in a newer format\. It was made for .* What was found: \S+/);
        assert.equal(await page.locator("#reading").isVisible(), false);
        await page.setInputFiles("#report-file", scratchFile("hostile.json", textOf({ ...experiment(), title: hostileTitle })));
        await shown(page);
        assert.equal(await page.locator("#reading-title").textContent(), hostileTitle);
        assert.equal(await page.locator("#statement img, #statement script").count(), 0);
        assert.equal(await page.title(), "Read a report – Expost");
        assert.match(await page.locator("#statement .stamp").first().innerText(), /^Experiment:/);
        // A file has no address, so the check can't be handed it.
        assert.equal(await page.locator("#own-linked").isVisible(), false);
        assert.equal(await page.locator("#own-by-hand").isVisible(), true);
        assert.equal(await page.locator("#share").isVisible(), false);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("in German and Arabic: the command line's words in the page's language, and the entry in English", async () => {
      for (const [language, save, draft, heading] of [
        ["de", "Diesen Text als Textdatei speichern", /^Entwurf eines Registereintrags/, "Was veröffentlicht wurde"],
        ["ar", "حفظ هذا النص في ملف نصي", /^حفظ مسودة/, "ما الذي نُشر"],
      ]) {
        await withPage(name, async (page, seen) => {
          await keepFiles(page);
          await page.goto(
            linkTo(hash).replace("report.html", `${language}/report.html`).replace("reports%2F", "..%2Freports%2F"),
          );
          await shown(page);
          const words = page.locator("#statement");
          assert.deepEqual(await words.evaluate(({ lang, dir }) => [lang, dir]), [language, language === "ar" ? "rtl" : "ltr"]);
          assert.ok((await words.innerText()).includes(heading));
          assert.deepEqual(await violations(page), []);
          assert.equal(String(await keptBy(page, save)), command("--language", language));
          assert.equal(String(await keptBy(page, draft)), command("--format", "registry-yaml"));
          assert.ok(seen.requests.some((asked) => asked.endsWith(`/${language}/statement-words.js`)));
        });
      }
    });

    test("a link with another fingerprint, or to no report, shows nothing of it", async () => {
      await withPage(name, async (page) => {
        await page.goto(linkTo("0".repeat(64)));
        await page.waitForFunction(() => document.getElementById("chooser-message").classList.contains("wrong"));
        const text = await message(page);
        assert.match(text, /This is not the report the link was made for/);
        assert.ok(text.includes(hash) && text.includes("0".repeat(64)));
        assert.equal(await page.locator("#reading").isVisible(), false);
        assert.equal(await page.locator("#statement").innerHTML(), "");
        await page.getByText("Paste the report's text instead").click();
        await page.getByLabel("Text of the report").fill("{}");
        await page.getByRole("button", { name: "Use this text" }).press("Enter");
        await page.waitForFunction(() => /not a privacy report/.test(document.getElementById("chooser-message").textContent));
        assert.equal(await page.locator("#reading").isVisible(), false);
      });
    });

    test("comparing the fingerprint says match or no match in words", async () => {
      await withPage(name, async (page) => {
        await page.goto(linkTo(hash));
        await shown(page);
        assert.equal(await page.locator("#own-hash").innerText(), hash);
        const said = page.locator("#compare-message");
        assert.equal(await said.getAttribute("role"), "status");
        const compare = async (text) => {
          await page.getByLabel("SHA-256 that you were given").fill(text);
          await page.getByLabel("SHA-256 that you were given").press("Enter");
          return [await said.innerText(), await said.evaluate((element) => element.classList.contains("wrong"))];
        };
        const flipped = hash.slice(0, 63) + (hash[63] === "0" ? "1" : "0");
        for (const text of [
          hash,
          hash.toUpperCase(),
          ` ${hash}  report.json`,
          hash.replace(/.{8}/g, "$& "),
          `${hash} *late.json`,
        ])
          assert.deepEqual(
            await compare(text),
            ["They are the same. This is the file that the fingerprint was made of.", false],
            text,
          );
        for (const text of [flipped, `${flipped}  ${hash}.json`]) {
          const [words, wrong] = await compare(text);
          assert.match(words, /^They are not the same\./, text);
          assert.equal(wrong, true);
        }
        assert.match((await compare(hash.slice(1)))[0], /not a SHA-256: it has 64 characters.*has 63 characters/);
        assert.match((await compare("g".repeat(64)))[0], /only digits and the letters a to f/);
        assert.match((await compare(" "))[0], /Paste the SHA-256/);
      });
    });
  });
}

testOnce("chromium, dark and in print: axe finds nothing, and paper has the words without the buttons", async () => {
  await withPage(
    "chromium",
    async (page) => {
      await page.goto(linkTo(hash));
      await shown(page);
      assert.deepEqual(await violations(page), []);
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      for (const selector of [".which", ".buttons", "#compare", ".contents", ".bottom", ".top nav"])
        assert.equal(await page.locator(selector).first().isVisible(), false, selector);
      assert.equal(await page.locator("#reading-title").isVisible(), true);
      assert.equal(await page.locator("#statement table").first().isVisible(), true);
      const [ink, ground] = await page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.documentElement);
        return [color, backgroundColor];
      });
      assert.deepEqual([ink, ground], ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]);
    },
    { colorScheme: "dark" },
  );
});

testOnce("the script that makes YAML is by itself, and the reader carries a person's operations only", () => {
  const reader = readFileSync(join(siteDir, "reader.js"), "utf8");
  assert.ok(readFileSync(join(siteDir, "registry-yaml.js"), "utf8").includes("tag:yaml.org,2002"));
  assert.ok(!reader.includes("tag:yaml.org,2002:map"));
  const sheet = readFileSync(join(siteDir, "sheet.html"), "utf8");
  assert.ok(reader.length < sheet.length * 1.2, `${reader.length} for ${sheet.length}`);
});
