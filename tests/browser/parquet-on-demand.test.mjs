// Forms on the site read Parquet with a script that the page around fetches when the first such
// file is chosen, and that runs only where it is the one that was built. Also in Firefox: an engine
// compares the fingerprints.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { dataFrameName, PARQUET_READER } from "../../web/bake/page-names.js";
import { ANSWER_MS } from "../../web/parquet/ask.js";
import { profile as profileEn } from "../../words/en/profile.js";
import { publish as publishAr } from "../../words/ar/publish.js";
import { publish as publishDe } from "../../words/de/publish.js";
import { publish as publishEn } from "../../words/en/publish.js";
import { made, parquet } from "../cli/small-parquet.mjs";
import { csv, quickStudy, rows } from "../cli/small-study.mjs";
import { browserNames, deep, everyBrowser, testPage, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import * as curator from "./curator.mjs";
import { innerFrame } from "./inner-frame.mjs";
import * as practitioner from "./practitioner.mjs";
import { elsewhereForTests, serveSite, siteForTests } from "./site-server.mjs";
import { becomes } from "./until.mjs";

const site = siteForTests();
const elsewhere = elsewhereForTests();

const lines = rows(300);
/** In the order that the columns have in the Parquet file. */
const asText = csv([["town", "age", "member", "paid"], ...lines.map(([age, member, town, paid]) => [town, age, member, paid])]);
const asParquet = parquet(lines, { rowGroupSize: 70 });
const seeded = quickStudy({ published: "2026-11-22" });
const reader = readFileSync(join(siteDir, PARQUET_READER), "utf8");

const places = { "in a worker": () => {}, "in the page": (page) => page.addInitScript(practitioner.withoutWorkers) };
const openProfile = async (page, { address }) => {
  await page.goto(`${address}profile.html`);
  return practitioner.practitionerFrame(page);
};
const forms = {
  publish: { open: curator.openOnSite, words: publishEn },
  profile: { open: openProfile, words: profileEn },
};

const hashSource = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/** How often the script was asked for. */
const fetches = ({ log }) => log.filter((url) => url.includes(PARQUET_READER)).length;
const readIn = (form) => form.evaluate(() => typeof globalThis.expostParquet);
const chosen = (form, name) => form.locator("#data-status p", { hasText: `${name}: 4 columns` }).waitFor();

/** Forgets everything, as when the page is left. */
const leave = (form) => form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));

/** Uses a site with other files in it, closed afterwards. */
async function withSite(files, use) {
  const own = await serveSite(files);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

/** The form says that it can't read the file, and CSV goes through. */
async function refusesParquet(form, words) {
  await curator.drop(form, "rows.parquet", asParquet);
  const said = [{ field: "data-file", message: words.errors.noParquetReader("rows.parquet") }];
  assert.deepEqual(await curator.problems(form), said);
  assert.equal(await readIn(form), "undefined");
  await curator.giveData(form, asText, "rows.csv");
  await chosen(form, "rows.csv");
  assert.equal(await form.locator("#error-summary").count(), 0);
}

/** For a page whose patience of ANSWER_MS is over at once. */
const impatient = (limit) => {
  const wait = window.setTimeout;
  window.setTimeout = (work, ms, ...more) => wait(work, ms === limit ? 300 : ms, ...more);
};

for (const name of everyBrowser) {
  describe(name, () => {
    const testAnywhere = testPage(name);
    // In Firefox, where a page costs seconds, the deep run tries all.
    const whole = browserNames.includes(name);
    const few = (/** @type {object} */ all) => Object.entries(all).slice(0, whole ? undefined : 1);

    for (const [where, prepare] of few(places)) {
      test(`publish, ${where}: asked for once, by the first Parquet file, and the report is that of CSV`, () =>
        withSite({}, (own) =>
          withPage(name, async (page, seen) => {
            await curator.keepFiles(page);
            await prepare(page);
            const form = await curator.openOnSite(page, own);
            const reports = [];
            for (const [file, data] of Object.entries({ "a.csv": asText, "b.parquet": asParquet, "c.parquet": asParquet })) {
              await curator.giveStudy(form, seeded);
              await form.locator("#study-status p").waitFor();
              await curator.giveData(form, data, file);
              await chosen(form, file);
              assert.equal(fetches(own), file === "a.csv" ? 0 : 1, file);
              await form.locator("#person-1").check();
              await curator.setSeed(form, 5);
              await practitioner.press(form, "run");
              await form.locator("#review-heading").waitFor();
              reports.push((await curator.savedBy(form, "download-experiment")).text);
              await leave(form);
            }
            assert.equal(JSON.parse(reports[0])["x-insecure-seed"], true);
            assert.equal(reports[1], reports[0]);
            assert.equal(reports[2], reports[0]);
            assert.equal(fetches(own), 1);
            assert.deepEqual(seen.problems, []);
          }),
        ));

      test(`profile, ${where}: rows and held-out rows in Parquet, given at once, and the map`, () =>
        withSite({}, (own) =>
          withPage(name, async (page, seen) => {
            await curator.keepFiles(page);
            await prepare(page);
            const form = await openProfile(page, own);
            const found = [];
            for (const [file, data] of Object.entries({ "a.csv": asText, "b.parquet": asParquet })) {
              assert.equal(fetches(own), 0);
              await practitioner.giveStudy(form, quickStudy());
              await form.locator("#study-status p").waitFor();
              await practitioner.dropOn(form, "data-file", file, data);
              await practitioner.dropOn(form, "held-out-file", `held-out-${file}`, data);
              await chosen(form, file);
              await form.locator("#held-out-status p", { hasText: `held-out-${file}` }).waitFor();
              await practitioner.run(form);
              await form.locator("#map-across").selectOption({ label: "age" });
              await form.locator("#map-up").selectOption({ label: "town" });
              await form.locator('#map-chart[aria-label*="by age and town."]').waitFor();
              const map = await practitioner.numbersUnder(form, "map-chart");
              const { profile } = JSON.parse((await curator.savedBy(form, "save-json")).text);
              // Models are drawn for the accuracy.
              found.push({ ...profile, accuracy: profile.accuracy.rows, map });
              await leave(form);
            }
            assert.deepEqual(found[1], found[0]);
            assert.equal(found[0].accuracy, 300);
            assert.equal(fetches(own), 1);
            assert.deepEqual(seen.problems, []);
          }),
        ));
    }

    for (const [which, { open, words }] of few(forms)) {
      test(`${which}: a script that isn't the built one never runs, in the page or a worker`, async () => {
        const posts = `fetch(${JSON.stringify(elsewhere.address)}, { mode: "no-cors" });`;
        // Each says when it runs, and then does as the built one.
        const says = 'globalThis.expostForeign = "ran";';
        const foreign = {
          "one byte changed": reader.replace("BOOLEAN", "BOOLEAM"),
          "one byte more": `${reader}\n`,
          "one that tells": `${says}${posts}${reader}`,
          "a page in its place": "<!doctype html><title>Not found</title>",
          nothing: "",
        };
        const tried = Object.entries(foreign).filter(([what]) => deep || /^one (byte changed|that tells)$/.test(what));
        for (const [what, text] of tried) {
          assert.notEqual(text, reader, what);
          for (const [where, prepare] of Object.entries(places))
            await withSite({ [PARQUET_READER]: Buffer.from(text) }, (own) =>
              withPage(name, async (page, seen) => {
                await prepare(page);
                const form = await open(page, own);
                await refusesParquet(form, words);
                assert.equal(await form.evaluate(() => globalThis.expostForeign), undefined, `${what}, ${where}`);
                assert.equal(fetches(own), 1);
                assert.deepEqual(elsewhere.log, [], `${what}, ${where}`);
                const refused = seen.problems.filter((problem) =>
                  /Content Security Policy|blocked an inline script/.test(problem),
                );
                if (text !== "") assert.ok(refused.length > 0, `${what}, ${where}: ${seen.problems}`);
              }),
            );
        }
      });

      test(`${which}: either policy alone refuses another script; only where both name it, it runs`, async () => {
        const foreign = 'globalThis.expostForeign = "ran";';
        const naming = (file) => {
          const html = readFileSync(join(siteDir, file), "utf8");
          assert.equal(html.split(hashSource(reader)).length, 2, file);
          return { [file]: Buffer.from(html.replace(hashSource(reader), hashSource(foreign))) };
        };
        const [around, inside] = [naming(`${which}.html`), naming(dataFrameName(which, "en"))];
        for (const [files, ran] of [
          [around, undefined],
          [inside, undefined],
          [{ ...around, ...inside }, "ran"],
        ])
          await withSite({ [PARQUET_READER]: Buffer.from(foreign), ...files }, (own) =>
            withPage(name, async (page) => {
              const form = await open(page, own);
              await refusesParquet(form, words);
              assert.equal(await form.evaluate(() => globalThis.expostForeign), ran);
            }),
          );
      });

      testAnywhere(`${which}: a script that isn't there`, () =>
        withSite({ [PARQUET_READER]: null }, (own) =>
          withPage(name, async (page) => {
            const form = await open(page, own);
            await refusesParquet(form, words);
            // However often: the number of requests could tell something.
            await curator.drop(form, "again.parquet", asParquet);
            await form.locator("#error-summary a", { hasText: "again.parquet" }).waitFor();
            assert.equal(fetches(own), 1);
          }),
        ),
      );

      testAnywhere(`${which}: a server that never answers`, () =>
        withPage(name, async (page) => {
          await page.addInitScript(impatient, ANSWER_MS);
          await page.route(`**/${PARQUET_READER}`, () => {});
          const form = await open(page, site);
          await refusesParquet(form, words);
        }),
      );

      testAnywhere(`${which}: while the script is on its way, another file takes the place of the Parquet file`, () =>
        withPage(name, async (page) => {
          let answer;
          await page.route(`**/${PARQUET_READER}`, (route) => (answer = () => route.continue()));
          const form = await open(page, site);
          await curator.giveStudy(form, seeded);
          await form.locator("#study-status p").waitFor();
          await curator.drop(form, "rows.parquet", asParquet);
          await becomes(async () => answer !== undefined, true);
          await curator.drop(form, "rows.csv", asText);
          await chosen(form, "rows.csv");
          if (which === "publish") await form.locator("#person-1").check();
          await practitioner.press(form, "run");
          await form.locator("#review-heading, #map-chart").first().waitFor();
          await leave(form);
          // Nothing is shown of a form that was left, and the script serves the next file.
          await curator.drop(form, "first.parquet", asParquet);
          await answer();
          await chosen(form, "first.parquet");
          assert.equal(await readIn(form), "object");
        }),
      );

      testAnywhere(`${which}: in a page around that isn't ours, which answers nothing or its own script`, async () => {
        const frame = dataFrameName(which, "en");
        const around = (script) =>
          `<!doctype html><title>Around</title><link rel="icon" href="data:,"><script>${script}</script><iframe src="${frame}"></iframe>`;
        const answers = `addEventListener("message", ({ data, source }) => {
          if (data.type === "expost-parquet") source.postMessage({ type: data.type, script: 'globalThis.expostForeign = "ran"' }, "*");
        });`;
        for (const [file, script] of Object.entries({ "silent.html": "", "answers.html": answers }))
          await withSite({ [file]: Buffer.from(around(script)) }, (own) =>
            withPage(name, async (page) => {
              await page.addInitScript(impatient, ANSWER_MS);
              await page.goto(`${own.address}${file}`);
              const form = await innerFrame(page);
              await form.waitForSelector("#run");
              await refusesParquet(form, words);
              assert.equal(await form.evaluate(() => globalThis.expostForeign), undefined);
              assert.equal(fetches(own), 0);
            }),
          );
      });

      testAnywhere(`${which}: by itself, without a page around`, () =>
        withPage(name, async (page) => {
          await page.goto(`${site.address}${dataFrameName(which, "en")}`);
          await page.waitForSelector("#run");
          await refusesParquet(page.mainFrame(), words);
        }),
      );
    }

    testAnywhere("the answer counts only when it comes from the page around, and only when it was asked for", () =>
      withPage(name, async (page) => {
        let asked = false;
        await page.route(`**/${PARQUET_READER}`, () => (asked = true));
        const form = await curator.openOnSite(page, site);
        const answer = { type: "expost-parquet", script: reader };
        const fromAround = (sent) =>
          page.evaluate((sent) => document.getElementById("publish-frame").contentWindow.postMessage(sent, "*"), sent);
        await fromAround(answer);
        await curator.drop(form, "rows.parquet", asParquet);
        // The form says that it reads the file before it listens for an answer.
        await becomes(async () => asked, true);
        await form.evaluate((sent) => postMessage(sent, "*"), answer);
        await fromAround({ type: "expost-other", script: reader });
        await form.evaluate(() => new Promise((done) => setTimeout(done)));
        assert.equal(await readIn(form), "undefined");
        await fromAround(answer);
        await chosen(form, "rows.parquet");
      }),
    );

    testAnywhere("the page around fetches for its own frame alone, and takes no address from it", () =>
      withSite({}, (own) =>
        withPage(name, async (page) => {
          const form = await curator.openOnSite(page, own);
          await page.evaluate(() => postMessage({ type: "expost-parquet" }, "*"));
          await page.evaluate(() => new Promise((done) => setTimeout(done)));
          assert.equal(fetches(own), 0);
          await form.evaluate(() => {
            for (const more of [{}, { address: "sheet.html?age=45", script: "x" }])
              parent.postMessage({ type: "expost-parquet", ...more }, "*");
          });
          await becomes(async () => fetches(own), 1);
          await curator.drop(form, "rows.parquet", asParquet);
          await chosen(form, "rows.parquet");
          assert.deepEqual(
            own.log.filter((url) => /parquet|age/.test(url)).map((url) => url.split("/").at(-1)),
            [PARQUET_READER],
          );
        }),
      ),
    );

    testAnywhere("the sentence is in the person's language", () =>
      withSite({ [PARQUET_READER]: null }, async (own) => {
        for (const [folder, words] of Object.entries({ de: publishDe, ar: publishAr }))
          await withPage(name, async (page) => {
            const form = await curator.openOnSite(page, { address: `${own.address}${folder}/` });
            await curator.drop(form, "rows.parquet", asParquet);
            const [{ message }] = await curator.problems(form);
            // Firefox leaves the marks that isolate a name out of the text that it shows.
            const withoutMarks = (/** @type {string} */ text) => text.replace(/[\u2068\u2069]/g, "");
            assert.equal(withoutMarks(message), withoutMarks(words.errors.noParquetReader("rows.parquet")));
          });
      }),
    );

    testAnywhere("every compression is read in a frame", () =>
      withPage(name, async (page, seen) => {
        const form = await curator.openOnSite(page, site);
        for (const codec of ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]) {
          await curator.giveData(form, readFileSync(made(`kinds-${codec}.parquet`)), `${codec}.parquet`);
          await form.locator("#outcome").selectOption("row");
          await curator.press(form, "suggest");
          await form.locator("#suggest-status", { hasText: "columns" }).waitFor();
          await leave(form);
        }
        assert.deepEqual(seen.problems, []);
      }),
    );
  });
}
