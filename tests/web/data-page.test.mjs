// The life of a page for data holders, without a browser: what goes wrong is said in the form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DataPage } from "../../web/controls/data-page.js";
import { profileLanguage } from "../../web/profile/language.js";
import { sources } from "../../web/profile/sources.js";
import { nothingYet as nothingStudied } from "../../web/profile/state.js";
import { studyRows } from "../../web/profile/studying.js";
import { answersFrom } from "../../web/publish/answers.js";
import { studyFrom } from "../../web/publish/study.js";
import { makeReport } from "../../web/publish/making.js";
import { reading } from "../../web/publish/reading.js";
import { nothingYet as nothingPublished } from "../../web/publish/state.js";
import { publish as publishWords } from "../../words/en/publish.js";
import { profile as studyWords } from "../../words/en/profile.js";
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

const done = { text: "{}", report: {}, profile: { epsilons: [] }, audit: null };
const workplace = { inPage: false, do: async (task) => (task === "studyErrors" ? [] : done) };
const undrawn = (nothingYet) => new Undrawn(null, { nothingYet, view: () => null, workplace });

/** A file that was deleted after it was chosen. */
const gone = {
  name: "study.json",
  arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")),
};

function publisher() {
  const page = undrawn(() => nothingPublished(publishWords.decimals));
  const answers = { ...answersFrom(study(), publishWords.decimals), person: "one" };
  Object.assign(page.state, { answers, source: { data: "", name: "data.csv" } });
  const run = () => makeReport(page, workplace, publishWords);
  const { useStudy } = reading(page, workplace, publishWords, () => {});
  return { page, run, useStudy, result: "review" };
}

function practitioner() {
  const page = undrawn(() => nothingStudied(studyWords.decimals));
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
    assert.match(page.state.problems[0].core, /^There is nothing to draw$/);
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

test("the publisher's page tells every error of the study at once, next to its field and by the fields' names", async () => {
  const page = undrawn(() => nothingPublished(publishWords.decimals));
  const answers = { ...answersFrom(study(), publishWords.decimals), person: "one", unit: "", published: "soon" };
  Object.assign(page.state, { answers, source: { data: "", name: "data.csv" } });
  const asked = [];
  const found = [
    { code: "empty", pointer: "/unit", message: "/unit must not be empty" },
    { code: "not-a-date", pointer: "/published", message: "/published must be a date, like 2026-03-01" },
    { code: "out-of-range", pointer: "/budget/epsilon", message: "/budget/epsilon must be a number above 0, but is -1" },
    { code: "duplicate", pointer: "/label/positive", message: "/label/positive must differ from /label/negative" },
    { code: "unknown-key", pointer: "/elsewhere", message: "/elsewhere is not a key of the format" },
  ];
  const judging = { inPage: false, do: async (task, request) => (asked.push([task, request]), found) };
  await makeReport(page, judging, publishWords);
  // Nothing was made, and the study that was judged is the one of the answers.
  assert.deepEqual(
    asked.map(([task]) => task),
    ["studyErrors"],
  );
  assert.equal(asked[0][1].study.published, "soon");
  assert.deepEqual([...new Set(page.phases)], ["form"]);
  const said = new Map(page.state.problems.map(({ id, message, core = "" }) => [id, `${message} ${core}`]));
  assert.deepEqual([...said.keys()].sort(), ["epsilon", "positive", "published", "study-file", "unit"]);
  // A field that was left blank keeps the page's own words.
  assert.doesNotMatch(said.get("unit"), /must not be empty/);
  assert.match(said.get("epsilon"), /must be a number above 0, but is -1$/);
  assert.match(said.get("positive"), /must differ from /);
  for (const message of said.values()) assert.doesNotMatch(message, /\/(unit|published|budget|label)\b/);
});

test("a study of version 0.2 is read into the present names, and saved with them", () => {
  const budget = { epsilon: 1, delta: 1e-6, accountant: "kifer", accounting: "sum", release: "none" };
  const answers = answersFrom({ ...study(), budget }, publishWords.decimals);
  assert.deepEqual([answers.accountant, answers.composition], ["kst2012", "basic"]);
  const saved = studyFrom(answers, publishWords).study.budget;
  assert.deepEqual([saved.accountant, saved.composition, "accounting" in saved], ["kst2012", "basic", false]);
  const present = answersFrom(
    {
      ...study(),
      budget: { epsilon: 1, delta: 1e-6, composition: "basic", accountant: "wang2021" },
    },
    publishWords.decimals,
  );
  assert.deepEqual([present.accountant, present.composition], ["wang2021", "basic"]);
  const standard = studyFrom(
    answersFrom({ ...study(), budget: { epsilon: 1, delta: 1e-6 } }, publishWords.decimals),
    publishWords,
  ).study.budget;
  assert.deepEqual([standard.accountant, standard.composition], [undefined, undefined]);
});

test("other spellings and words of levels stay while they mean something", () => {
  const document = study();
  const at = document.features.findIndex(({ kind }) => kind === "category");
  const [first, second] = document.features[at].levels;
  const spelt = { [`${first}.`]: first, [`${second}.`]: second };
  Object.assign(document.features[at], { aliases: spelt, levelLabels: { de: document.features[at].levels } });
  const { negative, positive } = document.label;
  Object.assign(document.label, { aliases: { yep: positive }, levelLabels: { de: ["nein", "ja"] } });
  const answers = answersFrom(document, publishWords.decimals);
  const saved = studyFrom(answers, publishWords).study;
  assert.deepEqual(saved.features[at], document.features[at]);
  assert.deepEqual(saved.label, document.label);

  const column = answers.columns.find(({ name }) => name === document.features[at].name);
  column.levels = column.levels.replace(second, "other");
  let changed = studyFrom({ ...answers, positive: "aye" }, publishWords).study;
  assert.deepEqual(changed.features[at].aliases, { [`${first}.`]: first });
  assert.equal("levelLabels" in changed.features[at], false);
  assert.deepEqual(["aliases" in changed.label, "levelLabels" in changed.label], [false, false]);
  // A spelling that became a level of its own.
  column.levels = `${first}\n${first}.`;
  changed = studyFrom({ ...answers, negative: "yep", positive }, publishWords).study;
  assert.equal("aliases" in changed.features[at], false);
  assert.equal("aliases" in changed.label, false);
  assert.notEqual(negative, "yep");
});

test("two clicks on the publisher's button make one report", async () => {
  const page = undrawn(() => nothingPublished(publishWords.decimals));
  Object.assign(page.state, {
    answers: { ...answersFrom(study(), publishWords.decimals), person: "one" },
    source: { data: "", name: "data.csv" },
  });
  const asked = [];
  const counting = { inPage: false, do: async (task, ...rest) => (asked.push(task), workplace.do(task, ...rest)) };
  await Promise.all([1, 2].map(() => makeReport(page, counting, publishWords)));
  assert.deepEqual(asked, ["studyErrors", "publish"]);
  assert.equal(page.state.made, 1);
});
