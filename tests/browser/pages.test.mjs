// All pages of the site have this in common: everyone can use them, in every look and on every
// width; they name what they were built from; and what a browser fetches for them is what `npm run
// size` counts.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { dataFrameName, dataSheetName, PARQUET_READER, sheetName } from "../../web/bake/page-names.js";
import { downloads } from "../../web/site/downloads.mjs";
import { LANGUAGES } from "../../words/languages.mjs";
import { violationsInSchemes } from "./axe.mjs";
import { browserNames, testOnce, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import { sample, textOf } from "./made-up-reports.mjs";
import { askedSince, loaded } from "./no-way-out.mjs";
import { nothingRunsOff } from "./sides.mjs";
import { serveSite, siteForTests } from "./site-server.mjs";
import { becomes } from "./until.mjs";

const pages = ["index.html", "report.html", "publish.html", "profile.html", "why.html", "verify.html", "no/such/page.html"];
const sha256 = (name) =>
  createHash("sha256")
    .update(readFileSync(join(siteDir, name)))
    .digest("hex");

const site = siteForTests(() => ({ "sample/report.json": textOf(sample()) }));

for (const name of browserNames) {
  test(`${name}: on every page axe finds nothing, nothing runs off the side, nothing moves`, async () => {
    await withPage(name, async (page) => {
      for (const path of pages) {
        await page.goto(site.address + path);
        assert.deepEqual(await violationsInSchemes(page), [], path);
        assert.equal(await page.evaluate(() => document.getAnimations().length), 0, path);
        await nothingRunsOff(page, path);
      }
    });
  });

  test(`${name}: the first screen says what this is and for whom, and shows it`, async () => {
    await withPage(
      name,
      async (page) => {
        await page.goto(site.address);
        const fold = (selector) =>
          page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
        for (const bottom of await fold("h1, .lede, .device, .grids, .audiences h2")) assert.ok(bottom <= 800, `${bottom}`);
        // Each of three people has one way in, and every way leads somewhere.
        const ways = await page.locator(".audiences a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
        assert.deepEqual(ways, ["#which-heading", "report.html", "publish.html"]);
        assert.equal(await page.locator("#which-heading").count(), 1);
        assert.equal(
          await page.getByText("See for yourself that nothing is sent").count(),
          0,
          "that is the sheet's to say, where the record is entered",
        );
        // The whole page is laid out before the form is there: without any script, too.
        assert.ok((await page.locator(".grids").boundingBox()).height > 100);
      },
      { viewport: { width: 1280, height: 800 } },
    );
  });

  test(`${name}: by keyboard from page to page, with the focus to be seen`, async () => {
    await withPage(name, async (page) => {
      await page.goto(`${site.address}verify.html`);
      const next = async (expected) => {
        await page.keyboard.press("Tab");
        // The focus, and that it can be seen: the look follows the focus, and scrolling both.
        await becomes(
          () =>
            page.evaluate(() => {
              const style = getComputedStyle(document.activeElement);
              const box = document.activeElement.getBoundingClientRect();
              const seen =
                style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && box.top >= 0 && box.left >= 0;
              return [document.activeElement.textContent.trim(), seen];
            }),
          [expected, true],
        );
      };
      for (const expected of [
        "Skip to the text",
        "Expost",
        "Check my record",
        "Read a report",
        "Make a report",
        "Study the rows",
        "See for yourself",
      ])
        await next(expected);
      await next("Go offline first");
      await next("Watch the network");
      await page.keyboard.press("Enter");
      await page.waitForURL(/#network$/);
      await next("where this ends");
      await next("Check my record");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${site.address}index.html`);
      assert.equal(await page.locator("[aria-current=page]").innerText(), "Check my record");
    });
  });

  describe(`${name}: an address that leads nowhere`, () => {
    for (const path of ["nothing.html", "no/such/folder/page.html"]) {
      test(path, async () => {
        await withPage(name, async (page, seen) => {
          const response = await page.goto(`${site.address}${path}?x=1#y`);
          assert.equal(response.status(), 404);
          assert.equal(await page.locator("h1").innerText(), "There is no page here");
          const home = page.getByRole("link", { name: "Go to Check my record" });
          await home.waitFor();
          assert.equal(await page.locator("#by-hand").isVisible(), false);
          // It has its look although no other file is there.
          assert.equal(
            await page.locator(".band").evaluate((band) => getComputedStyle(band).backgroundColor),
            "rgb(17, 52, 67)",
          );
          assert.ok(
            !seen.problems.some((problem) => /security policy|error:.*(script|style)/i.test(problem)),
            seen.problems.join("\n"),
          );
          await home.press("Enter");
          await page.waitForURL(site.address);
          assert.match(await page.locator("h1").innerText(), /What could this model reveal/);
        });
      });
    }
  });

  test(`${name}: what is fetched is what npm run size counts`, async () => {
    // Each browser takes the picture in the head that it likes.
    const icons = ["icon.svg", "icon-32.png", "site.webmanifest", "apple-touch-icon.png"];
    for (const path of Object.keys(downloads).filter((page) => page !== "404.html")) {
      const own = await serveSite({ "sample/report.json": textOf(sample()) });
      await withPage(name, async (page, seen) => {
        const from = own.log.length;
        await page.goto(own.address + path);
        await loaded(page, own, path);
        // Anything else would have come by now.
        await askedSince(page, own, from);
        const asked = seen.requests
          .filter((address) => !address.startsWith("blob:"))
          .map((address) => address.slice(own.address.length))
          .filter((file) => !file.startsWith("barrier-"));
        const counted = [path, ...downloads[path].first];
        const plain = (names) => [...new Set(names)].filter((file) => !icons.includes(file)).sort();
        assert.deepEqual(plain(asked), plain(counted), path);
        assert.deepEqual(seen.problems, [], path);
      });
      await own.close();
    }
  });
}

testOnce("chromium, forced colours: what the dots tell apart stays apart, and nothing opts out", async () => {
  await withPage(
    "chromium",
    async (page) => {
      await page.goto(site.address);
      const [dots, text, out] = await page.evaluate(() => [
        [".dot-kept", ".dot-added", ".mark-added"].map((name) => getComputedStyle(document.querySelector(name)).fill),
        getComputedStyle(document.querySelector("main .band")).borderBottomStyle,
        Array.from(document.querySelectorAll("*")).filter(
          (element) => getComputedStyle(element).forcedColorAdjust === "none" && !element.closest("svg"),
        ).length,
      ]);
      assert.notEqual(dots[0], dots[1]);
      assert.ok(!dots.includes("rgb(246, 244, 238)") && !dots.includes("rgb(245, 171, 112)"), dots.join(" "));
      assert.deepEqual([text, out], ["solid", 0]);
    },
    { forcedColors: "active" },
  );
});

testOnce("the pages name the version, the commit and the fingerprints of the forms", () => {
  const verifyIn = (tag) => readFileSync(join(siteDir, tag === "en" ? "" : tag, "verify.html"), "utf8");
  const verify = verifyIn("en");
  const formsIn = (tag) => [sheetName(tag), dataSheetName("publish", tag), dataSheetName("profile", tag)];
  for (const tag of LANGUAGES)
    for (const form of formsIn(tag)) {
      assert.ok(verifyIn(tag).includes(sha256(form)), form);
      assert.ok(verifyIn(tag).includes(`href="${tag === "en" ? "" : "../"}${form}"`), form);
      assert.ok(verifyIn(tag).includes(`sha256sum build/package/site/${form}`), form);
    }
  // Files for the frames can be had too, and it is said where their fingerprints are.
  for (const tag of LANGUAGES) {
    for (const file of [dataFrameName("publish", tag), dataFrameName("profile", tag)])
      assert.ok(verifyIn(tag).includes(`href="${tag === "en" ? "" : "../"}${file}"`), file);
    assert.ok(verifyIn(tag).includes(`<code dir="ltr">${PARQUET_READER}</code>`), tag);
  }
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  for (const page of ["index.html", "report.html", "publish.html", "profile.html", "why.html", "verify.html"]) {
    const html = readFileSync(join(siteDir, page), "utf8");
    assert.match(html, new RegExp(`Version ${version.replaceAll(".", "\\.")}, commit ([0-9a-f]{10}|unknown)`), page);
  }
  for (const form of LANGUAGES.flatMap(formsIn)) {
    const [, commit] = /Commit<\/th><td><code dir="ltr">(\w+)/.exec(verify);
    assert.ok(
      !readFileSync(join(siteDir, form), "utf8").includes(commit),
      `${form} is the same in every commit that leaves it alone`,
    );
  }
});

testOnce("nothing on the pages says what must not be said, and no page installs anything", () => {
  for (const page of [...pages.slice(0, 6), "404.html"]) {
    const html = readFileSync(join(siteDir, page), "utf8");
    const text = html.replace(/<style>[^]*?<\/style>|<script>[^]*?<\/script>|<[^>]+>/g, " ");
    assert.doesNotMatch(text, /\b(safe|anonymous|protected|guaranteed)\b|\b1 in \d|times better|impossible to leak/i, page);
    assert.match(html, /<meta name="description" content="[^"]{30,200}">/, page);
  }
  for (const script of ["", "de/", "ar/"].flatMap((folder) =>
    ["home.js", "report.js", "publish.js", "profile.js"].map((name) => folder + name),
  ))
    assert.doesNotMatch(
      readFileSync(join(siteDir, script), "utf8"),
      /serviceWorker|localStorage|sessionStorage|document\.cookie/,
    );
});

testOnce("the picture for links and the icons are what their names say", () => {
  for (const [file, width, height, most] of [
    ["social-card.png", 1200, 630, 40_000],
    ["apple-touch-icon.png", 180, 180, 10_000],
    ["icon-32.png", 32, 32, 2_000],
  ]) {
    const bytes = readFileSync(join(siteDir, file));
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [width, height], file);
    assert.ok(bytes.length <= most, `${file}: ${bytes.length} bytes`);
  }
  const manifest = JSON.parse(readFileSync(join(siteDir, "site.webmanifest"), "utf8"));
  for (const { src } of manifest.icons) assert.ok(readFileSync(join(siteDir, src)).length > 0);
});
