// The curator's page, whole: from a table of people to the files for a web site.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { expost, folder } from "../cli/run-expost.mjs";
import { small, study as smallStudy } from "../cli/small-study.mjs";
import { browserNames, testOnce, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import {
  fromCommandLine,
  giveData,
  giveStudy,
  keepFiles,
  make,
  openOnSite,
  press,
  ready,
  sampleData,
  sampleRecord,
  sampleStudy,
  savedBy,
  setSeed,
} from "./curator.mjs";
import { check, choose, elementSheet, expertNumbers, formReady, headline, scratchFile } from "./sheet.mjs";
import { serveSite, siteForTests } from "./site-server.mjs";

const dir = folder();

const site = siteForTests();

const onSite = (page) => openOnSite(page, site);

/** Answers every question of the sample by hand. */
async function fillIn(form) {
  // The form has no fields for words in other languages.
  const study = JSON.parse(JSON.stringify({ ...sampleStudy(), published: "2026-11-21" }), (key, value) =>
    ["labels", "units", "levelLabels"].includes(key) ? undefined : value,
  );
  const columns = await form.locator(".column h3").allInnerTexts();
  await choose(form.locator("#person-1"));
  await form.locator("#unit").fill(study.unit);
  await form.locator("#outcome").selectOption("late");
  await form.locator("#outcome-label").fill(study.label.label);
  await choose(form.locator("#loss-1"));
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
  await choose(form.locator("#release-4"));
  await form.locator("#share-model").fill("0.7");
  await form.locator("#share-gradient").fill("0.15");
  await form.locator("#share-hessian").fill("0.1");
  await form.locator("#share-eigenvalue").fill("0.05");
  await form.locator("#title").fill(study.title);
  await form.locator("#description").fill(study.description);
  await form.locator("#publisher").fill(study.publisher.name);
  await form.locator("#contact").fill(study.publisher.contact);
  await form.locator("#published").fill(study.published);
  await choose(form.locator("#made-up"));
  return study;
}

/**
 * The page with the report inside opens as a file and gives the command line's number for a record.
 */
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
 * The code shows the check, ready for a record, in a page of somebody else's with a policy of its
 * own: in the custom element, and in a plain frame where that has no script.
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

for (const name of browserNames) {
  describe(name, () => {
    test("the whole path by hand: an experiment's report is the command line's, byte for byte, and so is its study", async () => {
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
        assert.equal(experiment.text, await fromCommandLine(dir, study, sampleData(), 7, `hand-${name}`));
        assert.ok(JSON.parse(experiment.text)["x-insecure-seed"]);
        const saved = await savedBy(form, "save-study-again");
        assert.equal(saved.name, "study.json");
        assert.deepEqual(JSON.parse(saved.text), study);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a report to publish: what is shown is what is saved, the page is that of the command line, and opens", async () => {
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
        // The files next to the code are the site's own, to the byte.
        for (const { name: file, text } of [element, frame])
          assert.ok(text === readFileSync(join(siteDir, file), "utf8"), file);

        const levels = await form.locator("#levels-table").innerText();
        assert.match(levels, /Coefficients, rounded at random to multiples of\s+2⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+/);
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
    });

    test("pasted data", async () => {
      await withPage(name, async (page) => {
        const form = await onSite(page);
        await giveStudy(form, smallStudy());
        await form.locator("summary", { hasText: "Paste the data instead" }).press("Enter");
        await form.locator("#data-text").fill(small(60));
        await form.getByRole("button", { name: "Use this text" }).press("Enter");
        await form.locator("#data-status p", { hasText: "pasted text: 4 columns" }).waitFor();
        await choose(form.locator("#person-1"));
        await make(form);
        assert.match(await form.locator("#private-notes").innerText(), /60/);
      });
    });
  });
}

testOnce("chromium hands the report over as a file, from within the frame", async () => {
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
