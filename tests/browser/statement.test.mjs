// The statement as a page: its style applies under its own policy, everyone can read it, on a screen and on paper.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rulesFor, violations } from "./axe.mjs";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { adaptive, coded, experiment, textOf } from "./made-up-reports.mjs";
import { scratchFile } from "./sheet.mjs";

const command = fileURLToPath(new URL("../../build/package/cli/expost.js", import.meta.url));
after(closeBrowsers);

/** The address of a report's statement, as a file. */
function addressOf(report, name) {
  const options = ["statement", "-", "--format", "html", "--experiment"];
  const made = execFileSync(process.execPath, [command, ...options], { input: textOf(report), encoding: "utf8" });
  return pathToFileURL(scratchFile(`${name}.html`, made)).href;
}

const title = "</title></style><script>document.title = 'run'</script><img src=x onerror=\"document.title='run'\">";
const statements = {
  adaptive: addressOf(adaptive(), "adaptive"),
  coded: addressOf(coded(), "coded"),
  experiment: addressOf(experiment(), "experiment"),
  hostile: addressOf({ ...adaptive(), title, description: title, unit: title }, "hostile"),
};

for (const name of browserNames) {
  // Firefox can't be told to be dark.
  for (const colorScheme of name === "chromium" ? ["light", "dark"] : ["light"]) {
    test(`${name}, ${colorScheme}: axe finds nothing, and the policy nothing to refuse`, async () => {
      for (const [what, address] of Object.entries(statements)) {
        await withPage(
          name,
          async (page, seen) => {
            await page.goto(address);
            assert.deepEqual(seen.problems, [], what);
            // Firefox does not count the file itself.
            assert.deepEqual(
              seen.requests.filter((request) => request !== address),
              [],
            );
            assert.equal(await page.evaluate(() => document.scripts.length), 0);
            const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
            assert.equal(ground, colorScheme === "light" ? "rgb(248, 246, 241)" : "rgb(21, 24, 27)", what);
            assert.deepEqual(await violations(page, rulesFor(colorScheme)), [], what);
          },
          { colorScheme },
        );
      }
    });
  }

  test(`${name}: a report's words stay words`, async () => {
    await withPage(name, async (page) => {
      await page.goto(statements.hostile);
      assert.equal(await page.locator("h1").textContent(), title);
      assert.ok((await page.title()).startsWith("</title></style><script>"));
      assert.equal(await page.locator("img").count(), 0);
    });
  });

  test(`${name}: nothing runs off the side, also in large text`, async () => {
    await withPage(name, async (page) => {
      for (const address of [statements.adaptive, statements.hostile]) {
        await page.goto(address);
        for (const [width, fontSize] of [
          [320, ""],
          [1280, "200%"],
          [640, "200%"],
        ]) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
          const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(needed <= given, `${width} px, ${fontSize || "100%"}: ${needed} px needed`);
        }
      }
    });
  });

  // Firefox can't be told to show what it would print.
  test(`${name}: on paper it is black on white`, { skip: name === "firefox" && "no print view to look at" }, async () => {
    await withPage(name, async (page) => {
      await page.goto(statements.adaptive);
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      const [ink, ground] = await page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.documentElement);
        return [color, backgroundColor];
      });
      assert.deepEqual([ink, ground], ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]);
    });
  });
}
