// The page for studying rows with the library itself, where profile.test.mjs has a double in its place.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { csv, header, rows, study as smallStudy } from "../cli/small-study.mjs";
import { sharesOfMost } from "../../web/profile/curves.js";
import { epsilonGrid } from "../../web/profile/settings.js";
import { closeBrowsers, withPage } from "./browsers.mjs";
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

const findings = (form) => form.locator(".finding").allInnerTexts();

test("chromium: with the library itself, what is shown and saved is what it finds", async () => {
  const expost = await loadPackage();
  const study = smallStudy();
  const [table, others] = [rows(400), rows(520).slice(400)];
  const data = () => ({ header, rows: table });
  const { report } = await expost.publish(data(), study);
  const text = JSON.stringify(report);
  const epsilons = [0.1, 1, 10, 100];
  const expected = await expost.profile(data(), study, {
    epsilons: epsilonGrid(0.1, 100, 4),
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
      // The library's plateaus and transition fit the shares that the page works out: between κ and 1, and never falling.
      const shares = sharesOfMost(expected);
      for (const line of Object.values(shares)) {
        assert.ok(line[0] >= expected.plateaus.low - 1e-9 && line.at(-1) <= 1 + 1e-9, line.join(" "));
        assert.ok(
          line.every((share, index) => index === 0 || share >= line[index - 1] - 1e-9),
          line.join(" "),
        );
      }
      const { lowRow, highRow } = expected.transition;
      assert.equal(expected.displacement[lowRow - 1], Math.max(...expected.displacement));
      assert.equal(expected.displacement[highRow - 1], Math.min(...expected.displacement));
      assert.match((await findings(form))[0], new RegExp(`Row ${lowRow}, which moves the model most`));
      assert.match((await findings(form))[2], new RegExp(`Row ${highRow}, which moves the model least`));
      assert.equal((await cellsOf(form, "top-table"))[0][0], `${lowRow} (decides the lower end)`);
      assert.deepEqual(
        (await numbersUnder(form, "typical-chart")).map(([epsilon]) => Number(epsilon)),
        epsilons,
      );
      assert.match(await form.locator("#misses").innerText(), new RegExp(`^${audited.summary.misses} of 400 rows`));
      assert.deepEqual(seen.problems, []);
      // What the library refuses in either table is told beside its field.
      await press(form, "again");
      await dropOn(form, "held-out-file", "others.csv", csv([header, ...others.slice(0, 3), ["x", "no", "west", "no"]]));
      await form.locator("#held-out-status p").waitFor();
      await press(form, "run");
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

/** Columns enough that a row's neighbour takes its time. */
const wide = smallStudy({
  title: "Wide",
  features: Array.from({ length: 12 }, (_, index) => ({ name: `c${index}`, kind: "number", minimum: 0, maximum: 1 })),
  mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: 100 },
});

for (const where of ["in a worker", "in the page"]) {
  test(`chromium, ${where}: cancelled while the neighbours are under way, nothing is shown, and another run works`, async () => {
    await withPage("chromium", async (page, seen) => {
      if (where === "in the page") await page.addInitScript(withoutWorkers);
      const form = await openAlone(page);
      await giveStudy(form, wide);
      await form.locator("#study-status p", { hasText: "Wide" }).waitFor();
      await form.locator("#made-up-rows").fill("60000");
      await press(form, "make-up");
      await form.locator("#data-status p", { hasText: "Made up: 60,000 rows" }).waitFor();
      // Every step that is told of, as it is shown.
      await form.evaluate(() => {
        window.told = [];
        new MutationObserver(() => {
          const detail = document.getElementById("working-detail")?.innerText;
          if (detail && detail !== window.told.at(-1)) window.told.push(detail);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      await press(form, "run");
      await form.locator("#working-detail", { hasText: "Taking out one row at a time" }).waitFor();
      const ended = where === "in a worker" && page.workers()[0].waitForEvent("close");
      await press(form, "cancel");
      await form
        .locator("#run-status", { hasText: "Cancelled. Nothing was worked out, and what you entered is still here." })
        .waitFor();
      const told = await form.evaluate(() => window.told);
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
  });
}
