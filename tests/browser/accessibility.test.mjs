// Everyone can use the page: checked by axe in every state, by keyboard alone, on narrow screens
// and with large text. Also in Firefox: an engine moves the focus, and among radio buttons the
// choice.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { fromTo } from "../headline.mjs";
import { violations, violationsInSchemes } from "./axe.mjs";
import { browserNames, everyBrowser, withPage } from "./browsers.mjs";
import { doubledSheet } from "./built-for-tests.mjs";
import {
  adaptive,
  coded,
  hardlyNoisy,
  independent,
  newer,
  record,
  sample,
  textOf,
  traceless,
  veryNoisy,
  withoutMethod,
} from "./made-up-reports.mjs";
import {
  aloneAddress,
  bakedAddress,
  check,
  fill,
  formReady,
  headline,
  openParts,
  sheetFrame,
  showBeliefs,
  unfold,
} from "./sheet.mjs";
import { nothingRunsOff } from "./sides.mjs";
import { siteForTests } from "./site-server.mjs";
import { becomes, until } from "./until.mjs";

const site = siteForTests(() => ({ "sample/report.json": textOf(sample()) }));
let doubled;
before(async () => {
  doubled = await doubledSheet();
});

const result = async (page, entered = record) => {
  await formReady(page);
  await fill(page, entered);
  await check(page);
  await headline(page);
};
const baked = (report, html) => bakedAddress(textOf(report), html);
const doubleWith = (what) => baked({ ...independent(), "x-double": what }, doubled);

/** Every state: where it is, and how it is brought about. */
const states = {
  home: { address: () => site.address },
  "why can anyone tell": { address: () => `${site.address}why.html` },
  "how to check": { address: () => `${site.address}verify.html` },
  "no report": { address: aloneAddress },
  form: { address: () => baked(independent()), bring: formReady },
  "form from a row": {
    address: () => baked(independent()),
    async bring(page) {
      await formReady(page);
      await page.getByText("Fill in the form from a file or a copied text").click();
      await page.getByLabel("Text with your record").fill("age\n1\n2\n");
      await page.getByRole("button", { name: "Fill in the form" }).press("Enter");
    },
  },
  "errors in the form": {
    address: () => baked(sample()),
    async bring(page) {
      await formReady(page);
      await check(page);
    },
  },
  result: {
    address: () => baked(adaptive()),
    async bring(page) {
      await result(page, { ...record, age: "17" });
      await openParts(page);
      await showBeliefs(page);
      await unfold(page, ".card details");
      await unfold(page, ".how");
    },
  },
  "several records": {
    address: () => baked(adaptive()),
    async bring(page) {
      await result(page);
      await fill(page, { age: "46" });
      await check(page);
      await page.locator('[data-state="several"]').waitFor();
    },
  },
  "result in thousand dots": { address: () => baked(veryNoisy()), bring: (page) => result(page) },
  "result near certainty, another belief": {
    address: () => baked(hardlyNoisy()),
    async bring(page) {
      await result(page);
      await showBeliefs(page);
      await page.getByLabel("Another number").check();
      await page.getByRole("button", { name: "Use this number" }).press("Enter");
      await page.locator("#belief-error").waitFor();
    },
  },
  "no effect": {
    address: () => baked(traceless()),
    async bring(page) {
      await page.getByLabel("Shift").fill("0");
      await page.getByRole("radiogroup", { name: "Paid late" }).getByLabel("no").check();
      await check(page);
      await headline(page);
    },
  },
  "no limit": {
    address: () => doubleWith("infinite"),
    async bring(page) {
      await page.getByLabel("Shift").fill("0");
      await check(page);
      await headline(page);
    },
  },
  "no number": {
    address: () => doubleWith("nan"),
    async bring(page) {
      await page.getByLabel("Shift").fill("0");
      await check(page);
      await page.locator('[data-state="wentWrong"]').waitFor();
    },
  },
  "failed self-test": {
    address: () => doubleWith("self-test"),
    bring: (page) => page.waitForSelector('[data-state="selfTest"]'),
  },
  "coded records": { address: () => baked(coded()), bring: formReady },
  "newer format": { address: () => baked(newer()), bring: (page) => page.waitForSelector('[data-state="newerFormat"]') },
  "no figure": { address: () => baked(withoutMethod()), bring: (page) => page.waitForSelector('[data-state="noFigure"]') },
};

for (const name of browserNames) {
  describe(`${name}: axe finds nothing, nothing runs off the side, nothing moves`, () => {
    for (const [state, { address, bring }] of Object.entries(states)) {
      test(state, () =>
        withPage(name, async (page) => {
          await page.goto(address());
          await bring?.(page);
          assert.deepEqual(await violationsInSchemes(page), []);
          assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
          await nothingRunsOff(page, state);
        }),
      );
    }
  });

  test(`${name}: axe finds nothing on the site with a figure in the frame`, async () => {
    await withPage(name, async (page) => {
      await page.goto(site.address);
      await page.getByRole("button", { name: "Try the sample" }).click();
      const sheet = await sheetFrame(page);
      await result(sheet);
      for (const frame of [page.mainFrame(), sheet]) assert.deepEqual(await violations(frame), []);
    });
  });

  test(`${name}: nothing runs off the side of the site with a figure in the frame, and the frame is as tall as what is in it`, async () => {
    await withPage(
      name,
      async (page) => {
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).click();
        const sheet = await sheetFrame(page);
        await result(sheet);
        for (const frame of [page.mainFrame(), sheet]) {
          const [needed, given] = await frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(needed <= given);
        }
        // The frame is as tall as the sheet: no bar to scroll within it.
        const differs = async () => {
          const height = await page.locator("#sheet-frame").evaluate((frame) => frame.clientHeight);
          const sheetHeight = await sheet.evaluate(() => document.documentElement.scrollHeight);
          return Math.abs(height - sheetHeight);
        };
        await until(async () => (await differs()) <= 1, "the frame gets as tall as the sheet");
      },
      { viewport: { width: 320, height: 800 } },
    );
  });
}

for (const name of everyBrowser) {
  test(`${name}: the whole path by keyboard, with the focus to be seen`, async () => {
    await withPage(name, async (page) => {
      await page.goto(baked(adaptive()));
      await formReady(page);
      const { keyboard } = page;
      const at = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
      const next = async (expected) => {
        await keyboard.press("Tab");
        await becomes(at, expected);
        const ring = () =>
          page.evaluate(() => {
            const style = getComputedStyle(document.activeElement);
            return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
          });
        await becomes(ring, true, `${expected} shows the focus`);
      };
      await next("See for yourself that nothing is sent");
      await keyboard.press("Enter");
      assert.ok(await page.getByText("Disconnect from the internet first.").isVisible());
      await next("More about this report");
      await next("Ask the publisher for your values");
      await next("Fill in the form from a file or a copied text");
      await next("value-1");
      await keyboard.type("45");
      await next("value-1-unsure");
      await next("value-2");
      await keyboard.type("2150.50");
      await next("value-2-unsure");
      await next("value-3");
      await keyboard.type("-120");
      await next("value-3-unsure");
      await next("value-4-1");
      await keyboard.press("Space");
      await next("value-4-unsure");
      await next("value-5-1");
      await keyboard.press("ArrowDown");
      await becomes(at, "value-5-2");
      await keyboard.press("ArrowUp");
      assert.ok(await page.locator("#value-5-1").isChecked());
      assert.equal(await page.locator("#value-5-2").isChecked(), false);
      await next("value-5-unsure");
      await next("value-6");
      await keyboard.type("south-e");
      await next("value-6-unsure");
      await next("outcome-1");
      await keyboard.press("ArrowUp");
      await becomes(at, "outcome-2");
      await keyboard.press("ArrowUp");
      // Enter in a field checks the record, as it would in a form.
      await keyboard.press("Enter");
      assert.equal(await headline(page), fromTo(50, 58));
      await becomes(at, "result-heading");
      await next("What if they know something already?");
      await keyboard.press("Enter");
      await next("belief-5000");
      await keyboard.press("ArrowRight");
      await page.locator(".headline", { hasText: fromTo(10, 14) }).waitFor();
      await becomes(at, "belief-1000");
      await next("A text for the publisher");
      await next("several");
      await next("Several publications together");
      await next("The promise in numbers");
      await next("The same in numbers");
      await next("What your result is made of");
      await next("A picture of why");
      await next("For experts");
      await keyboard.press("Enter");
      await next("Save these numbers as JSON");
      await next("Save summary");
      await next("Print summary");
      await next("Clear my record");
      await keyboard.press("Enter");
      await becomes(at, "record-heading");
    });
  });
}
