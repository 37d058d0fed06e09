// Tests do here all that a person does on the sheet. `sheet` is the frame it is in, or the page
// where it stands alone.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bakePage } from "../../web/bake/bake.mjs";
import { sheetHtml } from "./built.mjs";
import { innerFrame } from "./inner-frame.mjs";
import { until } from "./until.mjs";

const scratch = mkdtempSync(join(tmpdir(), "expost-browser-"));

process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

/**
 * Writes files for a test, side by side, and returns their folder: one of its own, as tests run at
 * the same time.
 */
export function scratchFolder(files) {
  const folder = mkdtempSync(join(scratch, "files-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Writes a file for a test and returns its path. */
export const scratchFile = (name, content) => join(scratchFolder({ [name]: content }), name);

/** The address of the sheet with a report inside, as a file. */
export const bakedAddress = (reportText, html = sheetHtml()) =>
  pathToFileURL(scratchFile("page.html", bakePage(html, reportText))).href;

/** The address of the sheet alone, as a file. */
export const aloneAddress = () => pathToFileURL(scratchFile("sheet.html", sheetHtml())).href;

/**
 * The address of a page that shows a sheet in a frame, as files; `html`: with a report inside, or
 * not.
 */
export function framedAddress(html, sandbox) {
  const host = `<!doctype html><title>Host</title><iframe sandbox='${sandbox}' src='sheet.html'></iframe>`;
  return pathToFileURL(join(scratchFolder({ "host.html": host, "sheet.html": html }), "host.html")).href;
}

/** The frame of the sheet on the site, once the sheet is there. */
export async function sheetFrame(page) {
  const frame = await innerFrame(page, "#sheet-frame");
  await frame.waitForSelector("h1");
  return frame;
}

/** The sheet in the custom element, once it is shown: the frame inside the element's frame. */
export async function elementSheet(page, element = "expost-check") {
  const around = await (await page.waitForSelector(`${element} >> iframe[part="frame"]`)).contentFrame();
  const sheet = await innerFrame(around);
  await sheet.waitForSelector("h1");
  return sheet;
}

/** Waits for the form, and until a page around that moves the focus into its frame has done so. */
export async function formReady(sheet) {
  await sheet.waitForSelector("#record-heading");
  await keysArrive(sheet);
}

/**
 * Waits until keys arrive in a frame that the page around has moved the focus to. In Chromium page
 * and frame are two processes, and keys follow the focus a moment later. A frame that had the focus
 * before its document came never gets any: then this fails.
 */
async function keysArrive(sheet) {
  const around = sheet.parentFrame?.();
  if (!around || !(await around.evaluate(() => document.activeElement instanceof HTMLIFrameElement))) return;
  await sheet.evaluate(() => addEventListener("keydown", () => (window.keysArrive = true), { once: true }));
  await until(
    async () => {
      await sheet.page().keyboard.press("Shift");
      return sheet.evaluate(() => window.keysArrive);
    },
    () => "keys arrive in the frame that has the focus",
  );
}

const labels = {
  age: "Age, in years",
  income: "Monthly income, in euros",
  balance: "Balance, in euros",
  employed: "In paid work",
  housing: "Housing",
  region: "Region",
  late: "Paid late",
};

/** Shows the form and its fields where a result or a copied row has folded them away. */
export const showForm = (sheet) =>
  sheet.evaluate(() => {
    for (const folded of document.querySelectorAll("details.entered, details.values")) folded.open = true;
  });

/**
 * Fills in values under the features' names; "" leaves a field alone. All of them are entered in
 * the page at once, with the events that entering has: by the driver each field takes a twentieth
 * of a second, and there are hundreds. keyboard.test.mjs types them.
 */
export async function fill(sheet, record) {
  await showForm(sheet);
  const entries = Object.entries(record).flatMap(([name, value]) => (value === "" ? [] : [[labels[name], value]]));
  await until(
    () => sheet.evaluate(enter, entries),
    () => `the sheet has fields for ${entries.map(([label]) => label).join(", ")}, which can be filled in`,
  );
}

/**
 * Runs in the page. Enters all of them and returns true, or none and false where a field isn't
 * there or can't be used.
 */
function enter(entries) {
  const textOf = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const labelled = (within, kinds, label) =>
    Array.from(within.querySelectorAll(kinds)).find((field) => Array.from(field.labels).some((one) => textOf(one) === label));
  const found = entries.map(([label, value]) => {
    const groups = Array.from(document.querySelectorAll('[role="radiogroup"]'));
    const group = groups.find((one) => textOf(one.querySelector("legend")) === label);
    const field = group
      ? labelled(group, "input[type='radio']", value)
      : labelled(document, "input:not([type='radio']), select, textarea", label);
    return { field, value };
  });
  const usable = (field) => field?.checkVisibility({ visibilityProperty: true }) && !field.disabled && !field.readOnly;
  if (!found.every(({ field }) => usable(field))) return false;
  for (const { field, value } of found) {
    field.focus();
    if (field.type === "radio") {
      field.click();
      continue;
    }
    const choice = field.options && Array.from(field.options).find((option) => textOf(option) === value);
    field.value = choice ? choice.value : value;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  return true;
}

// Presses a key: without a screen Chromium finds what is under the pointer by its last picture,
// which is behind after scrolling.
export async function check(sheet) {
  await showForm(sheet);
  // After a row that filled in all there is one with its message, too.
  await sheet.getByRole("button", { name: "Check my record" }).last().press("Enter");
}

/** Opens the choice of the starting belief. */
export const showBeliefs = (sheet) =>
  sheet.evaluate(() => {
    document.querySelector(".belief").closest("details").open = true;
  });

/** Chooses a radio button by a key, for the same reason; fails where it stays as it is. */
export async function choose(button) {
  await button.press("Space");
  await until(
    () => button.isChecked(),
    () => `Space chooses ${button}`,
  );
}

/** Opens or closes details by a key, for the same reason. */
export const unfold = (sheet, details) => sheet.locator(`${details} summary`).press("Enter");

/** Waits for a result and returns its headline. */
export async function headline(sheet) {
  await sheet.waitForSelector("#result-heading:not([hidden])");
  return (await sheet.locator(".announcement .headline").innerText()).trim();
}

/** The numbers of the experts' section, by name. */
export async function expertNumbers(sheet) {
  return sheet
    .locator(".numbers")
    .evaluate((table) =>
      Object.fromEntries(
        Array.from(table.querySelectorAll("tr[data-number]"), (row) => [
          row.dataset.number,
          row.querySelector("td").textContent.trim(),
        ]),
      ),
    );
}

/** Opens the parts of a result that are closed at first. */
export const openParts = (sheet) =>
  sheet.evaluate(() => {
    for (const part of document.querySelectorAll(".folded")) part.open = true;
  });

/**
 * Everything that can be read on the sheet, in closed parts of the card and of a result too, blanks
 * collapsed.
 */
export async function words(sheet) {
  const text = await sheet.locator("body").evaluate((body) => {
    const closed = Array.from(body.querySelectorAll(":is(.folded, .card details):not([open])"));
    for (const part of closed) part.open = true;
    const found = body.innerText;
    for (const part of closed) part.open = false;
    return found;
  });
  return text.replace(/\s+/g, " ");
}
