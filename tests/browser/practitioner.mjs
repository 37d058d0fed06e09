// The practitioner's page, for tests. `form` is the frame it is in, or the page where
// it stands alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataFrameName, dataSheetName } from "../../web/bake/page-names.js";
import { small } from "../cli/small-study.mjs";
import { doubleDir } from "./built-for-tests.mjs";
import { siteDir } from "./built.mjs";
import { drop } from "./curator.mjs";
import { innerFrame } from "./inner-frame.mjs";

/** The site with the double in place of the package: { dir, files }, `files` for `serveSite`. */
export async function doubledSite() {
  const dir = join(await doubleDir(), "site");
  const own = ["profile.html", "profile.js", dataFrameName("profile", "en"), "site.css"];
  const files = Object.fromEntries(own.map((name) => [name, readFileSync(join(dir, name))]));
  return { dir, files };
}

/** The frame of the form on the site, once the form is there. */
export async function practitionerFrame(page) {
  const frame = await innerFrame(page, "#profile-frame");
  await frame.waitForSelector("#run");
  return frame;
}

/** The form alone, as a file, in a language. */
export async function openAlone(page, dir = siteDir, tag = "en") {
  await page.goto(pathToFileURL(join(dir, dataSheetName("profile", tag))).href);
  await page.waitForSelector("#run");
  return page.mainFrame();
}

/** Drops a file on a field. */
export const dropOn = (form, id, name, content) => drop(form, name, content, id);

export async function giveStudy(form, study, name = "study.json") {
  await drop(form, name, typeof study === "string" ? study : JSON.stringify(study));
}

export async function giveData(form, text, name = "data.csv") {
  await drop(form, name, text);
  await form.locator("#data-status p", { hasText: name }).waitFor();
}

let given = 0;

/**
 * A form that is ready to go. The files have names of their own, so that they aren't taken for
 * those before them.
 */
export async function ready(form, study, data = small()) {
  given += 1;
  const kind = typeof data === "string" ? "csv" : "parquet";
  await giveStudy(form, study, `study-${given}.json`);
  await form.locator("#study-status p", { hasText: `study-${given}.json` }).waitFor();
  await giveData(form, data, `data-${given}.${kind}`);
}

// Clicks by script: after a saved file Firefox shows a panel of its own, which takes the keys.
export const press = (form, id) => form.locator(`#${id}`).evaluate((button) => button.click());

export const openSettings = (form) => form.locator("#more-settings").evaluate((details) => (details.open = true));

/** Runs the study to its end, the map included. */
export async function run(form) {
  await press(form, "run");
  await form.locator("#map-chart").waitFor();
}

/** The cells of a table's body, as texts. */
export const cellsOf = (form, id) =>
  form
    .locator(`#${id} tbody tr`)
    .evaluateAll((all) => all.map((row) => Array.from(row.cells, (cell) => cell.textContent.trim().replace(/\s+/g, " "))));

/** The cells of the table under a chart. */
export const numbersUnder = (form, chart) =>
  form
    .locator(`#${chart}-numbers tbody tr`)
    .evaluateAll((all) => all.map((row) => Array.from(row.cells, (cell) => cell.textContent.trim())));

/** For a page that finds no worker: everything is done in the page itself. */
export const withoutWorkers = () => {
  window.Worker = class {
    constructor() {
      throw new DOMException("no workers here", "SecurityError");
    }
  };
};
