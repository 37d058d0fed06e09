// The order, names and roles that a screen reader gets, and what it is told of its own accord.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { beginsFrom } from "../headline.mjs";
import { accessibilityTree, heard, listen } from "./accessibility-tree.mjs";
import { browserNames, withPage } from "./browsers.mjs";
import { curatorFrame } from "./curator.mjs";
import { record, sample, textOf } from "./made-up-reports.mjs";
import { check, fill, formReady, headline, openParts, sheetFrame, showBeliefs } from "./sheet.mjs";
import { practitionerFrame } from "./practitioner.mjs";
import { siteForTests } from "./site-server.mjs";

const site = siteForTests(() => ({ "sample/report.json": textOf(sample()) }));

const pages = ["index.html", "report.html", "publish.html", "profile.html", "why.html", "verify.html", "404.html"];

const operable = ["link", "button", "textbox", "combobox", "listbox", "radio", "radiogroup", "checkbox", "disclosure", "frame"];
const told = ({ role, name }) => `${role} ${name}`;

/**
 * Rules for every document: one first heading of level 1, no level left out, and a name for
 * all that can be operated.
 */
function reads(tree, what) {
  const headings = tree.filter(({ role }) => role === "heading");
  const levels = headings.map(({ level }) => level);
  assert.equal(levels[0], 1, `${what} starts with its heading: ${headings.map(told)}`);
  assert.equal(levels.filter((level) => level === 1).length, 1, `${what} has one heading of level 1: ${headings.map(told)}`);
  levels.forEach((level, index) =>
    assert.ok(index === 0 || level <= levels[index - 1] + 1, `${what}: “${headings[index].name}” leaves out a level`),
  );
  for (const node of tree)
    if ([...operable, "heading", "img"].includes(node.role)) assert.notEqual(node.name.trim(), "", `${what}: ${told(node)}`);
}

/** Those of the nodes that a person operates in the form, from the first field to the button. */
function formControls(tree) {
  const controls = tree.filter(({ role }) => ["textbox", "combobox", "radiogroup", "radio", "button"].includes(role));
  const first = controls.findIndex(({ name }) => name === "Age, in years");
  const last = controls.findIndex(({ role, name }) => role === "button" && name === "Check my record");
  return controls.slice(first, last + 1);
}

for (const name of browserNames) {
  describe(name, () => {
    test("every page: one main part, one heading of level 1, levels in order, names for all that can be operated", async () => {
      await withPage(name, async (page) => {
        for (const each of pages) {
          await page.goto(site.address + each);
          const tree = await accessibilityTree(name, page, page);
          reads(tree, each);
          const parts = tree.map(({ role }) => role).filter((role) => ["banner", "main", "contentinfo"].includes(role));
          assert.deepEqual(
            parts.filter((role) => role === "main"),
            ["main"],
            each,
          );
          // A page that says where something is not (404) may do without the others; the order
          // holds in any case.
          assert.deepEqual(
            parts,
            ["banner", "main", "contentinfo"].filter((role) => parts.includes(role)),
            each,
          );
          const inMain = tree.findIndex(({ role }) => role === "main");
          assert.ok(tree.findIndex(({ role }) => role === "heading") > inMain, `${each}: the heading is in the main part`);
        }
        const home = await (await page.goto(site.address), accessibilityTree(name, page, page));
        assert.match(told(home.find(({ role }) => operable.includes(role))), /^link Skip/);
        assert.ok(home.some(({ role, name }) => role === "navigation" && name !== ""));
        await page.goto(`${site.address}publish.html`);
        reads(await accessibilityTree(name, page, await curatorFrame(page)), "the curator's form");
        await page.goto(`${site.address}profile.html`);
        reads(await accessibilityTree(name, page, await practitionerFrame(page)), "the practitioner's form");
      });
    });

    test("the check: fields with their units, errors with links, the result in order, each announced once", async () => {
      await withPage(name, async (page) => {
        await page.goto(site.address);
        await page.getByRole("button", { name: "Try the sample" }).press("Enter");
        const sheet = await sheetFrame(page);
        await formReady(sheet);
        const form = await accessibilityTree(name, page, sheet);
        reads(form, "the form");
        const fields = [
          ["textbox Age, in years", /18 to 90/],
          ["textbox Monthly income, in euros", /0 to 10,?000.*2,?400/],
          ["textbox Balance, in euros", /5,?000 to 5,?000/],
          ["radiogroup In paid work"],
          ["radio yes"],
          ["radio no"],
          ["radiogroup Housing", /other/],
          ["radio rents"],
          ["radio owns"],
          ["radio other"],
          ["radio Not recorded"],
          ["combobox Region"],
          ["radiogroup Paid late", /./],
          ["radio no"],
          ["radio yes"],
          ["button Check my record"],
        ];
        assert.deepEqual(
          formControls(form).map(told),
          fields.map(([field]) => field),
        );
        if (name === "chromium")
          formControls(form).forEach(({ description }, index) => assert.match(description, fields[index][1] ?? /^/));

        await listen(sheet);
        await fill(sheet, { age: "old", income: "1,5" });
        await check(sheet);
        await sheet.waitForSelector("#error-summary");
        const wrong = await accessibilityTree(name, page, sheet);
        reads(wrong, "the form with errors");
        const alert = wrong.findIndex(({ role }) => role === "alert");
        assert.ok(alert > 0 && alert < wrong.findIndex(({ role }) => role === "textbox"), "the summary is before the fields");
        const links = wrong.filter(({ role }, index) => index > alert && role === "link");
        const errors = ["Age", "Monthly income", "Balance", "In paid work", "Region", "Paid late"];
        assert.deepEqual(
          links.map((link) => errors.find((field) => link.name.toLowerCase().includes(field.toLowerCase()))),
          errors,
        );
        if (name === "chromium") {
          const invalid = wrong.filter((node) => node.invalid);
          assert.deepEqual(
            invalid.map(({ role }) => role),
            ["textbox", "textbox", "textbox", "radiogroup", "combobox", "radiogroup"],
          );
          invalid.forEach(({ description }, index) => assert.ok(description.includes(links[index].name), description));
        }
        const saidWrong = await heard(sheet);
        assert.equal(saidWrong.length, 1, saidWrong.join("\n"));
        assert.ok(links.every((link) => saidWrong[0].includes(link.name)));

        await fill(sheet, record);
        await heard(sheet);
        await check(sheet);
        const shown = await headline(sheet);
        await openParts(sheet);
        const result = await accessibilityTree(name, page, sheet);
        reads(result, "the result");
        assert.equal(await sheet.evaluate(() => document.activeElement.id), "result-heading");
        const from = result.findIndex(
          ({ role, name }) => role === "heading" && name === "How sure could someone become that your record was used?",
        );
        const status = result.findIndex(({ role }, index) => index > from && role === "status");
        const next = result.findIndex(({ role }, index) => index > from && role === "heading");
        assert.ok(from > 0 && status > from && status < next, "heading, figure, the rest");
        const order = [/chance can end up/i, /does not mean/i, /you can do now/i, /how sure is/i, /made of/i, /experts/i];
        const headings = result.slice(from).filter(({ role }) => role === "heading");
        const places = order.map((wanted) => headings.findIndex((heading) => wanted.test(heading.name)));
        assert.ok(!places.includes(-1), `${places}: ${headings.map(told)}`);
        assert.deepEqual(
          places,
          [...places].sort((a, b) => a - b),
        );
        const pictures = result.filter(({ role }, index) => index > from && role === "img").map(({ name }) => name);
        const most = /at most (\d+) in/.exec(shown)[1];
        assert.equal(pictures.filter((text) => new RegExp(`\\b${most}\\b`).test(text)).length, 2, pictures.join("\n"));
        const tables = result.filter(({ role }, index) => index > from && role === "table").length;
        assert.ok(tables >= 2, "the bands and the parts have a table each");
        assert.ok(result.filter(({ role }, index) => index > from && role === "columnheader").length >= 2 * tables);

        const said = await heard(sheet);
        assert.equal(said.length, 1, said.join("\n"));
        assert.ok(said[0].includes(shown) && said[0].includes("At first they can't tell"));
        await showBeliefs(sheet);
        await sheet.getByLabel("10 in 100", { exact: true }).press("Space");
        await sheet.locator(".headline", { hasText: beginsFrom(10) }).waitFor();
        const saidThen = await heard(sheet);
        assert.equal(saidThen.length, 1, saidThen.join("\n"));
        assert.ok(saidThen[0].includes(beginsFrom(10)), saidThen[0]);
      });
    });
  });
}
