// The site by keyboard alone: everything can be reached, in the order in which it is read, and
// left again; the focus can be seen. Also in Firefox: an engine moves the focus.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { beginsFrom, fromTo } from "../headline.mjs";
import { everyBrowser, testOnce, withPage } from "./browsers.mjs";
import { allReachable, moveTo, showsFocus, stop } from "./keyboard.mjs";
import { record, sample, textOf } from "./made-up-reports.mjs";
import { check, fill, formReady, headline, openParts, sheetFrame, showBeliefs, showForm } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";

const site = siteForTests(() => ({ "sample/report.json": textOf(sample()) }));

/** Opens the site and chooses the sample, by keyboard. */
async function withSample(page) {
  await page.goto(site.address);
  await moveTo(page, "sample");
  await page.keyboard.press("Enter");
  const sheet = await sheetFrame(page);
  await formReady(sheet);
  return sheet;
}

/** Goes on by Tab until the focus is on something of the page behind the frame. */
async function leaveFrame(page) {
  const behind = () => {
    const frame = document.querySelector("iframe");
    return (frame.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  };
  for (let pressed = 0; !(await page.evaluate(behind)); pressed += 1) {
    assert.ok(pressed < 20, "Tab leaves the frame");
    await page.keyboard.press("Tab");
    showsFocus(await stop(page));
  }
}

for (const name of everyBrowser) {
  describe(name, () => {
    test("from the address to a figure and back out", async () => {
      await withPage(name, async (page) => {
        const { keyboard } = page;
        const sheet = await withSample(page);
        for (const [id, pressed] of [
          ["value-1", record.age],
          ["value-2", record.income],
          ["value-3", record.balance],
          ["value-4-1", " "],
          ["value-5-1", " "],
          ["value-6", "south-e"],
          ["outcome-1", " "],
        ]) {
          await moveTo(page, id);
          await keyboard.type(pressed);
        }
        await moveTo(page, "Check my record");
        await keyboard.press("Enter");
        assert.equal(await headline(sheet), fromTo(50, 57));
        assert.equal(await sheet.evaluate(() => document.activeElement.id), "result-heading");
        await moveTo(page, "What if they know something already?");
        await keyboard.press("Enter");
        await moveTo(page, "belief-5000");
        await keyboard.press("ArrowRight");
        await sheet.locator(".headline", { hasText: beginsFrom(10) }).waitFor();
        await moveTo(page, "For experts");
        await keyboard.press("Enter");
        assert.ok(await sheet.locator(".numbers").first().isVisible());
        await moveTo(page, "Save summary");
        await moveTo(page, "Clear my record");
        // The frame is no trap, forwards or backwards.
        await leaveFrame(page);
        await moveTo(page, "Clear my record", "Shift+Tab");
        await keyboard.press("Enter");
        assert.equal(await sheet.evaluate(() => document.activeElement.id), "record-heading");
        assert.equal(await sheet.getByLabel("Age, in years").inputValue(), "");
      });
    });

    test("Tab reaches everything, in the order of the page, and Shift+Tab the same the other way", async () => {
      await withPage(name, async (page) => {
        await withSample(page);
        const expected = await allReachable(page);
        assert.ok(expected.length > 20, String(expected.length));
        // Not past an end: there the focus goes to the browser's own controls.
        await moveTo(page, expected[0], "Shift+Tab");
        for (const [key, labels] of [
          ["Tab", expected],
          ["Shift+Tab", [...expected].reverse()],
        ])
          assert.deepEqual([labels[0], ...(await moveTo(page, labels.at(-1), key))], labels, key);
      });
    });

    test("the first stop skips to the check, past the navigation", async () => {
      await withPage(name, async (page) => {
        await page.goto(site.address);
        await sheetFrame(page);
        await page.keyboard.press("Tab");
        const { label } = await stop(page);
        assert.match(label, /^Skip/);
        await page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
        const inside = await page.evaluate(() => document.querySelector("main").contains(document.activeElement));
        assert.ok(inside, (await stop(page)).label);
      });
    });
  });
}

testOnce("chromium, dark: the focus can be seen at every stop", async () => {
  await withPage(
    "chromium",
    async (page) => {
      await withSample(page);
      // All the way round: Chromium goes on from the last stop to the first.
      await moveTo(page, "sample");
    },
    { colorScheme: "dark" },
  );
});

testOnce("chromium: no ring round the focus is cut off by the frame", async () => {
  for (const width of [320, 1280]) {
    await withPage(
      "chromium",
      async (page) => {
        const sheet = await withSample(page);
        await fill(sheet, record);
        await check(sheet);
        await headline(sheet);
        await openParts(sheet);
        await showBeliefs(sheet);
        await showForm(sheet);
        const cut = await sheet.evaluate(() => {
          const found = [];
          for (const element of document.querySelectorAll("button, input, select, textarea, summary")) {
            if (!element.checkVisibility({ visibilityProperty: true })) continue;
            element.focus({ focusVisible: true, preventScroll: true });
            const { outlineWidth, outlineOffset } = getComputedStyle(element);
            const { left, right } = element.getBoundingClientRect();
            const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
            if (left < ring || right > innerWidth - ring)
              found.push(`${element.id || element.textContent.trim()}: ${left}–${right}, ${ring}`);
          }
          return found;
        });
        assert.deepEqual(cut, [], `${width} pixels`);
      },
      { viewport: { width, height: 740 } },
    );
  }
});
