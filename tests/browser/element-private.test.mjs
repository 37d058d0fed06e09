// Nothing gets out of <expost-check>, whatever page it is in. Also in Firefox: it is the engine
// that enforces a policy.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { browserNames, everyBrowser, testPage, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import { host, STRICT } from "./host-page.mjs";
import { independent, textOf } from "./made-up-reports.mjs";
import { nothingGetsOut } from "./no-way-out.mjs";
import { elementSheet, formReady } from "./sheet.mjs";
import { elsewhereForTests, siteForTests } from "./site-server.mjs";
import { until } from "./until.mjs";
import { attempt, leading, leadingAround, quietly } from "./ways-out.mjs";

const site = siteForTests(() => {
  const frame = readFileSync(join(siteDir, "check-frame.html"), "utf8");
  const open = frame.replace("frame-src blob:; ", "frame-src *; ");
  assert.notEqual(open, frame);
  return {
    "report.json": textOf(independent()),
    "host.html": host('<expost-check src="report.json"></expost-check>'),
    "strict.html": host('<expost-check src="report.json"></expost-check>', { policy: STRICT }),
    "open.html": host('<expost-check src="report.json" files="open"></expost-check>'),
    "open/check-frame.html": open,
  };
});
const elsewhere = elsewhereForTests();

/** From one frame further in there are more ways to lead something away. */
const quietHere = {
  ...leadingAround,
  "location of the frame around"(address) {
    parent.location = address;
  },
  "link to the frame around"(address) {
    const link = Object.assign(document.createElement("a"), { href: address, target: "_parent" });
    document.body.append(link);
    link.click();
  },
  ...quietly,
};

for (const name of everyBrowser) {
  const testAnywhere = testPage(name);
  describe(name, () => {
    // The frame's own policy is the same under both hosts, and that of the site's check page, where
    // nothing-leaves.test.mjs tries all ways in Firefox. These are those that come nearest to what
    // the strict host's allows.
    const nearest = { location: leading.location, link: leading.link, refresh: leading.refresh };
    for (const [kind, file, ways] of [
      ["no policy", "host.html", browserNames.includes(name) ? leading : nearest],
      ["a strict policy", "strict.html", nearest],
    ]) {
      // The frame's policy is the same under both hosts; the deep run tries the strict one in
      // Firefox, too.
      const testHost = file === "host.html" ? test : testAnywhere;
      testHost(`no way out of the sheet under a host with ${kind}`, () =>
        nothingGetsOut(name, {
          async open(page) {
            await page.goto(site.address + file);
            const sheet = await elementSheet(page);
            await formReady(sheet);
            return sheet;
          },
          quiet: quietHere,
          away: ways,
          // Another origin where nothing is forbidden, the host's own where that alone is allowed.
          bases: [file === "host.html" ? elsewhere.address : site.address],
          servers: [site, elsewhere],
          elsewhere,
          shown: true,
        }),
      );
    }

    test("it is the frame's policy that holds: with another one the same attempt gets out", async () => {
      await withPage(name, async (page) => {
        await page.goto(`${site.address}open.html`);
        await attempt(await elementSheet(page), leading.location, `${elsewhere.address}out-${name}`);
        await until(() => elsewhere.log.includes(`/out-${name}`), "the attempt gets out");
      });
    });
  });
}
