// The form of the publisher's page: fields filled in by it, the budget in plain terms, the
// refusals.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { expost } from "../cli/run-expost.mjs";
import { csv, header, quickStudy, rows, small, study as smallStudy } from "../cli/small-study.mjs";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import {
  creditStudy,
  drop,
  giveData,
  giveStudy,
  keepFiles,
  make,
  openAlone,
  openExperts,
  press,
  problems,
  ready,
  sampleData,
  sampleStudy,
  savedBy,
  setSeed,
} from "./curator.mjs";

after(closeBrowsers);

/** A study that is right except for what is changed in it. */
const changed = (change) => {
  const study = smallStudy();
  change(study);
  return study;
};

/** Says that people have several rows, whose they are, and how many count. */
async function severalRows(form, column, count) {
  await form.locator("#person-2").check();
  await form.locator("#person-column").selectOption(column);
  await form.locator("#person-rows").fill(count);
}

/** Each refusal: the study, the data, further answers, the field and the sentence. */
const refusals = {
  "no data": { data: null, field: "data-file", message: /^Choose the data$/ },
  "an empty file": { data: "", early: true, field: "data-file", message: /^data\.csv: is empty; a header line/ },
  "a short row": {
    data: `${small(20)}20,no,west\n`,
    early: true,
    field: "data-file",
    message: /line 22 has 3 fields, but the header has 4/,
  },
  "a quotation mark that stays open": {
    data: `${small(20)}20,no,"west,no\n`,
    early: true,
    field: "data-file",
    message: /line 22 has a quotation mark/,
  },
  "text in a number": {
    data: `${small(20)}x,no,west,no\n`,
    field: "column-2-kind",
    message: /^data\.csv, line 22: row 21, column "age" must be a number, like 45 or 0\.5, but is "x"$/,
  },
  "a level that isn't one": {
    data: `${small(20)}20,no,up,no\n`,
    field: "column-4-kind",
    message: /line 22: row 21, column "town" must be one of/,
  },
  "a blank without a fill-in value": {
    data: `${small(20)},no,west,no\n`,
    field: "column-2-kind",
    message: /column "age" is missing/,
  },
  "a column that is not there": {
    data: csv([["age", "member", "paid"], ...rows(20).map(([a, b, , d]) => [a, b, d])]),
    field: "column-4-kind",
    message: /the header must have a column "town", but has "/,
  },
  "an outcome that is not there": {
    data: csv([["age", "member", "town"], ...rows(20).map((row) => row.slice(0, 3))]),
    field: "outcome",
    message: /^The data have no column “paid”/,
  },
  "a column twice": {
    data: csv([[...header, "age"], ...rows(20).map((row) => [...row, "30"])]),
    field: "column-2-kind",
    message: /the header has the column "age" twice/,
  },
  "nothing said about rows and people": {
    answer: () => {},
    person: false,
    field: "person",
    message: /^Say whether each row is one person$/,
  },
  "several rows a person, and nothing that says whose they are": {
    answer: (form) => severalRows(form, "", "2"),
    field: "person-column",
    message: /^Choose the column that says whose row it is$/,
  },
  "several rows a person, and no limit": {
    study: changed((study) => study.features.splice(3, 1)),
    answer: (form) => severalRows(form, "town", ""),
    field: "person-rows",
    message: /^Enter the rows of a person$/,
  },
  "a person in the model": {
    answer: (form) => severalRows(form, "town", "2"),
    field: "person-column",
    message: /^The column that says whose row it is is "town", a feature or the label/,
  },
  "half a row a person": {
    study: changed((study) => study.features.splice(3, 1)),
    answer: (form) => severalRows(form, "town", "2.5"),
    field: "person-rows",
    message: /^The rows of a person must be a whole number from 1 to 2\^20, but is 2\.5$/,
  },
  "a row that is nobody's": {
    study: changed((study) => study.features.splice(3, 1)),
    data: `${small(20)}20,no,,no\n`,
    answer: (form) => severalRows(form, "town", "2"),
    field: "person-column",
    message: /line 22: row 21, column "town" is blank, but must say whose row it is/,
  },
  "no outcome": {
    answer: (form) => form.locator("#outcome").selectOption(""),
    field: "outcome",
    message: /^Choose the column/,
  },
  "a range left open": {
    study: changed((study) => (study.features[1].maximum = null)),
    field: "column-2-maximum",
    message: /^Enter the largest value of “age”$/,
  },
  "a range upside down": {
    study: changed((study) => (study.features[1].minimum = 100)),
    field: "column-2-maximum",
    message: /^The largest value of “age” must be a number above the minimum, 100, but is 90$/,
  },
  "a decimal comma": {
    answer: (form) => form.locator("#column-2-minimum").fill("1,5"),
    field: "column-2-minimum",
    message: /^The smallest value of “age” must be written with a point for decimals/,
  },
  "a number that is none": {
    answer: (form) => form.locator("#column-2-maximum").fill("ninety"),
    field: "column-2-maximum",
    message: /^The largest value of “age” must be a number, like 45$/,
  },
  "no levels": {
    answer: (form) => form.locator("#column-4-levels").fill(" \n"),
    field: "column-4-levels",
    message: /^Enter all choices of “town”/,
  },
  "a level twice": {
    answer: (form) => form.locator("#column-4-levels").fill("west\nsouth, east\nnorth\nwest"),
    field: "column-4-levels",
    message: /"west"/,
  },
  "a fill-in value outside the range": {
    answer: (form) => form.locator("#column-2-missing").fill("100"),
    field: "column-2-missing",
    message: /^What a blank counts as in “age” must be a number from 18 to 90, but is 100$/,
  },
  "a fill-in value that is no level": {
    answer: (form) => form.locator("#column-4-missing").fill("up"),
    field: "column-4-missing",
    message: /^What a blank counts as in “town” must be one of the levels, but is "\w+"$/,
  },
  "the same value for yes and no": {
    answer: (form) => form.locator("#positive").fill("no"),
    field: "positive",
    message: /^The .* must differ from the /,
  },
  "no width": {
    study: changed((study) => {
      study.label = { name: "age", kind: "number", minimum: 18, maximum: 90 };
      study.features.splice(1, 1);
      study.mechanism.loss = { name: "pseudo-huber" };
    }),
    field: "width",
    message: /^Enter the width of the pseudo-Huber loss$/,
  },
  "the squared loss without λ": {
    study: changed((study) => {
      study.label = { name: "age", kind: "number", minimum: 18, maximum: 90 };
      study.features.splice(1, 1);
      study.mechanism = {
        name: "objective-perturbation",
        loss: { name: "squared" },
        lambda: null,
        scales: { model: 3, gradient: 3 },
      };
    }),
    field: "lambda",
    message: /^Enter λ$/,
  },
  "ε of 0": {
    answer: (form) => form.locator("#epsilon").fill("0"),
    field: "epsilon",
    message: /^ε must be a number above 0, but is 0$/,
  },
  "δ of 1": { answer: (form) => form.locator("#delta").fill("1"), field: "delta", message: /must be a number between 0 and 1/ },
  "shares above 1": {
    answer: (form) => form.locator("#share-model").fill("0.9"),
    field: "share-model",
    message: /^The shares of ε must add up to 1, but the sum is 1\.4$/,
  },
  "an accountant that can't do whole reports": {
    answer: async (form) => {
      await openExperts(form);
      await form.locator("#accountant").selectOption("kst2012");
    },
    field: "accountant",
    message: /^The accountant must be joint or shift where a whole report is accounted for/,
  },
  "no title": { answer: (form) => form.locator("#title").fill(" "), field: "title", message: /^Enter the title$/ },
  "a title that is too long": {
    answer: (form) => form.locator("#title").fill("a".repeat(201)),
    field: "title",
    message: /^The title must have at most 200 characters, but has 201$/,
  },
  "a date that is none": {
    answer: (form) => form.locator("#published").fill("2026-02-30"),
    field: "published",
    message: /^The date of publication must be a day of the calendar, but is "2026-02-30"$/,
  },
  "a contact without a name": {
    answer: (form) => form.locator("#contact").fill("a@example.org"),
    field: "publisher",
    message: /^Enter the name of the publisher$/,
  },
  "a failure probability of 2": {
    answer: async (form) => {
      await openExperts(form);
      await form.locator("#failure").fill("2");
    },
    field: "failure",
    message: /^The failure probability must be/,
  },
  "a seed that is no whole number": {
    answer: (form) => setSeed(form, "1.5"),
    field: "seed",
    message: /^Seed must be a whole number/,
  },
  "a key that the format doesn't have": {
    study: changed((study) => (study.budget.epsilom = 1)),
    field: "study-file",
    message: /\/budget\/epsilom is not a key of the format/,
  },
  "a study that is no JSON": { study: '{"title": }', file: true, field: "study-file", message: /^study\.json is not JSON/ },
  "a report in place of a study": {
    study: { format: "expost-report" },
    file: true,
    field: "study-file",
    message: /is a report, not a study/,
  },
  ...Object.fromEntries(
    Object.entries({
      "Laplace-type noise": {
        mechanism: { name: "objective-perturbation", noise: "laplace", loss: { name: "logistic" }, lambda: 2 },
      },
      "output perturbation": { mechanism: { name: "output-perturbation", loss: { name: "logistic" }, lambda: 2 } },
      softmax: { mechanism: { loss: { name: "softmax", classes: 3 }, lambda: 2 } },
      "an outcome of several classes": { label: { name: "paid", kind: "category", levels: ["no", "late", "yes"] } },
    }).map(([what, changes]) => [
      `a study for ${what}`,
      {
        study: smallStudy(changes),
        file: true,
        field: "study-file",
        message:
          /is for a mechanism or a loss that this page has no questions about; “expost publish” or, .* on the command line/,
      },
    ]),
  ),
};

for (const name of browserNames) {
  describe(name, () => {
    test("a study comes out as it went in, finished or not", async () => {
      const unfinished = smallStudy({ title: "", "x-own": { kept: [1, 2] } });
      unfinished.features[1] = { ...unfinished.features[1], minimum: null, maximum: null, "x-source": "to be looked up" };
      unfinished.features[3].levels = null;
      unfinished.features[3].missing = "west";
      const huber = smallStudy({
        label: { name: "age", label: "Age", unit: "years", kind: "number", minimum: 18, maximum: 90 },
        features: smallStudy().features.filter((feature) => feature.name !== "age"),
        mechanism: {
          name: "objective-perturbation",
          loss: { name: "pseudo-huber", width: 0.25 },
          lambda: 0.1,
          scales: { model: 30 },
        },
        budget: { epsilon: 0.1, delta: 1e-9, accountant: "shift", composition: "basic", release: "none" },
        failureProbability: 0.05,
      });
      await withPage(name, async (page) => {
        await keepFiles(page);
        const form = await openAlone(page);
        const shares = { model: 0.6, hessian: 0.4 };
        const hessian = smallStudy({ title: "Hessian alone", budget: { ...smallStudy().budget, release: "hessian", shares } });
        const several = smallStudy({ title: "Several rows", person: { column: "customer id", rows: 3, "x-own": 1 } });
        for (const study of [sampleStudy(), creditStudy(), unfinished, huber, hessian, several]) {
          await giveStudy(form, study, `${study.title || "unfinished"}.json`);
          await form.locator("#study-status p", { hasText: study.title || "unfinished" }).waitFor();
          const saved = JSON.parse((await savedBy(form, "save-study")).text);
          assert.deepEqual(saved, { format: "expost-study", version: 1, ...study });
        }
      });
    });

    test("several rows a person: the report promises a person what was asked for, and the review says so", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        const people = rows(60).map((row, i) => [...row, `P${i % 20}`]);
        await giveStudy(form, quickStudy({ person: { column: "customer id", rows: 2 } }));
        await form.locator("#study-status p").waitFor();
        await giveData(form, csv([[...header, "customer id"], ...people]));
        assert.ok(await form.locator("#person-2").isChecked());
        await make(form);
        const promises = (await form.locator("#levels-table").innerText()).replace(/\s+/g, " ");
        assert.match(promises, /Promise to everyone ε = 0\.5, .*Promise to a person \(rows, at most: 2\) ε = 1, δ = 0\.000001/);
        const text = (await form.locator("body").innerText()).replace(/\s+/g, " ");
        assert.match(text, /Rows 40 Rows left out, beyond the limit of a person 20/);
      });
    });

    test("only the shares and levels of what is released are asked for, and saved", async () => {
      await withPage(name, async (page) => {
        await keepFiles(page);
        const form = await openAlone(page);
        const scales = { model: 3, gradient: 3, hessian: 1 };
        await giveStudy(form, smallStudy({ mechanism: { ...smallStudy().mechanism, scales } }), "study.json");
        const asked = async () =>
          await form.locator("#shares-block input, #scales-block input").evaluateAll((fields) => fields.map(({ id }) => id));
        await form.locator("#study-status p").waitFor();
        await openExperts(form);
        const parts = { 1: [], 2: ["hessian"], 3: ["gradient", "hessian"], 4: ["gradient", "hessian", "eigenvalue"] };
        for (const [choice, names] of Object.entries(parts)) {
          await form.locator(`#release-${choice}`).check();
          const shares = names.length === 0 ? [] : ["model", ...names].map((part) => `share-${part}`);
          assert.deepEqual(
            await asked(),
            [...shares, ...["model", ...names].map((part) => `scale-${part}`)],
            `release ${choice}`,
          );
        }
        await form.locator("#release-2").check();
        await form.locator("#share-model").fill("0.75");
        const saved = JSON.parse((await savedBy(form, "save-study")).text);
        assert.equal(saved.budget.release, "hessian");
        assert.deepEqual(saved.budget.shares, { model: 0.75, hessian: 0.25 });
        assert.deepEqual(saved.mechanism.scales, { model: 3, hessian: 1 });
      });
    });

    test("nothing is filled in from the data but the columns' names", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await giveData(form, sampleData());
        const entered = await form
          .locator(".columns input, .columns textarea, .columns select")
          .evaluateAll((fields) => fields.map((field) => [field.id, field.value]).filter(([, value]) => value !== ""));
        assert.deepEqual(entered, [
          ["column-1-kind", "constant"],
          ["column-1-value", "1"],
        ]);
        for (const id of ["negative", "positive"]) assert.equal(await form.locator(`#${id}`).count(), 0);
        await form.locator("#outcome").selectOption("late");
        await form.locator("#loss-1").check();
        for (const id of ["negative", "positive", "epsilon", "delta"])
          assert.equal(await form.locator(`#${id}`).inputValue(), "");
      });
    });

    test("what is in each column can be suggested from the form of the values, and nothing else is", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await giveData(form, sampleData());
        assert.equal(await form.locator("#suggest").count(), 0);
        await form.locator("#outcome").selectOption("late");
        await form.locator("#column-3-kind").selectOption("out");
        await press(form, "suggest");
        await form.locator("#suggest-status", { hasText: "6 columns" }).waitFor();
        const kinds = await form.locator(".column select").evaluateAll((all) => all.map((select) => select.value));
        assert.deepEqual(kinds, ["constant", "number", "out", "number", "number", "number", "boolean", "category"]);
        const entered = await form
          .locator(".columns input, .columns textarea")
          .evaluateAll((fields) => fields.map((field) => field.value).filter((value) => value !== ""));
        assert.deepEqual(entered, ["1"]);
      });
    });

    test("the budget in beliefs and noise, as the package plans it", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await giveStudy(form, sampleStudy());
        await form.locator("#noise-table").waitFor();
        const shares = "0.7,0.15,0.1,0.05";
        const { stdout } = await expost([
          "plan",
          "--loss",
          "logistic",
          "--epsilon",
          "1",
          "--delta",
          "1e-6",
          "--shares",
          shares,
        ]);
        const noise = await form
          .locator("#noise-table tbody tr")
          .evaluateAll((all) => all.map((row) => row.innerText.split(/\s*\t\s*/)));
        assert.equal(noise.length, 4);
        for (const [, sigma, epsilon] of noise) assert.match(stdout, new RegExp(`${sigma} +${epsilon}\\n`));
        const accountants = await form
          .locator("#accountants-table tbody tr")
          .evaluateAll((all) => all.map((row) => row.innerText.split(/\s*\t\s*/)));
        assert.equal(accountants.length, 5);
        for (const [accountant, lambda, sigma] of accountants)
          assert.match(stdout, new RegExp(`${accountant.split(" ")[0]}( \\*)? +${lambda} +${sigma}\\n`));
        const yours = form.locator(".row-yours", { hasText: "your ε" });
        assert.match((await yours.innerText()).replace(/\s+/g, " "), /^1 your ε 27 in 1,000 232 in 1,000 732 in 1,000$/);
        // The whole table has one unit and is rounded up, from ε = 0.1, which hardly changes a
        // belief, to ε = 8, which hardly leaves a doubt.
        const beliefs = form.locator(".beside-table .figures");
        assert.deepEqual(await beliefs.locator("thead th").allInnerTexts(), [
          ...["ε", "who starts at 10 in 1,000", "who starts at 100 in 1,000", "who starts at 500 in 1,000"],
        ]);
        const believed = await beliefs
          .locator("tbody tr")
          .evaluateAll((all) => all.map((row) => Array.from(row.cells, (cell) => cell.innerText)));
        assert.deepEqual(believed[0], ["0.1", "12 in 1,000", "110 in 1,000", "525 in 1,000"]);
        assert.deepEqual(believed.at(-1), ["8", "968 in 1,000", "more than 990 in 1,000", "more than 990 in 1,000"]);
        for (const [, ...cells] of believed) for (const cell of cells) assert.match(cell, /^(more than )?\d+ in 1,000$/);
        await form.locator("#epsilon").fill("3");
        await form.locator(".row-yours", { hasText: "3 your ε" }).waitFor();
        await form.locator("#epsilon").fill("three");
        await form.locator("#plan-status", { hasText: "Fill in the kind of outcome" }).waitFor();
      });
    });

    test("the squared loss says what it can't promise, and its report promises nothing", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        const study = smallStudy({
          label: { name: "age", kind: "number", minimum: 18, maximum: 90 },
          features: smallStudy().features.filter((feature) => feature.name !== "age"),
          mechanism: {
            name: "objective-perturbation",
            loss: { name: "squared" },
            lambda: 2,
            scales: { model: 5, gradient: 4 },
          },
        });
        await ready(form, { study, data: small() });
        assert.match(await form.locator(".aside-note").first().innerText(), /no promise to everyone \(ε, δ\) can be given/);
        await make(form);
        assert.match(await form.locator("#levels-table").innerText(), /none: this loss has no finite promise/);
      });
    });

    test("what is refused is said at its field, in one sentence, and nothing entered is lost", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        for (const [
          what,
          { study = smallStudy(), data = small(20), answer, person = true, file, early, field, message },
        ] of Object.entries(refusals)) {
          // As when the page is left: everything is gone.
          await form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
          await giveStudy(form, study);
          if (!file) {
            await form.locator("#study-status p").waitFor();
            if (person) await form.locator("#person-1").check();
            if (early) await drop(form, "data.csv", data);
            else if (data !== null) await giveData(form, data);
            await answer?.(form);
            if (!early) await press(form, "run");
          }
          const found = await problems(form);
          assert.deepEqual(
            found.map((problem) => problem.field),
            [field],
            `${what}: ${JSON.stringify(found)}`,
          );
          assert.match(found[0].message, message, what);
          assert.equal((await form.locator(`#${field}-error`).innerText()).replace(/^Error:\s*/, ""), found[0].message, what);
          assert.equal(await form.evaluate(() => document.activeElement.id), "error-summary", what);
          // The link leads to the field, also where it was folded away.
          await form.locator("#error-summary a").press("Enter");
          const block = form.locator(`#${field}-block`);
          assert.ok(
            await block.evaluate((element) => element.contains(document.activeElement)),
            `${what}: the link leads there`,
          );
          if (!file && !answer) assert.equal(await form.locator("#title").inputValue(), "Small study", what);
        }
      });
    });

    test("all that is unanswered is told at once, in the order of the page", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await press(form, "run");
        assert.deepEqual(
          (await problems(form)).map((problem) => problem.field),
          ["data-file", "person", "outcome", "loss", "columns", "epsilon", "delta", "release", "title"],
        );
      });
    });
  });
}
