// The guides in a browser: axe finds nothing in them in both schemes, nothing runs off a phone, the
// policy refuses nothing, and a newcomer's questions are answered one click from the front page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { violationsInSchemes } from "./axe.mjs";
import { browserNames, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import { siteForTests } from "./site-server.mjs";

const site = siteForTests();

/** A page of each kind, and those with the widest tables. */
const pages = [
  ...[
    "index",
    "search",
    "journalists",
    "tutorials/check-yourself",
    "publishing",
    "the-number",
    "glossary",
    "results",
    "mechanisms",
  ],
  ...["reference/command-line", "reference/javascript/posterior", "reference/report-schema"],
].map((name) => `docs/${name}.html`);

/** Questions, the link on the front page that answers each, and words of the answer. */
const QUESTIONS = [
  ["How do I check myself?", "Check what a model could reveal about you", /Choose Check my record/],
  ["What does 60 in 100 mean?", "The number in six pictures", /From 50 to at most 60/],
  ["How do I publish my first report?", "Your first report", /expost publish data\.csv/],
  ["Which ε?", "Recipes for publishers", /Say what being recognised would mean/],
  ["How do I embed the check?", "Embed the check", /<expost-check src=/],
  ["What does this error mean?", "Errors and exit codes", /can be read in two ways/],
  ["Is my model supported?", "Limits", /also feed-forward networks.*Not supported are trees, attention/s],
  ["How do I report a hole?", "How to report", /Report a vulnerability/],
  ["How do I cite Expost?", "Contributing and citing", /@software/],
  ["What does --uniform do?", "The command line", /--uniform/],
];

for (const name of browserNames) {
  test(`${name}: guides are for everyone, on a phone too, and their policy refuses nothing in them`, async () => {
    await withPage(
      name,
      async (page) => {
        const told = [];
        page.on("console", (message) => told.push(message.text()));
        for (const path of pages) {
          await page.goto(site.address + path);
          assert.deepEqual(await violationsInSchemes(page), [], path);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(width <= 360, `${path} is ${width} wide`);
          // The site's own look has come, past the policy.
          assert.equal(await page.evaluate(() => document.styleSheets.length), 1, path);
          for (const shown of await page.locator("main img").evaluateAll((all) => all.map((one) => one.naturalWidth)))
            assert.ok(shown > 0, path);
        }
        assert.deepEqual(told, []);
      },
      { viewport: { width: 360, height: 740 } },
    );
  });

  test(`${name}: the guides are searched, from a server and from a disk, without asking for anything`, async () => {
    for (const address of [`${site.address}docs/search.html`, pathToFileURL(join(siteDir, "docs/search.html")).href])
      await withPage(name, async (page, seen) => {
        await page.goto(address);
        await page.getByLabel("Words that a section has, all of them").fill("wordpress");
        assert.match(await page.locator("#said").innerText(), /^\d+ sections?\.$/);
        const link = page.getByRole("link", { name: "The check in a page of your own › WordPress", exact: true });
        await link.waitFor();
        // From a disk axe itself asks for the style, which the policy refuses.
        if (address.startsWith("http")) assert.deepEqual(await violationsInSchemes(page), []);
        // The page's look and icon, whenever the browser asks for them.
        const asked = seen.requests
          .map((request) => request.split("/").at(-1))
          .filter((file) => !/^icon|^guides\.css$/.test(file));
        // Firefox doesn't tell of a page that comes from a disk.
        assert.deepEqual(
          asked.filter((file) => file !== "search.html"),
          [],
        );
        await page.getByRole("textbox").fill("zzz qqq");
        assert.equal(await page.locator("#said").innerText(), "Nothing has all of these words: zzz qqq");
        await page.getByRole("textbox").fill("wordpress");
        await link.press("Enter");
        await page.waitForURL(/docs\/embedding\.html#wordpress$/);
        assert.deepEqual(seen.problems, []);
      });
  });

  test(`${name}: a newcomer's questions are answered one click from the front page`, async () => {
    await withPage(name, async (page) => {
      for (const [question, link, answer] of QUESTIONS) {
        await page.goto(`${site.address}docs/index.html`);
        await page.getByRole("link", { name: link, exact: true }).first().click();
        await page.waitForLoadState();
        assert.match(await page.locator("main").innerText(), answer, question);
      }
    });
  });
}
