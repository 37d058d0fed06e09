import assert from "node:assert/strict";
import { test } from "node:test";
import { bakePage } from "../../web/bake/bake.mjs";
import { sheetHtml } from "../browser/built.mjs";

const blockOf = (html) => /<script type="application\/json" id="expost-report">([^]*?)<\/script>/.exec(html)[1];

test("a report comes out of the page byte for byte, and can't end its element", () => {
  const hostile = '\ufeff{"title": "</script><!-- --> <script>alert(1)</script> $& $1 \u2028 \u2029 \\u003c &lt; \r\n é"}';
  const html = bakePage(sheetHtml(), hostile);
  assert.equal(JSON.parse(blockOf(html)), hostile);
  assert.doesNotMatch(blockOf(html), /[<>&\u2028\u2029]/);
  assert.equal(html.length, sheetHtml().length - "<!--expost-report-->".length + blockOf(html).length + 60);
});

test("a page without the comment that a report replaces is refused", () => {
  assert.throws(() => bakePage("<p>", "{}"), /no place/);
});
