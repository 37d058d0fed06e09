// Noisy gradient descent on the publisher's page, from the form to the files.
//
// How it could leak or mislead: the library's secrets (noisy sums, who took part in a step) get out
// of the worker; a cancelled training leaves something behind; a refusal or what the form fills in
// tells of the rows; keys of the other mechanism stay in the study, so that a noise level of the
// one is used by the other; a level of one's own stands beside the noise of the budget; the check
// page that goes with the report can't read it; or the squared loss is said to have no promise.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { expost, folder } from "../cli/run-expost.mjs";
import { record, small, study as smallStudy } from "../cli/small-study.mjs";
import { browserNames, withPage } from "./browsers.mjs";
import { loadPackage, siteDir } from "./built.mjs";
import {
  descentStudy,
  fromCommandLine,
  giveData,
  giveStudy,
  keepFiles,
  make,
  openAlone,
  openExperts,
  openOnSite,
  press,
  problems,
  ready,
  savedBy,
  setSeed,
} from "./curator.mjs";
import { check, choose, expertNumbers, formReady, headline, scratchFile } from "./sheet.mjs";
import { siteForTests } from "./site-server.mjs";

const dir = folder();

const site = siteForTests();

const constants = descentStudy().mechanism;

/** So many parameters that the path of 50 steps is in a file. */
const network = {
  input: [6],
  layers: [{ kind: "dense", out: 1500 }, { kind: "tanh" }, { kind: "dense", out: 1, bias: false }],
};

const numberLabel = {
  label: { name: "age", kind: "number", minimum: 18, maximum: 90 },
  features: smallStudy().features.filter(({ name }) => name !== "age"),
};

/** Keeps what the page's workers say, as JSON, in window.heard. */
const listen = (page) =>
  page.addInitScript(() => {
    window.heard = [];
    window.Worker = class extends Worker {
      constructor(...options) {
        super(...options);
        this.addEventListener("message", ({ data }) => window.heard.push(JSON.stringify(data)));
      }
    };
  });

/** Fills in the form of a check page with the record. */
async function fillIn(page) {
  await page.getByLabel("age", { exact: true }).fill(String(record.age));
  for (const key of ["member", "town", "paid"])
    await page.getByRole("radiogroup", { name: key }).getByLabel(record[key], { exact: true }).check();
}

/** Rows of a table as texts, a heading and a value each. */
const table = (form, id) =>
  form
    .locator(`#${id} tr`)
    .evaluateAll((rows) => Object.fromEntries(rows.map((row) => Array.from(row.cells, (cell) => cell.innerText.trim()))));

/** Each refusal: changes of the mechanism or the study, or answers; the field and the sentence. */
const refusals = {
  "a clip norm of 0": { mechanism: { clip: 0 }, field: "clip", message: /^The clip norm must be a number above 0/ },
  "no clip norm": { mechanism: { clip: null }, field: "clip", message: /^Enter the clip norm$/ },
  "half a step": { mechanism: { steps: 1.5 }, field: "steps", message: /^The number of steps must be a whole number/ },
  "a path that is too long": {
    mechanism: { steps: 1_000_000 },
    field: "steps",
    message: /^The number of steps must leave at most 4000000 numbers .* \(how many steps one model is published in\)/,
  },
  "a probability of 1": {
    mechanism: { sampling: { kind: "poisson", rate: 1 } },
    field: "sampling-rate",
    message: /^The probability of taking part in a step must be a number between 0 and 1/,
  },
  "batches that don't fit": {
    mechanism: { sampling: { kind: "shuffle", batches: 7 } },
    field: "batches",
    message: /^The number of batches must divide the number of steps, 40, but is 7$/,
  },
  "no sampling": { mechanism: { sampling: {} }, field: "sampling", message: /^Say which records take part in a step$/ },
  "no learning rate": { mechanism: { update: {} }, field: "learning-rate", message: /^Enter the learning rate$/ },
  "a momentum of 1": {
    mechanism: { update: { ...constants.update, momentum: 1 } },
    field: "momentum",
    message: /^The momentum must be a number from 0 to 1/,
  },
  "a divisor of 0": {
    mechanism: { update: { ...constants.update, divisor: 0 } },
    field: "divisor",
    message: /^The divisor must be a number above 0/,
  },
  "an accountant for Poisson sampling": {
    changes: { budget: { epsilon: 1, delta: 1e-6, accountant: "pld" } },
    field: "accountant",
    message: /^The accountant must be "gaussian" where there is no Poisson sampling/,
  },
  "one model in more steps than there are": {
    mechanism: { every: 41 },
    field: "every",
    message: /^How many steps one model is published in must be at most 40, the number of steps, but is 41$/,
  },
  "a σ that is too small": {
    mechanism: { scales: { model: 1e-9 } },
    field: "scale-sum",
    message: /^Your own σ must lie between 2\^-10 and 1e6 times the clip norm$/,
  },
};

for (const name of browserNames) {
  describe(name, () => {
    test("by hand, from the data to the files: the library and the command line read them", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        const form = await openOnSite(page, site);
        await giveStudy(form, smallStudy({ title: "Descent" }));
        await giveData(form, small());
        await choose(form.locator("#person-1"));
        // A descent's fields come with its choice, and those of the other mechanism go.
        assert.equal(await form.locator("#clip, #steps, #sampling-block, #momentum").count(), 0);
        await choose(form.locator("#mechanism-2"));
        for (const id of ["release-block", "shares-block", "composition", "lambda", "scales-block"])
          assert.equal(await form.locator(`#${id}`).count(), 0, id);
        for (const id of ["clip", "steps", "learning-rate", "divisor", "momentum", "ridge", "every", "scale-sum"])
          assert.equal(await form.locator(`#${id}`).inputValue(), "", `${id} isn't filled in`);
        await form.locator("#clip").fill("1");
        await form.locator("#steps").fill("40");
        await form.locator("#learning-rate").fill("2");
        await form.locator("#divisor").fill("200");
        await openExperts(form);
        await form.locator("#momentum").fill("0.9");
        await make(form);

        const report = await savedBy(form, "download-report");
        assert.equal(report.name, "report.json");
        assert.equal(await form.locator(".report-text code").textContent(), report.text);
        const document = JSON.parse(report.text);
        const { mechanism } = document.model;
        assert.deepEqual(
          [mechanism.name, mechanism.clip, mechanism.steps, mechanism.sampling, mechanism.final],
          ["noisy-gradient-descent", 1, 40, { kind: "full" }, "last"],
        );
        assert.deepEqual(mechanism.update, { rate: 2, momentum: 0.9, ridge: 0, divisor: 200 });
        assert.deepEqual(document.guarantee, { epsilon: 1, delta: 1e-6, accountant: "gaussian" });
        assert.equal(document.release.iterates.count, 40);
        const levels = await table(form, "levels-table");
        assert.equal(levels["Noise on each step's sum (σ)"], String(mechanism.sigma));
        assert.equal(levels["Promise to everyone"], "ε = 1, δ = 0.000001 (accountant gaussian)");
        assert.equal(levels["Models before steps, published too"], "40");
        assert.equal(levels["Records in a step"], "all of them");
        assert.match(levels["Noisy sums are multiples of"], /^2⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+$/);
        assert.equal(levels["λ"], undefined);
        const notes = await form.locator("#private-notes").innerText();
        assert.match(notes, /Rows\s+200/);
        assert.doesNotMatch(notes, /solver/);

        const reportFile = dir.write(`descent-${name}.json`, report.text);
        const { stdout } = await expost(["statement", reportFile]);
        assert.match(stdout, /trained by\s+noisy\s+gradient\s+descent/);
        const asked = ["bound", reportFile, "--record", dir.write("record.json", record), "--json"];
        const bound = JSON.parse((await expost(asked)).stdout);
        assert.ok(bound.terms.energy > 0 && bound.terms.energy < bound.terms.energyCap);
        const loaded = await (await loadPackage()).loadReport(report.text);
        assert.equal(loaded.summary.mechanism.boundsEverybody, true);
        loaded.free();

        const baked = await savedBy(form, "download-page");
        const bakedByCli = dir.file(`descent-${name}.html`);
        assert.equal((await expost(["page", reportFile, "--out", bakedByCli])).code, 0);
        assert.ok(baked.text === readFileSync(bakedByCli, "utf8"));
        const frame = await savedBy(form, "download-frame");
        assert.equal(frame.name, "check-frame.html");
        assert.ok(frame.text === readFileSync(join(siteDir, frame.name), "utf8"));
        const saved = JSON.parse((await savedBy(form, "save-study-again")).text);
        assert.deepEqual(saved.mechanism, constants);
        assert.deepEqual(saved.budget, { epsilon: 1, delta: 1e-6 });
        assert.deepEqual(seen.problems, []);

        await withPage(name, async (own) => {
          await own.goto(pathToFileURL(scratchFile(`descent-${name}.html`, baked.text)).href);
          await formReady(own);
          await fillIn(own);
          await check(own);
          await headline(own);
          assert.equal((await expertNumbers(own))["total-upper"], String(bound.total.upper));
        });
      });
    });

    test("an experiment's report is the command line's, byte for byte, for each sampling", async () => {
      const published = { published: "2026-11-21" };
      const poisson = { sampling: { kind: "poisson", rate: 0.25 }, update: { rate: 1, divisor: 50 }, every: 3 };
      const studies = {
        poisson: descentStudy(poisson, { ...published, budget: { epsilon: 1, delta: 1e-6, accountant: "rdp" } }),
        shuffled: descentStudy({ sampling: { kind: "shuffle", batches: 4 }, final: "average" }, published),
        rates: descentStudy({ steps: 3, update: { rate: [3, 2, 1], ridge: 0.5 }, scales: { model: 9 } }, published),
      };
      await withPage(name, async (page) => {
        await keepFiles(page);
        // In the page itself: in a frame with a process of its own it can come after the worker.
        await listen(page);
        const form = await openAlone(page);
        for (const [what, study] of Object.entries(studies)) {
          await ready(form, { study, data: small() });
          await setSeed(form, 5);
          await make(form);
          const { text } = await savedBy(form, "download-experiment");
          assert.equal(text, await fromCommandLine(dir, study, small(), 5, `${what}-${name}`), what);
          await press(form, "back");
        }
        // The secrets of the training never leave the worker.
        const heard = await form.evaluate(() => window.heard.join("\n"));
        assert.match(heard, /"ofSteps":40/);
        assert.doesNotMatch(heard, /secrets|noisySums|samples/);
      });
    });

    test("a study comes out as it went in; of the other mechanism nothing stays", async () => {
      const budget = { epsilon: 0.5, delta: 1e-7, accountant: "pld", "x-own": 1 };
      const studies = [
        descentStudy({}, { title: "Full" }),
        descentStudy({ sampling: { kind: "poisson", rate: 0.05 }, final: "average", every: 2 }, { title: "Poisson", budget }),
        descentStudy({ sampling: { kind: "shuffle", batches: 8 }, scales: { model: 7 } }, { title: "Shuffled" }),
        descentStudy({ update: { rate: Array(40).fill(0.5) }, "x-kept": [1] }, { title: "Rates" }),
        descentStudy({ network, start: { seed: 3 } }, { scaling: { range: [-1, 1] }, title: "Network" }),
        descentStudy({ network, start: { seed: 3 } }, { scaling: { range: [0, 1], norm: 2 }, title: "Network, scaled" }),
        descentStudy({ clip: null, steps: null, update: { rate: null, divisor: null } }, { title: "Unfinished" }),
        descentStudy({ loss: { name: "pseudo-huber", width: 0.5 } }, { ...numberLabel, title: "Huber" }),
      ];
      await withPage(name, async (page) => {
        await keepFiles(page);
        const form = await openAlone(page);
        const saved = async () => JSON.parse((await savedBy(form, "save-study")).text);
        const open = async (study) => {
          await giveStudy(form, study, `${study.title}.json`);
          await form.locator("#study-status p", { hasText: study.title }).waitFor();
        };
        for (const study of studies) {
          await open(study);
          assert.deepEqual(await saved(), { format: "expost-study", version: 1, ...study }, study.title);
        }
        // One rate takes the place of those of single steps.
        await open(studies[3]);
        await form.locator("#learning-rate").fill("0.25");
        assert.equal((await saved()).mechanism.update.rate, 0.25);

        // A noise level means something else in the other mechanism.
        await open(studies[1]);
        await choose(form.locator("#mechanism-1"));
        await choose(form.locator("#release-1"));
        const objective = await saved();
        assert.deepEqual(objective.mechanism, { name: "objective-perturbation", loss: { name: "logistic" }, lambda: null });
        assert.deepEqual(objective.budget, { ...budget, accountant: "joint" });
        const scales = { model: 3, gradient: 3, hessian: 3 };
        await open(smallStudy({ title: "Other", mechanism: { ...smallStudy().mechanism, noise: "gaussian", scales } }));
        await choose(form.locator("#mechanism-2"));
        const descent = await saved();
        const { name: descentName, loss, sampling } = constants;
        const unanswered = { clip: null, steps: null, update: { rate: null, divisor: null } };
        assert.deepEqual(descent.mechanism, { name: descentName, loss, sampling, ...unanswered });
        assert.deepEqual(descent.budget, { epsilon: 1, delta: 1e-6 });
      });
    });

    test("a study for a model that another program trains is refused when it is opened", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        const softmax = { loss: { name: "softmax", classes: 3 } };
        const other = { update: { rule: "other", words: "Adam" } };
        for (const mechanism of [{ elsewhere: true }, other, { final: "other" }, softmax]) {
          await form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
          await giveStudy(form, descentStudy(mechanism));
          const [problem, ...more] = await problems(form);
          assert.deepEqual([problem.field, more], ["study-file", []]);
          assert.match(problem.message, /no questions about; “expost publish” or, .*, “expost attach” on the command line/);
        }
      });
    });

    test("what is refused is said at its field, in one sentence, also without rows", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        // A refusal may not depend on the data.
        for (const data of [small(20), "age,member,town,paid\n"])
          for (const [what, { mechanism, changes, field, message }] of Object.entries(refusals)) {
            await form.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
            await ready(form, { study: descentStudy(mechanism, changes), data });
            await press(form, "run");
            const found = await problems(form);
            assert.deepEqual(
              found.map((problem) => problem.field),
              [field],
              `${what}: ${JSON.stringify(found)}`,
            );
            assert.match(found[0].message, message, what);
            await form.locator("#error-summary a").press("Enter");
            const block = form.locator(`#${field}-block`);
            assert.ok(await block.evaluate((element) => element.contains(document.activeElement)), what);
          }
        await ready(form, { study: descentStudy(), data: "age,member,town,paid\n" });
        await make(form);
        assert.match(await form.locator("#poor-data").innerText(), /^The file has no rows\. The report was made all the same/);
      });
    });

    test("the noise is the one that the command line plans, and one of one's own is said to replace it", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await giveStudy(form, descentStudy({ sampling: { kind: "poisson", rate: 0.25 } }));
        await form.locator("#noise-table").waitFor();
        const noise = await table(form, "noise-table");
        const asked = ["--mechanism", constants.name, "--clip", "1", "--steps", "40", "--rate", "0.25", "--dimension", "6"];
        const { stdout } = await expost(["plan", ...asked, "--epsilon", "1", "--delta", "1e-6"]);
        const sigma = noise["σ, standard deviation of the noise on each step's sum"];
        assert.match(stdout, new RegExp(`each step +1 +${sigma} +${noise["Noise multiplier σ / C"]}\n`));
        assert.ok(stdout.includes(`above ${noise["The largest V of anyone"]};`), JSON.stringify(noise));
        assert.equal(noise.Accountant, "pld");
        assert.equal(await form.locator("#own-noise").count(), 0);
        await openExperts(form);
        await form.locator("#scale-sum").fill("20");
        assert.match(await form.locator("#own-noise").innerText(), /the report will have that one, and the ε that it gives/);
        await form.locator("#scale-sum").fill("");
        await form.locator("#steps").fill("");
        await form.locator("#plan-status", { hasText: "the training, ε and δ" }).waitFor();
        await form.locator("#steps").fill("400000");
        await form.locator("#epsilon").fill("1e-9");
        await form.locator("#plan", { hasText: "no noise of at most 1e6 clip norms" }).waitFor();
      });
    });

    test("the squared loss has a promise here, and none with the other mechanism", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await ready(form, { study: descentStudy({ loss: { name: "squared" } }, numberLabel), data: small() });
        const warning = form.locator(".aside-note", { hasText: "no promise to everyone" });
        assert.equal(await warning.count(), 0);
        await choose(form.locator("#mechanism-1"));
        assert.equal(await warning.count(), 1);
        await choose(form.locator("#mechanism-2"));
        await make(form);
        assert.match((await table(form, "levels-table"))["Promise to everyone"], /^ε = 1, δ = 0\.000001/);
      });
    });

    test("a network's long path is a file of its own, and in the page that goes with the report", async () => {
      const mechanism = { network, start: { seed: 7 }, steps: 50 };
      const study = descentStudy(mechanism, { scaling: { range: [-1, 1] } });
      let checkPage = "";
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        const form = await openAlone(page);
        await ready(form, { study, data: small(20) });
        await make(form);
        const { text } = await savedBy(form, "download-report");
        const { sha256, data } = JSON.parse(text).release.iterates;
        assert.equal(data, undefined);
        assert.deepEqual(JSON.parse(text).scaling, { range: [-1, 1] });
        await press(form, "download-path");
        const saved = await form.evaluate(async () => {
          const { name, blob } = window.saved.at(-1);
          // As an array of numbers, Firefox's process ends over it.
          const address = await new Promise((resolve) => {
            const reader = new FileReader();
            reader.onload = () => resolve(reader.result);
            reader.readAsDataURL(blob);
          });
          return { name, base64: address.slice(address.indexOf(",") + 1) };
        });
        assert.equal(saved.name, `path-${sha256.slice(0, 16)}.bin.gz`);
        assert.equal(
          createHash("sha256")
            .update(gunzipSync(Buffer.from(saved.base64, "base64")))
            .digest("hex"),
          sha256,
        );
        checkPage = (await savedBy(form, "download-page")).text;
        assert.deepEqual(seen.problems, []);
      });
      await withPage(name, async (page) => {
        await page.goto(pathToFileURL(scratchFile(`network-${name}.html`, checkPage)).href);
        await formReady(page);
        await fillIn(page);
        await check(page);
        await headline(page);
      });
    });

    test("cancelled in the middle of the training: the worker ends, and nothing is left", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        await listen(page);
        const form = await openAlone(page);
        await ready(form, { study: descentStudy({ steps: 400_000, every: 10 }), data: small(2000) });
        await press(form, "run");
        await form.locator("#working-detail", { hasText: /^Training the model: step [\d,]+ of 400,000\.$/ }).waitFor();
        const bar = form.locator("progress");
        assert.equal(await bar.getAttribute("aria-label"), "Steps done so far");
        assert.ok((await bar.evaluate(({ value }) => value)) < 1);
        // Only that the training goes on is read out.
        assert.equal(await form.locator('.working [role="status"]').innerText(), "Training the model…");
        const [worker] = page.workers();
        const ended = worker.waitForEvent("close");
        await press(form, "cancel");
        await form.locator("#run-status", { hasText: "Cancelled. No report was made" }).waitFor();
        await ended;
        assert.equal(await form.locator("#review-heading").count(), 0);
        assert.equal(await form.locator("#steps").inputValue(), "400000");
        assert.equal(await form.evaluate(() => window.saved.length), 0);
        assert.doesNotMatch(await form.evaluate(() => window.heard.join("\n")), /"report"|"text"|noisySums/);
        assert.deepEqual(await form.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
        await form.locator("#steps").fill("40");
        await openExperts(form);
        await form.locator("#every").fill("");
        await make(form);
        assert.deepEqual(seen.problems, []);
      });
    });
  });
}
