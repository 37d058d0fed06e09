// Parquet on the curator's and the practitioner's page: read where the rows are, under the page's
// own policy, with the command line's sentences for what can't be read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { singleRows } from "../../intake/row-block.js";
import { openTable, tableError } from "../../intake/table.js";
import { brokenParquet, made, parquet } from "../cli/small-parquet.mjs";
import { csv, quickStudy, rows } from "../cli/small-study.mjs";
import { browserNames, closeBrowsers, testOnce, withPage } from "./browsers.mjs";
import { loadPackage } from "./built.mjs";
import * as curator from "./curator.mjs";
import * as practitioner from "./practitioner.mjs";

after(closeBrowsers);

const lines = rows(300);
/** In the order that the columns have in the Parquet file. */
const asText = csv([["town", "age", "member", "paid"], ...lines.map(([age, member, town, paid]) => [town, age, member, paid])]);
const asParquet = parquet(lines, { rowGroupSize: 70 });
const seeded = quickStudy({ published: "2026-11-22" });

/** Forgets everything, as when the page is left. */
const leave = (form) => form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));

for (const name of browserNames) {
  describe(name, () => {
    for (const where of ["in a worker", "in the page"]) {
      test(`${where}: the same report from Parquet as from CSV of the same rows`, async () => {
        await withPage(name, async (page, seen) => {
          await curator.keepFiles(page);
          if (where === "in the page") await page.addInitScript(practitioner.withoutWorkers);
          const form = await curator.openAlone(page);
          const reports = [];
          for (const [file, data] of Object.entries({ "data.csv": asText, "data.parquet": asParquet })) {
            await curator.giveStudy(form, seeded);
            await form.locator("#study-status p").waitFor();
            await curator.giveData(form, data, file);
            assert.equal(
              await form.locator("#data-status").innerText(),
              `${file}: 4 columns. Only their names were read so far.`,
            );
            await form.locator("#person-1").check();
            await curator.setSeed(form, 5);
            // Clicks by script: the panel that Firefox shows after a saved file takes the keys.
            await practitioner.press(form, "run");
            await form.locator("#review-heading").waitFor();
            reports.push((await curator.savedBy(form, "download-experiment")).text);
            await leave(form);
          }
          assert.equal(JSON.parse(reports[0])["x-insecure-seed"], true);
          assert.equal(reports[1], reports[0]);
          assert.deepEqual(seen.problems, []);
        });
      });
    }
  });
}

testOnce("a file that is gone at any moment of its reading says so", async () => {
  let parts = 0;
  /** The file, gone after so many parts were read. */
  const goneAfter = (most) => {
    parts = 0;
    return {
      size: asParquet.length,
      slice: (start, end) => ({
        arrayBuffer: async () => {
          parts += 1;
          if (parts > most) throw new DOMException("gone", "NotReadableError");
          return Uint8Array.prototype.slice.call(asParquet, start, end).buffer;
        },
      }),
    };
  };
  const read = async (source) => {
    const { header, rows } = await openTable(source, tableError("data-file"), { openCsv: () => assert.fail("no CSV") });
    const found = [];
    for await (const row of singleRows(rows)) found.push(row);
    return { header, found };
  };
  const { header, found } = await read(goneAfter(Infinity));
  assert.deepEqual([header, found.length], [["town", "age", "member", "paid"], 300]);
  const all = parts;
  assert.ok(all > 10, String(all));
  for (let most = 0; most < all; most += 1)
    await assert.rejects(read(goneAfter(most)), {
      ...{ type: "table", file: "data-file", place: "" },
      message: "can't be read: it was changed, moved or deleted since it was chosen; choose it again",
    });
});

testOnce("chromium: every compression, by what the values look like", async () => {
  const { guessedKinds } = await loadPackage();
  await withPage("chromium", async (page, seen) => {
    const form = await curator.openAlone(page);
    const kinds = {};
    for (const codec of ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]) {
      await curator.giveData(form, readFileSync(made(`kinds-${codec}.parquet`)), `${codec}.parquet`);
      await form.locator("#outcome").selectOption("row");
      await curator.press(form, "suggest");
      await form.locator("#suggest-status", { hasText: "columns" }).waitFor();
      kinds[codec] = await form
        .locator(".column")
        .evaluateAll((all) =>
          all.map((column) => [column.querySelector("h3").innerText, column.querySelector("select")?.value]),
        );
      await leave(form);
    }
    // The values as text give the same kinds.
    const guessed = await guessedKinds({
      header: ["int8", "boolean", "level", "day", "float64"],
      rows: [
        ["-128", "true", "north", "2026-03-01", "0.1"],
        ["", "", "", "", ""],
        ["127", "false", "north", "1969-12-31", "1e300"],
      ],
    });
    for (const { name, kind } of guessed.filter(({ name }) => name !== "day"))
      assert.equal(Object.fromEntries(kinds.none)[name], kind, name);
    for (const [codec, found] of Object.entries(kinds)) assert.deepEqual(found, kinds.none, codec);
    assert.deepEqual(seen.problems, []);
  });
});

testOnce("chromium: what can't be read has the command line's sentence at its field, on both pages", async () => {
  const pages = {
    "the curator's": { ...curator, ready: (form) => form.locator("#person-1").check() },
    "the practitioner's": { ...practitioner, problems: curator.problems, ready: () => {} },
  };
  for (const [which, { openAlone, giveStudy, press, ready, problems }] of Object.entries(pages)) {
    await withPage("chromium", async (page, seen) => {
      const form = await openAlone(page);
      for (const [what, { content, message }] of Object.entries(brokenParquet)) {
        await giveStudy(form, seeded);
        await form.locator("#study-status p").waitFor();
        await curator.drop(form, "bad.parquet", content);
        const early = form.locator("#error-summary");
        await early
          .or(form.locator("#data-status p", { hasText: "bad.parquet" }))
          .first()
          .waitFor();
        if ((await early.count()) === 0) {
          await ready(form);
          await press(form, "run");
        }
        const found = await problems(form);
        // The curator chose the outcome from the columns, so that is looked at before the file is.
        const gone = which === "the curator's" && what === "a missing column";
        const expected = gone ? /^The data have no column “paid”/ : new RegExp(`^bad\\.parquet${message.source}`);
        assert.match(found[0].message, expected, `${which}: ${what}`);
        const [{ field }] = found;
        const ofColumn = which === "the curator's" && /^(a missing column|an unknown level|a blank)/.test(what);
        assert.equal(field === "data-file", !ofColumn, `${which}: ${what} beside ${field}`);
        assert.equal(
          (await form.locator(`#${field}-error`).innerText()).replace(/^Error:\s*/, ""),
          found[0].message,
          `${which}: ${what}`,
        );
        await leave(form);
      }
      assert.deepEqual(seen.problems, []);
    });
  }
});

testOnce("chromium: the same profile and the same map from Parquet as from CSV; held-out rows may be Parquet too", async () => {
  await withPage("chromium", async (page, seen) => {
    await curator.keepFiles(page);
    const form = await practitioner.openAlone(page);
    const found = [];
    for (const data of [asText, asParquet]) {
      await practitioner.ready(form, quickStudy(), data);
      await practitioner.dropOn(form, "held-out-file", "others.parquet", parquet(rows(40)));
      await form.locator("#held-out-status p", { hasText: "others.parquet: 4 columns" }).waitFor();
      await practitioner.run(form);
      const maps = [];
      for (const across of ["age", "member"]) {
        await form.locator("#map-across").selectOption({ label: across });
        await form.locator("#map-up").selectOption({ label: "town" });
        await form.locator(`#map-chart[aria-label*="by ${across} and town."]`).waitFor();
        maps.push(await practitioner.numbersUnder(form, "map-chart"));
      }
      const { profile } = JSON.parse((await curator.savedBy(form, "save-json")).text);
      // Models are drawn for the accuracy.
      const { nonPrivate, rows: heldOut } = profile.accuracy;
      found.push({ ...profile, accuracy: { nonPrivate, heldOut }, maps });
      await leave(form);
    }
    assert.equal(found[0].accuracy.heldOut, 40);
    for (const map of found[1].maps)
      assert.equal(
        map.reduce((sum, [, , count]) => sum + Number(count), 0),
        300,
      );
    assert.deepEqual(found[1], found[0]);
    assert.deepEqual(seen.problems, []);
  });
});
