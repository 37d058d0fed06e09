// The curator's page, whole: from a table of people to the files for a web site.
// Also in Firefox: an engine enforces the policies and starts the worker.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { expost, folder } from "../cli/run-expost.mjs";
import { csv, header, rows, study as smallStudy } from "../cli/small-study.mjs";
import { rulesFor, violations } from "./axe.mjs";
import { closeBrowsers, everyBrowser, testPage, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import {
  creditStudy,
  curatorFrame,
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
  sampleRecord,
  sampleStudy,
  savedBy,
  setSeed,
} from "./curator.mjs";
import { moveTo, stop } from "./keyboard.mjs";
import { askedSince, loaded, nothingGetsOut } from "./no-way-out.mjs";
import { check, elementSheet, expertNumbers, formReady, headline, scratchFile } from "./sheet.mjs";
import { serveElsewhere, serveSite } from "./site-server.mjs";
import { leading, quietly } from "./ways-out.mjs";

const dir = folder();

let site;
let elsewhere;
before(async () => {
  site = await serveSite();
  elsewhere = await serveElsewhere();
});
after(async () => {
  await closeBrowsers();
  await site.close();
  elsewhere.close();
});

const onSite = async (page) => {
  await page.goto(`${site.address}publish.html`);
  return curatorFrame(page);
};

/** What `expost publish` writes for the same study, data and seed. */
async function fromCommandLine(study, data, seed, name) {
  const out = dir.file(`${name}-report.json`);
  const run = await expost([
    ...["publish", dir.write(`${name}.csv`, data), "--study", dir.write(`${name}-study.json`, study)],
    ...["--out", out, "--seed", String(seed)],
  ]);
  assert.equal(run.code, 0, run.stderr);
  return readFileSync(out, "utf8");
}

/** Answers every question of the sample by hand. */
async function fillIn(form) {
  const study = { ...sampleStudy(), published: "2026-11-21" };
  const columns = await form.locator(".column h3").allInnerTexts();
  await form.locator("#person-1").check();
  await form.locator("#unit").fill(study.unit);
  await form.locator("#outcome").selectOption("late");
  await form.locator("#outcome-label").fill(study.label.label);
  await form.locator("#loss-1").check();
  await form.locator("#negative").fill("no");
  await form.locator("#positive").fill("yes");
  for (const [index, name] of columns.entries()) {
    const id = `#column-${index + 1}`;
    const feature = study.features.find((each) => each.name === name);
    if (name === "late" || name === "intercept") continue;
    await form.locator(`${id}-kind`).selectOption(feature?.kind ?? "out");
    if (!feature) continue;
    await form.locator(`${id}-label`).fill(feature.label);
    if (feature.kind === "number") {
      await form.locator(`${id}-unit`).fill(feature.unit ?? "");
      await form.locator(`${id}-minimum`).fill(String(feature.minimum));
      await form.locator(`${id}-maximum`).fill(String(feature.maximum));
    }
    if (feature.kind === "category") await form.locator(`${id}-levels`).fill(feature.levels.join("\n"));
  }
  await form.locator("#epsilon").fill("1");
  await form.locator("#delta").fill("1e-6");
  await form.locator("#release-3").check();
  await form.locator("#share-model").fill("0.7");
  await form.locator("#share-gradient").fill("0.15");
  await form.locator("#share-hessian").fill("0.1");
  await form.locator("#share-eigenvalue").fill("0.05");
  await form.locator("#title").fill(study.title);
  await form.locator("#description").fill(study.description);
  await form.locator("#publisher").fill(study.publisher.name);
  await form.locator("#contact").fill(study.publisher.contact);
  await form.locator("#published").fill(study.published);
  await form.locator("#made-up").check();
  return study;
}

const small = (count = 200) => csv([header, ...rows(count)]);
/** A study that is right but for what is changed in it. */
const changed = (change) => {
  const study = smallStudy();
  change(study);
  return study;
};

/** What is refused: the study, the data, what is answered besides, the field and the sentence. */
const refusals = {
  "no data": { data: null, field: "data-file", message: /^Choose the data$/ },
  "an empty file": { data: "", early: true, field: "data-file", message: /^data\.csv: is empty; a header line/ },
  "a header only": { data: "age,member,town,paid\n", field: "data-file", message: /^data\.csv: has a header, but no rows/ },
  "a short row": {
    data: `${small(20)}20,no,west\n`,
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
  "a blank without a stand-in": {
    data: `${small(20)},no,west,no\n`,
    field: "column-2-kind",
    message: /column "age" is missing/,
  },
  "an outcome with one value": {
    data: csv([header, ...rows(20).map(([a, b, c]) => [a, b, c, "no"])]),
    field: "outcome",
    message: /^data\.csv: the column paid holds only "no"/,
  },
  "a column that is not there": {
    data: csv([["age", "member", "paid"], ...rows(20).map(([a, b, , d]) => [a, b, d])]),
    field: "column-4-kind",
    message: /the header must have a column "town", but has none/,
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
  "several rows a person": {
    answer: (form) => form.locator("#person-2").check(),
    field: "person",
    message: /^Group the rows first/,
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
    message: /^The largest value of “age” must be above the smallest value of “age”$/,
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
  "a stand-in outside the range": {
    answer: (form) => form.locator("#column-2-missing").fill("100"),
    field: "column-2-missing",
    message: /^What a blank counts as in “age” must be a number from 18 to 90, but is 100$/,
  },
  "a stand-in that is no level": {
    answer: (form) => form.locator("#column-4-missing").fill("up"),
    field: "column-4-missing",
    message: /must be one of the choices$/,
  },
  "the same value for yes and no": {
    answer: (form) => form.locator("#positive").fill("no"),
    field: "positive",
    message: /must differ/,
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
    message: /^ε must be a number above 0, like 1$/,
  },
  "δ of 1": { answer: (form) => form.locator("#delta").fill("1"), field: "delta", message: /must be a number between 0 and 1/ },
  "shares above 1": {
    answer: (form) => form.locator("#share-model").fill("0.9"),
    field: "share-model",
    message: /^The shares must add up to 1, but add up to 1\.4$/,
  },
  "an accountant that can't do whole reports": {
    answer: async (form) => {
      await openExperts(form);
      await form.locator("#accountant").selectOption("kifer");
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
        message: /is for a mechanism or a loss that this page has no questions about; “expost publish” on the command line/,
      },
    ]),
  ),
};

/** The page with the report inside opens as a file and gives the command line's number for a record. */
async function opensWithFigure(name, html, reportFile, { features, label }) {
  const record = sampleRecord();
  const { stdout } = await expost(["bound", reportFile, "--record", dir.write("record.json", record), "--json"]);
  const expected = JSON.parse(stdout);
  await withPage(name, async (page) => {
    await page.goto(pathToFileURL(scratchFile(`baked-${name}.html`, html)).href);
    await formReady(page);
    for (const [key, value] of Object.entries(record)) {
      const field = key === label.name ? label : features.find((feature) => feature.name === key);
      const group = page.getByRole("radiogroup", { name: field.label });
      if (field.kind === "number")
        await page
          .getByLabel(field.unit ? `${field.label}, in ${field.unit}` : field.label, { exact: true })
          .fill(String(value));
      else await group.getByLabel(value, { exact: true }).check();
    }
    await check(page);
    await headline(page);
    const shown = await expertNumbers(page);
    assert.equal(shown["total-upper"], String(expected.total.upper));
    assert.equal(shown["model-upper"], String(expected.epsilon.upper));
  });
}

/**
 * The code shows the check, ready for a record, in a page of somebody else's with a policy of its own: in the custom element, and
 * in a plain frame where that has no script.
 */
async function showsOnHost(name, code, files) {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:"><link rel="icon" href="data:,">`;
  const host = `<!doctype html><html lang="en"><head>${policy}<title>Host</title></head><body>${code}</body></html>`;
  const site = await serveSite({
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`host/${file}`, text])),
    "host/host.html": host,
    "plain/check.html": files["check.html"],
    "plain/host.html": host,
  });
  try {
    await withPage(name, async (page, seen) => {
      await page.goto(`${site.address}host/host.html`);
      await (await elementSheet(page)).getByRole("button", { name: "Check my record" }).waitFor();
      assert.deepEqual(seen.problems, []);
      assert.ok(!site.log.some((asked) => asked.endsWith("check.html")));
      await page.goto(`${site.address}plain/host.html`);
      await page.frameLocator("expost-check > iframe").getByRole("button", { name: "Check my record" }).waitFor();
    });
  } finally {
    await site.close();
  }
}

for (const name of everyBrowser) {
  describe(name, () => {
    const testAnywhere = testPage(name);

    testAnywhere(
      "the whole path by hand: an experiment's report is the command line's, byte for byte, and so is its study",
      async () => {
        await withPage(name, async (page, seen) => {
          await keepFiles(page);
          const form = await onSite(page);
          await giveData(form, sampleData());
          const study = await fillIn(form);
          await setSeed(form, 7);
          await make(form);
          assert.match(await form.locator('[data-state="experiment"]').innerText(), /must not be published as a report/);
          for (const id of ["download-report", "download-page", "embed-code"])
            assert.equal(await form.locator(`#${id}`).count(), 0);
          const experiment = await savedBy(form, "download-experiment");
          assert.equal(experiment.name, "experiment-not-for-publication.json");
          assert.equal(experiment.text, await fromCommandLine(study, sampleData(), 7, `hand-${name}`));
          assert.ok(JSON.parse(experiment.text)["x-insecure-seed"]);
          const saved = await savedBy(form, "save-study-again");
          assert.equal(saved.name, "study.json");
          assert.deepEqual(JSON.parse(saved.text), study);
          assert.deepEqual(seen.problems, []);
        });
      },
    );

    testAnywhere(
      "a report to publish: what is shown is what is saved, the page is that of the command line, and opens",
      async () => {
        await withPage(name, async (page, seen) => {
          await keepFiles(page);
          const form = await onSite(page);
          await ready(form);
          await make(form);
          const report = await savedBy(form, "download-report");
          assert.equal(report.name, "report.json");
          assert.equal(await form.locator(".report-text code").textContent(), report.text);
          const document = JSON.parse(report.text);
          assert.equal(document["x-insecure-seed"], undefined);
          const hash = createHash("sha256").update(report.text).digest("hex");
          assert.equal(await form.locator("#fingerprint").innerText(), hash);
          const code = await form.locator("#embed-code").inputValue();
          assert.ok(
            code.startsWith(`<script src="expost-check.js"></script>\n<expost-check src="report.json"\n  sha256="${hash}">\n`),
          );
          assert.ok(
            code.includes('<iframe src="check.html" title="') && code.includes('sandbox="allow-scripts allow-downloads"'),
          );
          assert.ok(code.includes('<a href="check.html">'));
          const element = await savedBy(form, "download-element");
          const frame = await savedBy(form, "download-frame");
          assert.deepEqual([element.name, frame.name], ["expost-check.js", "check-frame.html"]);
          // What goes beside the code is what the site itself has, to the byte.
          for (const { name: file, text } of [element, frame])
            assert.ok(text === readFileSync(join(siteDir, file), "utf8"), file);

          const levels = await form.locator("#levels-table").innerText();
          for (const level of [document.model.mechanism.sigma, document.release.gradient.sigma, document.release.hessian.sigma])
            assert.ok(levels.includes(String(level)));
          const notes = await form.locator("#private-notes").innerText();
          assert.match(notes.replace(/\s+/g, " "), /Rows 800 .*age: 6, loans: 13, late_before: 10/);
          assert.doesNotMatch(report.text, /clamped|"rows"|"800"/);

          const baked = await savedBy(form, "download-page");
          const reportFile = dir.write(`published-${name}.json`, report.text);
          const bakedByCli = dir.file(`published-${name}.html`);
          assert.equal((await expost(["page", reportFile, "--out", bakedByCli])).code, 0);
          assert.equal(baked.text, readFileSync(bakedByCli, "utf8"));
          assert.deepEqual(seen.problems, []);

          await opensWithFigure(name, baked.text, reportFile, document);
          await showsOnHost(name, code, {
            "report.json": report.text,
            "check.html": baked.text,
            [element.name]: element.text,
            [frame.name]: frame.text,
          });
        });
      },
    );

    test("opened as a file, with the files chosen: the same bytes, in a worker", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        const form = await openAlone(page);
        const study = smallStudy({ published: "2026-11-21" });
        await page.setInputFiles("#study-file", scratchFile("small.json", JSON.stringify(study)));
        await page.setInputFiles("#data-file", scratchFile("small.csv", small()));
        await form.locator("#data-status p", { hasText: "small.csv: 4 columns" }).waitFor();
        await form.locator("#person-1").check();
        await setSeed(form, 11);
        await make(form);
        assert.equal(page.workers().length, 1);
        const { text } = await savedBy(form, "download-experiment");
        assert.equal(text, await fromCommandLine(study, small(), 11, `file-${name}`));
        assert.deepEqual(seen.problems, []);
      });
    });

    testAnywhere("where no worker starts: the same bytes from the page itself, and cancelling still works", async () => {
      await withPage(name, async (page) => {
        await keepFiles(page);
        await page.addInitScript(() => {
          window.Worker = class {
            constructor() {
              throw new DOMException("no workers here", "SecurityError");
            }
          };
        });
        const form = await openAlone(page);
        const study = smallStudy({ published: "2026-11-21" });
        await ready(form, { study, data: small(300_000) });
        await press(form, "run");
        await form.locator("progress").waitFor();
        assert.match(await form.locator(".working").innerText(), /starts no background thread/);
        await press(form, "cancel");
        await form.locator("#run-status", { hasText: "Cancelled. No report was made" }).waitFor();
        await giveData(form, small(), "again.csv");
        await setSeed(form, 11);
        await make(form);
        const { text } = await savedBy(form, "download-experiment");
        assert.equal(text, await fromCommandLine(study, small(), 11, `page-${name}`));
      });
    });

    testAnywhere("cancelled: nothing is made, nothing entered is lost, and it can be made after all", async () => {
      await withPage(name, async (page, seen) => {
        const form = await onSite(page);
        await ready(form, { study: smallStudy(), data: small(300_000) });
        await form.locator("#title").fill("Kept");
        await press(form, "run");
        await form.locator("progress").waitFor();
        assert.equal(await form.locator("#form").isVisible(), false);
        const [worker] = page.workers();
        const ended = worker.waitForEvent("close");
        await press(form, "cancel");
        await form.locator("#run-status", { hasText: "Cancelled. No report was made" }).waitFor();
        await ended;
        assert.equal(await form.locator("#title").inputValue(), "Kept");
        assert.equal(await form.evaluate(() => document.activeElement.id), "run");
        assert.equal(await form.locator("#review-heading").count(), 0);
        await giveData(form, small(), "smaller.csv");
        await make(form);
        await press(form, "back");
        assert.match(await form.locator("#made-before").innerText(), /Publish only one of them/);
        assert.equal(await form.locator("#title").inputValue(), "Kept");
        // Who presses the button at once means the files that were just given, not those before.
        const later = JSON.stringify(smallStudy({ title: "Later" }));
        await drop(form, "later.json", later, null, { press: "run" });
        await form.locator("#review-heading").waitFor();
        assert.equal(JSON.parse(await form.locator(".report-text code").textContent()).title, "Later");
        await press(form, "back");
        await drop(form, "broken.json", "{", null, { press: "run" });
        assert.deepEqual(
          (await problems(form)).map(({ field }) => field),
          ["study-file"],
        );
        assert.deepEqual(seen.problems, []);
      });
    });

    testAnywhere("a study comes out as it went in, finished or not", async () => {
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
        budget: { epsilon: 0.1, delta: 1e-9, accountant: "shift", accounting: "sum", release: "none" },
        failureProbability: 0.05,
      });
      await withPage(name, async (page) => {
        await keepFiles(page);
        const form = await openAlone(page);
        for (const study of [sampleStudy(), creditStudy(), unfinished, huber]) {
          await giveStudy(form, study, `${study.title || "unfinished"}.json`);
          await form.locator("#study-status p", { hasText: study.title || "unfinished" }).waitFor();
          const saved = JSON.parse((await savedBy(form, "save-study")).text);
          assert.deepEqual(saved, { format: "expost-study", version: 1, ...study });
        }
      });
    });

    testAnywhere("nothing is filled in from the data but the columns' names", async () => {
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

    testAnywhere("what is in each column can be suggested from the form of the values, and nothing else is", async () => {
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

    testAnywhere("pasted data", async () => {
      await withPage(name, async (page) => {
        const form = await onSite(page);
        await giveStudy(form, smallStudy());
        await form.locator("summary", { hasText: "Paste the data instead" }).press("Enter");
        await form.locator("#data-text").fill(small(60));
        await form.getByRole("button", { name: "Use this text" }).press("Enter");
        await form.locator("#data-status p", { hasText: "pasted text: 4 columns" }).waitFor();
        await form.locator("#person-1").check();
        await make(form);
        assert.match(await form.locator("#private-notes").innerText(), /60/);
      });
    });

    testAnywhere("the budget in beliefs and noise, as the package plans it", async () => {
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
        // One unit in the whole table, and rounded up: from 0.1, which hardly changes a belief, to 8, which leaves hardly a doubt.
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

    testAnywhere("the squared loss says what it can't promise, and its report promises nothing", async () => {
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

    testAnywhere("what is refused lands beside its field, in one sentence, and nothing entered is lost", async () => {
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

    testAnywhere("all that is unanswered is told at once, in the order of the page", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await press(form, "run");
        assert.deepEqual(
          (await problems(form)).map((problem) => problem.field),
          ["data-file", "person", "outcome", "loss", "columns", "epsilon", "delta", "release", "title"],
        );
      });
    });

    testAnywhere("no request while a report is made", async () => {
      await withPage(name, async (page, seen) => {
        const own = await serveSite();
        await page.goto(`${own.address}publish.html`);
        const form = await curatorFrame(page);
        await loaded(page, own, "publish.html");
        seen.requests.length = 0;
        const from = own.log.length;
        await ready(form);
        await make(form);
        await press(form, "download-report");
        await press(form, "download-page");
        const asked = seen.requests.slice();
        assert.deepEqual(await askedSince(page, own, from), []);
        await own.close();
        assert.deepEqual(
          asked.filter((address) => !address.startsWith("blob:")),
          [],
        );
        assert.deepEqual(seen.problems, []);
        assert.equal(page.url(), `${own.address}publish.html`);
        const kept = () => [document.cookie, Object.keys(localStorage).length, Object.keys(sessionStorage).length];
        assert.deepEqual(await page.evaluate(kept), ["", 0, 0]);
      });
    });

    test("attempts from within are refused: in the frame, in the file, in a worker", async () => {
      const blobWorker = (script) => `(address) => new Promise((done) => {
        const text = ${JSON.stringify(script)}.replace("ADDRESS", JSON.stringify(address));
        const worker = new Worker(URL.createObjectURL(new Blob([text])));
        worker.onmessage = done;
        worker.onerror = done;
      })`;
      const inWorkers = {
        "fetch in a worker": blobWorker("fetch(ADDRESS, { mode: 'no-cors' }).finally(() => postMessage(1))"),
        "XMLHttpRequest in a worker": blobWorker(
          "const r = new XMLHttpRequest(); r.open('GET', ADDRESS, false); r.send(); postMessage(1);",
        ),
        "importScripts in a worker": blobWorker("importScripts(ADDRESS); postMessage(1)"),
        "WebSocket in a worker": blobWorker(
          "const socket = new WebSocket(ADDRESS.replace('http', 'ws')); socket.onerror = () => postMessage(1)",
        ),
      };
      const inWorker = Object.fromEntries(
        Object.entries(inWorkers).map(([way, how]) => [way, Object.assign(() => {}, { toString: () => how })]),
      );
      // The workers first: the last of the others takes the document away.
      const quiet = { ...inWorker, ...quietly };
      const common = { bases: [site.address], servers: [site, elsewhere], elsewhere };
      await nothingGetsOut(name, { open: onSite, quiet, away: leading, ...common });
      // A new window is navigation, which no policy of a page stops; on the site the frame does.
      const { "new window": _, ...inFile } = quiet;
      await nothingGetsOut(name, { open: openAlone, quiet: inFile, ...common });
    });

    testAnywhere("fields are set up to be forgotten, and are when the page is left", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await ready(form);
        await form.locator("#noise-table").waitFor();
        assert.equal(await form.locator("form, body [name], [placeholder], [style], input[type='number']").count(), 0);
        for (const field of await form.locator("input, select, textarea").all())
          assert.equal(await field.getAttribute("autocomplete"), "off");
        for (const field of await form.locator("input[type='text'], textarea").all())
          assert.equal(await field.getAttribute("spellcheck"), "false");
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
        assert.equal(await form.locator("#title").inputValue(), "");
        assert.equal(await form.locator("#data-status p").count(), 0);
        assert.equal(await form.locator(".column").count(), 0);
      });
    });

    testAnywhere("by keyboard alone, from the address to the report and back, with the focus to be seen", async () => {
      await withPage(name, async (page) => {
        const form = await onSite(page);
        const { keyboard } = page;
        await keyboard.press("Tab");
        assert.match((await stop(page)).label, /^Skip/);
        const enter = async (id, text) => {
          await moveTo(page, id);
          await keyboard.insertText(text);
        };
        // In a list the first letters choose.
        const choose = async (id, text) => {
          await moveTo(page, id);
          await keyboard.type(text);
        };
        const mark = async (id) => {
          await moveTo(page, id);
          await keyboard.press("Space");
        };
        await mark("Paste the data instead");
        await enter("data-text", small(60));
        await mark("use-text");
        await form.locator("#data-status p", { hasText: "pasted text: 4 columns" }).waitFor();
        await mark("person-1");
        await choose("outcome", "paid");
        await mark("loss-1");
        await enter("negative", "no");
        await enter("positive", "yes");
        await choose("column-2-kind", "A num");
        await enter("column-2-minimum", "18");
        await enter("column-2-maximum", "90");
        await choose("column-3-kind", "Yes");
        await choose("column-4-kind", "One");
        await enter("column-4-levels", "north\nsouth, east\nwest");
        await enter("epsilon", "1");
        await enter("delta", "0.000001");
        await mark("release-1");
        await enter("title", "By keyboard");
        await moveTo(page, "Settings for experts");
        await moveTo(page, "run");
        await keyboard.press("Enter");
        await form.locator("#review-heading").waitFor();
        assert.equal(await form.evaluate(() => document.activeElement.id), "review-heading");
        const passed = await moveTo(page, "back");
        for (const id of ["download-report", "download-page", "embed-code"]) assert.ok(passed.includes(id), id);
        const report = JSON.parse(await form.locator(".report-text code").textContent());
        assert.deepEqual([report.title, report.guarantee.epsilon, report.release], ["By keyboard", 1, undefined]);
        assert.deepEqual(
          report.features.map(({ kind }) => kind),
          ["constant", "number", "boolean", "category"],
        );
        await moveTo(page, "download-page", "Shift+Tab");
        await moveTo(page, "back");
        await keyboard.press("Enter");
        assert.equal(await form.evaluate(() => document.activeElement.id), "data-heading");
      });
    });

    // Firefox, whose engine axe depends on less, is judged in the light scheme.
    for (const colorScheme of name === "chromium" ? ["light", "dark"] : ["light"]) {
      testAnywhere(`${colorScheme}: axe finds nothing, and nothing runs off the side`, async () => {
        await withPage(
          name,
          async (page) => {
            const widths = async (state) => {
              for (const [width, fontSize, dir] of [
                [320, "", "ltr"],
                [320, "", "rtl"],
                [640, "200%", "ltr"],
                [1280, "200%", "rtl"],
                [1280, "", "ltr"],
              ]) {
                await page.setViewportSize({ width, height: 800 });
                const [needed, given] = await page.evaluate(
                  ([size, dir]) => {
                    document.documentElement.style.fontSize = size;
                    document.documentElement.dir = dir;
                    return [document.documentElement.scrollWidth, innerWidth];
                  },
                  [fontSize, dir],
                );
                assert.ok(needed <= given, `${state}, ${width} px ${fontSize} ${dir}: ${needed} px needed`);
              }
            };
            const seems = async (state) => {
              assert.deepEqual(await violations(page.mainFrame(), rulesFor(colorScheme)), [], `${state}, ${colorScheme}`);
              assert.equal(await page.evaluate(() => document.getAnimations().length), 0, state);
              if (colorScheme === "light") await widths(state);
            };
            const form = await openAlone(page);
            await seems("empty");
            await press(form, "run");
            await problems(form);
            await seems("errors");
            await ready(form);
            await openExperts(form);
            await form.locator("#noise-table").waitFor();
            await seems("filled in");
            await setSeed(form, 1);
            await make(form);
            await seems("experiment");
            await press(form, "back");
            await openExperts(form);
            await form.locator("#seed").fill("");
            await make(form);
            await seems("report");
            await press(form, "back");
            await giveData(form, `${sampleData()}${sampleData().split("\n").slice(1).join("\n").repeat(200)}`, "long.csv");
            await press(form, "run");
            await form.locator("progress").waitFor();
            await seems("working");
            await press(form, "cancel");
            await page.goto(`${site.address}publish.html`);
            await curatorFrame(page);
            await seems("site");
          },
          { colorScheme },
        );
      });
    }
  });
}

test("chromium hands the report over as a file, from within the frame", async () => {
  await withPage("chromium", async (page) => {
    const form = await onSite(page);
    await ready(form);
    await make(form);
    const [download] = await Promise.all([page.waitForEvent("download"), press(form, "download-report")]);
    assert.equal(download.suggestedFilename(), "report.json");
    const saved = dir.file("downloaded.json");
    await download.saveAs(saved);
    assert.equal(readFileSync(saved, "utf8"), await form.locator(".report-text code").textContent());
  });
});
