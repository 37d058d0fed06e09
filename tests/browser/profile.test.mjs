// The page for studying rows: from the data and the study to the range of ε, the charts and the
// files, in every state. What the numbers are is the library's business, so most states are had
// from a double whose numbers are known by heart (double/index.js): row r of n moves the model by
// 1 / r, and the share of the most a loss could be climbs from 1/4 to 1 between βD = 1 and 100.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { small, study as smallStudy } from "../cli/small-study.mjs";
import { profile as en } from "../../words/en/profile.js";
import { violationsInSchemes } from "./axe.mjs";
import { browserNames, testOnce, withPage } from "./browsers.mjs";
import { drop, keepFiles, problems, savedBy } from "./curator.mjs";
import { moveTo } from "./keyboard.mjs";
import { askedNothing, loaded, nothingGetsOut } from "./no-way-out.mjs";
import {
  cellsOf,
  doubledSite,
  dropOn,
  giveData,
  giveStudy,
  numbersUnder,
  openAlone,
  openSettings,
  practitionerFrame,
  press,
  ready,
  run,
} from "./practitioner.mjs";
import { elsewhereForTests, serveSite, siteForTests } from "./site-server.mjs";
import { leading, leadingAround, quietly } from "./ways-out.mjs";

const BANNER = "Private view. Don't publish the chart, the ranking or the numbers.";
const STAMP = "Private view. Don't publish.";

const site = siteForTests(async () => (await doubledSite()).files);
const elsewhere = elsewhereForTests();
let doubled;
before(async () => {
  doubled = await doubledSite();
});

const onSite = async (page) => {
  await page.goto(`${site.address}profile.html`);
  return practitionerFrame(page);
};
const alone = (page) => openAlone(page, doubled.dir);
const charts = (form) => form.locator("svg.chart").evaluateAll((all) => all.map(({ id }) => id));
const findings = (form) => form.locator(".finding").allInnerTexts();
const doing = (what, changes = {}) => smallStudy({ "x-double": what, ...changes });
const reportText = JSON.stringify({
  ...{ format: "expost-report", title: "Small report", guarantee: { epsilon: 2, delta: 1e-6 }, unit: "one person" },
  ...{ label: { name: "paid", kind: "binary", negative: "no", positive: "yes" }, published: "2026-11-22" },
});

/** Refusals: how the form is filled in, the field and the sentence. */
const refusals = {
  "nothing at all": {
    study: null,
    data: null,
    field: ["data-file", "study-file"],
    message: /^Choose the data, or make up rows/,
  },
  "no study": { study: null, field: "study-file", message: /^Choose the study$/ },
  "no data": { data: null, field: "data-file", message: /^Choose the data, or make up rows of the same shape$/ },
  "an empty file": { data: "", early: true, field: "data-file", message: /^data\.csv: is empty; a header line/ },
  "a header only": { data: "age,member,town,paid\n", field: "data-file", message: /^data\.csv: has a header, but no rows/ },
  "a short row": {
    data: `${small(20)}20,no\n`,
    field: "data-file",
    message: /^data\.csv: line 22 has 2 fields, but the header/,
  },
  "a value that is none": {
    data: `${small(20)}?,no,west,no\n`,
    field: "data-file",
    message: /^data\.csv, line 22: row 21 has a "\?"$/,
  },
  "a held-out value that is none": {
    heldOut: "age,member,town,paid\n?,no,west,no\n",
    field: "held-out-file",
    message: /^others\.csv, line 2: row 1 has a "\?"$/,
  },
  "a study that is no JSON": { study: '{"title": }', file: true, field: "study-file", message: /^study\.json is not JSON/ },
  "a study that is none": { study: "[]", file: true, field: "study-file", message: /^study\.json is not a study: it must be/ },
  "a report that is none": {
    answer: (form) => dropOn(form, "report-file", "page.json", "{}"),
    file: true,
    field: "report-file",
    message: /^page\.json is not a report$/,
  },
  "a report of other rows": {
    study: doing("another study"),
    report: true,
    field: "report-file",
    message: /^report\.json: the report has no feature town$/,
  },
  "no λ anywhere": {
    study: smallStudy({ mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: null } }),
    field: "lambda",
    message: /^Enter λ: the study leaves it open$/,
  },
  "no ε anywhere": {
    study: smallStudy({ budget: { epsilon: null, delta: null } }),
    field: "profile-epsilon",
    message: /^Enter the ε of the ranking: the study leaves it open$/,
  },
  "λ of 0": { fill: { lambda: "0" }, field: "lambda", message: /^λ must be a number above 0, like 1$/ },
  "λ beyond what the library takes": {
    fill: { lambda: "1e-300" },
    field: "lambda",
    message: /^λ must be a number from 1e-100 to 1e100$/,
  },
  "an ε beyond what the library takes": {
    fill: { "profile-epsilon": "1e101" },
    field: "profile-epsilon",
    message: /^The ε of the ranking must be a number from 1e-100 to 1e100$/,
  },
  "values of ε that are too close": {
    fill: { "epsilon-from": "1", "epsilon-to": "1.0000000000000002" },
    field: "epsilon-to",
    message: /^The largest ε must be further above the smallest ε: so many values don't fit between them$/,
  },
  "λ that rounding swallows": {
    study: doing("a small λ"),
    field: "lambda",
    message: /^λ is too small for these data: rounding leaves nothing of it$/,
  },
  "a decimal comma": {
    fill: { "profile-epsilon": "1,5" },
    field: "profile-epsilon",
    message: /^The ε of the ranking must be written with a point for decimals/,
  },
  "a range of ε upside down": {
    fill: { "epsilon-from": "10", "epsilon-to": "1" },
    field: "epsilon-to",
    message: /^The largest ε must be above the smallest ε$/,
  },
  "one value of ε": {
    fill: { "epsilon-count": "1" },
    field: "epsilon-count",
    message: /^The number of values of ε must be a whole number from 2 to 200$/,
  },
  "one model": {
    fill: { samples: "1" },
    field: "samples",
    message: /^The number of models to draw must be 0, or a whole number from 2 to 10000$/,
  },
  "sums that don't settle": {
    study: doing("throws"),
    field: "run",
    message: /^Nothing was worked out\. The sums did not settle$/,
  },
  "a result that can't be shown": {
    study: doing("no ranking"),
    field: "run",
    message: /^Nothing was worked out\. Cannot read properties of undefined/,
  },
  "made-up rows without a study": {
    study: null,
    data: null,
    press: "make-up",
    field: "study-file",
    message: /^Choose the study first: the rows are made up from its ranges$/,
  },
  "made-up rows from a study with gaps": {
    study: smallStudy({ features: [{ name: "age", kind: "number", minimum: null, maximum: 90 }] }),
    data: null,
    press: "make-up",
    field: "study-file",
    message: /^The study has no range or choices yet for age: fill them in first$/,
  },
  "half a made-up row": {
    data: null,
    fill: { "made-up-rows": "1.5" },
    press: "make-up",
    field: "made-up-rows",
    message: /^The number of rows to make up must be a whole number from 2 to 1000000$/,
  },
};

for (const name of browserNames) {
  describe(name, () => {
    test("on the site: the range, the rows that decide it, every chart with its table; nothing leaves", async () => {
      await withPage(name, async (page, seen) => {
        const own = await serveSite(doubled.files);
        await page.goto(`${own.address}profile.html`);
        const form = await practitionerFrame(page);
        assert.equal(await page.locator("#banner").innerText(), BANNER);
        assert.equal(await page.locator("#banner").evaluate((banner) => getComputedStyle(banner).position), "sticky");
        assert.match(
          await form.locator("#honest").innerText(),
          /^Choosing ε after looking at these rows uses up privacy that ε doesn't count\./,
        );
        await loaded(page, own, "profile.html");
        seen.requests.length = 0;
        const from = own.log.length;
        await ready(form, smallStudy());
        await run(form);
        assert.equal(await form.evaluate(() => document.activeElement.id), "result-heading");
        assert.equal(
          await form.locator("#headline").innerText(),
          "At ε\u00a0=\u00a01, 0.25\u00a0nats for the most exposed row",
        );
        assert.deepEqual(await findings(form), [
          "At any ε up to 10, no row's typical loss is above 62.5% of the most it could be, and none is below 25.0% of it, however small ε is.",
          "The choice of ε decides which rows are exposed only from ε\u00a0=\u00a01 to ε\u00a0=\u00a020,000.",
          "That range is no recommendation: an ε far above 1 promises little.",
          "Below ε = 1 every row's typical loss is close to 25.0% of the most it could be. A smaller ε makes the losses smaller in proportion, and no row gains beyond that. What decides this end is row 1, which moves the model most.",
          "Above ε = 20,000 every row's typical loss is close to the most it could be: every row is fully exposed. What decides this end is row 200, which moves the model least.",
          "The ends are rounded outward.",
        ]);
        assert.match(
          await form.locator("#cost").innerText(),
          /^Choosing ε after looking at these rows uses up privacy that ε doesn't count\./,
        );
        assert.equal(
          await form.locator("#facts").innerText(),
          "200 rows, 3 coordinates, λ = 2. Each row is compared with the model trained without it. Distances are off by a share of 1.24 × 10⁻⁶ at most, rounding aside. The farthest model it could lead to, which “More settings” offers and which takes one step for each row, would be off by up to 0.0113 times that distance.",
        );
        assert.match(
          await form.locator("#beyond").innerText(),
          /^The charts go from ε = 0\.01 to ε = 10,000, and the range goes further/,
        );
        assert.equal(await form.locator("#made-up").count(), 0);
        assert.deepEqual(await charts(form), ["typical-chart", "share-chart", "sorted-chart", "map-chart"]);
        // Largest and 99th percentile first.
        assert.deepEqual(await cellsOf(form, "quantiles-table"), [
          ["largest", "0.25", "1"],
          ["99th percentile", "0.0833", "0.333"],
          ["median", "0.00248", "0.0099"],
          ["mean", "0.00735", "0.0294"],
        ]);
        const top = await cellsOf(form, "top-table");
        assert.equal(top.length, 20);
        assert.deepEqual(top[0], ["1 (decides the lower end)", "1", "0.25", "0.01", "−0.5", "−0.6"]);
        assert.deepEqual(top[19].slice(0, 3), ["20", "0.05", "0.0125"]);
        const typical = await numbersUnder(form, "typical-chart");
        assert.equal(typical.length, 25);
        assert.deepEqual(typical[0].slice(0, 2), ["0.01", "0.0025"]);
        assert.deepEqual(typical[24].slice(0, 2), ["10,000", "10,000"]);
        // Values are read out at a place by keys, and under the pointer.
        const slider = form.locator("#typical-chart-read");
        const readings = () => form.locator("figure:has(#typical-chart) output b").allInnerTexts();
        await slider.press("End");
        assert.deepEqual(await readings(), typical[24]);
        assert.match(await slider.getAttribute("aria-valuetext"), /^ε: 10,000; largest: 10,000; /);
        await slider.press("ArrowLeft");
        assert.deepEqual(await readings(), typical[23]);
        await form.locator("#typical-chart").evaluate((chart) => {
          const { left, top, width } = chart.getBoundingClientRect();
          const [x] = JSON.parse(chart.dataset.places)[12];
          const at = { clientX: left + (x * width) / chart.viewBox.baseVal.width + 2, clientY: top + 40, bubbles: true };
          chart.dispatchEvent(new PointerEvent("pointermove", at));
        });
        assert.deepEqual(await readings(), typical[12]);
        assert.equal(await slider.inputValue(), "12");
        const map = await numbersUnder(form, "map-chart");
        await form.locator("#map-chart-read").press("End");
        assert.deepEqual(await form.locator("figure:has(#map-chart) output b").allInnerTexts(), map.at(-1));
        const shares = await numbersUnder(form, "share-chart");
        assert.deepEqual(shares[0].slice(1), ["25.0%", "25.0%", "25.0%", "25.0%"]);
        // At ε = 1 the first row leaves the lower plateau; at 100 it is on the upper one; the last
        // row is between the two at the end.
        assert.deepEqual(shares.find(([epsilon]) => epsilon === "1").slice(1, 2), ["25.0%"]);
        assert.deepEqual(shares.find(([epsilon]) => epsilon === "100").slice(1, 2), ["100.0%"]);
        assert.equal(shares[24].at(-1), "88.7%");
        const sorted = await numbersUnder(form, "sorted-chart");
        assert.deepEqual(
          sorted.map(([rank]) => rank),
          ["1", "2", "5", "10", "20", "50", "100", "200"],
        );
        assert.deepEqual(sorted[2], ["5", "0.05"]);
        assert.doesNotMatch(await form.locator("#sorted-chart").getAttribute("aria-label"), /second line/);
        // Each chart says in words what it shows, has the stamp drawn in, and text that can be
        // read.
        for (const id of await charts(form)) {
          const chart = form.locator(`#${id}`);
          assert.ok((await chart.getAttribute("aria-label")).length > 60, id);
          assert.equal(await chart.locator(".chart-stamp").textContent(), STAMP);
          assert.ok((await chart.locator("text").count()) > 8, id);
          assert.equal(await chart.locator("title, animate, script, a").count(), 0, id);
        }
        const words = await form.locator("#typical-chart text").allTextContents();
        for (const word of ["lower plateau", "transition", "largest", "99th percentile", "median", "ε"])
          assert.ok(words.includes(word), word);
        const levels = await form.locator("#share-chart text").allTextContents();
        for (const word of ["lower plateau, 25.0%", "upper plateau, 100%"]) assert.ok(levels.includes(word), word);
        assert.ok((await form.locator("#sorted-chart text").allTextContents()).includes("ε = 1"));
        // The map counts every row once, over any two columns.
        const rowsOn = async () => (await numbersUnder(form, "map-chart")).reduce((sum, cells) => sum + Number(cells[2]), 0);
        assert.equal(await rowsOn(), 200);
        assert.equal(await form.locator("#map-status").innerText(), "");
        await form.locator("#map-up").focus();
        await form.locator("#map-up").selectOption({ label: "town" });
        await form.locator("#map-chart[aria-label*='age and town']").waitFor();
        assert.equal(await form.evaluate(() => document.activeElement.id), "map-up");
        assert.match(
          await form.locator("#map-status").innerText(),
          /^Drawn: Typical losses by age and town\. The largest typical loss in a cell is from \S+ to 0\.25\.$/,
        );
        const cells = await numbersUnder(form, "map-chart");
        assert.deepEqual([...new Set(cells.map(([, town]) => town))].sort(), ["north", "south, east", "west"]);
        assert.equal(
          cells.reduce((sum, [, , of]) => sum + Number(of), 0),
          200,
        );
        const first = cells.find(([age, town]) => age === "18 to 24" && town === "north");
        // Row 1 is 18 years old and lives in the north: the largest loss there, but not the median.
        assert.equal(first[3], "0.25");
        assert.notEqual(first[4], "0.25");
        const squares = () => form.locator("#map-chart .heat-5").evaluateAll((all) => all.map((one) => one.getAttribute("x")));
        const largest = await squares();
        await form.locator("#map-statistic").selectOption("median");
        assert.notDeepEqual(await squares(), largest);
        assert.match(await form.locator("#map-status").innerText(), /^Drawn: .* The median typical loss in a cell is from/);
        await askedNothing(page, seen, own, from);
      });
    });

    test("with a report, held-out rows, drawn models and the farthest neighbours", async () => {
      await withPage(name, async (page, seen) => {
        const form = await alone(page);
        assert.equal(await form.locator("#banner").innerText(), BANNER);
        await ready(form, smallStudy());
        await dropOn(form, "held-out-file", "others.csv", small(30));
        await form.locator("#held-out-status p", { hasText: "others.csv: 4 columns" }).waitFor();
        await drop(form, "report.json", reportText);
        await form.locator("#report-status p", { hasText: "report.json will be compared with the rows." }).waitFor();
        await openSettings(form);
        await form.locator("#neighbours-2").check();
        await form.locator("#samples").fill("10");
        await form.locator("#epsilon-from").fill("0.1");
        await form.locator("#epsilon-to").fill("1000");
        await form.locator("#epsilon-count").fill("5");
        await form.locator("#profile-epsilon").fill("3");
        await form.locator("#lambda").fill("4");
        await run(form);
        assert.deepEqual(await charts(form), [
          ...["typical-chart", "share-chart", "accuracy-chart", "sorted-chart", "map-chart", "exact-chart", "ratio-chart"],
        ]);
        assert.match(
          await form.locator("#facts").innerText(),
          /λ = 4\. Each row is compared with the farthest model it could lead to, which makes the losses too large\.$/,
        );
        assert.deepEqual(
          (await numbersUnder(form, "accuracy-chart")).map((cells) => cells.join(" ")),
          ["0.1 50.0% 1%", "1 56.0% 1%", "10 62.0% 1%", "100 68.0% 1%", "1,000 74.0% 1%", "without noise 82.0% 0%"],
        );
        assert.equal(await form.locator("#accuracy-chart .bar").count(), 5);
        assert.ok(
          (await form.locator(".figure > .hint").allInnerTexts()).some((hint) => /^Over 200 drawn models\./.test(hint)),
        );
        assert.ok((await form.locator("#accuracy-chart text").allTextContents()).includes("without noise: 82.0%"));
        // Drawn models come smallest first and are shown largest first.
        const sorted = await numbersUnder(form, "sorted-chart");
        assert.deepEqual(sorted[0], ["1", "3.25", "3.58", "0.001"]);
        assert.match(
          await form.locator("#sorted-chart").getAttribute("aria-label"),
          /A second line is the mean over drawn models\. A line across marks ε = 3\.$/,
        );
        assert.match(await form.locator("#published-table").innerText(), /Redberg & Wang's bound\s+∞\s+∞\s+∞/);
        assert.equal(
          await form.locator("#misses").innerText(),
          "0 of 200 rows have an exact loss outside their bound, at a failure probability of 1 × 10⁻⁶ a row.",
        );
        // The signed losses are shown by size; a row without loss and its infinite ratio are
        // counted, not drawn.
        assert.deepEqual((await numbersUnder(form, "exact-chart"))[0], ["1", "0.1", "0.5"]);
        assert.deepEqual((await numbersUnder(form, "exact-chart")).at(-1), ["200", "0", "0.0025"]);
        assert.deepEqual((await numbersUnder(form, "ratio-chart"))[0], ["1", "∞"]);
        const hints = (await form.locator(".figure > .hint").allInnerTexts()).join(" ");
        assert.match(hints, /1 row has a loss of 0 and can't be drawn/);
        assert.match(hints, /For 1 row the ratio is infinite \(∞\) and can't be drawn/);
        assert.ok((await form.locator("#exact-chart text").allTextContents()).includes("promised ε = 2"));
        assert.deepEqual((await cellsOf(form, "top-table"))[1].slice(-2), ["0", "0.25"]);
        // Without them again.
        await press(form, "again");
        assert.equal(await form.evaluate(() => document.activeElement.id), "data-heading");
        assert.equal(await form.locator("#lambda").inputValue(), "4");
        await press(form, "report-remove");
        await press(form, "held-out-remove");
        await run(form);
        assert.deepEqual(await charts(form), ["typical-chart", "share-chart", "sorted-chart", "map-chart"]);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("the map over columns, coordinates of the model, or one of each: every row in one cell", async () => {
      await withPage(name, async (page, seen) => {
        const form = await alone(page);
        await ready(form, smallStudy());
        await run(form);
        const choosers = ["map-across", "map-up"];
        for (const id of choosers)
          assert.deepEqual(
            await form
              .locator(`#${id} optgroup`)
              .evaluateAll((all) => all.map((group) => [group.label, Array.from(group.children, ({ text }) => text)])),
            [
              ["Columns of the data", ["age", "member", "town", "paid"]],
              [
                "Coordinates of the model, and how far each row moves them",
                ["change in “intercept”", "change in “age”", "change in “member”"],
              ],
            ],
          );
        const choose = async (titles) => {
          for (const [side, title] of titles.entries()) await form.locator(`#${choosers[side]}`).selectOption({ label: title });
          await form.locator(`#map-chart[aria-label*="by ${titles.join(" and ")}."]`).waitFor();
          const cells = await numbersUnder(form, "map-chart");
          assert.equal(
            cells.reduce((sum, [, , rows]) => sum + Number(rows), 0),
            200,
            titles.join(),
          );
          return cells;
        };
        const notes = () => form.locator(".figure:has(#map-chart) > .hint").allInnerTexts();
        assert.deepEqual(await notes(), []);
        // Row 1 moves the intercept by −0.6 and age by 0.8, row 2 by 0.3 and 0.4, row 3 by −0.2
        // and 0.267.
        const two = await choose(["change in “intercept”", "change in “age”"]);
        const at = (cells, across, up) => cells.find((cell) => cell[0] === across && cell[1] === up)?.slice(2);
        // Labels that would run into one another side by side are slanted.
        const slanted = () => form.locator("#map-chart text.tick[transform]").allTextContents();
        assert.deepEqual(await slanted(), []);
        assert.deepEqual(at(two, "−1 to −0.3", "0.3 to 1"), ["1", "0.25", "0.25"]);
        assert.deepEqual(at(two, "0.3 to 1", "0.3 to 1"), ["1", "0.125", "0.125"]);
        assert.deepEqual(at(two, "−0.3 to −0.1", "0.1 to 0.3"), ["2", "0.0833", "0.05"]);
        assert.deepEqual(await notes(), [
          "The change is what happens to a coordinate of the model when a row is left out. Its scale is alike to both sides of 0, and its steps grow with the size; the cell in the middle has the changes too small for a step, and those of 0. In the model of all rows “intercept” is −0.25 and “age” is 1.5.",
        ]);
        const mixed = await choose(["town", "change in “intercept”"]);
        assert.deepEqual([...new Set(mixed.map(([town]) => town))].sort(), ["north", "south, east", "west"]);
        assert.deepEqual(await slanted(), ["north", "south, east", "west"]);
        assert.ok(mixed.some(([, change]) => change.startsWith("−")) && mixed.some(([, change]) => /^0\./.test(change)));
        const still = await choose(["change in “age”", "change in “member”"]);
        assert.deepEqual([...new Set(still.map(([, change]) => change))], ["0"]);
        assert.equal(await form.locator("#some-coordinates").count(), 0);
        assert.deepEqual(seen.problems, []);
        await press(form, "again");
        await ready(form, doing("few coordinates"));
        await run(form);
        assert.equal(
          await form.locator("#some-coordinates").innerText(),
          "A map can show the first 1 of the 3 coordinates of the model.",
        );
        assert.deepEqual(await form.locator("#map-up optgroup:last-child option").allInnerTexts(), ["change in “intercept”"]);
        await choose(["age", "change in “intercept”"]);
      });
    });

    test("states in which there is no range say so, and no infinity is shown as 0", async () => {
      await withPage(name, async (page) => {
        const form = await alone(page);
        const state = async (what) => {
          await ready(form, doing(what));
          await run(form);
          const found = { headline: await form.locator("#headline").innerText(), sentences: await findings(form) };
          const text = await form.locator("#profile").innerText();
          assert.doesNotMatch(text, /NaN|undefined|null|\bInfinity\b/, what);
          return found;
        };
        const lone = await state("a row without effect");
        assert.match(lone.sentences[1], /from ε\u00a0=\u00a01 to ε\u00a0=\u00a0∞\.$/);
        assert.equal(
          lone.sentences[4],
          "There is no upper end: row 200 does not move the model at all, so no ε exposes it, however large. Its typical loss is exactly 0.",
        );
        // The axis holds the end that there is.
        assert.equal(await form.locator("#beyond").count(), 0);
        assert.match(
          (await form.locator(".figure > .hint").allInnerTexts()).join(" "),
          /1 row has a loss of 0 and can't be drawn/,
        );
        assert.deepEqual((await numbersUnder(form, "sorted-chart")).at(-1), ["200", "0"]);
        await press(form, "again");
        const none = await state("no effect");
        assert.deepEqual(none, {
          headline: "No range of ε",
          sentences: ["No row moves the model, so there is no ε from which a row is exposed. Every typical loss is exactly 0."],
        });
        assert.match((await form.locator(".figure > .hint").allInnerTexts()).join(" "), /^200 rows have a loss of 0/);
        assert.deepEqual(await charts(form), ["typical-chart", "sorted-chart", "map-chart"]);
        assert.equal(await form.locator("#facts").innerText(), "200 rows, 3 coordinates, λ = 2.");
        assert.doesNotMatch(await form.locator("#top-table").innerText(), /decides/);
        await press(form, "again");
        const one = await state("one coordinate");
        assert.match(one.headline, /^At ε\u00a0=\u00a01, /);
        assert.match(one.sentences[0], /^The model has one coordinate, and then there is no range/);
        // A number that rounding hides is not 0.
        assert.match(
          await form.locator("#facts").innerText(),
          /^200 rows, 1 coordinate, λ = 2\. .* Distances are off by a share of 1 × 10⁻⁹ at most, rounding aside\./,
        );
        assert.equal(await form.locator(".zone-edge, .zone-halo").count(), 0);
        const lines = await form.locator("#share-chart").getAttribute("aria-label");
        assert.match(lines, /close to 100% for small and for large ε, and dips to 79\.6% between them/);
        assert.doesNotMatch(lines, /plateau/);
        await press(form, "again");
        // The description's words for the range, how many of its ends are drawn, and what is said
        // of the charts' ends.
        const told = async (from, to, { count = 10, lambda = "2" } = {}) => {
          await ready(form, smallStudy(), small(count));
          await openSettings(form);
          await form.locator("#lambda").fill(lambda);
          await form.locator("#epsilon-from").fill(from);
          await form.locator("#epsilon-to").fill(to);
          await run(form);
          assert.equal(
            await form.locator("#top-table caption").innerText(),
            `The first ${count}, with what makes up the distance`,
          );
          const label = await form.locator("#typical-chart").getAttribute("aria-label");
          const beyond = await form.locator("#beyond").allInnerTexts();
          const edges = await form.locator("#typical-chart .zone-edge").count();
          await press(form, "again");
          return [label.slice(label.indexOf("The transition")), edges, ...beyond];
        };
        // The range is from 1 to 1,000.
        assert.deepEqual(await told("0.1", "10000"), [
          "The transition from ε = 1 to ε = 1,000 is marked, with the lower plateau before it and the upper plateau after it.",
          2,
        ]);
        assert.deepEqual(await told("10", "10000"), [
          "The transition from ε = 1 to ε = 1,000 is marked as far as the axis of ε goes.",
          1,
          "The charts go from ε = 10 to ε = 10,000, and the range goes further. “More settings” takes other values.",
        ]);
        for (const [from, to] of [
          ["10000", "1e6"],
          ["0.001", "0.1"],
        ]) {
          const [label, edges, beyond] = await told(from, to);
          assert.equal(label, "The transition, from ε = 1 to ε = 1,000, lies beyond the axis of ε.");
          assert.equal(edges, 0);
          assert.match(beyond, /^The charts go from ε = /);
        }
        // From 2.857… to 3142.85…: rounded outward, as in the headline.
        assert.match(
          (await told("0.1", "10000", { count: 11, lambda: "0.7" }))[0],
          /^The transition from ε = 2\.85 to ε = 3,150 is marked, with/,
        );
      });
    });

    test("made-up rows: from the study alone, marked as such", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        const form = await alone(page);
        // No data were chosen.
        await giveStudy(form, smallStudy());
        await form.locator("#study-status p", { hasText: "study.json: Small study" }).waitFor();
        assert.match(await form.locator("[aria-labelledby=made-up-heading]").innerText(), /It doesn't look at the data for it/);
        await form.locator("#made-up-rows").fill("500");
        await form.getByRole("button", { name: "Make up data of the same shape" }).press("Enter");
        await form
          .locator("#data-status p", { hasText: "Made up: 500 rows. They have taken the place of the data." })
          .waitFor();
        const saved = await savedBy(form, "save-made-up");
        assert.equal(saved.name, "made-up-rows.csv");
        const lines = saved.text.trimEnd().split("\n");
        assert.deepEqual([lines[0], lines.length], ["age,member,town,paid", 501]);
        for (const line of lines.slice(1)) assert.match(line, /^\d+(\.\d+)?,(yes|no),(north|"south, east"|west),(yes|no)$/);
        // Drawn again each time.
        await press(form, "make-up");
        await form.locator("#data-status p", { hasText: "Made up" }).waitFor();
        assert.notEqual((await savedBy(form, "save-made-up")).text, saved.text);
        // Another study has other rows; one with gaps has none.
        const features = [{ name: "height", kind: "number", minimum: 100, maximum: 200 }];
        await giveStudy(form, smallStudy({ title: "Gaps", features: [{ ...features[0], minimum: null }] }));
        await form.locator("#study-status p", { hasText: "Gaps" }).waitFor();
        assert.equal(await form.locator("#data-status p").count(), 0);
        await giveStudy(form, smallStudy());
        await press(form, "make-up");
        await form.locator("#data-status p", { hasText: "Made up: 500 rows" }).waitFor();
        await giveStudy(form, smallStudy({ title: "Heights", features }));
        await form.locator("#study-status p", { hasText: "Heights" }).waitFor();
        await form.locator("#data-status p", { hasText: "Made up: 500 rows" }).waitFor();
        assert.equal((await savedBy(form, "save-made-up")).text.split("\n")[0], "height,paid");
        await giveStudy(form, smallStudy());
        await form.locator("#study-status p", { hasText: "Small study" }).waitFor();
        await form.locator("#data-status p", { hasText: "Made up: 500 rows" }).waitFor();
        await run(form);
        assert.equal(await form.locator("#made-up").innerText(), "Made-up rows. Nobody's row is in them.");
        assert.match(await form.locator("#facts").innerText(), /^500 rows/);
        assert.equal(JSON.parse((await savedBy(form, "save-json")).text).madeUp, true);
        // Data that are chosen take their place again, and stay with another study.
        await press(form, "again");
        await giveData(form, small());
        await giveStudy(form, smallStudy({ title: "Another" }));
        await form.locator("#study-status p", { hasText: "Another" }).waitFor();
        assert.match(await form.locator("#data-status p").first().innerText(), /^data\.csv: 4 columns/);
        await run(form);
        assert.equal(await form.locator("#made-up").count(), 0);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("files are stamped private, in their names and inside", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        const form = await alone(page);
        await ready(form, doing("a row without effect"));
        await drop(form, "report.json", reportText);
        await form.locator("#report-status p").waitFor();
        await run(form);
        const json = await savedBy(form, "save-json");
        assert.equal(json.name, "private-profile.json");
        const document = JSON.parse(json.text);
        assert.deepEqual([document.private, document.stamp, document.madeUp], [true, BANNER, false]);
        assert.equal(document.profile.displacement.length, 200);
        assert.equal(document.profile.displacement[3], 0.25);
        assert.equal(document.profile.transition.epsilonHigh, "Infinity");
        assert.deepEqual(
          document.profile.modelCoordinates.map(({ name, base, displacement }) => [name, base, displacement[1]]),
          [
            ["intercept", -0.25, 0.3],
            ["age", 1.5, 0.4],
            ["member", 0, 0],
          ],
        );
        assert.equal(document.audit.rows.ratio[1], "Infinity");
        const csv = await savedBy(form, "save-csv");
        assert.equal(csv.name, "private-rows.csv");
        const lines = csv.text.trimEnd().split("\n");
        assert.equal(lines[0], "privateRow,displacement,typicalLoss,exactLoss,bound");
        assert.equal(lines[4], "4,0.25,0.0625,-0.025,0.125");
        assert.equal(lines.length, 201);
        // The page's own policy would have a say in a style that is parsed there.
        const blank = await page.context().newPage();
        for (const id of await charts(form)) {
          const svg = await savedBy(form, `${id}-save`);
          assert.match(svg.name, /^private-[a-z-]+\.svg$/);
          const [title, description, drawn, broken, foreign] = await blank.evaluate((text) => {
            const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
            return [
              parsed.querySelector("title")?.textContent,
              parsed.querySelector("desc")?.textContent,
              parsed.querySelector(".chart-stamp")?.textContent,
              parsed.querySelector("parsererror")?.textContent ?? null,
              /<!--|https?:(?!\/\/www\.w3\.org\/2000\/svg)|<script|var\(/.test(text),
            ];
          }, svg.text);
          assert.ok(title.length > 10, id);
          assert.deepEqual([description, drawn, broken, foreign], [BANNER, STAMP, null, false], id);
        }
        assert.deepEqual(seen.problems, []);
      });
    });

    test("cancelling ends it, and everything is forgotten when the page is left", async () => {
      await withPage(name, async (page, seen) => {
        const form = await alone(page);
        await ready(form, doing("endless"));
        await form.locator("#lambda").fill("7");
        await press(form, "run");
        await form.locator("#working-detail", { hasText: "Taking out one row at a time: 100 of 200." }).waitFor();
        assert.equal(await form.locator("progress").evaluate((bar) => bar.value), 0.5);
        assert.equal(await form.locator("#form").isVisible(), false);
        await press(form, "cancel");
        await form
          .locator("#run-status", { hasText: "Cancelled. Nothing was worked out, and what you entered is still here." })
          .waitFor();
        assert.equal(await form.evaluate(() => document.activeElement.id), "run");
        assert.equal(await form.locator("#lambda").inputValue(), "7");
        // The next one gets a worker of its own.
        await giveStudy(form, smallStudy({ title: "Another" }));
        await form.locator("#study-status p", { hasText: "Another" }).waitFor();
        await run(form);
        await form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
        assert.equal(await form.locator("#lambda").inputValue(), "");
        assert.equal(await form.locator("#data-status p, #study-status p, svg.chart").count(), 0);
        assert.equal(await form.locator("form, body [name], [placeholder], [style], input[type='number']").count(), 0);
        for (const field of await form.locator("input, select, textarea").all())
          assert.equal(await field.getAttribute("autocomplete"), "off");
        for (const field of await form.locator("input[type='text'], textarea").all())
          assert.equal(await field.getAttribute("spellcheck"), "false");
        assert.deepEqual(seen.problems, []);
      });
    });

    test("attempts from within are refused, in the frame and in the file", async () => {
      const common = { bases: [site.address], servers: [site, elsewhere], elsewhere, shown: true };
      // Where a frame may be led is the policy's business, which is that of the curator's page;
      // there Firefox tries every way.
      const away = name === "chromium" ? leading : {};
      await nothingGetsOut(name, { open: onSite, quiet: { ...leadingAround, ...quietly }, away, ...common });
      // A new window is navigation, which no policy of a page stops; on the site the frame does.
      const { "new window": _, ...quiet } = quietly;
      await nothingGetsOut(name, { open: alone, quiet, ...common });
    });

    test("by keyboard alone, from pasted rows to the map and back, with the focus to be seen", async () => {
      await withPage(name, async (page) => {
        const form = await onSite(page);
        const { keyboard } = page;
        // A file can't be chosen by keys in a test; it is dropped.
        await giveStudy(form, smallStudy());
        await form.locator("#study-status p").waitFor();
        await moveTo(page, "Paste the data instead");
        await keyboard.press("Space");
        await moveTo(page, "data-text");
        await keyboard.insertText(small(60));
        await moveTo(page, "use-text");
        await keyboard.press("Enter");
        await form.locator("#data-status p", { hasText: "pasted text: 4 columns" }).waitFor();
        await moveTo(page, "profile-epsilon");
        await keyboard.type("2");
        await moveTo(page, "More settings");
        await moveTo(page, "run");
        await keyboard.press("Enter");
        await form.locator("#map-chart").waitFor();
        const passed = await moveTo(page, "map-up");
        assert.ok(passed.includes("typical-chart-save") && passed.includes("sorted-chart-save"), passed.join(" "));
        await keyboard.type("to");
        await form.locator("#map-chart[aria-label*='age and town']").waitFor();
        await moveTo(page, "save-csv");
        await moveTo(page, "again");
        await keyboard.press("Enter");
        assert.equal(await form.evaluate(() => document.activeElement.id), "data-heading");
      });
    });

    test("axe finds nothing, nothing runs off the side, nothing moves", async () => {
      await withPage(name, async (page) => {
        const form = await alone(page);
        const widths = async (state) => {
          for (const [width, fontSize] of [
            [320, ""],
            [360, ""],
            [768, ""],
            [640, "200%"],
            [1280, "200%"],
            [1280, ""],
          ]) {
            await page.setViewportSize({ width, height: 800 });
            await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
            // Charts are drawn again for the space there is.
            await page.waitForFunction(() => {
              const room = document.getElementById("chart-place");
              return room === null || document.querySelector("svg.chart").clientWidth <= room.clientWidth;
            });
            const [needed, given, outside] = await page.evaluate(() => [
              document.documentElement.scrollWidth,
              innerWidth,
              Array.from(document.querySelectorAll("svg.chart text"))
                .filter((text) => {
                  const [own, chart] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
                  return own.left < chart.left - 3 || own.right > chart.right + 3 || own.bottom > chart.bottom + 3;
                })
                .map((text) => `${text.ownerSVGElement.id}: ${text.textContent}`),
            ]);
            assert.ok(needed <= given, `${state}, ${width} px ${fontSize}: ${needed} px needed`);
            assert.deepEqual(outside, [], `${state}, ${width} px ${fontSize}`);
          }
        };
        const seems = async (state) => {
          assert.deepEqual(await violationsInSchemes(page), [], state);
          assert.equal(await page.evaluate(() => document.getAnimations().length), 0, state);
          await widths(state);
        };
        await seems("empty");
        await press(form, "run");
        await problems(form);
        await openSettings(form);
        await seems("errors");
        await ready(form, doing("endless"));
        await press(form, "run");
        await form.locator("progress").waitFor();
        await seems("working");
        await press(form, "cancel");
        await giveStudy(form, smallStudy({ title: "Everything" }));
        await form.locator("#study-status p", { hasText: "Everything" }).waitFor();
        await dropOn(form, "held-out-file", "others.csv", small(30));
        await form.locator("#held-out-status p").waitFor();
        await drop(form, "report.json", reportText);
        await form.locator("#report-status p").waitFor();
        await form.locator("#samples").fill("10");
        await run(form);
        // The widest labels that a map has.
        await form.locator("#map-across").selectOption("coordinate-0");
        await form.locator("#map-up").selectOption("coordinate-1");
        await form.locator("#map-chart[aria-label*='intercept” and change']").waitFor();
        await form.locator("details.numbers").evaluateAll((all) => all.forEach((details) => (details.open = true)));
        await seems("result");
      });
    });
  });
}

testOnce("chromium: an outcome of several classes has words of its own, and made-up rows", async () => {
  await withPage("chromium", async (page, seen) => {
    const form = await alone(page);
    const study = smallStudy({
      label: { name: "paid", kind: "category", levels: ["no", "late", "yes"] },
      mechanism: { name: "objective-perturbation", loss: { name: "softmax", classes: 3 }, lambda: 2 },
    });
    await giveStudy(form, study);
    await form.locator("#study-status p").waitFor();
    await press(form, "make-up");
    await form.locator("#data-status p", { hasText: "Made up: 1,000 rows" }).waitFor();
    await dropOn(form, "held-out-file", "others.csv", small(30));
    await form.locator("#held-out-status p").waitFor();
    await run(form);
    const top = form.locator("section:has(#top-heading)");
    assert.match(await top.innerText(), /‖p − e‖, how far the probabilities that the model gives it are from its outcome/);
    assert.match(await top.innerText(), /its leverage μ, in the direction of its gradient/);
    assert.deepEqual((await top.locator("thead th").allInnerTexts()).slice(3), [
      ...["Leverage μ", "‖p − e‖ with the row", "‖p − e‖ without it"],
    ]);
    assert.deepEqual((await cellsOf(form, "top-table"))[1].slice(3), ["0.01", "0.5", "0.6"]);
    assert.doesNotMatch(await form.locator("#profile").innerText(), /f′/);
    // The noise is as large as the gradients can be long.
    assert.match(
      await form.locator("section:has(#headline)").innerText(),
      /β = λε\/\(2G\) with G = 1\.42, the longest that the gradient of a row's loss can be \(output perturbation\)/,
    );
    assert.equal(await form.locator("#accuracy-chart text.axis-name").first().textContent(), "share of rows that are right");
    // Every level that the study has is drawn.
    await form.locator("#map-up").selectOption({ label: "paid" });
    await form.locator("#map-chart[aria-label*='and paid.']").waitFor();
    const cells = await numbersUnder(form, "map-chart");
    assert.deepEqual([...new Set(cells.map(([, paid]) => paid))].sort(), ["late", "no", "yes"]);
    // An error is measured in what the outcome is.
    for (const [unit, named] of [
      [{ unit: "years" }, "mean absolute error, in years"],
      [{}, "mean absolute error"],
    ]) {
      await press(form, "again");
      const label = { name: "age", kind: "number", minimum: 18, maximum: 90, ...unit };
      await ready(form, smallStudy({ label, features: smallStudy().features.filter(({ name }) => name !== "age") }));
      await run(form);
      assert.equal(await form.locator("#accuracy-chart text.axis-name").first().textContent(), named);
    }
    assert.deepEqual(seen.problems, []);
  });
});

testOnce(
  "chromium: a report of any mechanism together with the rows; what it has no bound or promise for is said",
  async () => {
    const reports = {
      "objective perturbation": [
        { name: "objective-perturbation", noise: "gaussian" },
        { paper: true, pdp: false },
      ],
      "objective perturbation with Laplace-type noise": [
        { name: "objective-perturbation", noise: "laplace" },
        { paper: false, pdp: false },
      ],
      "output perturbation with Gaussian noise": [
        { name: "output-perturbation", noise: "gaussian" },
        { paper: false, pdp: true },
      ],
      "drawing one posterior sample": [
        { name: "posterior-sample", gamma: 1 },
        { paper: false, pdp: true, promise: null },
      ],
      "drawing one posterior sample, with noisy λ and γ (AdaOPS)": [
        { name: "posterior-sample", gamma: 1, adaptive: { epsilon: 2, delta: 1e-6 } },
        { paper: false, pdp: false },
      ],
      // The squared loss has no finite promise.
      "output perturbation with Gaussian noise, without a finite promise": [
        { name: "output-perturbation", noise: "gaussian" },
        { paper: false, pdp: true, promise: { epsilon: Infinity, delta: 1e-6 } },
      ],
    };
    await withPage("chromium", async (page, seen) => {
      const form = await alone(page);
      await ready(form, smallStudy());
      for (const [how, [mechanism, { paper, pdp, promise = { epsilon: 2, delta: 1e-6 } }]] of Object.entries(reports)) {
        const text = JSON.stringify({ ...JSON.parse(reportText), guarantee: promise, "x-mechanism": mechanism });
        // JSON has no infinity.
        await drop(
          form,
          "report.json",
          promise?.epsilon === Infinity ? text.replace('"epsilon":null', '"epsilon":1e999') : text,
        );
        await form.locator("#report-status p").waitFor();
        await run(form);
        const shown = await form.locator("section:has(#published-heading)").innerText();
        assert.doesNotMatch(shown, /NaN|undefined|null|\bInfinity\b/, how);
        assert.ok(shown.includes(`was made by ${how.replace(", without a finite promise", "")}, with other noise`), how);
        const promised = Number.isFinite(promise?.epsilon);
        assert.equal(shown.includes("The report makes no promise to everyone (ε, δ), so none is marked."), !promised, how);
        assert.equal((await form.locator("#exact-chart text").allTextContents()).includes("promised ε = 2"), promised, how);
        assert.deepEqual(
          (await cellsOf(form, "published-table")).map(([of]) => of),
          [
            ...["exact loss |L|", "bound", ...(paper ? ["Redberg & Wang's bound"] : [])],
            ...["bound / exact loss", ...(paper ? ["Redberg & Wang's bound / exact loss"] : [])],
          ],
          how,
        );
        assert.equal(await form.locator("#no-paper").count(), paper ? 0 : 1, how);
        assert.equal(await form.locator("#pdp-table").count(), pdp ? 1 : 0, how);
        if (pdp) {
          assert.deepEqual(await cellsOf(form, "pdp-table"), [["Before the noise was drawn", "2", "1", "0.02", "0.124"]], how);
          assert.match(await form.locator("#pdp-table caption").innerText(), /at δ = 1 × 10⁻⁶$/);
          assert.match(await form.locator("#gap").innerText(), /by 0\.0988 at most, averaged over the rows/, how);
        }
        assert.deepEqual((await numbersUnder(form, "ratio-chart"))[0], ["1", "∞"], how);
        await press(form, "again");
      }
      assert.deepEqual(seen.problems, []);
    });
  },
);

testOnce("chromium: what is refused is said at its field, in one sentence", async () => {
  await withPage("chromium", async (page) => {
    const form = await alone(page);
    for (const [what, refusal] of Object.entries(refusals)) {
      const { study = smallStudy(), data = small(20), heldOut, early, file, fill = {}, answer, field, message } = refusal;
      // As when the page is left: everything is gone.
      await form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
      if (study !== null) await giveStudy(form, study);
      if (!file) {
        if (study !== null) await form.locator("#study-status p").waitFor();
        if (early) await drop(form, "data.csv", data);
        else if (data !== null) await giveData(form, data);
        if (heldOut) {
          await dropOn(form, "held-out-file", "others.csv", heldOut);
          await form.locator("#held-out-status p").waitFor();
        }
        if (refusal.report) {
          await drop(form, "report.json", reportText);
          await form.locator("#report-status p").waitFor();
        }
        await openSettings(form);
        for (const [id, text] of Object.entries(fill)) await form.locator(`#${id}`).fill(text);
        if (!early) await press(form, refusal.press ?? "run");
      }
      await answer?.(form);
      const found = await problems(form);
      assert.deepEqual(
        found.map((problem) => problem.field),
        [field].flat(),
        `${what}: ${JSON.stringify(found)}`,
      );
      assert.match(found[0].message, message, what);
      const id = [field].flat()[0];
      assert.equal((await form.locator(`#${id}-error`).innerText()).replace(/^Error:\s*/, ""), found[0].message, what);
      assert.equal(await form.evaluate(() => document.activeElement.id), "error-summary", what);
      await form.locator("#error-summary a").first().press("Enter");
      assert.ok(await form.locator(`#${id}-block`).evaluate((block) => block.contains(document.activeElement)), what);
    }
  });
});

testOnce("the words hold nothing that must not be said", () => {
  const sentences = (value) =>
    typeof value === "function"
      ? [value("1", "2", "3")]
      : typeof value === "object"
        ? Object.values(value).flatMap(sentences)
        : [value];
  const all = sentences(en);
  assert.ok(all.length > 100);
  for (const sentence of all)
    assert.doesNotMatch(sentence, /\b(safe|anonymous|protected|guaranteed)\b|\b1 in \d|times better|impossible to leak/i);
  assert.equal(en.banner, BANNER);
  assert.equal(en.take.stamp, BANNER);
});
