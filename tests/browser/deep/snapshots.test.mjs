// The main states look as they did: compared with small pictures kept in snapshots/. After a
// change that is meant, `npm run snapshots` keeps new ones; look at them before they are
// committed.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { QUIET, testOnce } from "../browsers.mjs";
import { doubleDir } from "../built-for-tests.mjs";
import { curatorFrame } from "../curator.mjs";
import { adaptive, independent, record, sample, textOf } from "../made-up-reports.mjs";
import { loaded } from "../no-way-out.mjs";
import { dropOn, openAlone, practitionerFrame, ready, run } from "../practitioner.mjs";
import { bakedAddress, check, fill, formReady, headline, sheetFrame } from "../sheet.mjs";
import { serveSite } from "../site-server.mjs";
import { small, study as smallStudy } from "../../cli/small-study.mjs";
import { PATIENCE } from "../until.mjs";
import { TOLERANCE, compare, fontsMissing, keep, onlyTheseFonts } from "../snapshots.mjs";

const renew = process.env.EXPOST_SNAPSHOTS === "renew";

let site;
let doubled;
let doubledDir;
let browser;
before(async () => {
  site = await serveSite({ "sample/report.json": textOf(sample()) });
  doubledDir = await doubleDir();
  doubled = readFileSync(join(doubledDir, "sheet.html"), "utf8");
  if (!fontsMissing)
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: QUIET, env: onlyTheseFonts() });
});
after(async () => {
  await browser?.close();
  await site.close();
});

const baked = (report, html) => bakedAddress(textOf(report), html);
const onSite = (path) => async (page) => {
  await page.goto(site.address + path);
  await loaded(page, site, path);
};
async function result(page) {
  await page.goto(baked(adaptive()));
  await formReady(page);
  await fill(page, record);
  await check(page);
  await headline(page);
}

/** Waits until two pictures were drawn. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** A picture of the whole page, once three in a row are the same. */
async function settled(page, width, upTo) {
  let last;
  let picture = null;
  const end = Date.now() + PATIENCE;
  for (let same = 0; same < 2; same = last !== null && picture.equals(last) ? same + 1 : 0) {
    assert.ok(Date.now() < end, "the page comes to rest");
    last = picture;
    // A frame is painted only as far as the window shows it, and grows with what is in it: so the
    // window grows first.
    const height = upTo ?? (await page.evaluate(() => document.documentElement.scrollHeight));
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await drawn(page);
    picture = await page.screenshot();
  }
  return picture;
}

/** Each state: how it is brought about, and on which screens. */
const wide = { width: 1280 };
const narrow = { width: 360 };
const dark = { ...wide, colorScheme: "dark" };
const states = {
  home: {
    async bring(page) {
      await page.goto(site.address);
      await sheetFrame(page);
    },
    screens: [wide, narrow, dark, { ...narrow, colorScheme: "dark" }],
  },
  form: {
    async bring(page) {
      await page.goto(baked(sample()));
      await formReady(page);
    },
    screens: [wide, narrow],
  },
  errors: {
    async bring(page) {
      await page.goto(baked(sample()));
      await formReady(page);
      await check(page);
      await page.waitForSelector("#error-summary");
    },
    screens: [narrow],
  },
  result: { bring: result, screens: [wide, narrow, dark] },
  "no-limit": {
    async bring(page) {
      await page.goto(baked({ ...independent(), "x-double": "infinite" }, doubled));
      await page.getByLabel("Shift").fill("0");
      await check(page);
      await headline(page);
    },
    screens: [wide],
  },
  publish: {
    async bring(page) {
      await page.goto(`${site.address}publish.html`);
      await curatorFrame(page);
    },
    screens: [wide, dark],
  },
  rows: {
    async bring(page) {
      await page.goto(`${site.address}profile.html`);
      await practitionerFrame(page);
    },
    screens: [wide],
  },
  "rows-studied": {
    async bring(page) {
      const form = await openAlone(page, join(doubledDir, "site"));
      await ready(form, smallStudy());
      await dropOn(form, "held-out-file", "others.csv", small(20));
      await form.locator("#held-out-status p").waitFor();
      await run(form);
    },
    screens: [wide, { ...narrow, colorScheme: "dark" }],
  },
  report: {
    async bring(page) {
      await onSite("report.html")(page);
      await page.getByRole("button", { name: "Try the sample" }).click();
      await page.waitForSelector("#reading:not([hidden])");
    },
    screens: [wide, narrow, dark],
  },
  // Further down it is about the build: a commit of its own, or none.
  verify: { bring: onSite("verify.html"), upTo: 1600, screens: [wide, dark] },
};

const nameOf = (state, { width, colorScheme = "light" }) => `${state}-${width}-${colorScheme}`;
const kept = Object.entries(states).flatMap(([state, { screens }]) => screens.map((screen) => nameOf(state, screen)));

testOnce("no picture is kept of a state that is not compared", { skip: renew }, () => {
  const there = readdirSync(new URL("../snapshots", import.meta.url)).map((name) => name.replace(/\.png$/, ""));
  assert.deepEqual(
    there.filter((name) => !kept.includes(name)),
    [],
  );
});

for (const [state, { bring, upTo, screens }] of Object.entries(states)) {
  test(state, { skip: fontsMissing }, async (context) => {
    for (const screen of screens) {
      const { width, colorScheme = "light" } = screen;
      const name = nameOf(state, screen);
      const own = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        locale: "en-GB",
        timezoneId: "UTC",
        reducedMotion: "reduce",
      });
      try {
        const page = await own.newPage();
        await bring(page);
        // Hides what differs from build to build: fingerprints, and the version and the commit at
        // the foot.
        for (const frame of page.frames())
          await frame.evaluate(() => {
            for (const { style } of document.querySelectorAll("code")) style.visibility = "hidden";
            for (const { style } of document.querySelectorAll("footer")) style.display = "none";
          });
        const picture = await settled(page, width, upTo);
        const square = width < 600 ? 12 : 16;
        const canvas = await own.newPage();
        if (renew) {
          await keep(canvas, name, picture, square);
          context.diagnostic(`${name} is new`);
          continue;
        }
        const { difference, where, tall } = await compare(canvas, name, picture, square);
        const see = "see build/test-screenshots/differences; npm run snapshots keeps the new look";
        assert.equal(tall, 0, `${name} is ${Math.abs(tall * square)} px ${tall > 0 ? "taller" : "shorter"}: ${see}`);
        assert.ok(difference <= TOLERANCE, `${name} differs by ${difference.toFixed(1)} of 255 at ${where}: ${see}`);
        context.diagnostic(`${name} differs by ${difference.toFixed(1)} of 255 at most`);
      } finally {
        await own.close();
      }
    }
  });
}
