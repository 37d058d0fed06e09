// The page for studying rows with the library itself, where profile.test.mjs has a double in its
// place.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { mergePatch } from "../../cli/input/merge-patch.js";
import { csv, header, rows, study as smallStudy } from "../cli/small-study.mjs";
import { ranked, sharesOfMost } from "../../web/profile/curves.js";
import { figure, upward } from "../../web/profile/figures.js";
import { madeUpRows } from "../../web/profile/made-up.js";
import { columnsOf } from "../../web/profile/study-columns.js";
import { profile as en } from "../../words/en/profile.js";
import { closeBrowsers, testDeep, testOnce, withPage } from "./browsers.mjs";
import { loadPackage } from "./built.mjs";
import { drop, keepFiles, problems, savedBy } from "./curator.mjs";
import {
  cellsOf,
  dropOn,
  giveStudy,
  numbersUnder,
  openAlone,
  openSettings,
  practitionerFrame,
  press,
  ready,
  run,
  withoutWorkers,
} from "./practitioner.mjs";
import { serveSite } from "./site-server.mjs";

after(closeBrowsers);

/** "1.2 × 10⁷" → 12000000 */
const numberIn = (text) =>
  Number(
    text
      .replaceAll(",", "")
      .replace("∞", "Infinity")
      .replace(
        / × 10(.+)/,
        (_, power) =>
          `e${Array.from(power, (sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign))
            .join("")
            .replace("-1", "-")}`,
      ),
  );

const findings = (form) => form.locator(".finding").allInnerTexts();

testOnce("chromium: with the library itself, what is shown and saved is what it finds", async () => {
  const expost = await loadPackage();
  const study = smallStudy();
  const [table, others] = [rows(400), rows(520).slice(400)];
  const data = () => ({ header, rows: table });
  const { report } = await expost.publish(data(), study);
  const text = JSON.stringify(report);
  const epsilons = [0.1, 1, 10, 100];
  const expected = await expost.profile(data(), study, {
    epsilons: { from: 0.1, to: 100, count: 4 },
    modelCoordinates: true,
    heldOut: { header, rows: others },
  });
  const loaded = await expost.loadReport(text);
  const audited = await expost.audit(data(), study, loaded);
  loaded.free();
  const real = await serveSite();
  try {
    await withPage("chromium", async (page, seen) => {
      await keepFiles(page);
      await page.goto(`${real.address}profile.html`);
      const form = await practitionerFrame(page);
      await ready(form, study, csv([header, ...table]));
      await dropOn(form, "held-out-file", "others.csv", csv([header, ...others]));
      await form.locator("#held-out-status p").waitFor();
      await drop(form, "report.json", text);
      await form.locator("#report-status p").waitFor();
      await openSettings(form);
      await form.locator("#epsilon-from").fill("0.1");
      await form.locator("#epsilon-to").fill("100");
      await form.locator("#epsilon-count").fill("4");
      await run(form);
      const { profile, audit } = JSON.parse((await savedBy(form, "save-json")).text);
      const plain = (value) =>
        JSON.parse(
          JSON.stringify(value, (_, part) =>
            ArrayBuffer.isView(part) ? [...part] : typeof part === "number" && !Number.isFinite(part) ? String(part) : part,
          ),
        );
      // Held-out accuracy is a mean over models that were drawn.
      const { accuracy, ...exact } = profile;
      const { accuracy: expectedAccuracy, ...expectedExact } = plain(expected);
      assert.deepEqual(exact, expectedExact);
      assert.equal(accuracy.nonPrivate, expectedAccuracy.nonPrivate);
      accuracy.mean.forEach((mean, index) => {
        const error = Math.hypot(accuracy.standardError[index], expectedAccuracy.standardError[index]);
        assert.ok(Math.abs(mean - expectedAccuracy.mean[index]) <= 6 * error, `${mean}, not ${expectedAccuracy.mean[index]}`);
      });
      assert.deepEqual(audit.rows, plain(audited.rows));
      assert.deepEqual(audit.summary, plain(audited.summary));
      // The library's plateaus and transition fit the shares that the page works out: between κ
      // and 1, and never falling.
      const shares = sharesOfMost(expected);
      for (const line of Object.values(shares)) {
        assert.ok(line[0] >= expected.plateaus.low - 1e-9 && line.at(-1) <= 1 + 1e-9, line.join(" "));
        assert.ok(
          line.every((share, index) => index === 0 || share >= line[index - 1] - 1e-9),
          line.join(" "),
        );
      }
      // The headline's ε = 1 and the sentence's ε = 10 are never below what the library found.
      const [one, ten] = [epsilons.indexOf(1), epsilons.indexOf(10)];
      const loss = Number(/, ([\d.]+)\u00a0nats/.exec(await form.locator("#headline").innerText())[1]);
      const most = expected.typical.max[one];
      assert.ok(loss >= most && loss < 1.01 * most, `${loss} for ${most}`);
      const share = Number(/above ([\d.]+)%/.exec((await findings(form))[0])[1]) / 100;
      const largest = Math.max(...Object.values(shares).map((line) => line[ten]));
      assert.ok(share >= largest && share < largest + 0.001, `${share} for ${largest}`);
      const { lowRow, highRow, epsilonHigh } = expected.transition;
      assert.ok(epsilonHigh > 100);
      assert.equal(
        await form.locator("#beyond").innerText(),
        "The charts go from ε = 0.1 to ε = 100, and the range goes further. “More settings” takes other values.",
      );
      assert.equal(expected.displacement[lowRow - 1], Math.max(...expected.displacement));
      assert.equal(expected.displacement[highRow - 1], Math.min(...expected.displacement));
      assert.match((await findings(form))[3], new RegExp(`What decides this end is row ${lowRow}, which moves the model most`));
      assert.match(
        (await findings(form))[4],
        new RegExp(`What decides this end is row ${highRow}, which moves the model least`),
      );
      assert.equal((await cellsOf(form, "top-table"))[0][0], `${lowRow} (decides the lower end)`);
      assert.deepEqual(
        (await numbersUnder(form, "typical-chart")).map(([epsilon]) => Number(epsilon)),
        epsilons,
      );
      // Bounds and what is made of them are shown rounded up, never down.
      const { bound, ratio } = audited.summary;
      const shown = await cellsOf(form, "published-table");
      [bound.sharp, bound.redberg2021, ratio.sharp, ratio.redberg2021].forEach(({ max, p99, median }, index) => {
        for (const [column, value] of [max, p99, median].entries()) {
          const figure = numberIn(shown[index + 1][column + 1]);
          assert.ok(figure === value || (figure > value && figure < 1.01 * value), `${figure} for ${value}`);
        }
      });
      const top = await cellsOf(form, "top-table");
      for (const [index, { row }] of expected.top.entries()) {
        const figure = numberIn(top[index].at(-1));
        assert.ok(figure >= audited.rows.upper[row - 1], `${figure} for ${audited.rows.upper[row - 1]}`);
      }
      const drawn = { bound: ranked(audited.rows.upper), ratio: ranked(audited.rows.ratio) };
      for (const [chart, sorted, column] of [
        ["exact-chart", drawn.bound, 2],
        ["ratio-chart", drawn.ratio, 1],
      ]) {
        const named = await numbersUnder(form, chart);
        assert.ok(named.length >= 8, chart);
        for (const cells of named) {
          const [figure, value] = [numberIn(cells[column]), sorted[numberIn(cells[0]) - 1]];
          assert.ok(figure === value || (figure > value && figure < 1.01 * value), `${chart}: ${figure} for ${value}`);
        }
      }
      assert.match(await form.locator("#misses").innerText(), new RegExp(`^${audited.summary.misses} of 400 rows`));
      assert.deepEqual(seen.problems, []);
      // The page shows the library's refusal of either table next to its field. Pressing at once
      // means the file that was just given.
      await press(form, "again");
      const wrong = csv([header, ...others.slice(0, 3), ["x", "no", "west", "no"]]);
      await drop(form, "others.csv", wrong, "held-out-file", { press: "run" });
      const found = await problems(form);
      assert.deepEqual(
        found.map(({ field }) => field),
        ["held-out-file"],
      );
      assert.match(found[0].message, /^others\.csv, line 5: .*column "age" must be a number/);
    });
  } finally {
    await real.close();
  }
});

const example = (name) => JSON.parse(readFileSync(new URL(`../../examples/${name}.json`, import.meta.url), "utf8"));
/** The study on wines, changed as its folder's README does. */
const wine = (...changes) => changes.map(example).reduce(mergePatch, example("wine/study"));

/** The same made-up rows each time: { header, rows }, and as text. */
function madeUp(study, count) {
  let state = 7;
  const text = madeUpRows(columnsOf(study, en.columns), count, (words) => {
    for (let index = 0; index < words.length; index += 1) words[index] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  });
  const [names, ...lines] = text.trimEnd().split("\n");
  const cells = (line) => line.split(",");
  return { text, data: () => ({ header: cells(names), rows: lines.map(cells) }) };
}

testDeep("chromium: the wines in three classes: rows, map and report as the library has them", async () => {
  const expost = await loadPackage();
  const study = wine("wine/softmax");
  const { text, data } = madeUp(study, 300);
  const { report } = await expost.publish(data(), study);
  const expected = await expost.profile(data(), study, { modelCoordinates: true });
  await withPage("chromium", async (page, seen) => {
    const form = await openAlone(page);
    await ready(form, study, text);
    await dropOn(form, "held-out-file", "others.csv", text);
    await form.locator("#held-out-status p").waitFor();
    await drop(form, "report.json", JSON.stringify(report));
    await form.locator("#report-status p").waitFor();
    await run(form);
    const shown = await form.locator("#profile").innerText();
    assert.doesNotMatch(shown, /NaN|undefined|null|\bInfinity\b|f′/);
    assert.match(
      await form.locator("#facts").innerText(),
      new RegExp(`^300 rows, ${expected.dimension} coordinates, λ = 4\\.`),
    );
    assert.match(shown, /with G = 1\.42, the longest/);
    assert.deepEqual(
      (await cellsOf(form, "top-table")).map(([row, ...cells]) => [row.split(" ")[0], ...cells.slice(0, 5)]),
      expected.top.map(({ row, ...of }) => [
        String(row),
        ...[of.displacement, of.typical, of.leverage, of.derivative, of.neighbourDerivative].map(figure),
      ]),
    );
    // The library's plateaus are those of the shares: the noise is the same.
    const shares = await numbersUnder(form, "share-chart");
    assert.equal(shares[0][1], `${(100 * expected.plateaus.low).toFixed(1)}%`);
    const last = Object.values(sharesOfMost(expected)).map((line) => `${(100 * line.at(-1)).toFixed(1)}%`);
    assert.deepEqual(shares.at(-1).slice(1), last);
    assert.match(await form.locator("#accuracy-chart").getAttribute("aria-label"), /^Accuracy on the held-out rows\./);
    assert.equal(await form.locator("#no-paper").count(), 1);
    // Classes and features by their names; a coordinate across and a column up; every row is in
    // one cell.
    const titles = expected.modelCoordinates.map(({ name }) => `change in “${name}”`);
    assert.deepEqual(await form.locator("#map-up optgroup:last-child option").allInnerTexts(), titles);
    assert.ok(titles.includes("change in “high: Alcohol”"), titles.join(", "));
    for (const [across, up] of [
      ["change in “high: Alcohol”", "change in “low: Alcohol”"],
      ["change in “middle: intercept”", "Quality, as marked by tasters"],
    ]) {
      await form.locator("#map-across").selectOption({ label: across });
      await form.locator("#map-up").selectOption({ label: up });
      await form.locator(`#map-chart[aria-label*="by ${across} and ${up}."]`).waitFor();
      const cells = await numbersUnder(form, "map-chart");
      assert.equal(
        cells.reduce((sum, [, , rows]) => sum + Number(rows), 0),
        300,
        up,
      );
      assert.ok(cells.some(([change]) => change.startsWith("−")) && cells.some(([change]) => /^[\d.]/.test(change)), up);
    }
    assert.deepEqual(seen.problems, []);
  });
});

testDeep("chromium: reports of the mechanisms that the curator's page has no questions about, with their rows", async () => {
  const expost = await loadPackage();
  const studies = {
    "credit/laplace": { intro: /made by objective perturbation with Laplace-type noise/ },
    "wine/output-perturbation": { intro: /made by output perturbation with Gaussian noise/, pdp: true },
    "wine/ridge-output-perturbation": { intro: /made by output perturbation with Gaussian noise/, pdp: true, promise: false },
    "wine/posterior-sample": {
      intro: /made by drawing one posterior sample, with other/,
      pdp: true,
      promise: false,
      open: ["profile-epsilon"],
    },
    "wine/adaptive-posterior-sample": { intro: /noisy λ and γ \(AdaOPS\)/, open: ["lambda"] },
  };
  await withPage("chromium", async (page, seen) => {
    const form = await openAlone(page);
    for (const [name, { intro, pdp = false, promise = true, open = [] }] of Object.entries(studies)) {
      await form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
      const study = wine(name);
      const { text, data } = madeUp(study, 300);
      const { report } = await expost.publish(data(), study);
      const loaded = await expost.loadReport(JSON.stringify(report));
      const { summary } = await expost.audit(data(), study, loaded);
      loaded.free();
      await ready(form, study, text);
      await drop(form, "report.json", JSON.stringify(report));
      await form.locator("#report-status p").waitFor();
      // The page asks for what the study leaves open.
      if (open.length > 0) {
        await press(form, "run");
        assert.deepEqual(
          (await problems(form)).map(({ field }) => field),
          open,
          name,
        );
      }
      for (const id of open) await form.locator(`#${id}`).fill("1");
      await run(form);
      const shown = await form.locator("section:has(#published-heading)").innerText();
      assert.doesNotMatch(await form.locator("#profile").innerText(), /NaN|undefined|null|\bInfinity\b/, name);
      assert.match(shown, intro, name);
      assert.equal(shown.includes("makes no promise to everyone"), !promise, name);
      const quantiles = ({ max, p99, median }, written = upward) => [max, p99, median].map((value) => written(value));
      assert.deepEqual(
        await cellsOf(form, "published-table"),
        [
          ["exact loss |L|", ...quantiles(summary.exact, figure)],
          ["bound", ...quantiles(summary.bound.sharp)],
          ["bound / exact loss", ...quantiles(summary.ratio.sharp)],
        ],
        name,
      );
      // No bound is shown as 0.
      for (const [, ...cells] of await cellsOf(form, "published-table")) assert.ok(!cells.includes("0"), `${name}: ${cells}`);
      assert.equal(await form.locator("#pdp-table").count(), pdp ? 1 : 0, name);
      assert.equal(await form.locator("#no-paper").count(), 1, name);
    }
    assert.deepEqual(seen.problems, []);
  });
});

/** Columns enough that a row's neighbour takes its time. */
const wide = smallStudy({
  title: "Wide",
  features: Array.from({ length: 12 }, (_, index) => ({ name: `c${index}`, kind: "number", minimum: 0, maximum: 1 })),
  mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: 100 },
});

for (const [where, tried] of [
  ["in a worker", testOnce],
  ["in the page", testDeep],
]) {
  tried(
    `chromium, ${where}: cancelled while the neighbours are under way, nothing is shown, and another run works`,
    async () => {
      await withPage("chromium", async (page, seen) => {
        if (where === "in the page") await page.addInitScript(withoutWorkers);
        const form = await openAlone(page);
        await giveStudy(form, wide);
        await form.locator("#study-status p", { hasText: "Wide" }).waitFor();
        await form.locator("#made-up-rows").fill("60000");
        await press(form, "make-up");
        await form.locator("#data-status p", { hasText: "Made up: 60,000 rows" }).waitFor();
        // Every step that is told of, as it is shown. Cancelled in the page at once: from here it
        // might be too late.
        await form.evaluate(() => {
          window.told = [];
          let pressed = false;
          window.watch = new MutationObserver(() => {
            const detail = document.getElementById("working-detail")?.innerText;
            if (!detail || detail === window.told.at(-1)) return;
            window.told.push(detail);
            if (pressed || !/^Taking out one row at a time/.test(detail)) return;
            pressed = true;
            document.getElementById("cancel").click();
          });
          window.watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        });
        const ended = Promise.all(page.workers().map((worker) => new Promise((resolve) => worker.once("close", resolve))));
        assert.equal(page.workers().length, where === "in a worker" ? 1 : 0);
        await press(form, "run");
        await form
          .locator("#run-status", { hasText: "Cancelled. Nothing was worked out, and what you entered is still here." })
          .waitFor();
        const told = await form.evaluate(() => (window.watch.disconnect(), window.told));
        assert.match(told.at(-1), /^Taking out one row at a time/);
        assert.ok(!told.some((detail) => /Working out the typical losses/.test(detail)), told.join("; "));
        assert.deepEqual(
          [
            await form.locator("#form").isVisible(),
            await form.locator("#working-detail").count(),
            await form.locator("#headline, svg.chart").count(),
            await form.evaluate(() => document.activeElement.id),
            await form.locator("#made-up-rows").inputValue(),
          ],
          [true, 0, 0, "run", "60000"],
        );
        await ended;
        await ready(form, smallStudy({ title: "Another" }), csv([header, ...rows(120)]));
        await run(form);
        assert.match(await form.locator("#facts").innerText(), /^120 rows/);
        assert.equal(page.workers().length, where === "in a worker" ? 1 : 0);
        assert.deepEqual(seen.problems, []);
      });
    },
  );
}
