// How a wrong number could get into or out of a translated page for data holders: a comma or a
// point that is read the other way, digits of another script, a study that changes when it is read
// and saved again, a file for programs that is written for people.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { frameName } from "../../web/bake/page-names.js";
import { placedError as placedStudy } from "../../web/profile/errors.js";
import { documentOf, rowsCsv } from "../../web/profile/exports.js";
import { profileFigures } from "../../web/profile/figures.js";
import { madeUpRowCount, newSettings, optionsFrom } from "../../web/profile/settings.js";
import { answersFrom, isStudyHere, newAnswers } from "../../web/publish/answers.js";
import { embedCode } from "../../web/publish/embed.js";
import { placedError } from "../../web/publish/errors.js";
import { planOptions } from "../../web/publish/plan-options.js";
import { greatestLength } from "../../web/publish/record-shape.js";
import { studyFrom } from "../../web/publish/study.js";
import { LANGUAGES, languages } from "../../words/languages.mjs";
import { study } from "../cli/small-study.mjs";

const wordsOf = (page) => Object.fromEntries(LANGUAGES.map((tag) => [tag, languages[tag][page]]));
const publish = wordsOf("publish");
const profile = wordsOf("profile");
const plain = (text) => text.replace(/[\u2066-\u2069]/g, "");

const studies = new URL("../reports/studies/good/", import.meta.url);
const asked = readdirSync(studies)
  .map((name) => [name, JSON.parse(readFileSync(new URL(name, studies), "utf8"))])
  .filter(([, document]) => isStudyHere(document));

test("a study that is read and saved again is the same study, whatever the page speaks", () => {
  assert.ok(asked.length >= 5, `${asked.length}`);
  for (const [name, document] of asked) {
    const saved = Object.fromEntries(
      LANGUAGES.map((tag) => [tag, studyFrom(answersFrom(document, publish[tag].decimals), publish[tag])]),
    );
    for (const tag of LANGUAGES) {
      assert.deepEqual(saved[tag].study, saved.en.study, `${name} in ${tag}`);
      assert.deepEqual(
        saved[tag].problems.map(({ id }) => id),
        saved.en.problems.map(({ id }) => id),
        `${name} in ${tag}`,
      );
    }
  }
});

test("an ε that could be read in two ways is refused with both, and is never in the study as a number", () => {
  const epsilonOf = (tag, epsilon) => {
    const answers = { ...answersFrom(study(), publish[tag].decimals), epsilon };
    const made = studyFrom(answers, publish[tag]);
    return { value: made.study.budget.epsilon, problem: made.problems.find(({ id }) => id === "epsilon"), answers };
  };
  for (const [tag, typed, value] of [
    ["en", "0.5", 0.5],
    ["de", "0,5", 0.5],
    ["ar", "٠٫٥", 0.5],
    ["ar", "0.5", 0.5],
    ["ar", "\u061c٠.٥", 0.5],
    ["de", "1,5e-3", 0.0015],
  ])
    assert.deepEqual([epsilonOf(tag, typed).value, epsilonOf(tag, typed).problem], [value, undefined], `${tag} ${typed}`);
  for (const [tag, typed, readings] of [
    ["en", "1,5", ["1.5", "15"]],
    ["de", "1.5", ["1,5", "15"]],
    ["ar", "١،٥", ["1٫5", "15"]],
  ]) {
    const { value, problem, answers } = epsilonOf(tag, typed);
    assert.equal(typeof value, "string", `${tag} ${typed}`);
    for (const reading of readings) assert.ok(plain(problem.message).includes(reading), problem.message);
    // Nothing is worked out from it either.
    assert.equal(planOptions(answers, publish[tag]), null);
  }
  for (const tag of LANGUAGES) {
    const { problem } = epsilonOf(tag, "1 000");
    assert.equal(problem.message, publish[tag].errors.ambiguousPlain(publish[tag].names.epsilon));
  }
});

test("what a new form holds is the same in every language", () => {
  const lengths = new Set(LANGUAGES.map((tag) => greatestLength(newAnswers(publish[tag].decimals), publish[tag].decimals)));
  assert.deepEqual([...lengths], [1]);
  assert.equal(newAnswers(publish.de.decimals).failure, "0,000001");
  assert.equal(newAnswers(publish.ar.decimals).failure, "٠٫٠٠٠٠٠١");
  const options = LANGUAGES.map((tag) => optionsFrom(newSettings(profile[tag].decimals), study(), profile[tag]));
  for (const found of options) assert.deepEqual(found, options[0]);
  assert.deepEqual(options[0].options.epsilons, { from: 0.01, to: 10000, count: 25 });
});

test("a number of rows with a sign between thousands is refused, not read as a thousandth of it", () => {
  assert.deepEqual(madeUpRowCount("1000", profile.de), { value: 1000 });
  assert.deepEqual(madeUpRowCount("١٠٠٠", profile.ar), { value: 1000 });
  for (const [tag, typed] of [
    ["de", "1.000"],
    ["ar", "١٬٠٠٠"],
    ["en", "1,000"],
  ]) {
    const { value, message } = madeUpRowCount(typed, profile[tag]);
    assert.equal(value, undefined, typed);
    assert.ok(plain(message).includes(typed), message);
  }
  // In Arabic a point stands before decimals: no whole number, and what it says is one that can be
  // typed.
  assert.match(madeUpRowCount("1.5", profile.ar).message, /١٠٠٠٠٠٠/);
  assert.match(madeUpRowCount("1,5", profile.de).message, /1000000/);
});

test("the library's own words stay apart from the page's, which are not English", () => {
  const made = (tag) => ({
    answers: answersFrom(study(), publish[tag].decimals),
    places: new Map([["/budget/epsilon", { id: "epsilon", name: publish[tag].names.epsilon }]]),
    fileName: "data.csv",
  });
  const base = { code: "x", pointer: "", line: null, file: null, place: "" };
  const files = { data: "data.csv", study: "study.json", report: "report.json" };
  for (const tag of ["de", "ar"]) {
    for (const problem of [
      placedError({ ...base, type: "table", message: "is not text" }, made(tag), publish[tag]),
      placedError({ ...base, type: "data", pointer: "/3/age", message: "must be a number", line: 5 }, made(tag), publish[tag]),
      placedError({ ...base, type: "study", pointer: "/elsewhere", message: "is unknown" }, made(tag), publish[tag]),
      placedError(
        { ...base, type: "study", pointer: "/budget/epsilon", message: "/budget/epsilon must be above 0" },
        made(tag),
        publish[tag],
      ),
      placedError({ ...base, type: "numerics", message: "it does not settle" }, made(tag), publish[tag]),
      placedStudy({ ...base, type: "data", message: "must be a number", line: 5 }, files, profile[tag]),
      placedStudy({ ...base, type: "report", message: "is damaged" }, files, profile[tag]),
      placedStudy({ ...base, type: "argument", pointer: "/lambda", message: "lambda is too small" }, files, profile[tag]),
      placedStudy({ ...base, type: "numerics", message: "it does not settle" }, files, profile[tag]),
    ]) {
      assert.match(problem.core, /^(\p{L}| )+[\d ]*$/u, JSON.stringify(problem));
      assert.ok(problem.message.length > 0 && !problem.message.includes(problem.core), JSON.stringify(problem));
      assert.doesNotMatch(problem.message, /\b(must|is|not|line)\b/, problem.message);
    }
  }
});

test("each refusal of a table that has words has them by its code and place; an English page has the library's alone", () => {
  const made = (tag) => ({ answers: answersFrom(study(), publish[tag].decimals), places: new Map(), fileName: "data.csv" });
  const base = { line: null, file: null, place: "", message: "is wrong" };
  const said = (tag, error) =>
    [
      placedError({ ...base, ...error }, made(tag), publish[tag]),
      placedStudy({ ...base, ...error }, { data: "data.csv" }, profile[tag]),
    ].map(({ message, core }) => {
      assert.equal(core, "is wrong");
      return plain(message);
    });
  for (const tag of ["de", "ar"]) {
    const { cell, column, table } = publish[tag].errors.table;
    for (const [code, words] of Object.entries(cell))
      for (const message of said(tag, { type: "data", code, pointer: "/3/a~1ge", line: 5 }))
        assert.ok(message.endsWith(` ${plain(words("a/ge"))}`) && /[5٥]/.test(message), message);
    for (const [code, words] of Object.entries(column))
      for (const message of said(tag, { type: "data", code, pointer: "/age" }))
        assert.ok(message.endsWith(` ${plain(words("age"))}`), message);
    for (const [code, words] of Object.entries(table))
      for (const message of said(tag, { type: "table", code, pointer: "/line/7/column/2" }))
        assert.ok(message.endsWith(` ${words}`) && /[7٧]/.test(message), message);
  }
  assert.deepEqual(
    said("en", { type: "data", code: "missing", pointer: "/3/age", line: 5 }),
    Array(2).fill("data.csv, line 5:"),
  );
});

test("files for programs are written for programs", () => {
  const values = Float64Array.of(0.5, 1234.25, 1e-7);
  const found = { rows: 3, displacement: values, profile: { typical: values } };
  assert.equal(rowsCsv({ profile: found, audit: null }).split("\n")[2], "2,1234.25,1234.25");
  for (const tag of LANGUAGES) {
    const document = documentOf({ profile: found, audit: null, madeUp: false }, profile[tag].take.stamp);
    assert.deepEqual(JSON.parse(JSON.stringify(document)).profile.displacement, [0.5, 1234.25, 1e-7]);
    assert.equal(document.private, true);
    assert.equal(document.stamp, profile[tag].take.stamp);
  }
});

const PRIVATE = { en: /^private-[a-z-]+/, de: /^privat-[a-z-]+/, ar: /^private-[a-z-]+/ };

test("a file's name says that it is private, or an experiment, in letters that every system takes", () => {
  for (const tag of LANGUAGES) {
    const { take, charts, madeUp } = profile[tag];
    const files = [take.jsonFile, take.csvFile, ...Object.values(charts).flatMap((chart) => [chart.file, chart.ratioFile])];
    if (PRIVATE[tag]) for (const file of files.filter(Boolean)) assert.match(file, PRIVATE[tag]);
    for (const file of [...files, madeUp.file, ...Object.values(publish[tag].review.files)].filter(Boolean))
      assert.match(file, /^[a-z0-9.-]+$/);
    assert.match(publish[tag].review.files.experiment, /^experiment-n/);
  }
});

test("the code for a web site asks for the check in the page's language, and names the file that is handed over", () => {
  for (const tag of LANGUAGES) {
    const words = publish[tag].review;
    assert.equal(words.embedLanguage, tag);
    assert.equal(words.files.frame, frameName(tag));
    assert.equal(embedCode(words, null).includes(`lang="${tag}"`), tag !== "en");
    assert.ok(plain(words.frame).includes(words.files.frame), words.frame);
  }
});

test("numbers of the results: the language's signs and digits, NaN in words", () => {
  const [german, arabic] = ["de", "ar"].map((tag) => profileFigures(profile[tag]));
  assert.deepEqual(
    [german.figure(12345), german.count(12345), german.percent(0.796), german.markedPercent(0.2), german.power(-5)],
    ["12.300", "12.345", "79,6\u00a0%", "20\u00a0%", "10⁻⁵"],
  );
  assert.deepEqual([arabic.figure(0.25), arabic.count(12345)], ["٠٫٢٥", "١٢٬٣٤٥"]);
  assert.match(arabic.percent(0.796), /^٧٩٫٦٪/);
  for (const [tag, figures] of [
    ["de", german],
    ["ar", arabic],
  ])
    for (const write of [figures.figure, figures.upward, figures.percent, figures.finePercent])
      assert.equal(write(NaN), profile[tag].charts.unknown);
});
