import assert from "node:assert/strict";
import { test } from "node:test";
import { bakePage, withoutReport } from "../../web/bake/bake.mjs";
import { sheetHtml } from "../browser/built.mjs";

const blockOf = (html) => /<script type="application\/json" id="expost-report">([^]*?)<\/script>/.exec(html)[1];

test("a report comes out of the page byte for byte, and can't end its element", () => {
  const hostile = '\ufeff{"title": "</script><!-- --> <script>alert(1)</script> $& $1 \u2028 \u2029 \\u003c &lt; \r\n é"}';
  const html = bakePage(sheetHtml(), hostile);
  assert.equal(JSON.parse(blockOf(html)), hostile);
  assert.doesNotMatch(blockOf(html), /[<>&\u2028\u2029]/);
  assert.equal(html.length, sheetHtml().length - "<!--expost-report-->".length + blockOf(html).length + 60);
});

test("the report and its path are taken out again, and the page is as it was", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7 + (at >> 8)) & 255);
  for (const path of [undefined, bytes, new Uint8Array(0)]) {
    const html = bakePage(sheetHtml(), '{"title": "A"}', path);
    assert.equal(withoutReport(html), sheetHtml());
    const found = /<script type="application\/json" id="expost-path">"([^]*?)"<\/script>/.exec(html)?.[1];
    assert.deepEqual(found === undefined ? undefined : new Uint8Array(Buffer.from(found, "base64")), path);
  }
  assert.equal(withoutReport(sheetHtml()), null);
});

test("a page without the comment that a report replaces is refused", () => {
  assert.throws(() => bakePage("<p>", "{}"), /no place/);
});
