// Which check page a report gets: what needsEveryMechanism says is what the library's small module
// refuses, no more and no less.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after } from "node:test";
import { needsEveryMechanism, sheetName } from "../../web/bake/which-sheet.js";
import { closeBrowsers, testOnce, withPage } from "./browsers.mjs";
import { sheetHtml } from "./built.mjs";
import { bakedAddress, formReady, words } from "./sheet.mjs";

const folder = new URL("../reports/good/", import.meta.url);
const reports = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);

after(closeBrowsers);

testOnce("the main job alone needs the small page", () => {
  const others = reports.filter(([, text]) => needsEveryMechanism(text)).map(([name]) => name);
  assert.deepEqual(others, [
    "adaptive-posterior-sample-without-ridge.json",
    "adaptive-posterior-sample.json",
    "descent-poisson.json",
    "descent-rdp-thinned.json",
    "descent-softmax-shuffled.json",
    "descent-without-path.json",
    "descent.json",
    "laplace-softmax.json",
    "laplace.json",
    "output-perturbation-elsewhere.json",
    "output-perturbation.json",
    "posterior-sample.json",
    "rounded-adaptive-posterior-sample.json",
    "rounded-laplace.json",
    "rounded-posterior-sample.json",
    "rounded-softmax.json",
    "several-rows-pure.json",
    "softmax-hessian-alone.json",
    "softmax-level-aliases.json",
    "softmax-level-labels.json",
    "softmax-released-and-coded.json",
    "softmax-three-classes.json",
  ]);
});

testOnce("what is no report is for the small page to refuse", () => {
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"model": null}',
    '{"model": {"mechanism": 3}}',
    '{"model": {"mechanism": {"name": 3}}}',
  ])
    assert.equal(needsEveryMechanism(text), false, text);
  assert.equal(needsEveryMechanism(`\ufeff${reports.find(([name]) => name === "laplace.json")[1]}`), true);
});

testOnce("files by language", () => {
  assert.deepEqual(
    [sheetName("en"), sheetName("de"), sheetName("en", true), sheetName("ar", true)],
    ["sheet.html", "sheet.de.html", "sheet-every.html", "sheet-every.ar.html"],
  );
});

testOnce(
  "the small page takes what it is for, and says of the others that it has no method; the larger one takes all",
  async () => {
    await withPage("chromium", async (page) => {
      for (const [name, text] of reports) {
        const every = needsEveryMechanism(text);
        await page.goto(bakedAddress(text, sheetHtml()));
        if (every) {
          await page.getByText("This page can't give a result for this report").first().waitFor();
          assert.match(await words(page), /sheet-every\.html/, name);
          await page.goto(bakedAddress(text));
        }
        await formReady(page);
      }
    });
  },
);
