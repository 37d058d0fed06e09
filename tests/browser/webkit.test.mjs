// The main paths in WebKit, the engine of Safari: policies, frames, radio buttons and the focus on
// the site by keyboard alone, the page in a file, and a report made in a worker.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before } from "node:test";
import { bakePage } from "../../web/bake/bake.mjs";
import { expost, folder } from "../cli/run-expost.mjs";
import { csv, header, rows, study as smallStudy } from "../cli/small-study.mjs";
import { fromTo } from "../headline.mjs";
import { testOnce } from "./browsers.mjs";
import { loadPackage, sheetHtml, siteDir } from "./built.mjs";
import { landedIn, scrollTooFar } from "./landed.mjs";
import { dependent, record, sample, textOf } from "./made-up-reports.mjs";
import { scratchFile } from "./sheet.mjs";
import { serveSite } from "./site-server.mjs";
import { keys, webkitMissing, withWebkit } from "./webkit.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const dir = folder();
const skip = webkitMissing;

/**
 * The page with a script before everything else that writes down errors and what the policy
 * refuses, from the start: WebDriver has no log. The policy holds from its <meta> on, so it
 * doesn't refuse a script before it.
 */
const observed = (page) => {
  const observer = () => {
    window.problems = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.problems.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    );
    addEventListener("error", (event) => window.problems.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => window.problems.push(String(event.reason)));
  };
  const changed = page.replace(/<head>/, `<head><script>(${observer})()</script>`);
  assert.notEqual(changed, page);
  return changed;
};
const problems = (webkit) => webkit.run(() => window.problems);

/**
 * In a frame that came as text nothing can be put before its policy, so what goes wrong is written
 * down from now on.
 */
const observe = (webkit) =>
  webkit.run(() => {
    window.problems = [];
    addEventListener("securitypolicyviolation", (event) => window.problems.push(event.violatedDirective));
    addEventListener("error", (event) => window.problems.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => window.problems.push(String(event.reason)));
  });

const at = (webkit) => webkit.run(() => document.activeElement.id || document.activeElement.textContent.trim());

/**
 * Presses Tab until an element has the focus; returns what was passed on the way, itself included.
 */
async function tabTo(webkit, wanted) {
  const passed = [];
  while (passed.at(-1) !== wanted) {
    assert.ok(passed.length < 30, `Tab reaches ${wanted}: ${passed}`);
    await webkit.press(keys.tab);
    passed.push(await at(webkit));
  }
  return passed;
}

/** Fills in `record` by keyboard, from before the first field, and checks it. */
async function fillByKeyboard(webkit) {
  const shown = async (id) => {
    const [style, width] = await webkit.run(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return [outlineStyle, parseFloat(outlineWidth)];
    });
    assert.ok(style !== "none" && width >= 2, `${id} shows the focus`);
  };
  const name = async () => webkit.nameOf(await webkit.run(() => document.activeElement));
  await tabTo(webkit, "value-1");
  const named = {};
  for (const [id, pressed] of [
    ["value-1", record.age],
    ["value-2", record.income],
    ["value-3", record.balance],
    ["value-4-1", keys.space],
    ["value-5-1", keys.space],
    ["value-6", "south-e"],
    ["outcome-1", keys.space],
  ]) {
    assert.equal(await at(webkit), id);
    await shown(id);
    named[id] = await name();
    await webkit.press(...pressed);
    // Past the box of whoever isn't sure.
    await webkit.press(keys.tab);
    assert.match(await at(webkit), /-unsure$/);
    await webkit.press(keys.tab);
  }
  assert.deepEqual(named, {
    "value-1": "Age, in years",
    "value-2": "Monthly income, in euros",
    "value-3": "Balance, in euros",
    "value-4-1": "yes",
    "value-5-1": "rents",
    "value-6": "Region",
    "outcome-1": "no",
  });
  assert.equal(await at(webkit), "exploring");
  await webkit.press(keys.tab);
  assert.equal(await at(webkit), "Check my record");
  await shown("the button");
  await webkit.press(keys.enter);
  await webkit.find("#result-heading:not([hidden])");
  return webkit.run(() => document.querySelector(".announcement .headline").innerText.trim());
}

/** An element's box from the top of the window, in frames inside one another. */
async function boxOf(webkit, frames, selector) {
  const rect = (found) => webkit.evaluate(`const { y, height } = (${found}).getBoundingClientRect(); return { y, height };`);
  const [frame, ...within] = frames;
  if (frame === undefined) return rect(`document.querySelector(${JSON.stringify(selector)})`);
  const element = typeof frame === "string" ? `document.querySelector(${JSON.stringify(frame)})` : `(${frame})()`;
  const { y } = await rect(element);
  const { y: inside, height } = await webkit.inside(frame, () => boxOf(webkit, within, selector));
  return { y: y + inside, height };
}

/** Fails where the question or the headline isn't at the top of the window. */
async function landed(webkit, frames) {
  const window = { height: await webkit.run(() => innerHeight) };
  const box = (selector) => () => boxOf(webkit, frames, selector);
  await landedIn(window, box("#result-heading"), box(".announcement .headline"));
}

async function violations(webkit) {
  return webkit.evaluate(
    `${axe}; return axe.run(document, { iframes: false, resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html.slice(0, 160) + node.failureSummary).join("; ")))`,
  );
}

let site;
before(async () => {
  const observedPages = Object.fromEntries(
    ["index.html", "publish.html"].map((name) => [name, observed(readFileSync(join(siteDir, name), "utf8"))]),
  );
  const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:";
  const host = (head) =>
    `<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="${policy}"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title>${head}<script src="expost-check.js"></script></head><body><h1>Host</h1><expost-check src="sample/report.json"></expost-check></body></html>`;
  site = await serveSite({
    ...observedPages,
    "host.html": observed(host("")),
    "too-far.html": observed(host('<script src="too-far.js"></script>')),
    "too-far.js": `(${scrollTooFar})()`,
    "sample/report.json": textOf(sample()),
  });
});
after(() => site.close());

testOnce("the site: the sample, a record and its figure by keyboard alone; no request, nothing refused", { skip }, () =>
  withWebkit(async (webkit) => {
    await webkit.open(site.address);
    assert.equal(await webkit.roleOf(await webkit.find("#which-heading")), "heading");
    await tabTo(webkit, "sample");
    await webkit.press(keys.enter);
    await webkit.inside("#sheet-frame", async () => {
      assert.equal(await webkit.nameOf(await webkit.find("#record-heading")), "Your record");
      await observe(webkit);
      site.log.length = 0;
      assert.equal(await fillByKeyboard(webkit), fromTo(50, 57));
      assert.equal(await at(webkit), "result-heading");
      assert.equal(await webkit.roleOf(await webkit.find(".announcement")), "status");
      assert.deepEqual(await violations(webkit), []);
      assert.deepEqual(await problems(webkit), []);
    });
    await landed(webkit, ["#sheet-frame"]);
    assert.deepEqual(await violations(webkit), []);
    assert.deepEqual(await problems(webkit), []);
    assert.deepEqual(site.log, []);
  }),
);

testOnce("the page in a file: the digits are those of the package in Node, and nothing is refused", { skip }, () =>
  withWebkit(async (webkit) => {
    const text = textOf(dependent());
    const page = scratchFile("webkit.html", observed(bakePage(sheetHtml(), text)));
    await webkit.open(`file://${page}`);
    await webkit.find("#record-heading");
    await fillByKeyboard(webkit);
    await landed(webkit, []);
    const shown = await webkit.run(() =>
      Object.fromEntries(
        Array.from(document.querySelectorAll(".numbers tr[data-number]"), (row) => [
          row.dataset.number,
          row.querySelector("td").textContent.trim(),
        ]),
      ),
    );
    const { loadReport } = await loadPackage();
    const report = await loadReport(text);
    const bound = report.bound({ ...record, age: 45, income: 2150.5, balance: -120 });
    report.free();
    assert.equal(shown["total-upper"], String(bound.total.upper));
    assert.equal(shown["model-lower"], String(bound.epsilon.lower));
    assert.equal(shown["release-cost-expost"], String(bound.releaseCost.expost));
    assert.deepEqual(await problems(webkit), []);
  }),
);

for (const [name, page] of [
  ["the custom element, in a page with a strict policy of its own", "host.html"],
  ["the custom element, in a page that is a little too far down", "too-far.html"],
])
  testOnce(name, { skip }, () =>
    withWebkit(async (webkit) => {
      await webkit.open(`${site.address}${page}`);
      const around = () => document.querySelector("expost-check").shadowRoot?.querySelector("iframe[part='frame']");
      await webkit.inside(around, () =>
        webkit.inside("iframe", async () => {
          await webkit.find("#record-heading");
          // In a frame without an origin of its own WebKit gives the focus to nobody but a person:
          // so by keyboard from the start.
          assert.equal(await fillByKeyboard(webkit), fromTo(50, 57));
          assert.equal(await webkit.roleOf(await webkit.find(".announcement")), "status");
        }),
      );
      if (page === "too-far.html") await webkit.until(() => window.wasTooFar);
      await landed(webkit, [around, "iframe"]);
      assert.deepEqual(await problems(webkit), []);
    }),
  );

testOnce("a report is made in a worker, byte for byte the command line's", { skip }, () =>
  withWebkit(async (webkit) => {
    const study = smallStudy({ published: "2026-11-21" });
    const data = csv([header, ...rows(200)]);
    await webkit.open(`${site.address}publish.html`);
    await webkit.inside("#publish-frame", async () => {
      await webkit.find("#run");
      await observe(webkit);
      const drop = (name, text) =>
        webkit.run(
          (name, text) => {
            const files = new DataTransfer();
            files.items.add(new File([text], name));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
          },
          name,
          text,
        );
      await drop("study.json", JSON.stringify(study));
      await webkit.find("#study-status p");
      await drop("data.csv", data);
      await webkit.find("#data-status p");
      await webkit.run(() => {
        window.told = new Set();
        new MutationObserver(() => window.told.add(document.querySelector(".working")?.innerText)).observe(document.body, {
          childList: true,
          subtree: true,
        });
        document.getElementById("person-1").click();
        document.querySelector(".experts-settings").open = true;
        const seed = document.getElementById("seed");
        seed.value = "7";
        seed.dispatchEvent(new Event("input", { bubbles: true }));
        document.getElementById("run").click();
      });
      await webkit.find("#review-heading");
      const shown = await webkit.run(() => document.querySelector(".report-text code").textContent);
      const out = dir.file("report.json");
      const run = await expost([
        ...["publish", dir.write("data.csv", data), "--study", dir.write("study.json", study)],
        ...["--out", out, "--seed", "7"],
      ]);
      assert.equal(run.code, 0, run.stderr);
      assert.equal(shown, readFileSync(out, "utf8"));
      const told = (await webkit.run(() => [...window.told])).filter(Boolean);
      assert.ok(told.length > 0);
      for (const text of told) assert.doesNotMatch(text, /starts no background thread/);
      assert.deepEqual(await problems(webkit), []);
    });
  }),
);
