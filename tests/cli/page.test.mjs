// expost page: the check page with a report inside.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { LANGUAGES, languages } from "../../words/languages.mjs";
import { command, expost, folder, isOneLine, packageDir } from "./run-expost.mjs";
import { csv, header, quickStudy, rows } from "./small-study.mjs";

const dir = folder();
const report = dir.file("report.json");
const sheet = readFileSync(join(packageDir, "site/sheet.html"), "utf8");

before(async () => {
  const titled = quickStudy({ title: 'A study </script><!-- with "marks" & more' });
  const made = await command([
    "publish",
    dir.write("data.csv", csv([header, ...rows(100)])),
    "--study",
    dir.write("study.json", titled),
    "--out",
    report,
  ]);
  assert.equal(made.code, 0, made.stderr);
});

/** The report's text inside a page. */
const inside = (html) => JSON.parse(/<script type="application\/json" id="expost-report">(.*?)<\/script>/s.exec(html)[1]);

test("the page is the sheet with the report inside, to the byte", async () => {
  const { code, stdout, stderr } = await command(["page", report, "--out", dir.file("page.html")]);
  assert.equal(code, 0);
  assert.equal(stdout + stderr, "");
  const html = dir.read("page.html");
  assert.equal(inside(html), dir.read("report.json"));
  // The rest is the sheet, its policy and its hashes included.
  assert.equal(
    html.replace(/<script type="application\/json" id="expost-report">.*?<\/script>/s, "<!--expost-report-->"),
    sheet,
  );
  assert.match(html, /Content-Security-Policy/);
});

test("--lang is the page in that language, with the same report inside", async () => {
  for (const language of LANGUAGES) {
    const start = `<html lang="${language}" dir="${languages[language].check.direction}">`;
    assert.equal((await command(["page", report, "--lang", language, "--out", dir.file("page.html"), "--replace"])).code, 0);
    const html = dir.read("page.html");
    assert.ok(html.slice(0, 100).includes(start), html.slice(0, 100));
    assert.equal(inside(html), dir.read("report.json"));
  }
  const refused = await command(["page", report, "--lang", "xx", "--out", dir.file("other.html")]);
  isOneLine(assert, refused);
  assert.equal(refused.code, 2);
  assert.ok(refused.stderr.includes(`Allowed choices are ${LANGUAGES.join(", ")}`), refused.stderr);
});

test("a byte order mark stays, because the fingerprint is that of the file", async () => {
  const marked = dir.write("marked.json", `\ufeff${dir.read("report.json")}`);
  assert.equal((await command(["page", marked, "--out", dir.file("marked.html")])).code, 0);
  assert.equal(inside(dir.read("marked.html")), dir.read("marked.json"));
});

test("- is standard input and standard output", async () => {
  const { code, stdout } = await expost(["page", "-", "--out", "-"], { input: dir.read("report.json") });
  assert.equal(code, 0);
  assert.equal(inside(stdout), dir.read("report.json"));
});

test("a report made with a seed is refused, and baked as an experiment only", async () => {
  const seeded = dir.file("seeded.json");
  await command(["publish", dir.file("data.csv"), "--study", dir.file("study.json"), "--out", seeded, "--seed", "1"]);
  const page = dir.write("seeded.html", "the old page");
  const refused = await command(["page", seeded, "--out", page, "--replace"]);
  isOneLine(assert, refused);
  assert.match(
    refused.stderr,
    /seeded\.json: its noise came from a seed .*publish the data without --seed, or give --experiment/,
  );
  assert.equal(refused.code, 1);
  assert.equal(dir.read("seeded.html"), "the old page");
  const { code, stderr } = await command(["page", seeded, "--out", page, "--experiment", "--replace"]);
  assert.equal(code, 0);
  assert.match(stderr, /^expost: warning: .*seeded\.json was made with a seed/);
  assert.equal(inside(dir.read("seeded.html")), dir.read("seeded.json"));
  // That the sheet says "Experiment" over it: tests/browser/states.test.mjs. A seed of 0 is a
  // seed, too.
  const zero = dir.write("zero.json", { ...JSON.parse(dir.read("report.json")), "x-insecure-seed": 0 });
  assert.equal((await command(["page", zero, "--out", page, "--replace"])).code, 1);
});

test("a bad report is refused, and the page that was there stays", async () => {
  const bad = JSON.parse(dir.read("report.json"));
  bad.model.theta.push(0);
  const path = dir.write("bad.json", bad);
  const page = dir.write("kept.html", "the old page");
  const result = await command(["page", path, "--out", page, "--replace"]);
  isOneLine(assert, result);
  assert.match(result.stderr, /bad\.json: \/model\/theta|bad\.json: \/release/);
  assert.equal(result.code, 1);
  assert.equal(dir.read("kept.html"), "the old page");
});
