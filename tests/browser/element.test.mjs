// <expost-check>: its attributes, properties, method and events, and its look. Also in Firefox: an
// engine lays out the frames.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { chromium } from "playwright-core";
import { errors } from "../../web/element/errors.js";
import { outgoing, paced, toSheet } from "../../web/element/relayed.js";
import { frameName } from "../../web/bake/page-names.js";
import { knownLanguage } from "../../web/element/known-language.js";
import { check as sheetWords } from "../../words/en/check.js";
import { LANGUAGES, languages } from "../../words/languages.mjs";
import { beginsFrom, fromTo, fromToSome } from "../headline.mjs";
import { violations } from "./axe.mjs";
import { QUIET, browserNames, chromiumProgram, everyBrowser, testOnce, testPage, withPage } from "./browsers.mjs";
import { siteDir } from "./built.mjs";
import { host, STRICT } from "./host-page.mjs";
import { adaptive, independent, laplace, newer, record, sample, textOf, withoutMethod } from "./made-up-reports.mjs";
import { askedNothing } from "./no-way-out.mjs";
import { check, choose, elementSheet, expertNumbers, fill, formReady, headline, showBeliefs, unfold, words } from "./sheet.mjs";
import { serveSite, siteForTests } from "./site-server.mjs";
import { becomes, until } from "./until.mjs";

const reportText = textOf(independent());
const hashOf = (text) => createHash("sha256").update(text).digest("hex");

let files;
const site = siteForTests(() => {
  files = {
    "report.json": reportText,
    "adaptive.json": textOf(adaptive()),
    "sample.json": textOf(sample()),
    "laplace.json": textOf(laplace()),
    "newer.json": textOf(newer()),
    "without-method.json": textOf(withoutMethod()),
    "no-report.json": "{}",
    "latin1.json": Buffer.from([0x22, 0xe9, 0x22]),
    "host.html": host('<expost-check src="report.json"><p>Fallback</p></expost-check><p>After</p>'),
    "late-frame.html": host('<expost-check src="laplace.json"></expost-check>'),
    "bare.html": host("<expost-check></expost-check>"),
    "schemes.html": host('<expost-check src="report.json"></expost-check>', {
      head: '<meta name="color-scheme" content="light dark">',
    }),
    "none.html": host(""),
    "strict.html": host('<expost-check src="report.json"></expost-check>', { policy: STRICT }),
  };
  return files;
});

/** Keeps what the page hears, from events and from messages. */
const listen = (page) =>
  page.addInitScript(() => {
    if (window.parent !== window) return;
    window.heard = { events: [], messages: [] };
    for (const type of ["expost-ready", "expost-result", "expost-error"])
      addEventListener(type, (event) => window.heard.events.push([type, event.detail?.code ?? event.detail]));
    addEventListener("message", (event) => window.heard.messages.push(event.data));
  });
const heard = (page) => page.evaluate(() => window.heard);

/** Sets attributes or properties of the element. */
const set = (page, changes, kind = "attributes") =>
  page.evaluate(
    ([changes, kind]) => {
      const element = document.querySelector("expost-check");
      for (const [name, value] of Object.entries(changes)) {
        if (kind === "properties") element[name] = value;
        else if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      }
    },
    [changes, kind],
  );

async function figure(sheet) {
  await formReady(sheet);
  await fill(sheet, record);
  await check(sheet);
  return headline(sheet);
}

const state = (sheet, name) => sheet.waitForSelector(`[data-state="${name}"]`);

/** Waits until the page has no frame any more. */
async function gone(page) {
  while (page.frames().length > 1) await page.waitForEvent("framedetached");
}

for (const name of everyBrowser) {
  describe(name, () => {
    const testAnywhere = testPage(name);

    testAnywhere("reports of two mechanisms are shown in one frame, one after the other", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(`${site.address}bare.html`);
        const sheet = await elementSheet(page);
        await set(page, { src: "laplace.json" });
        assert.match(await figure(sheet), fromToSome(50));
        await set(page, { src: "report.json" });
        await sheet.getByText("Laplace-type random noise").first().waitFor({ state: "detached" });
        assert.equal(await figure(sheet), fromTo(50, 57));
        assert.deepEqual(framesAsked(seen), ["check-frame.html"]);
        assert.deepEqual(seen.problems, []);
      });
    });

    testAnywhere("what is wrong with a report is said in the sheet, in words, and in an event, as a code", async () => {
      await withPage(name, async (page, seen) => {
        await listen(page);
        await page.goto(`${site.address}bare.html`);
        const sheet = await elementSheet(page);
        await state(sheet, "noReport");
        const expected = [["expost-ready", null]];
        for (const [attributes, code, shown] of [
          [{ src: "no-report.json" }, "not-a-report", "notAReport"],
          [{ src: "report.json", sha256: "0".repeat(64) }, "hash-mismatch", "hashMismatch"],
          [{ src: "newer.json", sha256: null }, "newer-format", "newerFormat"],
          [{ src: "report.json", sha256: "" }, "bad-sha256", "badFingerprint"],
          [{ src: "without-method.json", sha256: null }, "no-figure", "noFigure"],
          [{ src: "latin1.json" }, "unreadable", "unreadable"],
          [{ src: "there-is-none.json" }, "not-fetched", "notFetched"],
        ]) {
          await set(page, attributes);
          await state(sheet, shown);
          assert.equal(await sheet.locator("#record-heading").count(), 0, code);
          expected.push(["expost-error", code]);
        }
        assert.match(await words(sheet), /The report could not be fetched .* Where it should be: there-is-none\.json/);
        assert.deepEqual((await heard(page)).events, expected);
        // A file that is not there is in the browser's log, nothing else is.
        assert.deepEqual(
          seen.problems.filter((problem) => !/404|there-is-none/.test(problem)),
          [],
        );
      });
    });

    testAnywhere("another report takes the place of the first, and the record with it", async () => {
      await withPage(name, async (page, seen) => {
        await listen(page);
        await page.goto(`${site.address}host.html`);
        const sheet = await elementSheet(page);
        const first = await figure(sheet);
        await set(page, { src: "adaptive.json", sha256: hashOf(textOf(adaptive())).toUpperCase() });
        await sheet.locator("#result-heading").waitFor({ state: "hidden" });
        await formReady(sheet);
        assert.equal(await sheet.getByLabel("Age, in years").inputValue(), "");
        assert.notEqual(await figure(sheet), first);
        // The text itself, byte for byte, and the object.
        await set(page, { sha256: hashOf(reportText) });
        await state(sheet, "hashMismatch");
        await set(page, { report: reportText }, "properties");
        assert.equal(await figure(sheet), first);
        await set(page, { report: { ...independent(), title: "Given as an object" } }, "properties");
        await state(sheet, "hashMismatch");
        await set(page, { sha256: null }, "properties");
        await formReady(sheet);
        assert.match(await words(sheet), /Given as an object/);
        await set(page, { report: null, src: null }, "properties");
        await state(sheet, "noReport");
        assert.deepEqual(
          await page.evaluate(() => {
            const element = document.querySelector("expost-check");
            try {
              element.report = 7;
            } catch (error) {
              return [error.name, element.report, element.src];
            }
          }),
          ["TypeError", null, null],
        );
        assert.deepEqual(seen.problems, []);
      });
    });

    testAnywhere(
      "the last report asked for counts, whichever comes first, and one that is no longer wanted is not read",
      async () => {
        await withPage(name, async (page) => {
          await listen(page);
          let letGo;
          const held = new Promise((resolve) => (letGo = resolve));
          await page.route("**/slow.json", async (route) => {
            await held;
            await route.fulfill({ body: "{}" }).catch(() => {});
          });
          await page.goto(`${site.address}bare.html`);
          const sheet = await elementSheet(page);
          await set(page, { src: "slow.json" });
          await state(sheet, "reading");
          await set(page, { src: "report.json" });
          await formReady(sheet);
          letGo();
          assert.equal(await figure(sheet), fromTo(50, 57));
          // The page hears of it by a message, which may be on its way when the figure is there.
          await becomes(async () => (await heard(page)).events.at(-1)?.[0], "expost-result");
          await page.evaluate(() => {
            const element = document.querySelector("expost-check");
            element.src = "slow.json";
            element.remove();
          });
          await gone(page);
          assert.deepEqual(
            (await heard(page)).events.map(([type]) => type),
            ["expost-ready", "expost-result"],
          );
        });
      },
    );

    testAnywhere("a starting belief, clear(), a height, and properties set before the element was known", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(`${site.address}none.html`);
        await page.evaluate(() => {
          // As of a framework that fills in an element before its script has come: own properties,
          // not the accessors.
          const element = document.createElement("div");
          const check = document.createElement("expost-check");
          Object.defineProperty(check, "prior", { value: 30, configurable: true, writable: true, enumerable: true });
          Object.defineProperty(check, "src", { value: "report.json", configurable: true, writable: true, enumerable: true });
          element.append(check);
          document.querySelector("main").append(element);
          check.height = 6000;
        });
        const attributes = await page.evaluate(() =>
          Array.from(document.querySelector("expost-check").attributes, ({ name, value }) => [name, value]).sort(),
        );
        assert.deepEqual(attributes, [
          ["height", "6000"],
          ["prior", "30"],
          ["src", "report.json"],
        ]);
        const sheet = await elementSheet(page);
        assert.match(await figure(sheet), fromToSome(30));
        assert.equal(await sheet.locator("#belief-number").inputValue(), "30");
        await set(page, { prior: "10" });
        await sheet.locator(".announcement .headline", { hasText: beginsFrom(10) }).waitFor();
        await set(page, { prior: "0.5" });
        await sheet.locator(".announcement .headline", { hasText: beginsFrom(50) }).waitFor();
        assert.equal(await page.evaluate(() => document.querySelector("expost-check").prior), null);
        const tall = () => page.evaluate(() => document.querySelector("expost-check").getBoundingClientRect().height);
        assert.equal(await tall(), 6000);
        await page.evaluate(() => document.querySelector("expost-check").clear());
        await sheet.locator("#result-heading").waitFor({ state: "hidden" });
        assert.equal(await sheet.getByLabel("Age, in years").inputValue(), "");
        assert.match(await words(sheet), /cleared/i);
        // The page clears it, and leaves the focus where the person has it.
        assert.notEqual(await sheet.evaluate(() => document.activeElement.id), "record-heading");
        await set(page, { height: null });
        assert.ok((await tall()) < 6000);
        assert.deepEqual(seen.problems, []);
      });
    });

    test("as tall as the sheet, no bar to scroll with, one thing at a time, and usable by everyone", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(`${site.address}host.html`);
        const sheet = await elementSheet(page);
        await figure(sheet);
        assert.equal(await page.getByText("Fallback").isVisible(), false);
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 });
          for (const frame of page.frames()) {
            const inner = frame !== page.mainFrame();
            // The height goes through two frames, which takes as long as it takes; one that never
            // arrives ends the waiting.
            await frame.waitForFunction(
              (inner) => {
                const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.scrollingElement;
                return scrollWidth === clientWidth && (!inner || scrollHeight === clientHeight);
              },
              inner,
              { polling: 100 },
            );
          }
        }
        const titles = [];
        for (const frame of page.frames()) {
          const rules = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
          if (browserNames.includes(name)) assert.deepEqual(await violations(frame, rules), [], frame.url());
          titles.push(await frame.title());
        }
        assert.deepEqual(titles, ["Host", languages.en.element.frame, sheetWords.title]);
        assert.deepEqual(seen.problems, []);
      });
    });

    testAnywhere(
      "a look of the page's: what is fit arrives; what can't be read, asks for a file or is none is left out",
      async () => {
        await withPage(
          name,
          async (page, seen) => {
            await page.goto(`${site.address}host.html`);
            const sheet = await elementSheet(page);
            await formReady(sheet);
            const look = (...names) =>
              sheet.evaluate(
                (names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()),
                names,
              );
            // Each look has a length of its own, by which it is known when it has been through the
            // sheet.
            let turn = 0;
            const arrived = (inset) =>
              sheet.waitForFunction((inset) => document.documentElement.style.getPropertyValue("--inset") === inset, inset);
            const theme = async (values) => {
              const inset = `${(turn += 1)}px`;
              await page.evaluate(
                (values) => {
                  const { style } = document.querySelector("expost-check");
                  style.cssText = "";
                  for (const [name, value] of Object.entries(values)) style.setProperty(`--expost-${name}`, value);
                },
                { ...values, inset },
              );
              await arrived(inset);
            };
            const own = await look("ink", "paper", "font", "corner", "accent", "focus");
            await theme({
              ink: "oklch(25% 0.05 250)",
              paper: "white",
              corner: "9px",
              accent: "rgb(0 60 120)",
              font: "Georgia, serif",
            });
            assert.deepEqual(await look("ink", "paper", "corner", "accent", "focus", "font"), [
              ...["oklch(25% 0.05 250)", "white", "9px", "rgb(0 60 120)", "rgb(0 60 120)", "Georgia, serif"],
            ]);
            // Words that can't be told from their ground: no colour is taken, the rest is.
            for (const ink of ["#999", "rgb(0 0 0 / 0.3)", "transparent"]) {
              await theme({ ink, paper: "white", corner: "9px" });
              assert.deepEqual(await look("ink", "paper", "corner"), [own[0], own[1], "9px"], ink);
            }
            await theme({ accent: "#88bbdd" });
            assert.deepEqual(await look("accent", "focus"), [own[4], own[5]]);
            for (const [token, values] of Object.entries({
              font: ['url("https://elsewhere.example/x")', "var(--ink)", "a; b", "7px"],
              corner: ["calc(1px + 2px)", "-1px", "50vw", "1px 2px", "var(--x)"],
              ink: ["url(x)", "var(--accent)", "env(x)", "notacolour", "black;"],
            })) {
              for (const value of values) {
                // Straight to the frame: a page can send what a stylesheet can't hold.
                const inset = `${(turn += 1)}px`;
                await page.evaluate(
                  (theme) => {
                    const { contentWindow } = document.querySelector("expost-check").shadowRoot.querySelector("iframe");
                    contentWindow.postMessage({ type: "expost-theme", theme }, "*");
                  },
                  { [token]: value, inset },
                );
                await arrived(inset);
                assert.deepEqual(await look(token), [own[["ink", "paper", "font", "corner"].indexOf(token)]], value);
              }
            }
            // A page that is dark makes the sheet dark, also later.
            const ground = () => sheet.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
            const light = await ground();
            await page.evaluate(() => document.documentElement.style.setProperty("color-scheme", "dark"));
            await sheet.waitForFunction((light) => getComputedStyle(document.documentElement).backgroundColor !== light, light);
            await page.evaluate(() =>
              document.querySelector("expost-check").style.setProperty("--expost-color-scheme", "light"),
            );
            await sheet.waitForFunction((light) => getComputedStyle(document.documentElement).backgroundColor === light, light);
            // Colours that only fit a light sheet are dropped on a dark one.
            await theme({ ink: "#101010", "color-scheme": "dark" });
            await sheet.waitForFunction(
              () => getComputedStyle(document.documentElement).getPropertyValue("--ink") !== "#101010",
            );
            assert.deepEqual(seen.problems, []);
          },
          { colorScheme: null },
        );
      },
    );

    testAnywhere("a pin that comes later, and a move that keeps frames, leave what was entered", async () => {
      await withPage(name, async (page, seen) => {
        await page.goto(`${site.address}host.html`);
        let sheet = await elementSheet(page);
        const frames = ["check-frame.html"];
        assert.equal(await figure(sheet), fromTo(50, 57));
        const kept = async () => {
          assert.equal(await headline(sheet), fromTo(50, 57));
          assert.equal(await sheet.getByLabel("Age, in years").inputValue(), record.age);
        };
        // The document between page and sheet hears that the report was read once more.
        const around = sheet.parentFrame();
        await around.evaluate(() => addEventListener("message", ({ data }) => (window.read ||= data?.type === "expost-read")));
        await set(page, { sha256: hashOf(reportText) });
        await around.waitForFunction(() => window.read);
        await kept();
        if (await page.evaluate(() => "moveBefore" in Element.prototype)) {
          await page.evaluate(() => document.body.moveBefore(document.querySelector("expost-check"), document.body.firstChild));
          if (name === "firefox") {
            // It loads a frame in a shadow tree again (as of 153): the form is there again, empty.
            frames.push("check-frame.html");
            sheet = await elementSheet(page);
            await formReady(sheet);
            assert.equal(await sheet.getByLabel("Age, in years").inputValue(), "");
          } else await kept();
        }
        assert.deepEqual(framesAsked(seen), frames);
        // One that is not the report's takes all of it away.
        await set(page, { sha256: "0".repeat(64) });
        await state(sheet, "hashMismatch");
        assert.equal(await sheet.locator("#record-heading").count(), 0);
        await set(page, { sha256: hashOf(reportText) });
        await formReady(sheet);
        assert.equal(await sheet.getByLabel("Age, in years").inputValue(), "");
      });
    });

    testAnywhere("a whole walk: no message and no event has a value of the record or a figure", async () => {
      await withPage(name, async (page) => {
        await listen(page);
        await page.goto(`${site.address}host.html`);
        const sheet = await elementSheet(page);
        await formReady(sheet);
        await fill(sheet, { ...record, age: "abc" });
        await check(sheet);
        await sheet.waitForSelector("#error-summary");
        await fill(sheet, record);
        await check(sheet);
        const line = await headline(sheet);
        await until(
          async () => (await heard(page)).messages.some(({ type }) => type === "expost-land"),
          () => "the page is told where the result is",
        );
        await showBeliefs(sheet);
        await choose(sheet.getByLabel("10 in 100", { exact: true }));
        await unfold(sheet, ".experts");
        const figures = Object.values(await expertNumbers(sheet));
        assert.ok(figures.length > 5);
        await sheet.getByRole("button", { name: "Clear my record" }).press("Enter");
        await sheet.locator("#result-heading").waitFor({ state: "hidden" });
        const { events, messages } = await heard(page);
        assert.deepEqual(events, [
          ["expost-ready", null],
          ["expost-result", null],
        ]);
        for (const message of messages) {
          if (message.type === "expost-height") assert.deepEqual([message.height % 64, Object.keys(message).length], [0, 2]);
          else if (message.type === "expost-land") assert.deepEqual([message.at % 64, Object.keys(message).length], [0, 2]);
          else assert.deepEqual(Object.keys(message), ["type"]);
        }
        assert.deepEqual([...new Set(messages.map(({ type }) => type))].sort(), [
          "expost-height",
          "expost-land",
          "expost-ready",
          "expost-result",
        ]);
        const said = JSON.stringify([events, messages.filter(({ type }) => !["expost-height", "expost-land"].includes(type))]);
        for (const value of [...Object.values(record), ...figures, line, "57"])
          assert.ok(!said.includes(String(value)), String(value));
        // Nor can the page look for itself.
        assert.equal(
          await page.evaluate(() => document.querySelector("expost-check").shadowRoot.querySelector("iframe").contentDocument),
          null,
        );
      });
    });

    testAnywhere("nothing leaves while a record is entered, checked, saved and cleared", async () => {
      await withPage(name, async (page, seen) => {
        const own = await serveSite(files);
        await page.goto(`${own.address}strict.html`);
        const sheet = await elementSheet(page);
        await formReady(sheet);
        await page.waitForLoadState("load");
        seen.requests.length = 0;
        const from = own.log.length;
        await figure(sheet);
        // Firefox gives no event for it here; were the blob not allowed, a violation would be
        // among the problems.
        const saved = name === "chromium" && page.waitForEvent("download");
        await sheet.getByRole("button", { name: "Save summary", exact: true }).press("Enter");
        if (saved) assert.equal((await saved).suggestedFilename(), sheetWords.finish.summaryFile);
        await sheet.getByRole("button", { name: "Clear my record" }).press("Enter");
        await askedNothing(page, seen, own, from);
      });
    });
  });
}

/** The documents that were asked for in frames. */
const framesAsked = ({ requests }) =>
  requests.filter((address) => address.includes("/check-frame")).map((address) => address.split("/").pop());

testOnce("the frame is on its way before the report is there", async () => {
  await withPage("chromium", async (page) => {
    let reportComes;
    const comes = new Promise((resolve) => (reportComes = resolve));
    await page.route("**/laplace.json", async (route) => {
      await comes;
      await route.continue();
    });
    await page.goto(`${site.address}late-frame.html`);
    const sheet = await elementSheet(page);
    reportComes();
    await formReady(sheet);
  });
});

testOnce("the frame passes on copies of what is on the list, and nothing else", () => {
  assert.deepEqual(outgoing({ type: "expost-ready", secret: 1 }), { type: "expost-ready" });
  assert.deepEqual(outgoing({ type: "expost-result", epsilon: 0.4 }), { type: "expost-result" });
  assert.deepEqual(outgoing({ type: "expost-height", height: 65, age: 37 }), { type: "expost-height", height: 128 });
  assert.equal(outgoing({ type: "expost-height", height: 1e12 + 37 }).height, 19_968);
  assert.deepEqual(outgoing({ type: "expost-land", at: 65, age: 37 }), { type: "expost-land", at: 64 });
  assert.equal(outgoing({ type: "expost-land", at: 1e12 + 37 }).at, 19_968);
  assert.deepEqual(outgoing({ type: "expost-error", code: "no-figure", message: "age 37" }), {
    type: "expost-error",
    code: "no-figure",
  });
  for (const message of [
    ...[null, undefined, "expost-ready", 7, {}, { type: "expost-record" }, { type: "constructor" }],
    ...[
      { type: "expost-height", height: "37" },
      { type: "expost-height", height: 0.4 },
      { type: "expost-height", height: -1 },
      { type: "expost-land", at: "37" },
      { type: "expost-land", at: 0.4 },
      { type: "expost-land", at: -1 },
    ],
    ...[{ type: "expost-error", code: "age 37" }, { type: "expost-error", code: "toString" }, { type: "expost-error" }],
    // Written out, the list is a code; passed on, it would carry what else is in it.
    { type: "expost-error", code: Object.assign(["no-figure"], { age: 37 }) },
  ])
    assert.equal(outgoing(message), null, JSON.stringify(message));
  assert.ok(!toSheet.has("expost-ready"));
});

testOnce("the frame passes on a place to scroll to four times a second at most", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const passed = [];
  const pass = paced((message) => passed.push(message.at));
  for (let at = 0; at < 6400; at += 64) pass(outgoing({ type: "expost-land", at }));
  context.mock.timers.tick(250);
  pass(outgoing({ type: "expost-land", at: 640 }));
  assert.deepEqual(passed, [0, 640]);
});

testOnce("the frame passes on a height when its step changes, four times a second, and never the same one twice", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const passed = [];
  const pass = paced((message) => passed.push(message.height ?? message.type));
  const tall = (height) => pass(outgoing({ type: "expost-height", height }));
  tall(100);
  tall(127);
  for (let height = 129; height < 3000; height += 1) tall(height);
  tall(640);
  pass({ type: "expost-result" });
  assert.deepEqual(passed, [128, "expost-result"]);
  context.mock.timers.tick(249);
  assert.equal(passed.length, 2);
  context.mock.timers.tick(1);
  assert.deepEqual(passed.slice(2), [640]);
  context.mock.timers.tick(1000);
  tall(700);
  tall(600);
  tall(700);
  context.mock.timers.tick(1000);
  assert.deepEqual(passed.slice(3), [704]);
});

testOnce("every state of the sheet without a report's form has a code, and every language a file", () => {
  const refusals = [
    "hashMismatch",
    "hashUnchecked",
    "notAReport",
    "newerFormat",
    "noFigure",
    "noWebAssembly",
    "selfTest",
    "unreadable",
  ];
  for (const state of refusals) {
    assert.ok(sheetWords.states[state], state);
    assert.ok(errors[state.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)], state);
  }
  for (const tag of LANGUAGES) readFileSync(join(siteDir, frameName(tag)));
  for (const [asked, known] of [
    ["de", "de"],
    ["DE-at", "de"],
    ["en-GB", "en"],
    ["xx", "en"],
    ["constructor", "en"],
    [undefined, "en"],
  ])
    assert.equal(knownLanguage(asked, LANGUAGES), known);
  assert.equal(frameName("de"), "check-frame.de.html");
});

testOnce("on a dark device a page without a colour scheme has a light sheet, and one that is dark too a dark one", async () => {
  // The driver's own dark is every frame's, whatever the page around says.
  const args = [...QUIET, "--blink-settings=preferredColorScheme=0"];
  const browser = await chromium.launch({ executablePath: chromiumProgram, args });
  try {
    for (const [file, dark] of [
      ["host.html", false],
      ["schemes.html", true],
    ]) {
      const page = await browser.newPage({ colorScheme: null });
      await page.goto(site.address + file);
      const sheet = await elementSheet(page);
      assert.equal(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches), true);
      await becomes(() => sheet.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches), dark, file);
    }
  } finally {
    await browser.close();
  }
});
