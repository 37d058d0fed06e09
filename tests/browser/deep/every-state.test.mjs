// Pictures of every state in three languages at three widths for people to look at, in
// build/test-screenshots/states; and that on each of them nothing runs out of the window, and the
// answer, a result or a refusal, is on the first screen.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { sheetName } from "../../../web/bake/page-names.js";
import { publisher } from "../../reports/signer.mjs";
import { violationsInSchemes } from "../axe.mjs";
import { closeBrowsers, testOnce, withPage } from "../browsers.mjs";
import { screenshotDir, siteDir } from "../built.mjs";
import { creditReport, curatorFrame } from "../curator.mjs";
import { independent, newer, record, sample, textOf, veryNoisy, withoutMethod, withoutPromise } from "../made-up-reports.mjs";
import { practitionerFrame } from "../practitioner.mjs";
import { bakedAddress, formReady, headline, openParts, sheetFrame } from "../sheet.mjs";
import { nothingRunsOff } from "../sides.mjs";
import { siteForTests } from "../site-server.mjs";
import { until } from "../until.mjs";

const folder = join(screenshotDir, "states");
before(() => {
  mkdirSync(folder, { recursive: true });
});
after(closeBrowsers);

const bank = publisher();
const signed = bank.signed(independent());
const files = {
  "sample/report.json": textOf(sample()),
  "signed.json": signed,
  "changed.json": signed.replace('"Late payments', '"Later payments'),
  "newer.json": textOf(newer()),
  "none-to-compute.json": textOf(withoutMethod()),
  "broken.json": textOf({ ...independent(), model: {} }),
  "other.json": '{"a": 1}',
};
const site = siteForTests(() => files);
const LANGUAGES = { en: "", de: "de/", ar: "ar/" };
const WIDTHS = [360, 800, 1280];

/** A picture of the window as it is, and one of the whole page. */
async function picture(page, where) {
  const size = page.viewportSize();
  await page.screenshot({ path: join(folder, `${where}-window.png`) });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height: Math.min(height, 16_000) });
  await page.screenshot({ path: join(folder, `${where}.png`) });
  await page.setViewportSize(size);
  // At other widths as well.
  await nothingRunsOff(page, where);
}

async function inTheWindow(page, element, where) {
  let y;
  await until(
    async () => {
      ({ y } = await element.boundingBox());
      // A frame may begin between two pixels.
      return y > -1 && y < page.viewportSize().height;
    },
    () => `${where}: the answer is in the window, not at ${y}`,
  );
}

const pressCheck = (sheet) => sheet.locator(".button-main").press("Enter");

/** Enters a record by the fields' places: labels differ between languages, their order doesn't. */
async function enter(sheet) {
  for (const [index, typed] of [record.age, "2150", record.balance].entries())
    await sheet.locator(`#value-${index + 1}`).fill(typed);
  for (const id of ["value-4-1", "value-5-1"]) await sheet.locator(`#${id}`).press("Space");
  await sheet.locator("#value-6").selectOption("south-east");
  await sheet.locator("#outcome-1").press("Space");
}

/** States of the site by name: each shows one of them and returns what must be in the window. */
const onSite = {
  async home(page, at) {
    await page.goto(`${at}index.html`);
    await formOrNotice(page);
  },
  async errors(page, at) {
    await page.goto(`${at}index.html`);
    await page.locator("#sample").press("Enter");
    const sheet = await sheetFrame(page);
    await formReady(sheet);
    await pressCheck(sheet);
    return sheet.locator("#error-summary");
  },
  async result(page, at) {
    await page.goto(`${at}index.html`);
    await page.locator("#sample").press("Enter");
    const sheet = await sheetFrame(page);
    await formReady(sheet);
    await enter(sheet);
    await pressCheck(sheet);
    await headline(sheet);
    return sheet.locator("#result-heading");
  },
  ...Object.fromEntries(
    [
      ["linked", "signed.json", {}, "card-title"],
      ["another-fingerprint", "signed.json", { sha256: "0".repeat(64) }],
      ["changed-after-signing", "changed.json", {}],
      ["another-key", "signed.json", { key: publisher().key }],
      ["newer", "newer.json", {}],
      ["no-figure", "none-to-compute.json", {}],
      ["broken", "broken.json", {}],
      ["no-report", "other.json", {}],
      ["missing", "missing.json", {}],
    ].map(([name, file, pins, good]) => [
      name,
      async (page, at) => {
        await page.goto(`${at}index.html#${new URLSearchParams({ report: `${site.address}${file}`, ...pins })}`);
        if (good) {
          const sheet = await sheetFrame(page);
          await formReady(sheet);
          return sheet.locator(`.${good}`);
        }
        // The page says what never reached the sheet; the sheet says why it can't use a report.
        const refusal =
          name === "missing" ? page.locator("#chooser-message.wrong") : (await sheetFrame(page)).locator(".report-status h2");
        await refusal.waitFor();
        return refusal;
      },
    ]),
  ),
  async statement(page, at) {
    await page.goto(`${at}report.html#${new URLSearchParams({ report: `${site.address}signed.json` })}`);
    const heading = page.locator("#reading-title");
    await heading.waitFor({ state: "visible" });
    return heading;
  },
  async "statement-refused"(page, at) {
    await page.goto(`${at}report.html#${new URLSearchParams({ report: `${site.address}changed.json` })}`);
    const wrong = page.locator("#chooser-message.wrong");
    await wrong.waitFor();
    return wrong;
  },
  async publish(page, at) {
    await page.goto(`${at}publish.html`);
    await (await curatorFrame(page)).locator("#run").waitFor();
    await tall(page, "#publish-frame");
  },
  async "publish-problems"(page, at) {
    await page.goto(`${at}publish.html`);
    const form = await curatorFrame(page);
    await form.locator("#run").press("Enter");
    const summary = form.locator("#error-summary");
    await summary.waitFor();
    return summary;
  },
  async profile(page, at) {
    await page.goto(`${at}profile.html`);
    await (await practitionerFrame(page)).locator("#run").waitFor();
    await tall(page, "#profile-frame");
  },
  async why(page, at) {
    await page.goto(`${at}why.html`);
    await page.locator("#attack").waitFor();
  },
  async verify(page, at) {
    await page.goto(`${at}verify.html`);
    await page.locator("h1").waitFor();
  },
};

/** Waits until a frame is as tall as its form. */
const tall = (page, frame) =>
  until(
    () => page.locator(frame).evaluate(({ height }) => height !== "320"),
    () => `${frame} has the height of its form`,
  );

async function formOrNotice(page) {
  const sheet = await sheetFrame(page);
  await sheet.locator('[data-state="noReport"]').waitFor();
}

/** Answers the sample's form and asks for the result, which is to be in the window. */
async function answered(page) {
  await enter(page);
  await pressCheck(page);
  await headline(page);
  return page.locator("#result-heading");
}

const tick = (page, ...ids) =>
  ids.reduce((before, id) => before.then(() => page.locator(`#${id}`).press("Space")), Promise.resolve());

/** The credit example's form, with a range, levels, a series and the outcome not known. */
async function unsure(page) {
  await tick(
    page,
    "value-1-unsure",
    "value-2-2",
    "value-3-unsure",
    "value-4-2",
    "value-12-unsure",
    "value-18-none",
    "outcome-unsure",
  );
  await page.locator("#value-1").fill("50000");
  await page.locator("#value-1-to").fill("120000");
  await page.locator("#value-5").fill("95");
  for (const place of [6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17]) await page.locator(`#value-${place}`).fill("1");
  await page.locator("#outside:not(:empty)").waitFor();
}

async function imported(page, text) {
  await page.locator(".row-intake").evaluate((details) => (details.open = true));
  await page.locator("#row-text").fill(text);
  await page.locator(".row-intake .button").press("Enter");
  const message = page.locator("#row-message.row-message");
  await message.waitFor();
  return message;
}

const creditNames = creditReport().features.flatMap(({ name, kind }) => (kind === "constant" ? [] : [name]));
const creditRows = ["90000,2,2,2,34,0,0,0,0,0,0", "20000,1,1,1,24,2,2,-1,-1,-2,-2"].map(
  (row) => `${row}${",1000".repeat(12)},0`,
);
const creditTable = [[...creditNames, creditReport().label.name].join(), ...creditRows].join("\n");

/** Another year's model. */
function another() {
  const report = independent();
  return {
    ...report,
    title: "The year before",
    model: { ...report.model, theta: report.model.theta.map((one) => one + 1 / 8) },
  };
}

/** States of a check page of its own, as a file: its report, and the way to the state. */
const baked = {
  "thousand-dots": [veryNoisy, answered],
  "no-promise": [withoutPromise, answered],
  "weak-report": [() => ({ ...independent(), guarantee: { epsilon: 12, delta: 1e-3 }, people: 900 }), async () => null],
  letter: [independent, async (page) => void (await page.locator(".get-values summary").press("Enter"))],
  unsure: [creditReport, unsure],
  "unsure-result": [
    creditReport,
    async (page) => {
      await unsure(page);
      await pressCheck(page);
      await headline(page);
      return page.locator("#result-heading");
    },
  ],
  backwards: [
    creditReport,
    async (page) => {
      await unsure(page);
      await page.locator("#value-1").fill("130000");
      await pressCheck(page);
      return page.locator("#error-summary");
    },
  ],
  imported: [creditReport, (page) => imported(page, creditTable.split("\n").slice(0, 2).join("\n"))],
  "imported-several": [creditReport, (page) => imported(page, creditTable)],
  "imported-part": [creditReport, (page) => imported(page, "LIMIT_BAL: 90000\nEDUCATION: college\nAge: 34\nBranch: 12")],
  exploring: [
    independent,
    async (page) => {
      await tick(page, "exploring");
      return answered(page);
    },
  ],
  changed: [
    independent,
    async (page) => {
      await answered(page);
      await page.locator(".entered").evaluate((details) => (details.open = true));
      await page.locator("#value-1").fill("60");
      await page.locator('.notice[data-state="changed"]').waitFor();
    },
  ],
  "several-publications": [
    independent,
    async (page) => {
      const heading = await answered(page);
      await openParts(page);
      const buffer = Buffer.from(textOf(another()));
      await page.locator("#more-reports").setInputFiles([{ name: "before.json", mimeType: "application/json", buffer }]);
      await page
        .locator("details", { has: page.locator("#more-reports") })
        .locator("li")
        .waitFor();
      return heading && null;
    },
  ],
};

for (const [tag, path] of Object.entries(LANGUAGES))
  for (const width of WIDTHS)
    describe(`${tag}, ${width} px`, () => {
      const shown = (state, show) =>
        testOnce(state, async () => {
          await withPage(
            "chromium",
            async (page) => {
              const where = `${state}-${tag}-${width}`;
              const answer = await show(page);
              if (answer) await inTheWindow(page, answer, where);
              await picture(page, where);
            },
            { viewport: { width, height: 800 } },
          );
        });

      for (const [state, show] of Object.entries(onSite)) shown(state, (page) => show(page, site.address + path));
      for (const [state, [report, bring]] of Object.entries(baked))
        shown(state, async (page) => {
          await page.goto(bakedAddress(textOf(report()), readFileSync(join(siteDir, sheetName(tag)), "utf8")));
          await formReady(page);
          const answer = await bring(page);
          if (width === 360) assert.deepEqual(await violationsInSchemes(page), [], state);
          return answer;
        });
    });
