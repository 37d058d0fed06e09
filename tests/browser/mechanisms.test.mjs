// The check page with reports of every mechanism: what it says is true of that mechanism, and its
// numbers are the library's. In Firefox too, because the engine compiles the module.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { browserNames, closeBrowsers, everyBrowser, withPage } from "./browsers.mjs";
import { loadPackage } from "./built.mjs";
import {
  adaptivePosterior,
  coded,
  fullDescent,
  hessianAlone,
  laplace,
  output,
  poissonDescent,
  posterior,
  record,
  severalClasses,
  shuffledDescent,
  textOf,
  thinnedDescent,
  unrounded,
} from "./made-up-reports.mjs";
import { aloneAddress, bakedAddress, check, expertNumbers, fill, formReady, headline, scratchFile, words } from "./sheet.mjs";

let library;
before(async () => (library = await loadPackage()));
after(closeBrowsers);

const OFF = "How far the model's answer is from yours";
const OUR_NUMBERS = ["How unusual your record is among the others", OFF];
// Where nothing is known of the other records.
const ALONE = ["How much your record could count, at most", OFF];
const LINES_UP = "The random noise";
const NOTHING_ELSE = "Publishing this report: nothing else was published";
const IN_RELEASES = /That happens in at most 5 of 100 publications/;
const TWO_ENDS = /\[.*, .*\]/;
const NUMBER = /^-?\d/;

/** Rows that noisy gradient descent has in common; its result can't be split into parts. */
const descent = {
  late: "no",
  parts: null,
  whole:
    /For this kind of training the result can't be split into parts\. It comes from the most that your record can have pulled in each step/,
  sure: IN_RELEASES,
  experts: {
    energy: NUMBER,
    "energy-cap": NUMBER,
    "largest-step": NUMBER,
    steps: /^20$/,
    clip: /^1$/,
    mechanism: /^noisy-gradient-descent$/,
  },
  promise: /Under the promise the same person could go from/,
};

/**
 * For each mechanism: the report, the outcome to enter, what the card says was published, the parts
 * by name (null: it can't be split), how sure it is, the rows for experts that are its own, and
 * what the promise says.
 */
const mechanisms = {
  "several classes": {
    report: severalClasses(),
    late: "often",
    card: /What was published The model\. Nothing else was calculated from the data\./,
    parts: [...ALONE, LINES_UP, NOTHING_ELSE],
    sure: IN_RELEASES,
    experts: {
      "determinant-in": TWO_ENDS,
      "determinant-out": TWO_ENDS,
      "gradient-norm": NUMBER,
      gradient: TWO_ENDS,
      loss: /^softmax, K = 3$/,
      mechanism: /^objective-perturbation, gaussian$/,
      sigma: /^6\.5$/,
      dimension: /^16$/,
    },
    promise: /Under the promise the same person could go from/,
  },
  "several classes with releases": {
    report: severalClasses({ release: true }),
    late: "once",
    card: /The model, and two technical summaries of the data with random noise added\./,
    parts: [...OUR_NUMBERS, LINES_UP, "Publishing this report as well as the model"],
    sure: /at most 10 of 100 publications/,
    experts: { "sigma-gradient": /^20$/, "sigma-hessian": /^3$/, "release-cost-expost": /^0\.\d/ },
    promise: /Under the promise the same person could go from/,
  },
  "a Hessian alone": {
    report: hessianAlone(),
    late: "no",
    card: /What was published The model, and one technical summary of the data with random noise added\. What it reveals is counted in your result\./,
    parts: [...OUR_NUMBERS, LINES_UP, "Publishing this report as well as the model"],
    sure: /at most 10 of 100 publications/,
    experts: { "sigma-hessian": /^3$/, "release-cost-expost": /^0\.\d/ },
    promise: /Under the promise the same person could go from/,
  },
  "Laplace-type noise": {
    report: laplace(),
    late: "yes",
    card: /The model, trained with Laplace-type random noise\. Nothing else/,
    parts: ["How far your record can have bent the training", "How far the model's answer is from yours", NOTHING_ELSE],
    sure: /the limit holds whatever the noise was: a result never comes out too low\. That is so for every record, however many you try\./,
    experts: {
      determinant: NUMBER,
      noise: NUMBER,
      eta: /^0\.6$/,
      mechanism: /^objective-perturbation, laplace$/,
      failure: /^0\.05$/,
      "failure-total": /^0$/,
    },
    promise:
      /Under the promise the same person could go from 50 in 100 to at most 65 in 100, and no less than 35 in 100\. Experts write the promise as ε = 0\.6 alone: there is no δ, and no room for exceptions\./,
    never: /leaves room|settled on before|keep the lowest|more than one record/,
  },
  "output perturbation": {
    report: output(),
    late: "no",
    card: /The model, with random noise added to it after training\. Nothing else/,
    parts: ["How far your record can have moved the model", "The random noise", NOTHING_ELSE],
    sure: IN_RELEASES,
    experts: { shift: NUMBER, derivative: NUMBER, mechanism: /^output-perturbation, gaussian$/, sigma: /^2\.2$/ },
    promise: /Under the promise the same person could go from/,
  },
  "a posterior sample": {
    report: posterior(),
    late: "30",
    card: /The model: one random draw from those that fit the data\. Nothing else/,
    parts: null,
    sure: IN_RELEASES,
    experts: { "published-residual": NUMBER, gamma: /^0\.5$/, mechanism: /^posterior-sample$/, loss: /^squared$/ },
    promise: /This report states no promise to everyone\./,
  },
  "a posterior sample with settings from the data": {
    report: adaptivePosterior(),
    late: "30",
    card: /one random draw from those that fit the data, and two quantities with random noise added, .* What all three reveal is counted in your result\./,
    parts: null,
    sure: IN_RELEASES,
    experts: {
      "published-residual": NUMBER,
      "data-eigenvalue": NUMBER,
      gamma: /^0\.02$/,
      mechanism: /^posterior-sample, adaptive \(ε = 1, δ = 0\.000001\)$/,
      accountant: /^joint numerical accounting$/,
    },
    promise: /Under the promise the same person could go from/,
  },
  "noisy gradient descent": {
    ...descent,
    report: fullDescent(),
    card: /The model, trained in 20 steps with random noise added in each\. Every record took part in every step\. All intermediate models are published too, so that you can work out your own result\. The promise to everyone counts them as published\./,
  },
  "noisy gradient descent, Poisson sampling": {
    ...descent,
    report: poissonDescent(),
    card: /In each step chance decided, for each record on its own, whether it took part: 25 in 100 times\. All intermediate models are published too/,
  },
  "noisy gradient descent, shuffled": {
    ...descent,
    report: shuffledDescent(),
    card: /In each round the records were divided at random into 5 groups, one for each step, so that each record took part once\./,
  },
  "noisy gradient descent, one iterate in three": {
    ...descent,
    report: thinnedDescent(),
    card: /One in 3 intermediate models is published too, .* About the steps between them we assume more, so it can be higher\./,
  },
};

/** Fills in the form and hands it over. */
async function enter(page, { late, ...others }) {
  await fill(page, others);
  const [number] = await page.locator('input[type="text"]#outcome').all();
  if (number) await number.fill(late);
  else await page.getByRole("radiogroup", { name: "Paid late" }).getByLabel(late, { exact: true }).check();
  await check(page);
}

/** Rows of another mechanism would be undefined, or false. */
const OTHERS = [
  ...["leverage", "gradient-norm", "first-derivative", "determinant", "noise", "shift", "published-residual"],
  "energy",
];
const OWN = {
  "several classes": ["gradient-norm"],
  "several classes with releases": ["gradient-norm"],
  "a Hessian alone": ["leverage", "gradient-norm", "first-derivative"],
  "Laplace-type noise": ["determinant", "noise"],
  "output perturbation": ["shift"],
  "a posterior sample": ["published-residual"],
  "a posterior sample with settings from the data": ["published-residual"],
  "noisy gradient descent": ["energy"],
  "noisy gradient descent, Poisson sampling": ["energy"],
  "noisy gradient descent, shuffled": ["energy"],
  "noisy gradient descent, one iterate in three": ["energy"],
};

for (const name of browserNames) {
  describe(name, () => {
    for (const [what, { report, late, card, parts, sure, experts, promise, never, whole }] of Object.entries(mechanisms)) {
      test(`${what}: card, figure, parts, promise, how sure, and the library's numbers`, async () => {
        await withPage(name, async (page, seen) => {
          await page.goto(bakedAddress(textOf(report)));
          await formReady(page);
          assert.match(await words(page), card);
          await enter(page, { ...record, late });
          assert.match(await headline(page), /^From 50(0 in 1,0| in 1)00 to /);
          const loaded = await library.loadReport(report);
          const bound = loaded.bound({ ...record, late });
          loaded.free();

          const text = await words(page);
          assert.match(text, promise);
          assert.match(text, sure);
          assert.doesNotMatch(text, /undefined|NaN|\[object/);
          if (never) assert.doesNotMatch(text, never);
          // Without the hint that is in the same cell.
          const named = await page.locator(".running tbody th").evaluateAll((cells) =>
            cells.map((cell) =>
              Array.from(cell.childNodes, (node) => (node.nodeType === 3 ? node.data : ""))
                .join("")
                .trim(),
            ),
          );
          if (parts === null) {
            assert.equal(bound.components, null);
            assert.deepEqual(named, []);
            assert.match(
              text,
              whole ?? /What your result is made of For this kind of model the result can't be split into parts/,
            );
          } else {
            assert.deepEqual(named, parts);
            const amounts = await page
              .locator(".running tbody tr td:nth-of-type(1)")
              .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent.replace("\u2212", "-"))));
            const { leverage, gradientNorm, gradient, release } = bound.components;
            const values = [leverage, gradientNorm, gradient, release].filter((value, index) => value !== 0 || index === 3);
            assert.equal(amounts.length, values.length);
            for (const [index, value] of values.entries())
              assert.ok(Math.abs(amounts[index] - value) < 2e-3, `${amounts[index]} for ${value}`);
          }

          const numbers = await expertNumbers(page);
          for (const [key, expected] of Object.entries(experts)) assert.match(numbers[key] ?? "not there", expected, key);
          for (const key of OTHERS) assert.equal(key in numbers, OWN[what].includes(key), key);
          assert.equal(numbers["total-upper"], String(bound.total.upper));
          assert.equal(numbers["failure-total"], String(bound.total.failureProbability));

          // A second record: a figure for all, where one for each would mislead.
          const several = page.getByLabel("I want to try more than one record");
          const misleads = bound.total.failureProbability > 0;
          assert.equal(await several.count(), misleads ? 1 : 0);
          await fill(page, { age: "46" });
          await check(page);
          await headline(page);
          const second = { ...record, late, age: "46" };
          const again = await library.loadReport(report);
          const { boundsEverybody = true } = again.summary.mechanism;
          const all = again.bound(second, misleads ? { uniform: boundsEverybody ? "all" : 1000 } : {});
          again.free();
          assert.equal((await expertNumbers(page))["total-upper"], String(all.total.upper));
          const after = await words(page);
          assert.equal(after.includes("More than one record was checked here"), misleads);
          // Where no result holds for all records at once, none is said to.
          assert.equal(after.includes("So this one is for up to 1,000 such records, and it can be larger."), !boundsEverybody);
          assert.equal(after.includes("with this kind of training no result holds for all records at once"), !boundsEverybody);
          assert.deepEqual(seen.problems, []);
        });
      });
    }

    test("an outcome of several levels: radio buttons up to seven, a list above; a coded one is the number of a class", async () => {
      const withLevels = (levels) => {
        const report = unrounded(severalClasses());
        const { length } = report.model.theta;
        report.model.loss.classes = levels.length;
        report.model.theta = Array.from({ length: (length / 3) * levels.length }, (_, index) => Math.sin(index) / 4);
        report.label.levels = levels;
        // Each further class costs more: no promise of three holds for eight.
        delete report.guarantee;
        return report;
      };
      const levels = ["a", "b", "c", "d", "e", "f", "g"];
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(withLevels(levels))));
        await formReady(page);
        const group = page.getByRole("radiogroup", { name: "Paid late" });
        assert.deepEqual(await group.getByRole("radio").evaluateAll((all) => all.map(({ value }) => value)), levels);
        await check(page);
        await page.getByRole("link", { name: "Choose an answer for “Paid late”" }).waitFor();
      });
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(withLevels([...levels, "h"]))));
        await formReady(page);
        const list = page.getByLabel("Paid late", { exact: true });
        assert.deepEqual(await list.locator("option").evaluateAll((all) => all.map(({ value }) => value)), [
          "",
          ...levels,
          "h",
        ]);
        await list.selectOption("h");
        const { late: _, ...others } = record;
        await fill(page, others);
        await check(page);
        assert.match(await headline(page), /^From 50/);
      });
      const report = coded();
      report.model = { ...report.model, loss: { name: "softmax", classes: 3 }, theta: [0.3, -0.2, 0.1, 0, 0.1, -0.3] };
      delete report.guarantee;
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(report)));
        await formReady(page);
        assert.match(await words(page), /2 numbers with a point for decimals, .* The number of the class, from 0 to 2\./);
        await page.getByLabel("Coded record").fill("0.1 0.2");
        await page.getByLabel("Coded outcome").fill("3");
        await check(page);
        await page.getByRole("link", { name: /^Coded outcome: / }).waitFor();
        await page.getByLabel("Coded outcome").fill("2");
        await check(page);
        assert.match(await headline(page), /^From 50/);
      });
    });
  });
}

for (const name of everyBrowser) {
  test(`${name}: one page opens reports of all mechanisms, one after the other`, async () => {
    await withPage(name, async (page, seen) => {
      await page.goto(aloneAddress());
      for (const [what, { report }] of Object.entries(mechanisms)) {
        const text = textOf(report);
        const another = page.getByRole("button", { name: "Use another report" });
        if ((await another.count()) > 0) await another.press("Enter");
        await page.setInputFiles("#report-file", scratchFile("report.json", text));
        const hash = createHash("sha256").update(text).digest("hex");
        await page.getByText(hash).first().waitFor({ state: "attached" });
        assert.equal(await page.locator("#record-heading").count(), 1, what);
      }
      assert.deepEqual(seen.problems, []);
    });
  });
}
