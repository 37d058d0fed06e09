// Everyone can use the curator's page: by keyboard alone, on narrow screens and with large text,
// and by the rules of axe in every state.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { small } from "../cli/small-study.mjs";
import { violationsInSchemes } from "./axe.mjs";
import { browserNames, withPage } from "./browsers.mjs";
import {
  curatorFrame,
  descentStudy,
  holdResults,
  make,
  openAlone,
  openOnSite,
  openExperts,
  press,
  problems,
  ready,
  setSeed,
} from "./curator.mjs";
import { moveTo, stop } from "./keyboard.mjs";
import { nothingRunsOff } from "./sides.mjs";
import { siteForTests } from "./site-server.mjs";

const site = siteForTests();

const onSite = (page) => openOnSite(page, site);

for (const name of browserNames) {
  describe(name, () => {
    test("by keyboard alone, from the address to the report and back, with the focus to be seen", async () => {
      await withPage(name, async (page) => {
        const form = await onSite(page);
        const { keyboard } = page;
        await keyboard.press("Tab");
        assert.match((await stop(page)).label, /^Skip/);
        const enter = async (id, text) => {
          await moveTo(page, id);
          await keyboard.insertText(text);
        };
        // In a list the first letters choose.
        const choose = async (id, text) => {
          await moveTo(page, id);
          await keyboard.type(text);
        };
        const mark = async (id) => {
          await moveTo(page, id);
          await keyboard.press("Space");
        };
        await mark("Paste the data instead");
        await enter("data-text", small(60));
        await mark("use-text");
        await form.locator("#data-status p", { hasText: "pasted text: 4 columns" }).waitFor();
        await mark("person-1");
        await choose("outcome", "paid");
        await mark("loss-1");
        await enter("negative", "no");
        await enter("positive", "yes");
        await choose("column-2-kind", "A num");
        await enter("column-2-minimum", "18");
        await enter("column-2-maximum", "90");
        await choose("column-3-kind", "Yes");
        await choose("column-4-kind", "One");
        await enter("column-4-levels", "north\nsouth, east\nwest");
        await enter("epsilon", "1");
        await enter("delta", "0.000001");
        await mark("release-1");
        await enter("title", "By keyboard");
        await moveTo(page, "Settings for experts");
        await moveTo(page, "run");
        await keyboard.press("Enter");
        await form.locator("#review-heading").waitFor();
        assert.equal(await form.evaluate(() => document.activeElement.id), "review-heading");
        const passed = await moveTo(page, "back");
        for (const id of ["download-report", "download-page", "embed-code"]) assert.ok(passed.includes(id), id);
        const report = JSON.parse(await form.locator(".report-text code").textContent());
        assert.deepEqual([report.title, report.guarantee.epsilon, report.release], ["By keyboard", 1, undefined]);
        assert.deepEqual(
          report.features.map(({ kind }) => kind),
          ["constant", "number", "boolean", "category"],
        );
        await moveTo(page, "download-page", "Shift+Tab");
        await moveTo(page, "back");
        await keyboard.press("Enter");
        assert.equal(await form.evaluate(() => document.activeElement.id), "data-heading");

        // The same by noisy gradient descent. An arrow goes to the other one of two buttons.
        await moveTo(page, "mechanism-1");
        await keyboard.press("ArrowDown");
        await form.locator("#clip").waitFor();
        await enter("clip", "1");
        await moveTo(page, "sampling-1");
        await keyboard.press("ArrowDown");
        await form.locator("#sampling-rate").waitFor();
        await enter("sampling-rate", "0.5");
        await enter("steps", "10");
        await enter("learning-rate", "1");
        await enter("divisor", "30");
        // The other mechanism's table, where the focus could be, is gone by then.
        await form.locator("#noise-table", { hasText: "Noise multiplier" }).waitFor();
        await moveTo(page, "run");
        await keyboard.press("Enter");
        await form.locator("#review-heading").waitFor();
        const { model } = JSON.parse(await form.locator(".report-text code").textContent());
        assert.deepEqual([model.mechanism.steps, model.mechanism.sampling], [10, { kind: "poisson", rate: 0.5 }]);
      });
    });

    test("axe finds nothing, and nothing runs off the side", async () => {
      await withPage(name, async (page) => {
        await holdResults(page);
        const seems = async (state) => {
          assert.deepEqual(await violationsInSchemes(page), [], state);
          assert.equal(await page.evaluate(() => document.getAnimations().length), 0, state);
          await nothingRunsOff(page, state);
        };
        const form = await openAlone(page);
        await seems("empty");
        await press(form, "run");
        await problems(form);
        await seems("errors");
        await ready(form);
        await openExperts(form);
        await form.locator("#noise-table").waitFor();
        await seems("filled in");
        await setSeed(form, 1);
        await make(form);
        await seems("experiment");
        await press(form, "back");
        await openExperts(form);
        await form.locator("#seed").fill("");
        await make(form);
        await seems("report");
        await press(form, "back");
        // However long axe takes, the run isn't over before.
        await form.evaluate(() => (window.holding = true));
        await press(form, "run");
        await form.locator("progress").waitFor();
        await seems("working");
        await press(form, "cancel");
        await form.evaluate(() => (window.holding = false));
        const update = { rate: 1, divisor: 50 };
        await ready(form, {
          study: descentStudy({ sampling: { kind: "poisson", rate: 0.25 }, update, every: 7 }),
          data: small(),
        });
        await openExperts(form);
        await form.locator("#scale-sum").fill("9");
        await form.locator("#own-noise").waitFor();
        await seems("descent");
        await form.locator("#sampling-3").check();
        for (const id of ["clip", "steps", "learning-rate", "divisor"]) await form.locator(`#${id}`).fill("");
        await press(form, "run");
        await problems(form);
        await seems("errors of a descent");
        await ready(form, { study: descentStudy(), data: small() });
        await make(form);
        await seems("report of a descent");
        await page.goto(`${site.address}publish.html`);
        await curatorFrame(page);
        await seems("site");
      });
    });
  });
}
