// Each state of the page is reached, and says its own words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fromTo } from "../headline.mjs";
import { violations } from "./axe.mjs";
import { browserNames, closeBrowsers, testOnce, withPage } from "./browsers.mjs";
import { doubledSheet } from "./built-for-tests.mjs";
import { sheetHtml, siteDir } from "./built.mjs";
import { check as en } from "../../words/en/check.js";
import { innerFrame } from "./inner-frame.mjs";
import {
  coded,
  experiment,
  independent,
  newer,
  record,
  sample,
  textOf,
  traceless,
  unrounded,
  withoutMethod,
  withoutPromise,
} from "./made-up-reports.mjs";
import { aloneAddress, bakedAddress, check, fill, formReady, framedAddress, headline, scratchFile, words } from "./sheet.mjs";

// The sheet on the double, for what the real package can't be brought to.
let doubled;
before(async () => {
  doubled = await doubledSheet();
});
after(closeBrowsers);

const opened = (name, text, use, options) =>
  withPage(
    name,
    async (page, seen) => {
      await page.goto(bakedAddress(text));
      await use(page, seen);
    },
    options,
  );

async function says(page, state, ...sentences) {
  await page.waitForSelector(`[data-state="${state}"]`);
  const text = await words(page);
  for (const sentence of sentences) assert.ok(text.includes(sentence), `${JSON.stringify(sentence)} is not in: ${text}`);
}

/** No count in 100 but the promise's, on the report's card. */
async function saysNoCount(page) {
  const [promise = ""] = await page.locator(".card dd").allInnerTexts();
  assert.doesNotMatch((await words(page)).replace(promise, ""), /\d+ in 1(00|,000)/);
}

/** No figure, in whatever form. */
async function showsNoNumber(page) {
  assert.equal(await page.locator(".grids, .bands, .running, .headline").count(), 0);
  await saysNoCount(page);
}

const forbidden = /\b(safe|anonymous|protected|guaranteed)\b/i;

for (const name of browserNames) {
  describe(name, () => {
    test("no report, on its own: choose, drop or paste one", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(aloneAddress());
        await says(
          page,
          "noReport",
          "What could this model reveal about you?",
          "No report yet",
          "Choose the report that was published with the model.",
        );
        await page.setInputFiles("#report-file", scratchFile("report.json", textOf(independent())));
        await formReady(page);
        await page.getByRole("button", { name: "Use another report" }).click();
        await says(page, "noReport", "No report yet");
        await page.getByText("Paste the report's text instead").click();
        await page.getByLabel("Text of the report").fill(textOf(independent()));
        await page.getByRole("button", { name: "Use this text" }).click();
        await formReady(page);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("no report, within another page", async () => {
      await withPage(name, async (page) => {
        await page.goto(framedAddress(sheetHtml(), "allow-scripts"));
        const frame = await innerFrame(page);
        await says(
          frame,
          "noReport",
          "Check my record",
          "The form for your record appears here when a report has been chosen.",
        );
      });
    });

    test("sample", () =>
      opened(name, textOf(sample()), async (page) => {
        await says(
          page,
          "sample",
          "Sample",
          "Made-up data. There are no real people behind this report, so any values will do.",
        );
      }));

    test("an experiment with a fixed seed", () =>
      opened(name, textOf(experiment()), async (page) => {
        await formReady(page);
        const text = await words(page);
        assert.match(text, /Experiment/);
        assert.match(
          text,
          /The noise in this report came from a fixed seed, and anyone who knows the seed can take it away again\./,
        );
      }));

    test("a model in full digits, as version 0.1.0 published it", () =>
      opened(name, textOf(unrounded(independent())), async (page) => {
        await formReady(page);
        assert.match(await words(page), /Known weakness/);
        assert.match(await words(page), /published in full digits\. A known attack on such digits can reveal more/);
        await page.goto(bakedAddress(textOf(independent())));
        await formReady(page);
        assert.doesNotMatch(await words(page), /weakness|full digits/);
      }));

    test("not a report", async () => {
      for (const [text, why] of [
        ["hello", "The report is not JSON"],
        ["[]", "must be an object"],
        ['{"format": "other"}', '/format must be "expost-report"'],
      ]) {
        await opened(name, text, async (page) => {
          await says(
            page,
            "notAReport",
            "This is not a privacy report",
            "Check that you chose the report, not the model or the data.",
            why,
          );
          await showsNoNumber(page);
        });
      }
    });

    test("a report with an error: the publisher is told, the person can do nothing", async () => {
      const unknown = independent();
      unknown.model.mechanism.name = "dp-sgd";
      for (const [text, why] of [
        [textOf({ ...independent(), title: 7 }), "/title"],
        [textOf({ ...independent(), surprise: 1 }), "/surprise"],
        [textOf(unknown), "/model/mechanism/name"],
      ]) {
        await opened(name, text, async (page) => {
          await says(page, "damagedReport", "This report has an error", "You can't fix that: tell the publisher.", why);
          assert.doesNotMatch(await words(page), /not the model or the data/);
          await showsNoNumber(page);
        });
      }
    });

    test("newer format", () =>
      opened(name, textOf(newer()), async (page) => {
        await says(
          page,
          "newerFormat",
          "This report is in a newer format",
          "Use the page that came with the report, or get the latest version of this one.",
        );
        await showsNoNumber(page);
      }));

    test("a file that is not text", async () => {
      await withPage(name, async (page) => {
        await page.goto(aloneAddress());
        await page.setInputFiles("#report-file", scratchFile("report.bin", Buffer.from([0xff, 0xfe, 0x00, 0x80])));
        await says(page, "unreadable", "The file could not be read");
      });
    });

    test("the report can't give a figure, and the promise still applies", async () => {
      await opened(name, textOf(withoutMethod()), async (page) => {
        await says(
          page,
          "noFigure",
          "This page can't give a result for this report",
          "is not computed for output perturbation",
          "The publisher's promise to everyone still applies: ε = 1, δ = 0.000001.",
        );
        await showsNoNumber(page);
      });
      const { model } = withoutMethod();
      await opened(name, textOf({ ...withoutPromise(), model }), (page) =>
        says(page, "noFigure", "The report states no promise to everyone either."),
      );
    });

    test("no limit can be given: never 0, never blank", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf({ ...independent(), "x-double": "infinite" }), doubled));
        await page.getByLabel("Shift").fill("0.5");
        await check(page);
        assert.equal(await headline(page), "We can't give a limit for this record");
        await says(
          page,
          "noLimit",
          "That doesn't mean that your record was revealed, and it doesn't mean that it wasn't. For these values this page can't rule anything out.",
          "the promise still applies to you.",
        );
        assert.equal(await page.locator(".grids, .bands, .running").count(), 0);
        await saysNoCount(page);
        assert.equal(await page.locator('tr[data-number="total-upper"] td').evaluate((cell) => cell.textContent), "Infinity");
      });
    });

    test("a bound of exactly 0", () =>
      opened(name, textOf(traceless()), async (page) => {
        await page.getByLabel("Shift").fill("0");
        await page.getByRole("radiogroup", { name: "Paid late" }).getByLabel("no").check();
        await check(page);
        assert.equal(await headline(page), "This record has no effect in this model");
        await says(page, "noEffect", "Everything that was published was exactly as likely with this record as without it.");
        assert.equal(await page.locator(".grids, .bands").count(), 0);
      }));

    test("clamped and scaled values are shown, and so are blanks that were filled in", async () => {
      await opened(name, textOf(independent()), async (page) => {
        await formReady(page);
        await fill(page, { ...record, age: "17", income: "12000" });
        await check(page);
        await headline(page);
        await says(
          page,
          "reduced",
          "Some values were changed the same way as in training",
          "The model never saw values outside its range. No record counts for more than a set size. The result is for the values",
          "Age: 17 counted as 18, the report's minimum.",
          "Monthly income: 12000 counted as 10000, the report's maximum.",
          "All values together were scaled down, so that no record counts for more than the set size.",
        );
      });
      await opened(name, textOf(independent()), async (page) => {
        await formReady(page);
        await fill(page, record);
        await check(page);
        await headline(page);
        await says(page, "reduced", "No record counts for more than a set size. The result is for the values");
        assert.doesNotMatch(await words(page), /outside its range/);
      });
      const unscaled = textOf({ ...independent(), scaling: { range: [-1, 1], norm: 9 } });
      await opened(name, unscaled, async (page) => {
        await formReady(page);
        await fill(page, { ...record, age: "17" });
        await check(page);
        await headline(page);
        await says(page, "reduced", "The model never saw values outside its range. The result is for the values");
        assert.doesNotMatch(await words(page), /set size/);
        await page.getByRole("button", { name: "Clear my record" }).press("Enter");
        await fill(page, { ...record, income: "", housing: "" });
        await check(page);
        await headline(page);
        await says(
          page,
          "filled",
          "Blank values were filled in the same way as in training",
          "Monthly income: blank, and counted as 2400.",
          "Housing: blank, and counted as other.",
        );
      });
    });

    test("blank and unusable values: a summary with links, words at the field, answers kept", () =>
      opened(name, textOf(independent()), async (page) => {
        await formReady(page);
        await fill(page, { age: "old", balance: "1,5", employed: "yes" });
        await check(page);
        await page.waitForSelector("#error-summary");
        assert.equal(await page.evaluate(() => document.activeElement.id), "error-summary");
        // A way out for somebody who doesn't know a value.
        assert.equal(await page.locator("#error-summary p").innerText(), en.errors.unsure);
        const links = await page.locator("#error-summary a").allInnerTexts();
        assert.deepEqual(links, [
          "Age must be a number, like 50",
          "Balance must be written with a point for decimals and nothing between thousands: “1,5” could mean 1.5 or 15",
          "Choose an answer for “Region”",
          "Choose an answer for “Paid late”",
        ]);
        assert.equal(await page.getByLabel("Age, in years").inputValue(), "old");
        assert.equal(await page.getByRole("radiogroup", { name: "In paid work" }).getByLabel("yes").isChecked(), true);
        const age = page.getByLabel("Age, in years");
        assert.equal(await age.getAttribute("aria-invalid"), "true");
        const described = await age.evaluate((input) =>
          input
            .getAttribute("aria-describedby")
            .split(" ")
            .map((id) => document.getElementById(id).textContent.replace(/\s+/g, " ").trim())
            .join(" "),
        );
        assert.match(described, /Error: Age must be a number, like 50/);
        await page.getByRole("link", { name: "Choose an answer for “Paid late”" }).press("Enter");
        assert.equal(await page.evaluate(() => document.activeElement.id), "outcome-1");
        await page.getByLabel("Age, in years").fill("");
        await check(page);
        await page.getByRole("link", { name: "Enter an answer for “Age”" }).waitFor();
        await showsNoNumber(page);
      }));

    test("a pasted row is shown back for checking", () =>
      opened(name, textOf(independent()), async (page) => {
        await formReady(page);
        await page.getByText("Fill in the form from a file or a copied text").click();
        const box = page.getByLabel("Text with your record");
        const use = page.getByRole("button", { name: "Fill in the form" });
        await box.fill("9,45,2150.50,-120,1,rents,south-east,no");
        await use.press("Enter");
        await page.getByText("There is one line only. Give two").waitFor();
        assert.equal(await page.evaluate(() => document.activeElement.id), "row-text");
        await box.fill("id,age,income,balance,employed,housing,region,late\n9,45,2150.50,-120,1,rents,south-east,no\n");
        await use.press("Enter");
        await page.getByText("7 of 7 values were filled in. Check them below before you go on.").waitFor();
        assert.match(await words(page), /Columns that were not used: id\./);
        assert.equal(await page.evaluate(() => document.activeElement.id), "row-message");
        // The button is next, and what was read and the fields can be opened.
        const [read, values] = [page.locator("details:has(> .row-read)"), page.locator("details.values")];
        for (const details of [read, values]) assert.equal(await details.evaluate(({ open }) => open), false);
        await read.locator("summary").press("Enter");
        const rows = await page.locator(".row-read tbody tr").evaluateAll((all) => all.map((row) => row.innerText.split("\t")));
        assert.deepEqual(rows, [
          ["age", "45", "Age"],
          ["income", "2150.50", "Monthly income"],
          ["balance", "-120", "Balance"],
          ["employed", "1 (read as yes)", "In paid work"],
          ["housing", "rents", "Housing"],
          ["region", "south-east", "Region"],
          ["late", "no", "Paid late"],
        ]);
        assert.equal(await page.locator(".row-intake").evaluate((details) => details.open), false);
        assert.equal(await page.getByLabel("Age, in years").inputValue(), "45");
        await page.getByRole("button", { name: "Clear my record" }).press("Enter");
        assert.equal(await page.locator(".row-read").count(), 0);
        assert.equal(await page.getByLabel("Age, in years").inputValue(), "");
        await page.getByText("Fill in the form from a file or a copied text").click();
        await box.fill("age,income\n45,2,150\n");
        await use.press("Enter");
        await page.getByText("Line 2: The row has not as many values as the header has names").waitFor();
        await box.fill("age\tincome\tbalance\temployed\thousing\tregion\tlate\n45\t2150.50\t-120\t\trents\tsouth-east\tno\n");
        await use.press("Enter");
        assert.match(await words(page), /6 of 7 values were filled in\..* employed blank In paid work/);
        await fill(page, { employed: "yes" });
        await check(page);
        assert.equal(await headline(page), fromTo(50, 57));
      }));

    test("of several records one is chosen by its first values", () =>
      opened(name, textOf(independent()), async (page) => {
        await formReady(page);
        await page.getByText("Fill in the form from a file or a copied text").click();
        const people = [record, { ...record, age: "46", housing: "owns" }, { ...record, age: "47" }];
        await page.getByLabel("Text with your record").fill(JSON.stringify({ export: { people, of: { age: 1 } } }));
        await page.getByRole("button", { name: "Fill in the form" }).press("Enter");
        const choice = page.getByLabel("There are 3 records in it. Choose yours.");
        await choice.waitFor();
        assert.equal(await page.evaluate(() => document.activeElement.id), "row-message");
        assert.equal(await page.getByLabel("Age, in years").inputValue(), "");
        assert.match((await choice.locator("option").allInnerTexts())[2], /^2: 46 · 2150\.50 · -120 · yes · owns · south-east/);
        const use = page.getByRole("button", { name: "Use this record" });
        for (const [place, age] of [
          ["1", "46"],
          ["2", "47"],
        ]) {
          await choice.selectOption(place);
          await use.press("Enter");
          await page.getByText("7 of 7 values were filled in.").waitFor();
          assert.equal(await page.locator("#value-1").inputValue(), age);
          assert.equal(await choice.inputValue(), place);
        }
        assert.deepEqual(await violations(page), []);
        await check(page);
        await headline(page);
        assert.equal(await page.locator("#row-choice").count(), 0);
      }));

    test("a dropped file with one record fills in the form", () =>
      opened(name, textOf(independent()), async (page) => {
        await formReady(page);
        await fill(page, { age: "30", income: "2000", region: "north" });
        const files = await page.evaluateHandle(() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File(['{"age": 45, "region": "middle", "employed": false}'], "me.json"));
          return transfer;
        });
        await page.dispatchEvent("h1", "drop", { dataTransfer: files });
        await page.getByText("2 of 7 values were filled in.").waitFor();
        const text = await words(page);
        assert.match(text, /region middle Region: not one of the choices, so left open/);
        assert.match(text, /Not found: Monthly income, Balance, Housing, Paid late\./);
        // Values of the file replace what was typed, also where they can't be used; the rest stays.
        const values = await page.evaluate(() =>
          ["value-1", "value-2", "value-3", "value-6"].map((id) => document.getElementById(id).value),
        );
        assert.deepEqual(values, ["45", "2000", "", ""]);
      }));

    test("a report for coded records", () =>
      opened(name, textOf(coded()), async (page) => {
        await formReady(page);
        await page.getByLabel("Coded record").fill("0.1 0.2");
        await page.getByLabel("Coded outcome").fill("2");
        await check(page);
        await page.getByRole("link", { name: "Coded record must have 3 numbers; this has 2" }).waitFor();
        await page.getByLabel("Coded record").fill("[0.1, 0.2, 0.3]");
        await check(page);
        await page.getByRole("link", { name: "Coded outcome: /y must be -1 or 1, but is 2" }).waitFor();
        await page.getByLabel("Coded outcome").fill("1");
        await check(page);
        assert.equal(await headline(page), fromTo(50, 52));
      }));

    test("no WebAssembly", async () => {
      await withPage(name, async (page) => {
        await page.addInitScript(() => delete globalThis.WebAssembly);
        await page.goto(bakedAddress(textOf(independent())));
        await says(
          page,
          "noWebAssembly",
          "This browser can't do the calculation",
          "The calculation needs WebAssembly, which this browser doesn't have or has switched off.",
        );
        await showsNoNumber(page);
      });
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf({ ...independent(), "x-double": "no-webassembly" }), doubled));
        await says(page, "noWebAssembly", "This browser can't do the calculation");
      });
    });

    test("a failed self-test, a result that is no number, sums that fail: no number", async () => {
      await withPage(name, async (page) => {
        await page.goto(bakedAddress(textOf({ ...independent(), "x-double": "self-test" }), doubled));
        await says(page, "selfTest", "No result is shown", "In this browser a test gave a wrong answer, so we show no result.");
        await showsNoNumber(page);
        assert.equal(await page.locator("#record-heading").count(), 0);
      });
      for (const what of ["nan", "throws", "no-beliefs"]) {
        await withPage(name, async (page) => {
          await page.goto(bakedAddress(textOf({ ...independent(), "x-double": what }), doubled));
          await page.getByLabel("Shift").fill("0.5");
          await check(page);
          await says(page, "wentWrong", "No result is shown", "Your answers are still in the form.");
          await showsNoNumber(page);
        });
      }
    });

    test("a fingerprint that can't be worked out gives no number", async () => {
      // A page that came over plain http from another machine has no crypto.subtle.
      await withPage(name, async (page) => {
        await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
        await page.addInitScript(() => {
          if (window.parent !== window) return;
          addEventListener("message", (event) => {
            if (event.data.type === "expost-ready")
              event.source.postMessage({ type: "expost-report", text: "{}", hash: "0".repeat(64) }, "*");
          });
        });
        await page.goto(framedAddress(sheetHtml(), "allow-scripts"));
        const frame = await innerFrame(page);
        await says(
          frame,
          "hashUnchecked",
          "The report's fingerprint can't be checked here",
          "No result is calculated. Open the page over https.",
        );
      });
    });
  });
}

testOnce("words that promise too much are nowhere", async () => {
  const every = (value) =>
    typeof value === "string"
      ? [value]
      : typeof value === "function"
        ? [value.toString()]
        : Object.values(value).flatMap(every);
  for (const text of every(en)) assert.doesNotMatch(text, forbidden);
  for (const page of ["index.html", "why.html", "verify.html"]) {
    assert.doesNotMatch(readFileSync(join(siteDir, page), "utf8").replace(/<[^>]+>/g, " "), forbidden);
  }
});
