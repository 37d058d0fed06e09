// The statement as a page: its style applies under its own policy, everyone can read it, on a
// screen and on paper.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { violationsInSchemes } from "./axe.mjs";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { adaptive, coded, experiment, textOf, translated } from "./made-up-reports.mjs";
import { nothingRunsOff } from "./sides.mjs";
import { scratchFile } from "./sheet.mjs";

const command = fileURLToPath(new URL("../../build/package/cli/expost.js", import.meta.url));
after(closeBrowsers);

/** The address of a report's statement, as a file. */
function addressOf(report, name, language = "en") {
  const options = ["statement", "-", "--format", "html", "--experiment", "--language", language];
  const made = execFileSync(process.execPath, [command, ...options], { input: textOf(report), encoding: "utf8" });
  return pathToFileURL(scratchFile(`${name}.html`, made)).href;
}

const title = "</title></style><script>document.title = 'run'</script><img src=x onerror=\"document.title='run'\">";
const statements = {
  adaptive: addressOf(adaptive(), "adaptive"),
  coded: addressOf(coded(), "coded"),
  experiment: addressOf(experiment(), "experiment"),
  hostile: addressOf({ ...adaptive(), title, description: title, unit: title }, "hostile"),
  german: addressOf(translated(), "german", "de"),
  arabic: addressOf({ ...adaptive(), title: "ش ".repeat(40).trim(), description: title }, "arabic", "ar"),
};

for (const name of browserNames) {
  test(`${name}: axe finds nothing, the policy nothing to refuse, and nothing runs off the side`, async () => {
    for (const [what, address] of Object.entries(statements)) {
      await withPage(name, async (page, seen) => {
        await page.goto(address);
        assert.deepEqual(seen.problems, [], what);
        // Firefox does not count the file itself.
        assert.deepEqual(
          seen.requests.filter((request) => request !== address),
          [],
        );
        assert.equal(await page.evaluate(() => document.scripts.length), 0);
        assert.deepEqual(await violationsInSchemes(page), [], what);
        await nothingRunsOff(page, what);
      });
    }
  });

  // Firefox can't be told to be dark.
  test(`${name}: the ground follows the scheme`, { skip: name === "firefox" && "no dark scheme to look at" }, async () => {
    await withPage(name, async (page) => {
      await page.goto(statements.adaptive);
      for (const [colorScheme, ground] of [
        ["light", "rgb(248, 246, 241)"],
        ["dark", "rgb(21, 24, 27)"],
      ]) {
        await page.emulateMedia({ colorScheme });
        assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), ground);
      }
    });
  });

  test(`${name}: a report's words stay words`, async () => {
    await withPage(name, async (page) => {
      await page.goto(statements.hostile);
      assert.equal(await page.locator("h1").textContent(), title);
      assert.ok((await page.title()).startsWith("</title></style><script>"));
      assert.equal(await page.locator("img").count(), 0);
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
