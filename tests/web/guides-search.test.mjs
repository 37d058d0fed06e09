// The search of the guides: every section that has the words, and no other; places that lead there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sectionsOf } from "../../web/docs/search.mjs";
import { found } from "../../web/search/match.js";
import { siteDir } from "../browser/built.mjs";

const page = { source: "docs/a.md", file: "a.html", kind: "how-to", title: "A guide", about: "", markdown: "" };
const section = (heading, text, title = "A guide") => ({ file: "a.html", title, anchor: "x", heading, text });

test("a page comes apart at its headings, without tags, and logs aren't searched", () => {
  const html = '<h1 id="a">A &amp; B</h1>\n<p>One <b>two</b>.</p><h2 class="x" id="c">C <code>d</code></h2><p>1 &lt; 2</p>';
  assert.deepEqual(sectionsOf(html, page), [
    { file: "a.html", title: "A guide", anchor: "a", heading: "A & B", text: "One two ." },
    { file: "a.html", title: "A guide", anchor: "c", heading: "C d", text: "1 < 2" },
  ]);
  assert.deepEqual(sectionsOf(html, { ...page, kind: "measurement" }), []);
});

test("all words must be there, in whatever case and with or without accents; headings come first", () => {
  const sections = [
    section("Other", "Rényi divergence, and a promise"),
    section("Promise", "nothing else"),
    section("Third", "no word of it"),
  ];
  const headings = (query) => found(sections, query).shown.map(({ heading }) => heading);
  assert.deepEqual(headings("PROMISE"), ["Promise", "Other"]);
  assert.deepEqual(headings("renyi  promise"), ["Other"]);
  assert.deepEqual(headings("promise third"), []);
  assert.deepEqual(headings(" "), []);
  assert.deepEqual(headings("a.c"), [], "no pattern");
});

test("the excerpt is the text around the word, as it is written", () => {
  const text = `${"before ".repeat(30)}Rényi${" after".repeat(30)}`;
  const [{ excerpt }] = found([section("Heading", text)], "renyi").shown;
  assert.equal(excerpt.word, "Rényi");
  assert.ok(excerpt.before.startsWith("…") && excerpt.after.endsWith("…"));
  assert.ok(text.includes(excerpt.before.slice(1) + excerpt.word + excerpt.after.slice(0, -1)));
  const many = found(
    Array.from({ length: 100 }, () => section("Heading", text)),
    "before",
  );
  assert.deepEqual([many.all, many.shown.length], [100, 30]);
});

test("what the guides' page holds leads to places that are there, and finds what people ask", () => {
  const html = readFileSync(join(siteDir, "docs/search.html"), "utf8");
  const sections = JSON.parse(/id="sections">(.*?)<\/script>/s.exec(html)[1]);
  assert.ok(sections.length > 300, `${sections.length}`);
  const pages = new Map();
  for (const { file, anchor } of sections) {
    if (!pages.has(file)) pages.set(file, readFileSync(join(siteDir, "docs", file), "utf8"));
    if (anchor !== "") assert.ok(pages.get(file).includes(`id="${anchor}"`), `${file}#${anchor}`);
  }
  for (const [query, file] of [
    ["wordpress", "embedding.html"],
    ["decimal comma", "publishing.html"],
    ["warning signs", "read-a-report.html"],
    ["60 in 100", "people.html"],
    ["--uniform", "reference/command-line.html"],
  ])
    assert.ok(
      found(sections, query).shown.some((one) => one.file === file),
      query,
    );
});
