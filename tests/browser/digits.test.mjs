// The page shows the same digits as the package in Node: the same module, the same numbers, to the
// last bit.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { loadPackage } from "./built.mjs";
import {
  adaptive,
  dependent,
  fullDescent,
  hardlyNoisy,
  hessianAlone,
  independent,
  poissonDescent,
  shuffledDescent,
  tenRecords,
  textOf,
  thinnedDescent,
  veryNoisy,
} from "./made-up-reports.mjs";
import { bakedAddress, check, expertNumbers, fill, formReady, headline } from "./sheet.mjs";

after(closeBrowsers);

const pair = (ends) => `[${ends[0]}, ${ends[1]}]`;

/** The rows on what a bound was made of. */
function expectedTerms({ energy, energyCap, largestStep, steps, ...terms }) {
  if (energy !== undefined) {
    return {
      energy: String(energy),
      "energy-cap": String(energyCap),
      "largest-step": String(largestStep),
      steps: String(steps),
    };
  }
  return {
    leverage: pair([terms.leverage.lower, terms.leverage.upper]),
    "gradient-norm": String(terms.gradientNorm),
    gradient: pair([terms.gradient.lower, terms.gradient.upper]),
  };
}

function expectedNumbers(bound) {
  return {
    "total-upper": String(bound.total.upper),
    "total-lower": String(bound.total.lower),
    "total-in": pair(bound.total.loss.in),
    "total-out": pair(bound.total.loss.out),
    "model-upper": String(bound.epsilon.upper),
    "model-lower": String(bound.epsilon.lower),
    "model-in": pair(bound.loss.in),
    "model-out": pair(bound.loss.out),
    ...expectedTerms(bound.terms),
    "release-cost-expost": String(bound.releaseCost.expost),
    "release-cost-pdp": String(bound.releaseCost.pdp.epsilon),
    failure: String(bound.failureProbability),
    "failure-total": String(bound.total.failureProbability),
    method: "sharp",
    member: "unknown",
  };
}

async function compare(name, reportText, records) {
  const { loadReport } = await loadPackage();
  const report = await loadReport(reportText);
  await withPage(name, async (page, seen) => {
    await page.goto(bakedAddress(reportText));
    for (const [index, record] of records.entries()) {
      await formReady(page);
      await fill(page, record);
      await check(page);
      await headline(page);
      if (index > 0) {
        await page.getByRole("button", { name: "I was correcting my record" }).press("Enter");
        await page.locator('[data-state="several"]').waitFor({ state: "detached" });
      }
      const shown = await expertNumbers(page);
      const expected = expectedNumbers(report.bound(record));
      for (const [key, value] of Object.entries(expected))
        assert.equal(shown[key], value, `${key} of ${JSON.stringify(record)}`);
      await page.getByRole("button", { name: "Clear my record" }).click();
    }
    assert.deepEqual(seen.problems, []);
  });
  report.free();
}

for (const name of browserNames) {
  test(`${name}: ten records against a report with three releases, from file://`, () =>
    compare(name, textOf(adaptive()), tenRecords));
  test(`${name}: other kinds of report`, async () => {
    for (const report of [independent(), hessianAlone(), dependent(), veryNoisy(), hardlyNoisy()]) {
      await compare(name, textOf(report), tenRecords.slice(0, 2));
    }
  });
  for (const [what, report] of Object.entries({
    "full steps": fullDescent(),
    "Poisson sampling": poissonDescent(),
    "shuffled epochs": shuffledDescent(),
    "one iterate in three": thinnedDescent(),
  })) {
    test(`${name}: ten records against noisy gradient descent, ${what}`, () => compare(name, textOf(report), tenRecords));
  }
}
