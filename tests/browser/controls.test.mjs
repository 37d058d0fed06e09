// The file choosers of the curator's and the practitioner's page (web/controls/controls.js): the
// browser says next to its button which file was taken, wherever it came from, and never that none
// was while one is there.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { folder } from "../cli/run-expost.mjs";
import { small, study as smallStudy } from "../cli/small-study.mjs";
import { browserNames, closeBrowsers, testOnce, withPage } from "./browsers.mjs";
import * as curator from "./curator.mjs";
import * as practitioner from "./practitioner.mjs";

after(closeBrowsers);

const dir = folder();
/** The browser's words in a chooser: the name, or "" for its own words for none. */
const said = (form, id) => form.locator(`#${id}`).evaluate(({ files }) => Array.from(files, ({ name }) => name).join());

const pages = {
  "the curator's": { openAlone: curator.openAlone, choosers: ["data-file", "study-file"] },
  "the practitioner's": {
    openAlone: practitioner.openAlone,
    choosers: ["data-file", "study-file", "held-out-file", "report-file"],
  },
};

for (const name of browserNames) {
  describe(name, () => {
    for (const [which, { openAlone, choosers }] of Object.entries(pages)) {
      test(`on ${which} page: dropped, pasted, refused, forgotten`, async () => {
        await withPage(name, async (page, seen) => {
          const form = await openAlone(page);
          const all = () => Promise.all(choosers.map((id) => said(form, id)));
          const rest = choosers.slice(2).map(() => "");
          assert.deepEqual(await all(), ["", "", ...rest]);
          await curator.giveStudy(form, smallStudy(), "plan.json");
          await form.locator("#study-status p", { hasText: "plan.json" }).waitFor();
          await curator.giveData(form, small(20), "people.csv");
          assert.deepEqual(await all(), ["people.csv", "plan.json", ...rest]);
          // A study that is refused leaves the one before in its place.
          await curator.giveStudy(form, "[]", "none.json");
          await form.locator("#study-file-error").waitFor();
          assert.deepEqual(await all(), ["people.csv", "plan.json", ...rest]);
          await form.locator("summary", { hasText: "Paste the data instead" }).press("Enter");
          await form.locator("#data-text").fill(small(30));
          await form.getByRole("button", { name: "Use this text" }).press("Enter");
          await form.locator("#data-status p", { hasText: "pasted text: 4 columns" }).waitFor();
          assert.deepEqual(await all(), ["pasted text", "plan.json", ...rest]);
          // Data that are none leave nothing.
          await curator.drop(form, "empty.csv", "");
          await form.locator("#data-file-error").waitFor();
          assert.deepEqual(await all(), ["", "plan.json", ...rest]);
          if (rest.length > 0) {
            await practitioner.dropOn(form, "held-out-file", "others.csv", small(10));
            await form.locator("#held-out-status p").waitFor();
            assert.deepEqual(await all(), ["", "plan.json", "others.csv", ""]);
            await practitioner.press(form, "held-out-remove");
            assert.deepEqual(await all(), ["", "plan.json", "", ""]);
          }
          await form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
          assert.deepEqual(await all(), ["", "", ...rest]);
          assert.deepEqual(seen.problems, []);
        });
      });
    }
  });
}

testOnce("chromium: a file that was changed can be chosen again, and who closes the chooser keeps what was there", async () => {
  for (const [which, { openAlone }] of Object.entries(pages)) {
    await withPage("chromium", async (page) => {
      const form = await openAlone(page);
      const chosen = async (path) => {
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), form.locator("#data-file").click()]);
        await chooser.setFiles(path);
      };
      const path = dir.write("rows.csv", "a,b\n1,2\n");
      await chosen(path);
      await form.locator("#data-status p", { hasText: "rows.csv: 2 columns" }).waitFor();
      assert.equal(await said(form, "data-file"), "rows.csv", which);
      dir.write("rows.csv", "a,b,c\n1,2,3\n");
      await chosen(path);
      await form.locator("#data-status p", { hasText: "rows.csv: 3 columns" }).waitFor();
      assert.equal(await said(form, "data-file"), "rows.csv", which);
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), form.locator("#data-file").click()]);
      assert.equal(chooser.isMultiple(), false);
      await form.locator("#data-file").evaluate((input) => input.dispatchEvent(new Event("cancel", { bubbles: true })));
      assert.equal(await said(form, "data-file"), "rows.csv", which);
    });
  }
});
