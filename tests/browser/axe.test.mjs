// That axe is asked in a way in which it answers: a page with an error has one, a page without has
// none.
import assert from "node:assert/strict";
import { after } from "node:test";
import { violations } from "./axe.mjs";
import { closeBrowsers, testOnce, withPage } from "./browsers.mjs";

after(closeBrowsers);

const page = (body) => `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`;

testOnce("a picture without words is found, and told with its place", async () => {
  await withPage("chromium", async (tab) => {
    await tab.setContent(page("<p>Words</p>"));
    assert.deepEqual(await violations(tab), []);
    await tab.setContent(page('<img src="data:,">'));
    const found = await violations(tab);
    assert.equal(found.length, 1);
    assert.match(found[0], /^image-alt: <img src="data:,">/);
    assert.deepEqual(await violations(tab, { runOnly: ["best-practice"] }), []);
  });
});
