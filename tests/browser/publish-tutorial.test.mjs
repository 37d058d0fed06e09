// The tutorial of the publisher's page: every question of its tables stands on the pages under
// those very words, and its answers lead to a report and to a number for the reader at its end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browserNames, withPage } from "./browsers.mjs";
import { giveData, keepFiles, make, openOnSite, sampleData, savedBy } from "./curator.mjs";
import { check, choose, formReady, headline, scratchFile } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";

const text = readFileSync(fileURLToPath(new URL("../../docs/tutorials/publish-page.md", import.meta.url)), "utf8");

/** The tables of the tutorial, each a list of rows of cells, below their first line. */
const tables = Array.from(text.matchAll(/^\| (.+) \|\n\|[-|]+\|\n((?:\|.*\|\n)+)/gm)).map(([, head, body]) => ({
  head: head.split(" | "),
  rows: body
    .trim()
    .split("\n")
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    ),
}));
const questions = tables.filter(({ head }) => head[0] === "Question");
const [columns] = tables.filter(({ head }) => head[0] === "Column");

/** Answers one question, whatever kind of field it has. */
async function answer(form, question, value) {
  const group = form
    .getByRole("radiogroup", { name: question, exact: true })
    .or(form.getByRole("group", { name: question, exact: true }));
  if ((await group.count()) > 0) return choose(group.getByLabel(value, { exact: true }));
  const field = form.getByLabel(question, { exact: true });
  assert.equal(await field.count(), 1, question);
  const kind = await field.evaluate((element) => (element.tagName === "SELECT" ? "select" : element.type));
  if (kind === "select") await field.selectOption({ label: value });
  else if (kind === "checkbox") await choose(field);
  else await field.fill(value);
}

const site = siteForTests();

test("the tutorial has the questions of seven steps", () => {
  assert.equal((text.match(/^## \d\. /gm) ?? []).length, 7);
  assert.deepEqual(
    questions.map(({ rows }) => rows.length),
    [2, 5, 3, 3, 7],
  );
  assert.equal(columns.rows.length, 7);
});

for (const name of browserNames)
  test(`the tutorial of the publisher's page, followed word by word, ${name}`, async () => {
    await withPage(name, async (page) => {
      await keepFiles(page);
      const form = await openOnSite(page, site);
      await giveData(form, sampleData());
      const [data, outcome, promise, about, reader] = questions;
      for (const [question, value] of [...data.rows, ...outcome.rows]) await answer(form, question, value);
      for (const [column, ...cells] of columns.rows) {
        const part = form.locator(".column", { has: form.getByRole("heading", { name: column, exact: true }) });
        for (const [i, value] of cells.entries()) {
          const lines = columns.head[i + 1].startsWith("All choices") ? value.replaceAll(", ", "\n") : value;
          if (value !== "") await answer(part, columns.head[i + 1], lines);
        }
      }
      for (const [question, value] of [...promise.rows, ...about.rows]) await answer(form, question, value);
      await make(form);
      const report = JSON.parse((await savedBy(form, "download-report")).text);
      assert.equal(report.title, "Late returns, made up");
      assert.deepEqual(
        report.features.map((feature) => feature.name),
        ["intercept", "age", "distance", "loans", "late_before", "reminders", "card"],
      );
      assert.deepEqual([report.guarantee.epsilon, report.guarantee.delta], [1, 1e-6]);
      const html = (await savedBy(form, "download-page")).text;
      await withPage(name, async (own) => {
        await own.goto(pathToFileURL(scratchFile(`tutorial-${name}.html`, html)).href);
        await formReady(own);
        for (const [question, value] of reader.rows) await answer(own, question, value);
        await check(own);
        assert.match(await headline(own), /^From 50 in 100 to at most [5-9]\d in 100$/);
      });
    });
  });
