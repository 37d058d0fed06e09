// A link that names a report lands on the check: no hero, the form or the refusal on the first
// screen, and nothing said of a report before the form has read it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { browserNames, testOnce, withPage } from "./browsers.mjs";
import { independent, laplace, record, sample, textOf } from "./made-up-reports.mjs";
import { check, fill, formReady, headline, scratchFile, sheetFrame } from "./sheet.mjs";
import { nothingRunsOff } from "./sides.mjs";
import { siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";
import * as arSite from "../../words/ar/site.js";
import * as deSite from "../../words/de/site.js";
import * as en from "../../words/en/site.js";
import { check as arCheck } from "../../words/ar/check.js";
import { check as deCheck } from "../../words/de/check.js";
import { check as enCheck } from "../../words/en/check.js";

const { says } = en;
const texts = {
  "": { ...en, check: enCheck },
  "de/": { ...deSite, check: deCheck },
  "ar/": { ...arSite, check: arCheck },
};
const reportText = textOf(independent());
const { title, publisher } = independent();
const hashOf = (text) => createHash("sha256").update(text).digest("hex");
const hash = hashOf(reportText);

const files = {
  "reports/late.json": reportText,
  "reports/earlier.json": textOf({
    ...independent(),
    title: "The year before",
    model: { ...independent().model, theta: independent().model.theta.map((value) => value + 0.125) },
  }),
  "reports/laplace.json": textOf(laplace()),
  "reports/broken.json": "{}",
  "reports/nobody.json": textOf({ ...independent(), publisher: undefined }),
  "sample/report.json": textOf(sample()),
};
const site = siteForTests(() => files);

const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

const fragment = (report, sha256) => `#${new URLSearchParams({ report, ...(sha256 && { sha256 }) })}`;
const linkOn = (path, report, sha256) =>
  site.address + path + fragment(report.includes(":") ? report : `${site.address}reports/${report}`, sha256);

/** Keeps every sentence that the page's message has had. */
const keepMessages = (page) =>
  page.addInitScript(() => {
    if (window.parent !== window) return;
    window.said = [];
    const keep = () => window.said.push(document.getElementById("chooser-message")?.textContent ?? "");
    addEventListener("DOMContentLoaded", () => {
      keep();
      const watched = { childList: true, subtree: true, characterData: true };
      new MutationObserver(keep).observe(document.body, watched);
    });
  });

/** Fails if the page ever said that the form has the report. */
async function neverHandedOver(page, words) {
  const said = await page.evaluate(() => window.said);
  for (const sentence of [words.handedOver, words.formBelow(title)]) assert.ok(!said.includes(sentence), said.join(" | "));
}

/** Fails unless an element begins and ends on the first screen, which nobody has scrolled. */
async function onFirstScreen(page, element, { whole = true } = {}) {
  assert.equal(await page.evaluate(() => scrollY), 0);
  await element.waitFor({ state: "visible" });
  // The driver's boxes are those of the page, of what is in a frame too.
  const { y, height } = await element.boundingBox();
  const end = whole ? y + height : y + 24;
  assert.ok(y >= 0 && end <= page.viewportSize().height, `${y} to ${end} of ${page.viewportSize().height}`);
}

async function noHero(page) {
  for (const part of [".example", ".audiences", ".lede"])
    assert.equal(await page.locator(part).first().isVisible(), false, part);
}

const wrong = (page) => page.locator("#chooser-message.wrong");

/** Waits until the page says that the sheet refused its report. */
const refused = (page, { refused: text }) => page.locator("#chooser-message", { hasText: text }).waitFor({ state: "attached" });

for (const name of browserNames) {
  describe(name, () => {
    test("report and form are asked for before the page's script is there, each once", async () => {
      await withPage(name, async (page) => {
        const asked = [];
        let resolve = () => {};
        const both = new Promise((done) => (resolve = done));
        page.on("request", (request) => {
          const file = new URL(request.url()).pathname.split("/").at(-1);
          if (["late.json", "sheet.html"].includes(file)) asked.push(file);
          if (asked.length === 2) resolve();
        });
        // The script comes only when both were asked for; without that it never comes.
        await page.route("**/home.js", async (route) => {
          await both;
          await route.continue();
        });
        await page.route("**/reports/late.json", async (route) => {
          await both;
          await route.continue();
        });
        await page.goto(linkOn("index.html", "late.json", hash));
        await formReady(await sheetFrame(page));
        assert.deepEqual(asked.sort(), ["late.json", "sheet.html"]);
      });
    });

    test("a link may name several reports, which have one limit together, and stay in the link", async () => {
      await withPage(name, async (page) => {
        const more = ["earlier.json", "missing.json"].map(
          (file) => `&report=${encodeURIComponent(`${site.address}reports/${file}`)}`,
        );
        let asked = 0;
        page.on("request", (request) => (asked += Number(/earlier|missing/.test(new URL(request.url()).pathname))));
        await page.goto(linkOn("index.html", "late.json", hash) + more.join(""));
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        await fill(sheet, record);
        await check(sheet);
        await sheet.getByText("Several publications together").click();
        await sheet.getByText(/^All 2 together: from 50 in 100 to at most \d+ in 100\.$/).waitFor();
        assert.equal(await sheet.getByText(/^The year before/).count(), 1);
        assert.equal(await sheet.getByText(/No report that can be used: http\S+missing\.json/).count(), 1);
        // The page asks for nothing because of the sheet: the number of requests would tell.
        await page.evaluate(() => {
          window.marked = new Promise((done) =>
            addEventListener("message", ({ data }) => data?.type === "mark" && done(undefined)),
          );
        });
        await sheet.evaluate(() => {
          for (let i = 0; i < 5; i += 1) window.parent.postMessage({ type: "expost-read" }, "*");
          window.parent.postMessage({ type: "mark" }, "*");
        });
        // Messages come in order, and so do requests: a whole one after the last message.
        await page.evaluate(async () => {
          await window.marked;
          await (await fetch(location.href)).text();
        });
        assert.equal(asked, 2);
        assert.equal(await sheet.getByText(/^The year before/).count(), 1);
        const shared = await page.locator("#share-link").inputValue();
        assert.equal(new URLSearchParams(new URL(shared).hash.slice(1)).getAll("report").length, 3);
      });
    });

    test("an early answer isn't used where the link is refused", async () => {
      await withPage(name, async (page) => {
        await page.goto(linkOn("index.html", "late.json", "zz"));
        await wrong(page).waitFor();
        assert.equal(await wrong(page).textContent(), says.badFingerprint);
        assert.equal(await page.locator("#sheet-frame").isVisible(), false);
      });
    });

    test("a check page that comes after the report was missed isn't shown", async () => {
      await withPage(name, async (page) => {
        await page.addInitScript(() => {
          if (window.parent !== window) return;
          addEventListener("message", ({ data }) => {
            if (data?.type === "expost-ready") window.sheetReady = true;
          });
        });
        // Found, so that the check page is asked for; it comes once another report was missed.
        await page.route("**/sheet.html", async (route) => {
          await wrong(page).waitFor();
          await route.continue();
        });
        await page.goto(linkOn("index.html", "late.json"));
        await page.getByText(says.handingOver).waitFor();
        await page.goto(linkOn("index.html", "none.json"));
        await page.waitForFunction(() => window.sheetReady);
        assert.equal(await page.locator("#sheet-frame").isVisible(), false);
        assert.equal(await wrong(page).textContent(), says.notFetched(`${site.address}reports/none.json`));
        // The same page is there for a report that is chosen next.
        await page.setInputFiles("#report-file", scratchFile("late.json", reportText));
        await formReady(await sheetFrame(page));
        assert.equal(await page.locator("#sheet-frame").isVisible(), true);
      });
    });

    for (const [folder, { says, home, check }] of Object.entries(texts)) {
      for (const viewport of folder === "" ? SCREENS : SCREENS.slice(0, 1)) {
        const where = `${folder || "en/"} ${viewport.width}x${viewport.height}`;
        const onHome = (use) =>
          withPage(
            name,
            async (page, seen) => {
              await keepMessages(page);
              await use(page, seen);
            },
            { viewport },
          );

        test(`${where}: a good link shows the question, the report and the form`, async () => {
          await onHome(async (page, seen) => {
            await page.goto(linkOn(`${folder}index.html`, "late.json", hash));
            const sheet = await sheetFrame(page);
            await formReady(sheet);
            await noHero(page);
            await until(
              async () => (await page.title()) === says.tabOf(title, publisher.name),
              async () => `the title names report and publisher: ${await page.title()}`,
            );
            // Each name runs in its own direction, and the publisher's is no part of the title.
            assert.equal(await page.locator("#linked-title").textContent(), says.tabOfReport(`\n\u2068${title}\u2069`));
            const line = says.publishedBy(`\u2068${publisher.name}\u2069`);
            assert.equal(await page.locator("#linked-publisher").textContent(), line);
            await onFirstScreen(page, page.locator("h1"));
            await onFirstScreen(page, page.locator("p", { hasText: home.question.split("?")[0].split("؟")[0] }));
            assert.equal(await sheet.locator(".how summary").innerText(), check.howToCheck.summary);
            await onFirstScreen(page, sheet.locator(".card-title"));
            assert.equal(await page.locator("#chooser-message").textContent(), says.formBelow(title));
            await nothingRunsOff(page, where);
            assert.deepEqual(seen.problems, []);
          });
        });

        test(`${where}: another fingerprint is refused in sight, once`, async () => {
          await onHome(async (page) => {
            await page.goto(linkOn(`${folder}index.html`, "late.json", "0".repeat(64)));
            const sheet = await sheetFrame(page);
            await refused(page, says);
            await noHero(page);
            assert.equal(await page.title(), says.tab);
            assert.equal(await page.locator("#linked-publisher").isVisible(), false);
            await onFirstScreen(page, sheet.locator('[data-state="hashMismatch"] h2'), { whole: false });
            assert.equal(await wrong(page).count(), 0);
            // Heard, and not seen: the box below says it in red.
            await page.locator("#chooser-message.visually-hidden").waitFor({ state: "attached" });
            await neverHandedOver(page, says);
          });
        });

        test(`${where}: a report that isn't there is missed in sight`, async () => {
          await onHome(async (page) => {
            await page.goto(linkOn(`${folder}index.html`, "none.json"));
            await wrong(page).waitFor();
            await noHero(page);
            assert.equal(await page.title(), says.tab);
            await onFirstScreen(page, wrong(page));
            assert.equal(await page.locator("#sheet-frame").isVisible(), false);
            await neverHandedOver(page, says);
            // The way out that the message names.
            const after = await page.locator("#report-file").boundingBox();
            assert.ok(after.y > 0);
          });
        });
      }
    }

    for (const viewport of SCREENS) {
      test(`report.html ${viewport.width}: the report's words, or why there are none, in sight`, async () => {
        await withPage(
          name,
          async (page) => {
            await page.goto(linkOn("report.html", "late.json", hash));
            const heading = page.locator("#reading-title");
            await heading.waitFor({ state: "visible" });
            await onFirstScreen(page, heading);
            assert.equal(await page.title(), says.readTab(title));
            for (const [query, report, sha256] of [
              ["?1", "late.json", "0".repeat(64)],
              ["?2", "none.json", undefined],
              ["?3", "broken.json", undefined],
            ]) {
              await page.goto(linkOn(`report.html${query}`, report, sha256));
              await wrong(page).waitFor();
              await onFirstScreen(page, wrong(page), { whole: false });
              assert.equal(await page.title(), en.report.tab);
            }
          },
          { viewport },
        );
      });
    }

    test("a report without a publisher, and one that replaces it, are named in the title", async () => {
      await withPage(name, async (page) => {
        const titled = (wanted) => page.waitForFunction((wanted) => document.title === wanted, wanted);
        await page.goto(linkOn("", "nobody.json"));
        await titled(says.tabOfReport(title));
        await page.setInputFiles("#report-file", scratchFile("no.json", "{}"));
        await refused(page, says);
        await titled(says.tab);
        await page.setInputFiles("#report-file", scratchFile("late.json", reportText));
        await titled(says.tabOf(title, publisher.name));
      });
    });

    test("a link that is opened on the page itself lands the same way", async () => {
      await withPage(name, async (page) => {
        await page.goto(site.address);
        assert.ok(await page.locator(".example").isVisible());
        await page.evaluate((hash) => (location.hash = hash), fragment("reports/late.json", hash));
        await formReady(await sheetFrame(page));
        await noHero(page);
        await page.waitForFunction((wanted) => document.title === wanted, says.tabOf(title, publisher.name));
      });
    });

    test("an empty link is none: the page isn't taken for a report", async () => {
      await withPage(name, async (page) => {
        for (const end of ["#report=", "#report=%20&sha256="]) {
          const from = site.log.length;
          await page.goto(`${site.address}?${end.length}${end}`);
          await (await sheetFrame(page)).waitForSelector('[data-state="noReport"]');
          assert.ok(await page.locator(".example").isVisible());
          assert.equal(await page.locator("#chooser-message").innerText(), "");
          assert.equal(site.log.slice(from).filter((path) => /\/(\?.*)?$/.test(path)).length, 1);
          assert.equal(await page.title(), en.home.tab);
        }
      });
    });

    test("an unencrypted address elsewhere explains itself, and isn't asked", async () => {
      // A page each: one that is left while its frame is on the way would say that this failed.
      for (const path of ["", "report.html"])
        await withPage(name, async (page, seen) => {
          const elsewhere = "http://reports.test/late.json";
          await page.goto(linkOn(path, elsewhere, hash));
          await wrong(page).waitFor();
          assert.equal(await wrong(page).textContent(), says.unencrypted(elsewhere));
          assert.ok(!seen.requests.includes(elsewhere));
          assert.deepEqual(seen.problems, []);
        });
    });

    test("a refused file is never said to have been handed over", async () => {
      await withPage(name, async (page) => {
        await keepMessages(page);
        await page.goto(site.address);
        await page.setInputFiles("#report-file", scratchFile("rows.csv", "age,income\n1,2\n"));
        await refused(page, says);
        assert.equal(await wrong(page).count(), 0);
        const said = await page.evaluate(() => window.said);
        assert.ok(!said.some((sentence) => sentence.includes(says.handedOverFrom("").trim())), said.join(" | "));
        await page.setInputFiles("#report-file", scratchFile("late.json", reportText));
        await page.waitForFunction(
          (end) => document.getElementById("chooser-message").textContent.endsWith(end),
          says.handedOverFrom(""),
        );
        assert.equal(await page.locator("#chooser-message.wrong").count(), 0);
      });
    });

    test("no old form under an error", async () => {
      await withPage(name, async (page) => {
        const sheet = async () => (await sheetFrame(page)).locator("#record-heading");
        await page.goto(site.address);
        await page.setInputFiles("#report-file", scratchFile("late.json", reportText));
        await formReady(await sheetFrame(page));
        // The server is gone; the sheet that is there takes reports of all mechanisms.
        await page.route("**/*", (route) => route.abort());
        await page.setInputFiles("#report-file", scratchFile("laplace.json", textOf(laplace())));
        await page.locator("#chooser-message", { hasText: "laplace.json" }).waitFor();
        const other = await sheetFrame(page);
        await formReady(other);
        await fill(other, record);
        await check(other);
        assert.ok(await headline(other));
        // A report that doesn't come.
        await page.getByRole("button", { name: "Try the sample" }).press("Enter");
        await wrong(page).waitFor();
        await until(
          async () => (await (await sheet()).count()) === 0,
          () => "the form is gone",
        );
      });
    });

    test("languages are easy to hit, and keep the report", async () => {
      await withPage(
        name,
        async (page) => {
          await page.goto(linkOn("", "late.json", hash));
          await formReady(await sheetFrame(page));
          const links = page.locator(".languages a");
          assert.equal(await links.count(), 2);
          for (const link of await links.all()) {
            const { width, height } = await link.boundingBox();
            assert.ok(width >= 24 && height >= 24, `${width}x${height}`);
            assert.match(await link.getAttribute("href"), new RegExp(`#report=.*late\\.json&sha256=${hash}$`));
          }
        },
        { viewport: SCREENS[0] },
      );
    });

    test("the skip link leads to the form, and the report stays in the address", async () => {
      await withPage(name, async (page) => {
        const address = linkOn("", "late.json", hash);
        await page.goto(address);
        await formReady(await sheetFrame(page));
        await page.locator(".skip").press("Enter");
        await page.waitForFunction(() => document.activeElement.id === "sheet-frame");
        assert.equal(page.url(), address);
      });
    });
  });
}

testOnce("a linked report and the sheet are asked for at once", async () => {
  await withPage("chromium", async (page, seen) => {
    const never = () => {};
    await page.route("**/late.json", never);
    await page.route("**/sheet.html", never);
    await page.goto(linkOn("", "late.json", hash), { waitUntil: "commit" });
    const asked = (file) => seen.requests.filter((address) => address.endsWith(`/${file}`)).length;
    await until(
      () => asked("late.json") === 1 && asked("sheet.html") === 1,
      () => "both are asked for, once",
    );
  });
});

testOnce("without JavaScript a link leads to the page as it is", async () => {
  await withPage(
    "chromium",
    async (page) => {
      await page.goto(linkOn("", "late.json", hash));
      assert.ok(await page.locator(".example").isVisible());
      assert.equal(await page.locator("h1").innerText(), en.home.title);
      assert.equal(await page.title(), en.home.tab);
    },
    { javaScriptEnabled: false },
  );
});
