// The guides as the site has them: every Markdown file is one of them, every link leads somewhere,
// their policy refuses nothing in them, and every function of the package has a comment.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ReflectionKind } from "typedoc";
import { root } from "../../scripts/paths.mjs";
import { sourceFiles } from "../../scripts/sources.mjs";
import { javascriptModel } from "../../web/docs/javascript.mjs";
import { POLICY, SITE_FILES } from "../../web/docs/layout.js";
import { addressOf } from "../../web/docs/links.js";
import { lostLinks, pagesIn } from "../../web/docs/lost-anchors.mjs";
import { FRONT, GUIDES, KINDS, fileOf } from "../../web/docs/pages.js";
import { siteDir } from "../browser/built.mjs";

const guides = join(siteDir, "docs");
const pages = pagesIn(guides);
const read = (name) => readFileSync(join(guides, name), "utf8");
const outside = Object.values(SITE_FILES);
/** The tags themselves: code that is shown has none. */
const tagsOf = (html) => Array.from(html.matchAll(/<[a-z][^>]*>/gi), ([tag]) => tag);
const textOf = (html) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

test("every Markdown file of docs is a guide, and each is listed once", () => {
  const written = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".md"));
  const listed = [FRONT, ...GUIDES.map(([source]) => source)];
  assert.deepEqual(
    written.filter((name) => !listed.includes(name)),
    [],
  );
  assert.deepEqual(
    listed.filter((name) => !existsSync(join(root, name))),
    [],
  );
  assert.equal(new Set(listed).size, listed.length);
  for (const [source, kind, about] of GUIDES) {
    assert.ok(Object.hasOwn(KINDS, kind), source);
    assert.match(about, /^\p{Lu}.*\.$|^\d.*\.$|^What .*\.$/u, source);
    assert.ok(pages.includes(fileOf(source)), source);
  }
});

test("the front page leads to every guide, and every guide back", () => {
  const front = read("index.html");
  for (const name of pages.filter((page) => page !== "index.html")) {
    assert.ok(front.includes(`href="${name}"`), name);
    const up = "../".repeat(name.split("/").length - 1);
    assert.ok(read(name).includes(`href="${up}index.html"`), name);
  }
});

test("every link of the guides leads somewhere", () => {
  assert.deepEqual(lostLinks(guides, outside), []);
  for (const way of outside) assert.ok(existsSync(join(guides, way)), way);
});

test("a link that leads nowhere is told, and so is an anchor that isn't there or is there twice", () => {
  const folder = mkdtempSync(join(tmpdir(), "expost-guides-"));
  try {
    cpSync(join(guides, "people.html"), join(folder, "people.html"));
    writeFileSync(
      join(folder, "a.html"),
      '<a href="b.html">b</a> <a href="#x">x</a> <p id="y"></p><p id="y"></p> <a href="#y">y</a>',
    );
    const lost = lostLinks(folder, []).filter((sentence) => sentence.startsWith("a.html"));
    assert.deepEqual(lost, [
      "a.html has the anchor #y twice.",
      "a.html links to b.html, which isn't there.",
      "a.html links to #x, but a.html has no such anchor.",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("links between files become links between pages, and to nowhere an error", () => {
  const targets = {
    pages: new Map([
      ["docs/a.md", "a.html"],
      ["docs/b/c.md", "b/c.html"],
      ["examples/d/README.md", "examples/d.html"],
    ]),
    isFile: (path) => path === "docs/images/p.png",
    exists: (path) => path.startsWith("core"),
    sourceUrl: null,
  };
  const page = { source: "docs/b/c.md", file: "b/c.html" };
  const from = (href, more = {}) => addressOf(href, page, { ...targets, ...more });
  assert.equal(from("../a.md#part"), "../a.html#part");
  assert.equal(from("c.md#part"), "#part");
  assert.equal(from("#part"), "#part");
  assert.equal(from("../../examples/d"), "../examples/d.html");
  assert.equal(from("../images/p.png"), "../images/p.png");
  assert.equal(from("https://example.org/"), "https://example.org/");
  assert.equal(from("../../core/x.hpp"), null);
  assert.equal(from("../../core/x.hpp", { sourceUrl: "https://example.org/s/" }), "https://example.org/s/core/x.hpp");
  assert.throws(() => from("../e.md"), /docs\/b\/c\.md links to \.\.\/e\.md, which isn't there/);
});

test("a guide has the policy, and nothing that it refuses", () => {
  assert.ok(!/script-src|unsafe/.test(POLICY));
  // One page may run its own script, and asks for as little: its text is inside.
  const search = read("search.html");
  const script = /<script>(.*?)<\/script>/s.exec(search)[1];
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = POLICY.replace("default-src 'none';", `default-src 'none'; script-src 'sha256-${hash}';`);
  assert.ok(search.includes(`<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`));
  assert.deepEqual(
    tagsOf(search).filter((tag) => tag.startsWith("<script")),
    ['<script type="application/json" id="sections">', "<script>"],
  );
  for (const name of pages.filter((page) => page !== "search.html")) {
    const html = read(name);
    const begin = html.indexOf("<head>");
    assert.ok(html.slice(begin).startsWith(`<head>\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`), name);
    // Without one a browser asks for /favicon.ico.
    assert.match(html, /<link rel="icon" href="(\.\.\/)+icon\.svg"/, name);
    for (const tag of tagsOf(html)) {
      assert.doesNotMatch(tag, /^<(script|style|iframe|object|embed|form|base)\b/i, name);
      assert.doesNotMatch(tag, /\s(style|on\w+)\s*=/i, `${name}: ${tag}`);
      if (/\ssrc(set)?=|^<link/.test(tag))
        assert.doesNotMatch(tag, /(src|srcset|href)="(https?:|\/\/|data:)/, `${name}: ${tag}`);
      if (tag.startsWith("<img")) assert.match(tag, /\salt="[^"]{10,}/, `${name}: ${tag}`);
    }
  }
});

test("a guide has one title, and no heading skips a level", () => {
  for (const name of pages) {
    const levels = Array.from(read(name).matchAll(/<h([1-6])\b/g), ([, level]) => Number(level));
    assert.equal(levels.filter((level) => level === 1).length, 1, name);
    assert.equal(levels[0], 1, name);
    levels.forEach((level, index) => assert.ok(index === 0 || level <= levels[index - 1] + 1, `${name}: heading ${index + 1}`));
  }
});

test("no guide names a document that readers don't have, or a folder of the machine", () => {
  for (const name of pages) {
    const text = textOf(read(name));
    assert.doesNotMatch(text, /\bthe specification\b|\binterfaces\.md\b/i, name);
    assert.ok(!text.includes(root.replace(/\/$/, "")) && !text.includes(tmpdir() + "/") && !text.includes("/root/"), name);
  }
});

test("the reference has every command, every function of the package and every key of the schemas", () => {
  const commandLine = read("reference/command-line.html");
  for (const command of [
    "bound",
    "init",
    "plan",
    "publish",
    "attach",
    "audit",
    "profile",
    "page",
    "statement",
    "sign",
    "verify",
    "ledger",
    "check",
  ])
    assert.ok(commandLine.includes(`id="expost-${command}"`), command);
  const javascript = read("reference/javascript/expost.html");
  for (const name of ["loadreport", "posterior", "plan", "publish", "attach", "audit", "profile"])
    assert.match(javascript, new RegExp(`<h3[^>]* id="${name}"`), name);
  for (const name of ["report", "study"]) {
    const schema = JSON.parse(readFileSync(join(root, `core/report/schema/${name}.schema.json`), "utf8"));
    const page = read(`reference/${name}-schema.html`);
    for (const key of Object.keys(schema.properties)) assert.ok(page.includes(`<code>${key}</code>`), key);
    for (const part of Object.keys(schema.$defs ?? {})) assert.ok(page.includes(`>${part}</h3>`), part);
  }
});

test("every code of an error is explained", () => {
  const explained = textOf(read("operations.html"));
  const codes = new Set();
  const sources = sourceFiles([".cpp", ".hpp", ".js"], root).filter((path) => /^(core|wasm)\//.test(path));
  for (const path of sources) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, code] of text.matchAll(
      /(?:ErrorType::\w+, |[a-z]+Error\(|refuse_as\(|refuse\("\w+",\s*)"([a-z]+(?:-[a-z]+)*)"/g,
    ))
      codes.add(code);
  }
  assert.ok(codes.size >= 40, Array.from(codes).join(" "));
  assert.deepEqual(
    Array.from(codes).filter((code) => !new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(explained)),
    [],
  );
});

test("the C++ pages have the headers, where Doxygen made them", { skip: !existsSync(join(guides, "reference/cpp")) }, () => {
  const bounds = textOf(read("reference/cpp/bounds.html"));
  for (const words of ["expost/bounds/bound.hpp", "class BoundRule"]) assert.ok(bounds.includes(words), words);
  const folders = readdirSync(join(root, "core/include/expost"));
  for (const folder of folders) assert.ok(pages.includes(`reference/cpp/${folder}.html`), folder);
});

/** Exports, their functions and their members without a comment, by their full names. */
function undocumented(project) {
  const { Class, Function, Interface, Method, Property, TypeAlias, Variable } = ReflectionKind;
  const found = [];
  const visit = (reflection) => {
    const inside = reflection.getFullName().includes("__type");
    const signatures = reflection.signatures ?? [];
    const has =
      reflection.comment?.hasVisibleComponent() ||
      (signatures.length > 0 && signatures.every(({ comment }) => comment?.hasVisibleComponent()));
    const counts = reflection.kindOf([Class, Function, Interface, Method, Property, TypeAlias, Variable]);
    if (counts && !inside && !has && !reflection.inheritedFrom) found.push(reflection.getFullName());
    reflection.traverse((child) => {
      visit(child);
      return true;
    });
  };
  visit(project);
  return { found, count: project.getReflectionsByKind(Function | Method).length };
}

test("every export of the package has a comment, and so has every member of one", async () => {
  const { found, count } = undocumented(await javascriptModel(root));
  assert.deepEqual(found, []);
  assert.ok(count >= 15, `${count} functions`);
});
