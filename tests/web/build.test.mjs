// The build makes one file that depends on nothing, the same every time, under a policy that
// fits it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { test } from "node:test";
import { pageFolders } from "../../scripts/paths.mjs";
import { buildWeb } from "../../web/build.mjs";
import { dataFrameName, dataSheetName, frameName, PARQUET_READER, sheetName, siteFolder } from "../../web/bake/page-names.js";
import { limits } from "../../web/site/downloads.mjs";
import { sourceOf } from "../../web/site/source.mjs";
import { LANGUAGES, languages } from "../../words/languages.mjs";
import { packageDir, sheetHtml, siteDir } from "../browser/built.mjs";

/** Pages in one file: no sources of the site. */
const dataSheets = ["publish", "profile"].flatMap((page) =>
  LANGUAGES.flatMap((tag) => [dataSheetName(page, tag), dataFrameName(page, tag)]),
);
const ownPages = ["sheet.html", ...dataSheets];
const hashSource = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
const scriptsIn = (html) => Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, script]) => script);
const inside = (html, tag) => new RegExp(`<${tag}>([^]*)</${tag}>`).exec(html)[1];

test("the policy comes first and has the fingerprints of exactly these two scripts and this style", () => {
  const html = sheetHtml();
  const policy =
    /^\ufeff<!doctype html>\n<html lang="en" dir="ltr">\n<head>\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
      html,
    )[1];
  assert.deepEqual(policy.split("; "), [
    "default-src 'none'",
    `script-src ${scriptsIn(html).map(hashSource).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(inside(html, "style"))}`,
    "img-src data:",
    "worker-src blob:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ]);
  assert.equal(scriptsIn(html).length, 2);
});

test("the check page's second script is the module that a person needs, a letter for each byte", () => {
  const module = readFileSync(join(packageDir, "../wasm/wasm/expost-check.wasm"));
  const [, letters] = /^expostModule\("([\u0100-\u01ff]*)"\)$/.exec(scriptsIn(sheetHtml())[1]);
  assert.ok(Buffer.from(letters, "utf16le").every((byte, at) => byte === (at % 2 ? 1 : module[at / 2])));
  assert.equal(letters.length, module.length);
});

/**
 * Checks the policy of a file of a page for data holders: that of the check page, workers made of
 * blobs, and the script that reads Parquet where it comes later. Returns its HTML and the scripts
 * that it names.
 */
function checkDataFile(file, tag, later) {
  const html = readFileSync(join(siteDir, file), "utf8");
  const scripts = scriptsIn(html);
  assert.equal(scripts.length, 1);
  const named = [scripts[0], ...later].map(hashSource).join(" ");
  const policy = [
    "default-src 'none'",
    `script-src ${named} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(inside(html, "style"))}`,
    "img-src data:",
    "worker-src blob:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  assert.ok(
    html.startsWith(`\ufeff<!doctype html>\n<html lang="${tag}" dir="${languages[tag].check.direction}">\n<head>\n${meta}`),
  );
  return { html, named };
}

/**
 * Checks the policies of a page for data holders: as a file, as it is in a frame, and of the page
 * around that. Returns the HTML of both.
 */
function checkDataPage(name, tag) {
  const reader = readFileSync(join(siteDir, PARQUET_READER), "utf8");
  const file = checkDataFile(dataSheetName(name, tag), tag, []);
  const framed = checkDataFile(dataFrameName(name, tag), tag, [reader]);
  const around = readFileSync(join(siteDir, siteFolder(tag), `${name}.html`), "utf8");
  for (const part of [`script-src 'self' ${framed.named} 'wasm-unsafe-eval';`, "frame-src blob:", "worker-src blob:"])
    assert.ok(around.includes(part), part);
  assert.ok(!around.includes(file.named));
  return [file.html, framed.html];
}

test("the publisher's page has the same policy and workers made of blobs, and holds the built check page", () => {
  for (const tag of LANGUAGES) {
    for (const html of checkDataPage("publish", tag)) {
      const from = '<script type="application/json" id="check-sheet">';
      const block = html.slice(html.indexOf(from) + from.length).split("</script>", 1)[0];
      assert.equal(JSON.parse(block), readFileSync(join(siteDir, sheetName(tag)), "utf8"), tag);
    }
  }
});

test("a page for data holders has the words of one language only", () => {
  const said = { en: "Read this before you publish", de: "Lesen Sie das, bevor Sie", ar: "اقرأ هذا قبل أن تنشر" };
  const studied = { en: "Keep it to yourself", de: "Behalten Sie es für sich", ar: "احتفظ به لنفسك" };
  for (const [page, words] of Object.entries({ publish: said, profile: studied }))
    for (const tag of Object.keys(words)) {
      for (const file of [dataSheetName(page, tag), dataFrameName(page, tag)]) {
        const html = readFileSync(join(siteDir, file), "utf8");
        for (const other of Object.keys(words)) assert.equal(html.includes(words[other]), other === tag, `${file} ${other}`);
      }
    }
});

test("the practitioner's page has that policy too, and holds nothing else", () => {
  for (const tag of LANGUAGES)
    for (const html of checkDataPage("profile", tag)) assert.doesNotMatch(html, /application\/json" id=/, tag);
});

test("a page in a frame is without what reads Parquet, which is a script of its own; the saved file has it", () => {
  // An encoding's name and a message, of the library that reads Parquet.
  const parts = ["DELTA_LENGTH_BYTE_ARRAY", "parquet file invalid"];
  const has = (file, part) => readFileSync(join(siteDir, file), "utf8").includes(part);
  for (const part of parts) {
    assert.ok(has(PARQUET_READER, part), part);
    for (const page of ["publish", "profile"])
      for (const tag of LANGUAGES) {
        assert.ok(has(dataSheetName(page, tag), part), `${page} ${tag} ${part}`);
        assert.ok(!has(dataFrameName(page, tag), part), `${page} ${tag} ${part}`);
      }
  }
  // The fingerprint in a policy is of bytes: no other text has those of one in ASCII.
  assert.match(readFileSync(join(siteDir, PARQUET_READER), "latin1"), /^"use strict";[\t\n\x20-\x7e]*$/);
});

test("every page that has a script of its own begins it with the removal of channels", () => {
  const start = /^(.{0,400}?)InterestGroup/s;
  for (const name of [...LANGUAGES.map(sheetName), ...dataSheets, ...LANGUAGES.map(frameName)])
    assert.match(scriptsIn(readFileSync(join(siteDir, name), "utf8"))[0], start, name);
  for (const name of ["home", "report", "publish", "profile"])
    assert.match(readFileSync(join(siteDir, `${name}.js`), "utf8"), start, name);
});

test("the check page weighs no more than it may", () => {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 } };
  const size = brotliCompressSync(Buffer.from(sheetHtml()), options).length;
  assert.ok(size <= limits["sheet.html"], `${size} bytes of brotli`);
});

const filesBelow = (dir) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();

test("builds of the same sources in two folders are the same, byte for byte, and that of the package", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const source = { version: "1.2.3", commit: "0123456789abcdef0123456789abcdef01234567", modified: false };
  const made = [];
  for (const depth of ["one", "another/and/deeper"]) {
    const folder = join(mkdtempSync(join(tmpdir(), "expost-build-")), depth);
    for (const name of [...pageFolders, "package.json"]) cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const { buildWeb: buildHere } = await import(pathToFileURL(join(folder, "web/build.mjs")));
    const outDir = join(folder, "out");
    await buildHere({ packageDir, outDir, source });
    made.push(outDir);
  }
  const names = filesBelow(made[0]);
  assert.deepEqual(names, filesBelow(made[1]));
  assert.ok(names.length >= 20, names.join(" "));
  for (const name of names) assert.ok(readFileSync(join(made[0], name)).equals(readFileSync(join(made[1], name))), name);
  for (const name of [
    "sheet.html",
    ...dataSheets.map((file) => `site/${file}`),
    `site/${PARQUET_READER}`,
    "site/reader.js",
    "site/home.js",
  ]) {
    const built = name === "sheet.html" ? sheetHtml() : readFileSync(join(siteDir, name.slice(5)), "utf8");
    assert.ok(readFileSync(join(made[0], name), "utf8") === built, `the built ${name} is that of these sources`);
  }
  const verify = readFileSync(join(made[0], "site/verify.html"), "utf8");
  assert.ok(verify.includes(`git checkout ${source.commit}`) && verify.includes("1.2.3"));
  assert.ok(!verify.includes("Treat it as unchecked"));
});

test("a build says when nobody can make it again, and takes the address it is told", async () => {
  const build = async (options) => {
    const outDir = mkdtempSync(join(tmpdir(), "expost-build-"));
    await buildWeb({ packageDir, outDir, ...options });
    return (name) => readFileSync(join(outDir, "site", name), "utf8");
  };
  const commit = "f".repeat(40);
  const file = await build({
    source: { version: "1.2.3", commit, modified: true },
    siteUrl: "https://example.org/some/where",
  });
  assert.match(file("verify.html"), /changes that are in no commit, so nobody else can rebuild it/);
  assert.match(file("index.html"), /commit ffffffffff with changes/);
  assert.match(file("index.html"), /property="og:image" content="https:\/\/example\.org\/some\/where\/social-card\.png"/);
  assert.match(file("index.html"), /rel="canonical" href="https:\/\/example\.org\/some\/where\/index\.html"/);
  assert.match(file("404.html"), /<a id="home" href="https:\/\/example\.org\/some\/where\/">/);
  // Another language: its own direction, the shared files above it, and every address leads to a
  // file.
  const there = file("ar/index.html");
  assert.match(there, /<html lang="ar" dir="rtl">/);
  assert.ok(file("ar/home.js").includes("../sheet.ar.html"));
  assert.ok(file("ar/report.js").includes("../reader.js"));
  for (const page of ["index.html", "report.html", "publish.html", "profile.html", "why.html", "verify.html"]) {
    for (const folder of ["", "ar/"]) {
      for (const [, address] of file(folder + page).matchAll(/\b(?:src|href)="([^"#]+)[^"]*"/g)) {
        if (!/^[a-z]+:/.test(address)) assert.ok(file(join(folder, address)).length > 0, `${address} in ${folder}${page}`);
      }
    }
  }
  assert.match(file("index.html"), /<a href="ar\/index\.html" hreflang="ar" lang="ar" dir="rtl">العربية<\/a>/);
  assert.match(there, /<a href="\.\.\/index\.html" hreflang="en" lang="en" dir="ltr">English<\/a>/);
  const unknown = await build({ source: { version: "1.2.3", commit: null, modified: false } });
  assert.match(unknown("verify.html"), /does not say which commit it was built from/);
  assert.ok(!unknown("verify.html").includes("git checkout"));
  assert.match(unknown("index.html"), /commit unknown: built outside git/);
});

test("the source of a build: git where it can tell, the archive where it can't", () => {
  const folder = mkdtempSync(join(tmpdir(), "expost-source-"));
  const git = (...args) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=x", "-c", "user.email=x@example.org", ...args], {
      encoding: "utf8",
    }).trim();
  const put = (name, text) => writeFileSync(join(folder, name), text);
  put("package.json", '{ "version": "4.5.6" }');
  put("COMMIT", "$Format:%H$\n");
  put(".gitattributes", "COMMIT export-subst\n");
  assert.deepEqual(sourceOf(folder), { version: "4.5.6", commit: null, modified: false });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "first");
  const commit = git("rev-parse", "HEAD");
  assert.deepEqual(sourceOf(folder), { version: "4.5.6", commit, modified: false });
  put("left-lying-about.txt", "");
  assert.equal(sourceOf(folder).modified, false);
  put("package.json", '{ "version": "4.5.7" }');
  assert.deepEqual(sourceOf(folder), { version: "4.5.7", commit, modified: true });
  // An archive, inside somebody else's repository.
  mkdirSync(join(folder, "unpacked"));
  execFileSync("sh", ["-c", 'git -C "$1" archive HEAD | tar -x -C "$1/unpacked"', "sh", folder]);
  assert.deepEqual(sourceOf(join(folder, "unpacked")), { version: "4.5.6", commit, modified: false });
});

test("the site works under any path and is served by any host", () => {
  for (const name of readdirSync(siteDir, { recursive: true })) assert.doesNotMatch(name, /(^|\/)_/);
  for (const name of readdirSync(siteDir).filter((file) => file.endsWith(".html") && !ownPages.includes(file))) {
    const html = readFileSync(join(siteDir, name), "utf8");
    for (const [, address] of html.matchAll(/\b(?:src|href)="([^"]*)"/g))
      if (address !== "data:,") assert.doesNotMatch(address, /^(\/|[a-z]+:)/, `${address} in ${name}`);
    // Some pages hold the module's bytes as text, in which any two characters may follow each
    // other.
    assert.doesNotMatch(html, /\{\{[\w-]+\}\}|undefined|\[object/);
  }
});

test("the site's policy lets the sheet run in its frame", () => {
  const html = sheetHtml();
  const site = readFileSync(join(siteDir, "index.html"), "utf8");
  assert.ok(site.includes(`script-src 'self' ${scriptsIn(html).map(hashSource).join(" ")} 'wasm-unsafe-eval'`));
  assert.ok(site.includes(`style-src 'self' ${hashSource(inside(html, "style"))};`));
  assert.ok(site.includes("frame-src blob:"));
  assert.equal(readFileSync(join(siteDir, "sheet.html"), "utf8"), html);
});
