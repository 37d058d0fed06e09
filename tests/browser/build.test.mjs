// What the build makes: one file that depends on nothing, the same every time, under a policy that fits it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { test } from "node:test";
import { buildWeb } from "../../web/build.mjs";
import { textOf } from "../../web/pack-bytes.mjs";
import { bytesOf } from "../../web/sheet/byte-text.js";
import { packageDir, sheetHtml, siteDir } from "./built.mjs";

/** Pages in one file: no sources of the site. */
const ownPages = ["sheet.html", "publish-sheet.html"];
const hashSource = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
const inside = (html, tag) => new RegExp(`<${tag}>([^]*)</${tag}>`).exec(html)[1];

test("the policy comes first and has the fingerprints of exactly this script and this style", () => {
  const html = sheetHtml();
  const policy =
    /^\ufeff<!doctype html>\n<html lang="en" dir="ltr">\n<head>\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
      html,
    )[1];
  assert.deepEqual(policy.split("; "), [
    "default-src 'none'",
    `script-src ${hashSource(inside(html, "script"))} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(inside(html, "style"))}`,
    "img-src data:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ]);
});

test("the curator's page has the same policy, with workers made of blobs besides", () => {
  const html = readFileSync(join(siteDir, "publish-sheet.html"), "utf8");
  const scripts = Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, script]) => script);
  assert.equal(scripts.length, 1);
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(scripts[0])} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(inside(html, "style"))}`,
    "img-src data:",
    "worker-src blob:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  assert.ok(html.startsWith(`\ufeff<!doctype html>\n<html lang="en" dir="ltr">\n<head>\n${meta}`));
  const around = readFileSync(join(siteDir, "publish.html"), "utf8");
  for (const part of [`'self' ${hashSource(scripts[0])} 'wasm-unsafe-eval'`, "frame-src blob:", "worker-src blob:"])
    assert.ok(around.includes(part), part);
  // The check page inside is the built one, to the byte.
  const block = /<script type="application\/json" id="check-sheet">([^]*?)<\/script>/.exec(html)[1];
  assert.equal(JSON.parse(block), sheetHtml());
});

test("the sheet is small", () => {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 } };
  const size = brotliCompressSync(Buffer.from(sheetHtml()), options).length;
  assert.ok(size <= 130_000, `${size} bytes of brotli`);
});

test("two builds are the same, byte for byte", async () => {
  const made = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const outDir = mkdtempSync(join(tmpdir(), "expost-build-"));
    await buildWeb({ packageDir, outDir });
    made.push(outDir);
  }
  const files = (dir) => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files(made[0]).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(made[0].length));
  assert.ok(names.length >= 7);
  for (const name of names) assert.ok(readFileSync(join(made[0], name)).equals(readFileSync(join(made[1], name))), name);
  assert.equal(readFileSync(join(made[0], "sheet.html"), "utf8"), sheetHtml(), "the built sheet is that of these sources");
});

test("bytes survive being written as text, and the text needs no escapes", () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * index * 31 + index) & 255);
  assert.deepEqual(bytesOf(textOf(bytes)), bytes);
  assert.deepEqual(bytesOf(textOf(Uint8Array.of())), Uint8Array.of());
  const text = textOf(bytes);
  assert.equal(JSON.stringify(text).length, text.length + 2);
  assert.doesNotMatch(text, /[<>&$`'\u00ad]/);
});

test("the site works under any path and is served by any host", () => {
  for (const name of readdirSync(siteDir, { recursive: true })) assert.doesNotMatch(name, /(^|\/)_/);
  for (const name of readdirSync(siteDir).filter((file) => file.endsWith(".html") && !ownPages.includes(file))) {
    const html = readFileSync(join(siteDir, name), "utf8");
    for (const [, address] of html.matchAll(/\b(?:src|href)="([^"]*)"/g))
      assert.doesNotMatch(address, /^(\/|[a-z]+:)/, `${address} in ${name}`);
    assert.doesNotMatch(html, /\{\{/);
    const own = fileURLToPath(new URL("../../web/site", import.meta.url));
    assert.ok(readdirSync(own).includes(name));
  }
});

test("the site's policy lets the sheet run in its frame", () => {
  const html = sheetHtml();
  const site = readFileSync(join(siteDir, "index.html"), "utf8");
  assert.ok(site.includes(`script-src 'self' ${hashSource(inside(html, "script"))} 'wasm-unsafe-eval'`));
  assert.ok(site.includes(`style-src 'self' ${hashSource(inside(html, "style"))}`));
  assert.ok(site.includes("frame-src blob:"));
  assert.equal(readFileSync(join(siteDir, "sheet.html"), "utf8"), html);
});
