// Nothing leaves the curator's page, and nothing stays in it. Also in Firefox: an engine enforces
// the policies.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { browserNames, everyBrowser, testPage, withPage } from "./browsers.mjs";
import { curatorFrame, make, openAlone, openOnSite, press, ready } from "./curator.mjs";
import { askedNothing, loaded, nothingGetsOut } from "./no-way-out.mjs";
import { elsewhereForTests, serveSite, siteForTests } from "./site-server.mjs";
import { inWorkers, leading, leadingAround, quietly } from "./ways-out.mjs";

const site = siteForTests();
const elsewhere = elsewhereForTests();

const onSite = (page) => openOnSite(page, site);

for (const name of everyBrowser) {
  describe(name, () => {
    const testAnywhere = testPage(name);

    testAnywhere("no request while a report is made", async () => {
      await withPage(name, async (page, seen) => {
        const own = await serveSite();
        await page.goto(`${own.address}publish.html`);
        const form = await curatorFrame(page);
        await loaded(page, own, "publish.html");
        seen.requests.length = 0;
        const from = own.log.length;
        await ready(form);
        await make(form);
        await press(form, "download-report");
        await press(form, "download-page");
        await askedNothing(page, seen, own, from);
        assert.equal(page.url(), `${own.address}publish.html`);
      });
    });

    test("attempts from within are refused: in the frame, in the file, in a worker", async () => {
      // The workers first: the last of the others takes the document away.
      const quiet = { ...inWorkers, ...quietly };
      // web/build.mjs gives the check page the same policy. nothing-leaves.test.mjs tries all ways
      // there in Firefox; here the deep run does.
      const whole = browserNames.includes(name);
      const common = { bases: [site.address], servers: [site, elsewhere], elsewhere, shown: true };
      const away = whole ? leading : { location: leading.location, refresh: leading.refresh };
      await nothingGetsOut(name, { open: onSite, quiet: { ...leadingAround, ...quiet }, away, ...common });
      if (!whole) return;
      await nothingGetsOut(name, { open: openAlone, quiet, away: leading, ...common });
    });

    testAnywhere("fields are set up to be forgotten, and are when the page is left", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await ready(form);
        await form.locator("#noise-table").waitFor();
        assert.equal(await form.locator("form, body [name], [placeholder], [style], input[type='number']").count(), 0);
        for (const field of await form.locator("input, select, textarea").all())
          assert.equal(await field.getAttribute("autocomplete"), "off");
        for (const field of await form.locator("input[type='text'], textarea").all())
          assert.equal(await field.getAttribute("spellcheck"), "false");
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
        assert.equal(await form.locator("#title").inputValue(), "");
        assert.equal(await form.locator("#data-status p").count(), 0);
        assert.equal(await form.locator(".column").count(), 0);
      });
    });
  });
}
