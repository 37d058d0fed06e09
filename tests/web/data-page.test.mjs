// The life of a page for data holders, without a browser: what goes wrong is said in the form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DataPage } from "../../web/controls/data-page.js";
import { profileLanguage } from "../../web/profile/language.js";
import { sources } from "../../web/profile/sources.js";
import { nothingYet as nothingStudied } from "../../web/profile/state.js";
import { studyRows } from "../../web/profile/studying.js";
import { answersFrom } from "../../web/publish/answers.js";
import { makeReport } from "../../web/publish/making.js";
import { reading } from "../../web/publish/reading.js";
import { nothingYet as nothingPublished } from "../../web/publish/state.js";
import { en as publishWords } from "../../web/publish/text/en.js";
import { study } from "../cli/small-study.mjs";

// A page that has no elements yet.
globalThis.document ??= { getElementById: () => null };

/** A page that keeps what it would draw: its phases. `broken` is one that can't be drawn. */
class Undrawn extends DataPage {
  phases = [];
  broken = null;

  draw() {
    this.phases.push(this.state.phase);
    if (this.state.phase === this.broken) throw new TypeError("there is nothing to draw");
  }
}

const workplace = { inPage: false, do: async () => ({ text: "{}", report: {}, profile: { epsilons: [] }, audit: null }) };
const undrawn = (nothingYet) => new Undrawn(null, { nothingYet, view: () => null, workplace });

/** A file that was deleted after it was chosen. */
const gone = {
  name: "study.json",
  arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")),
};

function publisher() {
  const page = undrawn(nothingPublished);
  const answers = { ...answersFrom(study()), person: "one" };
  Object.assign(page.state, { answers, source: { data: "", name: "data.csv" } });
  const run = () => makeReport(page, workplace, publishWords);
  const { useStudy } = reading(page, workplace, publishWords, () => {});
  return { page, run, useStudy, result: "review" };
}

function practitioner() {
  const page = undrawn(nothingStudied);
  const source = { data: "", name: "data.csv", columns: 4, madeUp: false };
  Object.assign(page.state, { study: { document: study(), name: "study.json" }, source });
  const language = profileLanguage();
  const run = () => studyRows(page, workplace, language.page, () => {});
  const { useStudy } = sources(page, workplace, language);
  return { page, run, useStudy, result: "result" };
}

for (const [whose, made] of Object.entries({ publisher, practitioner })) {
  test(`the ${whose}'s page says that a result can't be shown, and can make another`, async () => {
    const { page, run, result } = made();
    page.broken = result;
    await run();
    assert.deepEqual(page.phases, ["working", result, "form", "form"]);
    assert.deepEqual(
      page.state.problems.map(({ id }) => id),
      ["run"],
    );
    assert.match(page.state.problems[0].message, /There is nothing to draw$/);
    page.broken = null;
    page.phases = [];
    await run();
    assert.deepEqual(page.phases, ["working", result]);
    assert.deepEqual(page.state.problems, []);
  });

  test(`the ${whose}'s page says that a study can't be read any more`, async () => {
    const { page, useStudy } = made();
    await useStudy(gone);
    assert.deepEqual(page.state.problems, [{ id: "study-file", message: "study.json can't be read as text" }]);
    assert.equal(await page.everythingRead(), true);
  });
}
