// The result for a record, on the page that `expost page` makes, opened as a file. Also in
// Firefox: an engine lets a frame hand over a download.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { bakePage } from "../../web/bake/bake.mjs";
import { check as en } from "../../words/en/check.js";
import { beginsFrom, fromOver, fromTo, inSentence } from "../headline.mjs";
import { browserNames, closeBrowsers, everyBrowser, testOnce, withPage } from "./browsers.mjs";
import { sheetHtml } from "./built.mjs";
import { innerFrame } from "./inner-frame.mjs";
import {
  adaptive,
  dependent,
  experiment,
  hardlyNoisy,
  independent,
  laplace,
  poissonDescent,
  record,
  sample,
  textOf,
  unrounded,
  veryNoisy,
  withoutPromise,
} from "./made-up-reports.mjs";
import {
  bakedAddress,
  check,
  fill,
  formReady,
  framedAddress,
  headline,
  openParts,
  scratchFile,
  showBeliefs,
  showForm,
  words,
} from "./sheet.mjs";

after(closeBrowsers);

/** Opens a report as a file, enters the record and hands over. */
async function withResult(name, report, use, entered = record) {
  await withPage(name, async (page, seen) => {
    await page.goto(bakedAddress(textOf(report)));
    await formReady(page);
    await fill(page, entered);
    await check(page);
    const title = await headline(page);
    await openParts(page);
    await showBeliefs(page);
    await use(page, title, seen);
  });
}

const questions = (page) => page.locator(".questions").innerText();

const dots = (page, index) =>
  page
    .locator(".grids svg")
    .nth(index)
    .evaluate((grid) =>
      Object.fromEntries(
        ["kept", "added", "rest"].map((kind) => [
          kind,
          (grid.querySelector(`.dot-${kind}`).getAttribute("d").match(/M/g) ?? []).length,
        ]),
      ),
    );

for (const name of browserNames) {
  describe(name, () => {
    test("a report about persons with several rows: the card says what they are promised, the result that it is one row's", async () => {
      const several = { ...independent(), person: { rows: 3, epsilon: 3, delta: 1.2e-5 } };
      const oneRow = "This is about one row of a person. Several rows count for more, and their results may not be added up.";
      await withResult(name, several, async (page) => {
        const text = await words(page);
        assert.ok(text.includes("A person with up to 3 rows: ε = 3, δ = 0.000012 for all of them together."));
        assert.ok(text.includes(oneRow));
      });
      await withResult(name, independent(), async (page) => {
        assert.doesNotMatch(await words(page), /one row of a person|up to 3 rows/);
      });
    });

    test("headline, meaning, dots, bands and table say the same", async () => {
      await withResult(name, adaptive(), async (page, title, seen) => {
        assert.equal(title, fromTo(50, 58));
        const text = await words(page);
        assert.match(
          text,
          /How sure could someone become that your record was used\? From 50 in 100 to at most 58 in 100 Nobody could be surer than 58 in 100 that it was used\. That is a slight lean\. The same limits how sure anybody could be that it wasn't used\. Picture someone who wants to know whether the record you entered was used to train this model\. At first they can't tell: they give it a chance of 50 in 100, like a coin toss\. After studying everything that was published, they could give it a chance of at most 58 in 100\. This holds even if they already know every other record\. Staying at 50 in 100 would mean that they learned nothing\. 100 in 100 would mean that they are certain it was used\./,
        );
        assert.deepEqual(await dots(page, 0), { kept: 50, added: 0, rest: 50 });
        assert.deepEqual(await dots(page, 1), { kept: 50, added: 8, rest: 42 });
        const table = await page.locator("details", { hasText: "The same in numbers" }).locator("tbody tr").allInnerTexts();
        assert.deepEqual(
          table.map((row) => row.split(/\s*\t\s*/).map((cell) => cell.trim())),
          [
            ["Before", "50 in 100", "50 in 100"],
            ["Under the promise to everyone", "26 in 100", "74 in 100"],
            ["Under the promise to you", "33 in 100", "67 in 100"],
            ["After, for your record", "42 in 100", "58 in 100"],
          ],
        );
        assert.equal(await page.locator(".band").count(), 3);
        assert.match(
          text,
          /The promise leaves room for rare outcomes in which more is revealed\. δ is the size of that room\. It is not the chance of such an outcome, which can be larger\./,
        );
        assert.match(
          text,
          /The promise was made before anything was published\. Your result comes from your record and from what was published\. It can be lower or higher; the promise still applies to you\./,
        );
        assert.match(
          text,
          /The noise is random, so a result can come out too low\. That happens in at most 10 of 100 publications, if you check one record that you had settled on before seeing the report\. If you try several and keep the lowest, it happens more often\./,
        );
        assert.match(
          text,
          /What this does not mean The result says whether someone could tell that your record was used\. It says nothing about:/,
        );
        for (const point of [
          "What a model can guess about you.",
          "Other publications.",
          "Lost or stolen data.",
          "A report that isn't true.",
        ])
          assert.ok(text.includes(point));
        assert.deepEqual(seen.problems, []);
      });
    });

    test("the parts and their running total add up to the number shown", async () => {
      for (const report of [adaptive(), dependent(), independent()]) {
        await withResult(name, report, async (page) => {
          const number = async (locator) => Number((await locator.innerText()).replace("\u2212", "-"));
          const rows = await page.locator(".running tbody tr").all();
          assert.equal(rows.length, 4);
          let sum = 0;
          for (const row of rows) {
            sum += await number(row.locator("td").nth(0));
            assert.ok(Math.abs(sum - (await number(row.locator("td").nth(1)))) < 1e-9);
          }
          const total = await number(page.locator(".running tfoot td").last());
          assert.ok(Math.abs(sum - total) < 1e-9);
          assert.match(await words(page), new RegExp(`Yours is at most ${total}, rounded up\\.`));
          const caption = await page.locator(".running caption").innerText();
          const backwards = (await page.locator(".run-down").count()) > 0;
          assert.equal(
            caption,
            `Each bar begins where the one above it ended.${backwards ? " A dashed bar runs backwards: that part takes away." : ""}`,
          );
          assert.ok(
            total >= Number(await page.locator('tr[data-number="total-upper"] td').evaluate((cell) => cell.textContent)),
          );
        });
      }
    });

    test("what is pressed while beliefs are worked out breaks nothing, and shows no figure of another belief", async () => {
      await withResult(name, adaptive(), async (page, _, seen) => {
        const title = page.locator(".announcement .headline");
        // All of it in one task, so that no promise is settled in between.
        const pressed = (...selectors) =>
          page.evaluate((all) => {
            for (const one of all) document.querySelector(one).click();
            return document.querySelector(".announcement .headline")?.textContent ?? null;
          }, selectors);
        const early = [await pressed("#several", ".finish button", "#belief-own")];
        assert.deepEqual(seen.problems, []);
        await title.filter({ hasText: beginsFrom(50) }).waitFor();
        // Back to a preset, so that another number can be chosen again.
        await pressed("#belief-5000");
        early.push(await pressed("#belief-1000", "#belief-own"));
        await title.filter({ hasText: beginsFrom(10) }).waitFor();
        assert.deepEqual(seen.problems, []);
        assert.deepEqual(early, [null, null]);
      });
    });

    test("the starting belief can be 1, 10, 50 in 100 or her own number", async () => {
      await withResult(name, adaptive(), async (page) => {
        const title = page.locator(".announcement .headline");
        await page.getByLabel("10 in 100", { exact: true }).check();
        await title.filter({ hasText: fromTo(10, 14) }).waitFor();
        assert.match(await words(page), /From what they know already, they give it a chance of 10 in 100\./);
        await page.getByLabel("1 in 100", { exact: true }).check();
        await title.filter({ hasText: fromTo(10, 14, { of: 1000 }) }).waitFor();
        await page.getByLabel("Another number").check();
        const own = page.getByLabel("Whole number from 1 to 99, in 100");
        await own.fill("0.5");
        await page.getByRole("button", { name: "Use this number" }).click();
        assert.match(await words(page), /The chance at first must be a whole number from 1 to 99, like 20/);
        await own.fill("20");
        await own.press("Enter");
        await title.filter({ hasText: fromTo(20, 26) }).waitFor();
        await own.fill("99");
        await own.press("Enter");
        await title.filter({ hasText: fromOver(99) }).waitFor();
        assert.deepEqual(await dots(page, 1), { kept: 99, added: 1, rest: 0 });
      });
    });

    test("a small change is counted in a thousand dots, and is never no change", async () => {
      await withResult(name, veryNoisy(), async (page, title) => {
        assert.equal(title, fromTo(500, 501, { of: 1000 }));
        assert.deepEqual(await dots(page, 1), { kept: 500, added: 1, rest: 499 });
      });
    });

    test("near certainty is more than 99, drawn as all", async () => {
      await withResult(name, hardlyNoisy(), async (page, title) => {
        assert.equal(title, fromOver(50));
        assert.match(
          await words(page),
          /the chance they give it could be anywhere from fewer than 1 in 100 to more than 99 in 100\./,
        );
        assert.deepEqual(await dots(page, 1), { kept: 50, added: 50, rest: 0 });
      });
    });

    test("next to no noise: the page answers, shows no NaN and no parts that aren't the figure's", async () => {
      for (const sigma of [1e-12, 1e-30]) {
        const report = unrounded(withoutPromise());
        report.model.mechanism.sigma = sigma;
        await withResult(name, report, async (page, title) => {
          assert.equal(title, fromOver(50));
          const found = await words(page);
          assert.match(found, /Your total is too large to be split into parts that add up\./);
          assert.doesNotMatch(found, /NaN/);
          assert.equal(await page.locator("table.running").count(), 0);
        });
      }
    });

    test("a weak report looks weak, and says what being in it tells where it can", async () => {
      const weak = {
        ...independent(),
        guarantee: { epsilon: 3, delta: 1e-6 },
        people: 200000,
        membership: "Everyone in it drives.",
      };
      delete weak.publisher;
      await withResult(name, weak, async (page) => {
        const text = await words(page);
        assert.ok(
          text.includes("Warning: The promise to everyone is weak: it lets somebody go from 50 in 100 to more than 95."),
        );
        assert.ok(text.includes("Warning: The room for rare outcomes, δ, is too large"));
        assert.ok(text.includes("Warning: The report doesn't say who published it."));
        assert.ok(text.includes("How many people is it about? About 200,000."), text);
        assert.match(
          text,
          /What was promised\? Nobody who studies the publication can become surer than 96 in 100 .* rare outcomes aside/,
        );
        assert.ok(text.includes("To whom? one person, one row."));
        assert.ok(
          text.includes("Who stands behind it? Not stated. Not signed. Names no web pages about people's rights or privacy."),
        );
        assert.ok(text.includes("in the publisher's words: Everyone in it drives."));
        assert.ok(text.includes("Ask the publisher. The check page has a text that is ready to send."));
      });
      await withResult(name, independent(), async (page) => {
        const text = await words(page);
        assert.ok(text.includes("What is missing or weak? Note: The report doesn't say how many people it is about."));
        assert.ok(text.includes("The publisher doesn't say what it would tell somebody to know that a record was used."));
        assert.ok(text.includes("Nothing is needed because of this result."));
      });
    });

    test("values that aren't known: the box, a range, and what the result holds for", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(bakedAddress(textOf(independent())));
        await formReady(page);
        await fill(page, record);
        await check(page);
        const known = await headline(page);
        const unsure = async (label) => {
          await showForm(page);
          const field = page.locator(".field", { has: page.locator("[id$=-name]", { hasText: label }) });
          await field.getByRole("checkbox", { name: "I'm not sure" }).press("Space");
          // A value that was entered doesn't become the end of a range.
          assert.deepEqual(
            await field.locator("input[type=text]").evaluateAll((all) => all.map(({ value }) => value).join("")),
            "",
          );
        };
        await unsure("Region");
        await unsure("Monthly income, in euros");
        await page.getByLabel("At least").fill("2000");
        await page.getByLabel("At most").fill("2500");
        await check(page);
        const either = await headline(page);
        assert.ok((await words(page)).includes("This holds whatever is right for: Monthly income, Region."), await words(page));
        // Half of a tenth of the range of incomes is worth less than 1 in 100, a region more.
        const told = "These hardly matter: Monthly income. From 50 in 100, finding out one of them";
        assert.ok((await words(page)).includes(told), await words(page));
        await showForm(page);
        assert.match(await page.locator(".fields > p").innerText(), /^These hardly matter: Monthly income\./);
        const most = (text) => Number(/at most (\d+)/.exec(text)[1]);
        assert.ok(most(either) >= most(known), `${either} after ${known}`);
        // Everything unknown is the most that there is, and a range that runs backwards is refused.
        await showForm(page);
        await page.getByLabel("At least").fill("3000");
        await check(page);
        const backwards = "There is a problem Monthly income: “At most” must not be below “At least”";
        assert.equal((await page.locator("#error-summary").innerText()).replace(/\s+/g, " ").trim(), backwards);
        await page.getByLabel("At least").fill("");
        await page.getByLabel("At most").fill("");
        for (const label of ["Age, in years", "Balance, in euros", "In paid work", "Housing", "Paid late"]) await unsure(label);
        await check(page);
        assert.ok(most(await headline(page)) >= most(either));
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a report without a promise has one band and says so", async () => {
      await withResult(name, withoutPromise(), async (page) => {
        assert.equal(await page.locator(".band").count(), 1);
        assert.match(await words(page), /This report states no promise to everyone\./);
        assert.doesNotMatch(await words(page), /leaves room/);
        assert.equal(await questions(page), "Questions about the report: privacy@example.org");
        assert.equal(await page.locator(".questions bdi").innerText(), "privacy@example.org");
      });
      const { publisher: _, ...unsigned } = independent();
      unsigned.guarantee.delta = 2.1e-5;
      await withResult(name, unsigned, async (page) => {
        assert.equal(await questions(page), en.finish.questionsUnknown);
        assert.match(await words(page), /δ = 0\.000021\./);
        assert.doesNotMatch(await words(page), /100,000/, "δ is no count of cases");
      });
    });

    test("samples and experiments are marked at the figure", async () => {
      await withResult(name, sample(), async (page) =>
        assert.equal(await page.locator(".announcement .stamp").innerText(), "Sample: made-up data"),
      );
      await withResult(name, experiment(), async (page) =>
        assert.match(await words(page), /Experiment The noise|The noise in this report came from a fixed seed/),
      );
    });

    test("the summary has the figure and the report's fingerprint, and not the record", async () => {
      await withResult(name, adaptive(), async (page) => {
        await page.evaluate(() => {
          const make = URL.createObjectURL;
          URL.createObjectURL = (blob) => {
            blob.text().then((text) => (window.saved = text));
            return make.call(URL, blob);
          };
        });
        await page.getByRole("button", { name: "Save summary" }).click();
        await page.waitForFunction(() => window.saved);
        const summary = await page.evaluate(() => window.saved);
        assert.ok(summary.includes(fromTo(50, 58)), summary);
        assert.ok(summary.includes(createHash("sha256").update(textOf(adaptive())).digest("hex")));
        assert.match(summary, /at most 10 of 100 publications/);
        assert.match(summary, /Where the chance can end up: 42 in 100 to 58 in 100\n/);
        assert.match(
          summary,
          /What you can do now:\nNothing is needed because of this result\. Keep the summary if you like\.\n- Ask the publisher [^]*\nQuestions about the report: privacy@example\.org\n/,
        );
        assert.match(summary, /The record that was checked is not in this file\./);
        assert.match(summary, /Date of the report: 1 March 2026\n/);
        for (const value of ["45", "2150.5", "-120", "rents", "south-east"])
          assert.ok(!summary.replace(/[0-9a-f]{64}/, "").includes(value), value);

        await page.evaluate(() => (window.saved = null));
        await page.getByRole("button", { name: "Save these numbers as JSON" }).click();
        await page.waitForFunction(() => window.saved);
        const numbers = JSON.parse(await page.evaluate(() => window.saved));
        assert.equal(numbers.method, "sharp");
        assert.ok(!("x" in numbers) && !("y" in numbers) && !("notes" in numbers));
      });
    });

    test("clearing takes the record and the figure away", async () => {
      await withResult(name, adaptive(), async (page) => {
        await page.getByRole("button", { name: "Clear my record" }).click();
        assert.match(await words(page), /Your record was cleared\./);
        assert.equal(await page.getByLabel("Age, in years").inputValue(), "");
        assert.equal(await page.locator('input[type="radio"]:checked').count(), 0);
        assert.equal(await page.getByLabel("Region", { exact: true }).inputValue(), "");
        assert.equal(await page.locator("#result-heading").isVisible(), false);
        assert.equal(await page.evaluate(() => document.activeElement.id), "record-heading");
        await check(page);
        assert.match(await words(page), /Enter an answer for “Age”/);
      });
    });

    test("a changed value takes the old figure away; a second record has a figure for all, unless it was a slip", async () => {
      await withResult(name, adaptive(), async (page, first) => {
        const noticed = "More than one record was checked here";
        const upper = () => page.locator('tr[data-number="total-upper"] td').evaluate((cell) => Number(cell.textContent));
        const one = await upper();
        assert.match(await words(page), /one record that you had settled on before seeing the report/);
        // The same record again is no second one, nor is one that the sums can't tell from it.
        await check(page);
        assert.equal(await headline(page), first);
        const told = page.locator('[role="status"] [data-state="changed"]');
        assert.equal(await told.count(), 0);
        await fill(page, { age: "46" });
        assert.equal(await page.locator("#result-heading").isVisible(), false);
        assert.equal(await page.locator(".headline, .grids, .running").count(), 0);
        // The old one is kept, and said to be of the earlier values, also where a new one is wrong.
        const said = `You changed a value, so the result no longer applies Check your record again for a result for the new values. The result for your earlier values was: “${first}”.`;
        assert.equal((await told.innerText()).replace(/\s+/g, " "), said);
        await fill(page, { age: "forty" });
        await check(page);
        await page.waitForSelector("#error-summary");
        assert.equal((await told.innerText()).replace(/\s+/g, " "), said);
        await fill(page, { age: "46" });
        await check(page);
        // 100,000 draws of the releases' noise give 1.0777 nats (docs/mathematics/bounds.md).
        assert.equal(await headline(page), fromTo(50, 75));
        assert.equal(await told.count(), 0);
        const all = await upper();
        assert.ok(all > one);
        const text = await words(page);
        assert.ok(text.includes(noticed) && text.includes("So this one is larger: it holds for every record you try."));
        assert.match(
          text,
          /However many records you try, that happens to any of them in at most 10 of 100 publications\. That is a stronger/,
        );
        assert.doesNotMatch(text, /settled on before|keep the lowest/);
        assert.equal(await page.locator('tr[data-number="uniform"] td').evaluate((cell) => cell.textContent), "all");
        assert.equal(await page.getByLabel("I want to try more than one record").isChecked(), true);

        await page.getByRole("button", { name: "I was correcting my record" }).press("Enter");
        await page.locator(".headline", { hasText: fromTo(50, 58) }).waitFor();
        assert.ok(!(await words(page)).includes(noticed));
        assert.equal(await page.evaluate(() => document.activeElement.id), "result-heading");
        assert.equal(await page.getByLabel("I want to try more than one record").isChecked(), false);
        assert.ok((await upper()) < all);
        await fill(page, { age: "47" });
        await check(page);
        await headline(page);
        assert.ok((await words(page)).includes(noticed), "the corrected record counts as the first");
      });
    });

    test("trying several records can be asked for; it stays until it is turned off or the page is left", async () => {
      await withResult(name, adaptive(), async (page, first) => {
        const choice = page.getByLabel("I want to try more than one record");
        const now = page.locator(".several-now");
        assert.equal(await now.count(), 0);
        await choice.check();
        await page.locator(".headline", { hasText: fromTo(50, 75) }).waitFor();
        assert.equal(await now.innerText(), `Now: ${inSentence(fromTo(50, 75))}.`);
        assert.match(await words(page), /This result holds for every record you try It was calculated for all records at once/);
        assert.equal(await page.evaluate(() => document.activeElement.id), "several", "the focus stays");
        await page.getByRole("button", { name: "Clear my record" }).press("Enter");
        await fill(page, record);
        await check(page);
        assert.equal(await headline(page), fromTo(50, 75));
        assert.equal(await now.count(), 0);
        await choice.uncheck();
        await page.locator(".headline", { hasText: first }).waitFor();
        assert.equal(await now.innerText(), `Now: ${inSentence(fromTo(50, 58))}.`);
        await choice.check();
        await page.locator('[data-state="several"]').waitFor();
        await page.getByRole("button", { name: "Go back to one record" }).press("Enter");
        await page.locator(".headline", { hasText: first }).waitFor();
        await fill(page, { age: "17" });
        await check(page);
        await page.locator('[data-state="several"]').waitFor();
        await page.getByRole("button", { name: "I was correcting my record" }).press("Enter");
        await page.locator('[data-state="several"]').waitFor({ state: "detached" });
        // 16 is raised to the same 18: no other record for the sums.
        await fill(page, { age: "16" });
        await check(page);
        await headline(page);
        assert.equal(await page.locator('[data-state="several"]').count(), 0);
        await choice.check();
        await page.locator('[data-state="several"]').waitFor();
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
        await fill(page, record);
        await check(page);
        assert.equal(await headline(page), first);
        assert.equal(await page.locator('[data-state="several"]').count(), 0);
      });
    });

    test("values that aren't hers: the result for all records, or what it holds for; her own is the first", async () => {
      await withPage(name, async (page, seen) => {
        const box = page.getByLabel("I'm trying values that aren't mine");
        const several = page.locator('[data-state="several"]');
        await page.goto(bakedAddress(textOf(adaptive())));
        await formReady(page);
        await showForm(page);
        assert.equal(
          await page.locator("#exploring-hint").innerText(),
          "Your result then holds for all records at once. It is larger.",
        );
        await box.check();
        for (const age of ["30", "50"]) {
          await fill(page, { ...record, age });
          await check(page);
          assert.equal(await headline(page), fromTo(50, 75));
          assert.match(await several.innerText(), /This is the larger result, for every record you try/);
          assert.equal(await several.getByRole("button").count(), 0);
          await openParts(page);
          assert.equal(await page.locator('tr[data-number="uniform"] td').evaluate((cell) => cell.textContent), "all");
          assert.equal(await page.getByLabel("I want to try more than one record").count(), 0);
        }
        await showForm(page);
        await box.uncheck();
        assert.equal(await page.locator(".headline").count(), 0, "the result was one of other values");
        await fill(page, record);
        await check(page);
        assert.equal(await headline(page), fromTo(50, 58));
        assert.equal(await several.count(), 0);

        await page.goto(bakedAddress(textOf(poissonDescent())));
        await formReady(page);
        await showForm(page);
        assert.match(
          await page.locator("#exploring-hint").innerText(),
          /no result holds for all records at once\. What you see then holds for one record/,
        );
        await fill(page, record);
        await check(page);
        const one = await headline(page);
        await showForm(page);
        await box.check();
        await check(page);
        assert.equal(await headline(page), one);
        assert.match(await several.innerText(), /This result holds for one record/);

        await page.goto(bakedAddress(textOf(laplace())));
        await formReady(page);
        assert.equal(await box.count(), 0, "there every result holds for all records");
        assert.deepEqual(seen.problems, []);
      });
    });

    test("clearing between records doesn't make each of them the first, and can be for another person", async () => {
      await withResult(name, adaptive(), async (page, first) => {
        const several = page.locator('[data-state="several"]');
        const clear = () => page.getByRole("button", { name: "Clear my record" }).press("Enter");
        const checked = async (age) => {
          await fill(page, { ...record, age });
          await check(page);
          return headline(page);
        };
        assert.match(
          await words(page),
          /Takes your answers and the result off this page\. It still remembers that a record was checked\./,
        );
        for (const age of ["50", "60"]) {
          await clear();
          assert.notEqual(await checked(age), first);
          assert.match(await several.innerText(), /More than one record was checked here/);
          assert.match(await several.innerText(), /a mistake, or someone else's, and this is the one record you came to check/);
        }
        await page.getByRole("button", { name: "I was correcting my record" }).press("Enter");
        await several.waitFor({ state: "detached" });
        // Not even the same record is known after clearing: its values are gone.
        await clear();
        await checked("60");
        assert.equal(await several.count(), 1);
      });
    });

    test("clearing what was never checked leaves nothing to remember", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf(adaptive())));
        await formReady(page);
        await fill(page, { ...record, age: "50" });
        await page.getByRole("button", { name: "Clear my record" }).press("Enter");
        await fill(page, record);
        await check(page);
        assert.equal(await headline(page), fromTo(50, 58));
        assert.equal(await page.locator('[data-state="several"]').count(), 0);
      });
    });

    test("leaving the page clears the record", async () => {
      await withResult(name, adaptive(), async (page) => {
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
        assert.equal(await page.getByLabel("Age, in years").inputValue(), "");
        assert.equal(await page.locator("#result-heading").isVisible(), false);
      });
    });
  });
}

testOnce("chromium hands the summary over as a file", async () => {
  await withResult("chromium", adaptive(), async (page) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save summary" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "privacy-check-summary.txt");
  });
});

/** Its words, as `words` finds them. */
const textOn = (page) => page.evaluate(() => document.body.innerText.replace(/\s+/g, " "));

testOnce("the printed summary has the figure and where it comes from, and not the record", async () => {
  await withResult(
    "chromium",
    adaptive(),
    async (page) => {
      await page.evaluate(() => (window.print = () => (window.printed = true)));
      await page.getByRole("button", { name: "Print summary" }).press("Enter");
      assert.equal(await page.evaluate(() => window.printed), true);
      await page.emulateMedia({ media: "print" });
      const text = await textOn(page);
      assertSummary(text);
      assert.equal(await page.locator("input:visible, button:visible, select:visible").count(), 0);
      const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
      const pages = pdf.match(/\/Type\s*\/Page\b/g).length;
      assert.ok(pages <= 2, `${pages} pages`);
    },
    { ...record, age: "17" },
  );
});

function assertSummary(text) {
  for (const part of [
    "Late payments, made up for tests",
    `${beginsFrom(50)} to at most`,
    "What this does not mean",
    "What you can do now",
    "Ask the publisher which data were used, and how to opt out next time.",
    "Questions about the report: privacy@example.org",
    "in at most 10 of 100 publications",
    "Some values were changed the same way as in training.",
    createHash("sha256").update(textOf(adaptive())).digest("hex"),
    "Date of the check",
    "The record that was checked is not on this page.",
  ])
    assert.ok(text.includes(part), `${part} is not in: ${text}`);
  for (const value of ["Age", "17 counted", "2150", "-120", "rents", "south-east", "For experts"])
    assert.ok(!text.replace(/[0-9a-f]{64}/, "").includes(value), `${value} is in: ${text}`);
}

for (const name of everyBrowser) {
  test(`${name}: within another page the summary can be kept as a page without script`, async () => {
    await withPage(name, async (page, seen) => {
      const text = textOf(adaptive());
      await page.goto(framedAddress(bakePage(sheetHtml(), text), "allow-scripts allow-downloads"));
      const sheet = await innerFrame(page);
      await formReady(sheet);
      await fill(sheet, { ...record, age: "17" });
      await check(sheet);
      await headline(sheet);
      assert.equal(await sheet.getByRole("button", { name: "Print summary" }).count(), 0);
      await sheet.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          blob.text().then((text) => (window.saved = text));
          return make.call(URL, blob);
        };
      });
      await sheet.getByRole("button", { name: "Save a page to print" }).press("Enter");
      await sheet.waitForFunction(() => window.saved);
      const saved = await sheet.evaluate(() => window.saved);
      assert.doesNotMatch(saved, /<(script|input|button|select|textarea|form)|2150|south-east/);
      await page.goto(`file://${scratchFile("kept.html", saved)}`);
      assertSummary(await textOn(page));
      assert.equal(await page.locator(".dots").count(), 2);
      assert.equal(await page.title(), "Summary of a privacy check");
      assert.deepEqual(seen.problems, []);
    });
  });
}
