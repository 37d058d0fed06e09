// The publisher's and the rows page in German and Arabic, from the first word to the last file.
//
// How a person could be misled there: a comma or a point is read the other way and another ε is
// promised than was meant; a number is shown that is not the one in the file; English of the
// library is read aloud as German, or runs backwards in Arabic; a file for programs is written for
// people; a German publisher hands out an English check page; a chart's axis runs the other way
// than its numbers; or a request leaves because a translated page lost its policy.
import assert from "node:assert/strict";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";
import { quickStudy, small, study as smallStudy } from "../cli/small-study.mjs";
import { violations } from "./axe.mjs";
import { testOnce, withPage } from "./browsers.mjs";
import {
  aloneAddress,
  curatorFrame,
  descentStudy,
  drop,
  keepFiles,
  make,
  openAlone,
  press,
  problems,
  ready,
  savedBy,
} from "./curator.mjs";
import { askedNothing, askedSince, loaded, nothingGetsOut } from "./no-way-out.mjs";
import * as practitioner from "./practitioner.mjs";
import { formReady, scratchFile } from "./sheet.mjs";
import { elsewhereForTests, serveSite, siteForTests } from "./site-server.mjs";
import { siteDir } from "./built.mjs";
import { leadingAround, quietly } from "./ways-out.mjs";

// It closes the browsers, too.
const site = siteForTests();
const elsewhere = elsewhereForTests();

const languages = {
  de: {
    direction: "ltr",
    ambiguous: ["1.5", "„1.5“ könnte 1,5 oder 15 bedeuten"],
    epsilon: "1,5",
    delta: "0,000001",
    first: ["Wählen Sie die Daten aus", "Geben Sie an, ob jede Zeile ein Mensch ist"],
    faults: [
      "data.csv, Zeile 3: In Spalte „age“ muss hier eine Zahl stehen.",
      "data.csv, Zeile 3: Diese Zeile hat mehr oder weniger Werte als die Kopfzeile Spalten.",
    ],
    review: "Lesen Sie das, bevor Sie veröffentlichen",
    promised: "ε = 1,5, δ = 0,000001 (Rechenverfahren shift)",
    frame: "check-frame.de.html",
    headline: /^Bei ε = 1 verliert die am meisten preisgegebene Zeile [\d,]+ Nats$/,
    range: /nur von ε = [\d.,]+ bis ε = ([\d.,]+|\d,?\d* × 10[⁰-⁹]+)\.$/,
    shares: ["60,0\u00a0%", "100\u00a0%"],
    steps: "1.200",
    files: ["privat-typischer-verlust.svg", "privat-profil.json", "privat-zeilen.csv"],
    stamp: "Nur für Sie. Nicht veröffentlichen.",
    rows: ["1.000", "1.000 könnte", "1000"],
    title: ["Bericht erstellen", "Zeilen untersuchen"],
  },
  ar: {
    direction: "rtl",
    ambiguous: ["١،٥", "«١،٥» قد تعني 1٫5 أو 15"],
    epsilon: "١٫٥",
    delta: "٠٫٠٠٠٠٠١",
    first: ["اختر البيانات", "اذكر هل كل صف شخص واحد"],
    faults: [
      "data.csv، السطر ٣: يجب أن يكون في العمود «age» عدد هنا.",
      "data.csv، السطر ٣: عدد القيم في هذا الصف لا يساوي عدد الأعمدة في سطر العناوين.",
    ],
    review: "اقرأ هذا قبل أن تنشر",
    promised: "ε = ١٫٥، δ = ٠٫٠٠٠٠٠١ (طريقة الحساب shift)",
    frame: "check-frame.ar.html",
    headline: /^عند ε = ١ يخسر أكثر الصفوف انكشافًا [٠-٩٫]+ نات$/,
    range: /من ε = [٠-٩٫٬]+ إلى ε = [٠-٩٫٬]+/,
    shares: ["٦٠٫٠٪", "١٠٠٪"],
    steps: "١٬٢٠٠",
    files: ["private-typical-loss-ar.svg", "private-profile-ar.json", "private-rows-ar.csv"],
    stamp: "عرض خاص بك. لا تنشره.",
    rows: ["١٬٠٠٠", "١٬٠٠٠", "١٠٠٠"],
    title: ["إعداد تقرير", "دراسة الصفوف"],
  },
};

/** Without the marks that set pieces apart, and any blank as a plain one. */
const plain = (text) =>
  text
    .replace(/[\u2066-\u2069\u202a-\u202e\u061c]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The texts that are shown in the page's language, with those that are read aloud. */
const shown = (form) =>
  form.evaluate(() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement, data } = walk.currentNode;
      // Exact texts and those of the library say so themselves.
      if (
        !parentElement.closest(
          'script, style, noscript, code, .error-message, .error-summary, [translate="no"]:not(table), [lang="en"]',
        )
      )
        found.push(data);
    }
    return [...found, ...Array.from(document.querySelectorAll("[aria-label]"), (one) => one.ariaLabel)].join("\n");
  });

/** Digits and signs of one language only. */
async function oneWayOfNumbers(form, tag, where) {
  // 1 and 0 set apart are values in the data: yes and no.
  const text = plain((await shown(form)).replaceAll("SHA-256", "").replace(/\u2066[01]\u2069/g, ""));
  if (tag === "ar") {
    // Names and addresses that are read from left to right keep their digits.
    const prose = text.replace(/2026-03-01|1e-?100|\b(yes|true|no|false)\b|[a-z_]+\.(json|csv|html|js)/g, "");
    assert.doesNotMatch(
      prose,
      /(?<![a-z\d])\d(?![a-z\d])/,
      `${where}: ${/.{30}(?<![a-z\d])\d(?![a-z\d]).{0,30}/.exec(prose)?.[0]}`,
    );
  } else assert.doesNotMatch(text, /\d\.\d(?!\d\d\b)/, `${where}: ${/.{0,30}\d\.\d(?!\d\d\b).{0,30}/.exec(text)?.[0]}`);
}

async function fits(page, where) {
  for (const [width, fontSize] of [
    [320, ""],
    [640, "200%"],
    [1280, ""],
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
    const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(needed <= given, `${where}, ${width} px, ${fontSize || "100%"}: ${needed} px needed`);
  }
}

/** Requests of a page that was opened as a file, besides the files that it hands out. */
const askedFor = (seen) => seen.requests.filter((address) => !address.startsWith("blob:"));

/** The page's language, and that of each text of the library. */
const roots = (form) => form.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const openAll = (form) => form.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));

for (const [tag, own] of Object.entries(languages)) {
  describe(tag, () => {
    testOnce("a report is made, with what was typed, in the words of the page", async () => {
      await withPage("chromium", async (page, seen) => {
        await keepFiles(page);
        const form = await openAlone(page, tag);
        assert.deepEqual(await roots(form), [tag, own.direction]);
        assert.equal(await page.title(), own.title[0]);
        await press(form, "run");
        assert.deepEqual(
          (await problems(form)).slice(0, 2).map(({ message }) => plain(message)),
          own.first,
        );
        assert.deepEqual(await violations(form), [], "problems");

        // The library's words are marked as English, and the page's are around them.
        await drop(form, "not-a-study.json", '{"a": 1}', "study-file");
        const core = form.locator('#study-file-error [lang="en"][dir="ltr"]');
        await core.waitFor();
        assert.match(await core.innerText(), /^is not a study/);
        assert.notEqual(plain(await form.locator("#study-file-error").innerText()), await core.innerText());

        const study = quickStudy({ budget: { ...quickStudy().budget, epsilon: 1 } });
        // Faults of the data are said in the page's words, at their line, before the library's.
        await ready(form, { study, data: "age,member,town,paid\n41,yes,west,no\nforty,yes,west,no\n" });
        await press(form, "run");
        const inCell = form.locator("#error-summary", { hasText: "data.csv" });
        await inCell.waitFor();
        assert.ok(plain(await inCell.innerText()).includes(own.faults[0]), await inCell.innerText());
        assert.match(await inCell.locator('[lang="en"]').innerText(), /^row 2, column "age" must be a number/);
        await drop(form, "data.csv", "age,member,town,paid\n41,yes,west,no\n42,yes,west\n");
        const inLine = form.locator("#data-file-error");
        await inLine.waitFor();
        assert.ok(plain(await inLine.innerText()).includes(own.faults[1]), await inLine.innerText());
        assert.match(await inLine.locator('[lang="en"]').innerText(), /^line 3 /);
        await ready(form, { study, data: small() });
        assert.equal(await form.locator("#delta").inputValue(), own.delta);
        // Read in two ways, it is in neither.
        const [typed, readings] = own.ambiguous;
        await form.locator("#epsilon").fill(typed);
        await press(form, "run");
        const [problem] = await problems(form);
        assert.equal(problem.field, "epsilon");
        assert.ok(plain(problem.message).includes(readings), plain(problem.message));
        await form.locator("#epsilon").fill(own.epsilon);
        await form.locator("#noise-table").waitFor();
        await openAll(form);
        await oneWayOfNumbers(form, tag, "form");
        assert.deepEqual(await violations(form), [], "form");
        await fits(page, "form");
        assert.equal(JSON.parse((await savedBy(form, "save-study")).text).budget.epsilon, 1.5);

        await make(form);
        assert.equal(await form.locator("#review-heading").innerText(), own.review);
        const levels = (await form.locator("#levels-table td").allInnerTexts()).map(plain);
        assert.ok(levels.includes(own.promised), levels.join(" | "));
        await oneWayOfNumbers(form, tag, "review");
        assert.deepEqual(await violations(form), [], "review");
        await fits(page, "review");
        // The report is for programs; the page that goes with it is in the language.
        const report = await savedBy(form, "download-report");
        assert.equal(report.name, "report.json");
        const { guarantee, model } = JSON.parse(report.text);
        assert.equal(guarantee.epsilon, 1.5);
        const sigma = plain(await form.locator("#levels-table td").first().innerText());
        const read = sigma.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/[,٫]/, ".");
        assert.equal(Number(read), model.mechanism.sigma);
        const baked = await savedBy(form, "download-page");
        assert.match(baked.text, new RegExp(`<html lang="${tag}" dir="${own.direction}">`));
        await withPage("chromium", async (check) => {
          await check.goto(pathToFileURL(scratchFile(`check-${tag}.html`, baked.text)).href);
          await formReady(check);
          assert.deepEqual(await roots(check), [tag, own.direction]);
        });
        const frame = await savedBy(form, "download-frame");
        assert.equal(frame.name, own.frame);
        assert.match(frame.text, new RegExp(`<html lang="${tag}"`));
        assert.match(await form.locator("#embed-code").inputValue(), new RegExp(`\\n  lang="${tag}">`));
        assert.deepEqual(askedFor(seen), [aloneAddress(tag)]);
        assert.deepEqual(seen.problems, []);
      });
    });

    testOnce("a report by noisy gradient descent, in the words of the page", async () => {
      await withPage("chromium", async (page, seen) => {
        await keepFiles(page);
        const form = await openAlone(page, tag);
        const sampling = { kind: "poisson", rate: 0.25 };
        const update = { rate: 1.5, momentum: 0.5, divisor: 50 };
        await ready(form, { study: descentStudy({ sampling, update, steps: 1200 }), data: small() });
        assert.deepEqual(await form.locator("#learning-rate").inputValue(), own.epsilon);
        // A point between thousands makes no other number of steps of it.
        const [typed, readings] = own.ambiguous;
        await form.locator("#clip").fill(typed);
        await press(form, "run");
        const [problem] = await problems(form);
        assert.equal(problem.field, "clip");
        assert.ok(plain(problem.message).includes(readings), plain(problem.message));
        await form.locator("#clip").fill(own.epsilon);
        await form.locator("#noise-table").waitFor();
        await openAll(form);
        await oneWayOfNumbers(form, tag, "form");
        assert.deepEqual(await violations(form), [], "form");
        await fits(page, "form");
        await make(form);
        const levels = (await form.locator("#levels-table tr").allInnerTexts()).map(plain);
        assert.ok(
          levels.some((row) => row.endsWith(` ${own.steps}`)),
          levels.join(" | "),
        );
        await oneWayOfNumbers(form, tag, "review");
        assert.deepEqual(await violations(form), [], "review");
        await fits(page, "review");
        const { model } = JSON.parse((await savedBy(form, "download-report")).text);
        assert.deepEqual([model.mechanism.clip, model.mechanism.update.rate, model.mechanism.steps], [1.5, 1.5, 1200]);
        const frame = await savedBy(form, "download-frame");
        assert.equal(frame.name, `check-frame.${tag}.html`);
        assert.ok(plain(await form.locator("#download-frame").innerText()).includes(frame.name));
        const baked = await savedBy(form, "download-page");
        await withPage("chromium", async (check) => {
          await check.goto(pathToFileURL(scratchFile(`descent-${tag}.html`, baked.text)).href);
          await formReady(check);
          assert.deepEqual(await roots(check), [tag, own.direction]);
        });
        assert.deepEqual(askedFor(seen), [aloneAddress(tag)]);
        assert.deepEqual(seen.problems, []);
      });
    });

    testOnce("rows are studied, and charts, tables and files say the same", async () => {
      await withPage("chromium", async (page, seen) => {
        await keepFiles(page);
        const form = await practitioner.openAlone(page, siteDir, tag);
        assert.deepEqual(await roots(form), [tag, own.direction]);
        assert.equal(await page.title(), own.title[1]);
        await practitioner.ready(form, smallStudy());
        // A sign between thousands makes no thousandth of it.
        const [typed, said, meant] = own.rows;
        await form.locator("#made-up-rows").fill(typed);
        await practitioner.press(form, "make-up");
        const [problem] = await problems(form);
        assert.ok(
          plain(problem.message)
            .replace(/[„“«»]/g, "")
            .includes(said),
          plain(problem.message),
        );
        await form.locator("#made-up-rows").fill(meant);
        await openAll(form);
        await oneWayOfNumbers(form, tag, "form");
        assert.deepEqual(await violations(form), [], "form");
        await fits(page, "form");

        await practitioner.run(form);
        assert.match(plain(await form.locator("#headline").innerText()), own.headline);
        assert.match(plain(await form.locator(".finding").nth(1).innerText()), own.range);
        await openAll(form);
        await oneWayOfNumbers(form, tag, "result");
        assert.deepEqual(await violations(form), [], "result");
        await fits(page, "result");
        // Axes run from left to right in every language, and their texts as the language does.
        const chart = form.locator("#typical-chart");
        const ticks = await chart
          .locator(".tick[text-anchor=middle]")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
        assert.deepEqual(
          ticks,
          ticks.toSorted((a, b) => a - b),
        );
        assert.equal(plain(await chart.locator(".chart-stamp").textContent()), own.stamp);
        // The file has the same, and numbers for programs are written for programs.
        const [svgName, jsonName, csvName] = own.files;
        const svg = await savedBy(form, "typical-chart-save");
        assert.equal(svg.name, svgName);
        assert.ok(plain(svg.text).includes(own.stamp));
        const json = await savedBy(form, "save-json");
        assert.equal(json.name, jsonName);
        const saved = JSON.parse(json.text);
        assert.equal(saved.private, true);
        const csv = await savedBy(form, "save-csv");
        assert.equal(csv.name, csvName);
        const [header, first] = csv.text.split("\n");
        assert.equal(header, "privateRow,displacement,typicalLoss");
        assert.match(first, /^1,[\d.e-]+,[\d.e-]+$/);
        assert.equal(Number(first.split(",")[1]), saved.profile.displacement[0]);
        assert.deepEqual(askedFor(seen), [page.url()]);
        assert.deepEqual(seen.problems, []);
      });
    });

    testOnce("on the site: the pages are found in their language, and nothing leaves them", async () => {
      await withPage("chromium", async (page, seen) => {
        const served = await serveSite();
        await page.goto(`${served.address}profile.html`);
        await practitioner.practitionerFrame(page);
        await page.locator(`footer a[hreflang=${tag}]`).press("Enter");
        await page.waitForURL(`${served.address}${tag}/profile.html`);
        const other = await practitioner.practitionerFrame(page);
        assert.deepEqual(await roots(other), [tag, own.direction]);
        assert.deepEqual(await violations(page), [], "around the rows");
        await loaded(page, served, `${tag}/profile.html`);
        const studied = served.log.length;
        await practitioner.ready(other, smallStudy());
        await practitioner.run(other);
        assert.deepEqual(await askedSince(page, served, studied), []);
        await page.locator("nav a", { hasText: own.title[0] }).first().press("Enter");
        await page.waitForURL(`${served.address}${tag}/publish.html`);
        const form = await curatorFrame(page);
        assert.deepEqual(await roots(form), [tag, own.direction]);
        assert.deepEqual(await violations(page), [], "around the form");
        await loaded(page, served, `${tag}/publish.html`);
        seen.requests.length = 0;
        const from = served.log.length;
        await ready(form, { study: quickStudy(), data: small() });
        await make(form);
        await press(form, "download-page");
        await askedNothing(page, seen, served, from);
      });
    });

    // The policies are those of the English pages (tests/web/build.test.mjs), for which
    // publish-private.test.mjs and profile.test.mjs try further ways, in Firefox too.
    testOnce("attempts from within are refused, in the frames and in the files", async () => {
      const onSite = (name, frameOf) => async (page) => {
        await page.goto(`${site.address}${tag}/${name}.html`);
        return frameOf(page);
      };
      const frames = [onSite("publish", curatorFrame), onSite("profile", practitioner.practitionerFrame)];
      const files = [(page) => openAlone(page, tag), (page) => practitioner.openAlone(page, siteDir, tag)];
      const common = { bases: [elsewhere.address], servers: [site, elsewhere], elsewhere, shown: true };
      await Promise.all([
        ...frames.map((open) => nothingGetsOut("chromium", { open, quiet: { ...leadingAround, ...quietly }, ...common })),
        ...files.map((open) => nothingGetsOut("chromium", { open, quiet: quietly, ...common })),
      ]);
    });
  });
}
