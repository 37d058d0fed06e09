// The publisher's pages for the people in the data: typed into the form or read from a study, and
// in the report exactly as they were typed.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { publish as ar } from "../../words/ar/publish.js";
import { publish as de } from "../../words/de/publish.js";
import { publish as en } from "../../words/en/publish.js";
import { folder } from "../cli/run-expost.mjs";
import { quickStudy, small } from "../cli/small-study.mjs";
import { violations } from "./axe.mjs";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import {
  fromCommandLine,
  giveStudy,
  keepFiles,
  make,
  openAlone,
  press,
  problems,
  ready,
  savedBy,
  setSeed,
} from "./curator.mjs";
import { moveTo } from "./keyboard.mjs";

after(closeBrowsers);

const dir = folder();

const fields = { privacy: "link-privacy", rights: "link-rights", optOut: "link-opt-out" };
const everyWord = { en, de, ar };

/** Addresses with every kind of sign that one may have, and nothing that two of them share. */
const typed = {
  privacy: String.raw`https://example.org:8443/privacy?year=2026&a=%C3%A4#models`,
  rights: String.raw`https://xn--bcher-kva.example/"rights"/<b>\{0}'~!`,
  optOut: "https://EXAMPLE.org",
};

/** A study of a publisher; `links` undefined: without the key. */
const studyWith = (links) =>
  quickStudy({
    published: "2026-11-24",
    publisher: { name: "A library", ...(links && { "x-links": links }) },
  });

const unfold = (form) => form.locator(".links-settings").evaluate((details) => (details.open = true));
const field = (form, kind) => form.locator(`#${fields[kind]}`);
const shown = async (form) =>
  Object.fromEntries(await Promise.all(Object.keys(fields).map(async (kind) => [kind, await field(form, kind).inputValue()])));
const publisherIn = async (form, id) => JSON.parse((await savedBy(form, id)).text).publisher;
const savedPublisher = (form) => publisherIn(form, "save-study");

/** The publisher in a report that is made of the form; the form is there again after it. */
async function publishedBy(form) {
  // A script presses it: after a first file Firefox shows a panel of its own, which takes the keys.
  await form.locator("#run").evaluate((button) => button.click());
  await form.locator("#review-heading").waitFor();
  const publisher = await publisherIn(form, "download-experiment");
  await form.locator("#back").evaluate((button) => button.click());
  return publisher;
}

async function give(form, study, name) {
  await giveStudy(form, study, name);
  await form.locator("#study-status p", { hasText: name }).waitFor();
}

for (const name of browserNames) {
  describe(name, () => {
    test("typed by keyboard, they are in the report byte for byte, as the command line writes them", async () => {
      await withPage(name, async (page, seen) => {
        await keepFiles(page);
        const form = await openAlone(page);
        await ready(form, { study: studyWith(), data: small() });
        assert.equal(await field(form, "privacy").isVisible(), false);
        await form.locator("#contact").focus();
        await moveTo(page, en.about.links.summary);
        await page.keyboard.press("Space");
        for (const [kind, id] of Object.entries(fields)) {
          await moveTo(page, id);
          await page.keyboard.insertText(typed[kind]);
        }
        await setSeed(form, 5);
        await make(form);
        assert.deepEqual(await publisherIn(form, "save-study-again"), { name: "A library", "x-links": typed });
        const { text } = await savedBy(form, "download-experiment");
        for (const [kind, address] of Object.entries(typed))
          assert.ok(text.includes(`"${kind}": ${JSON.stringify(address)}`), `${kind} in ${text.slice(0, 600)}`);
        assert.deepEqual(Object.entries(JSON.parse(text).publisher["x-links"]), Object.entries(typed));
        assert.equal(text, await fromCommandLine(dir, studyWith(typed), small(), 5, `typed-${name}`));
        assert.deepEqual(seen.problems, []);
      });
    });

    test("a study fills the fields; a changed one changes the report, and empty ones leave their keys out", async () => {
      await withPage(name, async (page) => {
        await keepFiles(page);
        const form = await openAlone(page);
        await ready(form, { study: studyWith(typed), data: small() });
        assert.deepEqual(await shown(form), typed);
        assert.deepEqual(await savedPublisher(form), { name: "A library", "x-links": typed });
        await unfold(form);
        await field(form, "rights").fill("");
        await field(form, "optOut").fill(" https://example.org/stay-out ");
        await setSeed(form, 5);
        const left = { privacy: typed.privacy, optOut: "https://example.org/stay-out" };
        assert.deepEqual(await publishedBy(form), { name: "A library", "x-links": left });
        await unfold(form);
        for (const kind of ["privacy", "optOut"]) await field(form, kind).fill(" ");
        assert.deepEqual(await savedPublisher(form), { name: "A library" });
        assert.deepEqual(await publishedBy(form), { name: "A library" });

        // The next study's take the place of those before, and what “expost init” leaves open is
        // no address.
        await give(form, studyWith({ ...typed, "x-own": 1 }), "own.json");
        assert.deepEqual(await savedPublisher(form), { name: "A library", "x-links": { ...typed, "x-own": 1 } });
        await give(form, studyWith({ privacy: null, rights: null, optOut: null }), "open.json");
        assert.deepEqual(await shown(form), { privacy: "", rights: "", optOut: "" });
        assert.deepEqual(await savedPublisher(form), { name: "A library" });
        await give(form, studyWith({ rights: typed.rights }), "one.json");
        assert.deepEqual(await shown(form), { privacy: "", rights: typed.rights, optOut: "" });
      });
    });

    for (const [tag, words] of Object.entries(everyWord))
      test(`${tag}: a bad address is refused at its own field in the library's words, and nothing is lost`, async () => {
        await withPage(name, async (page) => {
          const form = await openAlone(page, tag);
          await ready(form, { study: studyWith(), data: small(20) });
          await unfold(form);
          for (const [kind, id] of Object.entries(fields)) {
            const label = page.getByLabel(words.about.links[kind].replace(/[\u2066-\u2069]/g, ""), { exact: true });
            assert.equal(await label.getAttribute("id"), id);
            assert.equal(await label.getAttribute("dir"), "ltr");
          }
          const bad = {
            privacy: "javascript:alert(1)",
            rights: "http://example.org/",
            optOut: "https://bank.example@evil.example/",
          };
          for (const [kind, id] of Object.entries(fields)) {
            for (const other of Object.keys(fields)) await field(form, other).fill(other === kind ? bad[kind] : typed[other]);
            await form.locator(".links-settings").evaluate((details) => (details.open = false));
            await press(form, "run");
            const found = await problems(form);
            assert.deepEqual(
              found.map((problem) => problem.field),
              [id],
            );
            const core = await form.locator(`#${id}-error [lang="en"][dir="ltr"]`).innerText();
            assert.equal(
              core,
              `must be an address like https://example.org/privacy, in ASCII, or left out, but is "${bad[kind]}"`,
            );
            assert.ok(found[0].message.includes(core));
            const said = (text) => text.replace(/[\u2066-\u2069]/g, "").toLowerCase();
            const wordsAround = said(await form.locator(`#${id}-error`).innerText());
            assert.ok(
              wordsAround.includes(said(words.errors.placed(words.names[`link${kind[0].toUpperCase()}${kind.slice(1)}`]))),
            );
            assert.ok(await field(form, kind).isVisible(), "it is unfolded");
            assert.equal(await field(form, kind).getAttribute("aria-invalid"), "true");
            assert.match(await field(form, kind).getAttribute("aria-describedby"), new RegExp(`\\b${id}-error\\b`));
            assert.deepEqual(await shown(form), { ...typed, [kind]: bad[kind] });
            assert.equal(await form.locator("#title").inputValue(), "Small study");
          }
          assert.deepEqual(await violations(form), [], tag);
        });
      });

    test("a publisher without a name is asked for it, and the addresses stay", async () => {
      await withPage(name, async (page) => {
        const form = await openAlone(page);
        await ready(form, { study: studyWith(typed), data: small(20) });
        await form.locator("#publisher").fill("");
        await press(form, "run");
        const [problem, ...others] = await problems(form);
        assert.deepEqual([problem.field, problem.message, others.length], ["publisher", "Enter the name of the publisher", 0]);
        assert.deepEqual(await shown(form), typed);
      });
    });
  });
}
