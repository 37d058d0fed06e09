// The publisher's page, for tests. `form` is the frame it is in, or the page where it
// stands alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dataSheetName } from "../../web/bake/page-names.js";
import { expost } from "../cli/run-expost.mjs";
import { study as smallStudy } from "../cli/small-study.mjs";
import { siteDir } from "./built.mjs";
import { innerFrame } from "./inner-frame.mjs";
import { independent } from "./made-up-reports.mjs";
import { choose } from "./sheet.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const sampleStudy = () => JSON.parse(readFileSync(join(root, "examples/sample/study.json"), "utf8"));
export const creditStudy = () => JSON.parse(readFileSync(join(root, "examples/credit/study.json"), "utf8"));

/** A report of the credit example's fields. */
export function creditReport() {
  const { title, features, label, scaling } = creditStudy();
  const report = independent();
  return { ...report, title, features, label, scaling, model: { ...report.model, theta: Array(34).fill(0.01) } };
}

/** A study of noisy gradient descent for small data, with changes of its mechanism and of all. */
export const descentStudy = (mechanism = {}, changes = {}) =>
  smallStudy({
    mechanism: {
      name: "noisy-gradient-descent",
      loss: { name: "logistic" },
      clip: 1,
      steps: 40,
      sampling: { kind: "full" },
      update: { rate: 2, momentum: 0.9, divisor: 200 },
      ...mechanism,
    },
    budget: { epsilon: 1, delta: 1e-6 },
    ...changes,
  });

export const sampleData = () => readFileSync(join(root, "build/sample/data.csv"), "utf8");
export const sampleRecord = () => JSON.parse(readFileSync(join(root, "build/sample/record.json"), "utf8"));

/** The page alone, as a file, in a language. */
export const aloneAddress = (tag = "en") => pathToFileURL(join(siteDir, dataSheetName("publish", tag))).href;

/** The frame of the form on the site, once the form is there. */
export async function curatorFrame(page) {
  const frame = await innerFrame(page, "#publish-frame");
  await frame.waitForSelector("#run");
  return frame;
}

/** The form on the site. */
export async function openOnSite(page, site) {
  await page.goto(`${site.address}publish.html`);
  return curatorFrame(page);
}

/** The form alone, in a language. */
export async function openAlone(page, tag = "en") {
  await page.goto(aloneAddress(tag));
  await page.waitForSelector("#run");
  return page.mainFrame();
}

/**
 * Gives the page a file, text or bytes, as if it was dropped, on a field or anywhere: in a
 * sandboxed frame of Firefox the driver can't choose one. `press`: the button that is pressed in
 * the same moment, before anything of the file can have been read.
 */
export async function drop(form, name, content, id = null, { press = null } = {}) {
  const text = typeof content === "string";
  await form.evaluate(
    ([id, name, content, text, press]) => {
      const files = new DataTransfer();
      files.items.add(new File([text ? content : Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], name));
      (id === null ? document.body : document.getElementById(id)).dispatchEvent(
        new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }),
      );
      if (press !== null) document.getElementById(press).click();
    },
    [id, name, text ? content : Buffer.from(content).toString("base64"), text, press],
  );
}

export async function giveData(form, text, name = "data.csv") {
  await drop(form, name, text);
  await form.locator("#data-status p", { hasText: name }).waitFor();
}

export async function giveStudy(form, study, name = "study.json") {
  await drop(form, name, typeof study === "string" ? study : JSON.stringify(study));
}

/** A form that is ready to go: the study, the data, one row per person. */
export async function ready(form, { study = sampleStudy(), data = sampleData() } = {}) {
  await giveStudy(form, study);
  await form.locator("#study-status p").waitFor();
  await giveData(form, data);
  await choose(form.locator("#person-1"));
}

export const openExperts = (form) => form.locator(".experts-settings").evaluate((details) => (details.open = true));

export async function setSeed(form, seed) {
  await openExperts(form);
  await form.locator("#seed").fill(String(seed));
}

// Presses a key: without a screen Chromium finds what is under the pointer by its last picture,
// which is behind after scrolling.
export const press = (form, id) => form.locator(`#${id}`).press("Enter");

export async function make(form) {
  await press(form, "run");
  await form.locator("#review-heading").waitFor();
}

/**
 * Before the page has loaded: what its workers say after reading is held back for as long as
 * `holding` is true in the frame, so that the state in which they read lasts.
 */
export async function holdResults(page) {
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(...options) {
        super(...options);
        this.addEventListener("message", (event) => {
          const { progress, value } = event.data;
          // Before it makes a report, the page asks for the study's errors, which are a list.
          const found = value !== undefined && !Array.isArray(value);
          const later = progress === undefined ? found : progress.phase !== "reading";
          if (window.holding && later) event.stopImmediatePropagation();
        });
      }
    };
  });
}

/**
 * Keeps what the page hands over as files, before the page has loaded: not every driver tells of
 * downloads.
 */
export async function keepFiles(page) {
  await page.addInitScript(() => {
    const made = new Map();
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      const address = create.call(URL, blob);
      made.set(address, blob);
      return address;
    };
    window.saved = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      if (this.download) window.saved.push({ name: this.download, blob: made.get(this.href) });
      return click.call(this);
    };
  });
}

/**
 * The file that a button hands over: { name, text }, its bytes read as UTF-8 with any mark kept.
 * The button is pressed by script.
 */
export async function savedBy(form, id) {
  const before = await form.evaluate(() => window.saved.length);
  await form.locator(`#${id}`).evaluate((button) => button.click());
  assert.equal(await form.evaluate(() => window.saved.length), before + 1, `${id} hands a file over`);
  return lastSaved(form);
}

/** The last file that a page handed over after keepFiles: { name, text }. */
export const lastSaved = (page) =>
  page.evaluate(async () => {
    const { name, blob } = window.saved.at(-1);
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
    return { name, text: decoder.decode(await blob.arrayBuffer()) };
  });

/** The problems of the summary: [{ field, message }], `field` the id that it leads to. */
export async function problems(form) {
  await form.locator("#error-summary").waitFor();
  return form
    .locator("#error-summary a")
    .evaluateAll((links) => links.map((link) => ({ field: link.hash.slice(1), message: link.innerText })));
}

/**
 * Returns the text that `expost publish` writes for the same study, data and seed. `dir` is a
 * scratch folder, and `name` begins the names of the files in it.
 */
export async function fromCommandLine(dir, study, data, seed, name) {
  const out = dir.file(`${name}-report.json`);
  const run = await expost([
    ...["publish", dir.write(`${name}.csv`, data), "--study", dir.write(`${name}-study.json`, study)],
    ...["--out", out, "--seed", String(seed)],
  ]);
  assert.equal(run.code, 0, run.stderr);
  return readFileSync(out, "utf8");
}
