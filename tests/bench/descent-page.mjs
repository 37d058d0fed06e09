// Published paths of a million numbers in the check page: from the file being there to the form,
// from "Check my record" to the first answer, and from one answer to the next record's. Read off
// the page's own clock in Chromium, in milliseconds; one line of JSON a sampling.
//
//   node tests/bench/descent-page.mjs [--runs 5] [--json]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { inBuild } from "../../scripts/paths.mjs";
import { QUIET, chromiumProgram } from "../browser/browsers.mjs";
import { check, headline, showForm } from "../browser/sheet.mjs";
import { reports } from "./descent-reports.mjs";

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" }, json: { type: "boolean" } } });
const RECORDS = 6;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Coded records of length 0.9, as they are typed. */
const record = (k, parameters) =>
  Array.from({ length: parameters }, (_, i) => Math.fround(0.9 * Math.sqrt(2 / parameters) * Math.sin(1 + i * (k + 1)))).join(
    " ",
  );

/** In the page: when the file was given, a button pressed, and the page last changed. */
function watch() {
  window.seen = {};
  const mark = (name) => (window.seen[name] = performance.now());
  window.addEventListener("change", ({ target }) => target.type === "file" && mark("file"), true);
  window.addEventListener("click", ({ target }) => target.closest("button") && mark("pressed"), true);
  new window.MutationObserver(() => mark("changed")).observe(window.document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** Waits until the page has been at rest for so long that nothing is being calculated. */
const atRest = (page) => page.waitForFunction(() => performance.now() - window.seen.changed > 1500);

const folder = mkdtempSync(join(tmpdir(), "expost-descents-"));
try {
  for (const { name, text, parameters } of reports()) {
    const path = join(folder, "report.json");
    writeFileSync(path, text);
    const figures = { form: [], first: [], later: [] };
    for (let run = 0; run < Number(values.runs); run += 1) {
      const browser = await chromium.launch({ executablePath: chromiumProgram, args: QUIET });
      try {
        const page = await browser.newPage();
        await page.addInitScript(watch);
        await page.goto(pathToFileURL(inBuild("web/sheet.html")).href);
        await page.setInputFiles("input[type=file]", path);
        await page.waitForSelector("#record-heading");
        await atRest(page);
        figures.form.push(await page.evaluate(() => window.seen.changed - window.seen.file));
        for (let k = 0; k < RECORDS; k += 1) {
          await showForm(page);
          await page.getByLabel("Coded record").fill(record(k, parameters));
          await page.getByLabel("Coded outcome").fill("1");
          await check(page);
          await headline(page);
          await atRest(page);
          (k === 0 ? figures.first : figures.later).push(await page.evaluate(() => window.seen.changed - window.seen.pressed));
        }
      } finally {
        await browser.close();
      }
    }
    const medians = Object.fromEntries(
      Object.entries(figures).map(([key, times]) => [key, Math.round(10 * median(times)) / 10]),
    );
    console.log(JSON.stringify({ name, ...medians, slowest: Math.round(10 * Math.max(...figures.later)) / 10 }));
  }
  if (!values.json) console.log(`load average ${loadavg()[0].toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true });
}
