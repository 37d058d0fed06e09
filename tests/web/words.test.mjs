// The meanings that a number may be given: words that were false in 0.1.0, in every language and
// every place that says them.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { partsOf, sharedOf } from "../../wording/mechanism.js";
import { languageOf } from "../../wording/formats.js";
import * as words from "../../words/languages.mjs";
import { loadPackage } from "../browser/built.mjs";

const root = new URL("../../", import.meta.url);
const wordsIn = (page) => Object.entries(words.languages).map(([tag, own]) => [tag, own[page]]);
const languages = wordsIn("check");
const pages = { publish: wordsIn("publish"), profile: wordsIn("profile") };
const statements = Object.fromEntries(wordsIn("statement"));
const { publish } = words.languages.en;

/** Every text in an object, functions called with numbers that can be told from others. */
function texts(value) {
  if (typeof value === "string") return [value];
  if (typeof value === "function") {
    try {
      return texts(value(7, 7, 7, 7));
    } catch {
      return [];
    }
  }
  return value && typeof value === "object" ? Object.values(value).flatMap(texts) : [];
}

test("δ is nowhere a chance, a number of cases or how often something fails", () => {
  for (const [name, words] of languages) {
    assert.equal(typeof words.promise.beyond, "string", `${name}: no count goes with δ`);
    assert.match(words.promise.beyond, /δ/, name);
    assert.doesNotMatch(words.promise.beyond, /\d|[٠-٩]/, name);
  }
  const { en, de, ar } = Object.fromEntries(languages);
  assert.match(en.promise.beyond, /not the chance .* larger/);
  assert.match(de.promise.beyond, /nicht die Wahrscheinlichkeit .* größer/);
  assert.match(ar.promise.beyond, /وليس احتمال .* أكبر/);
  for (const [name, meaning] of [
    ["en", /leaves room .* δ = 0\.000001 is the size of that room\. It is not the chance .* larger\./],
    ["de", /lässt Raum .* δ = 0\.000001 ist die Größe dieses Raums\. Es ist nicht die Wahrscheinlichkeit .* größer/],
    ["ar", /متّسعًا .*δ\s=\s0\.000001.* قدر هذا المتّسع، وليس احتمال .* أكبر/],
  ])
    assert.match(statements[name].promise.delta("0.000001"), meaning, name);
  assert.doesNotMatch(texts(publish).join("\n"), /δ[^.]{0,40}(how often|probability|chance of)|A small probability/);
  for (const text of [...texts(statements.en), ...texts(en), ...texts(publish)])
    assert.doesNotMatch(
      text,
      /(in at most|probability of at most)[^.]*\bδ|\bδ\b[^.]*(in at most|probability of at most)/,
      text,
    );
});

test("on the publisher's page δ is the room for exceptions in every language, and not their chance", () => {
  const { en, de, ar } = Object.fromEntries(pages.publish);
  assert.match(en.budget.deltaHint, /not the chance of an exception, which can be larger/);
  assert.match(de.budget.deltaHint, /nicht die Wahrscheinlichkeit einer Ausnahme; die kann größer sein/);
  assert.match(ar.budget.deltaHint, /ليس احتمال حدوث استثناء، فقد يكون ذلك الاحتمال أكبر/);
  assert.match(de.budget.delta, /Raum für seltene Ausnahmen/);
  assert.match(ar.budget.delta, /المتّسع للاستثناءات النادرة/);
  for (const [name, words] of [...pages.publish, ...pages.profile])
    for (const text of texts(words))
      assert.doesNotMatch(
        text,
        /δ[^.]{0,40}(how often|probability|chance of|wie oft|mit (einer )?Wahrscheinlichkeit|Fällen)|احتمال [^.،]{0,20}δ/,
        `${name}: ${text}`,
      );
});

test("the pages for data holders have one English word for one thing", () => {
  for (const [page, [[, words]]] of Object.entries(pages)) {
    assert.equal(words.language, "en");
    for (const text of texts(words)) {
      assert.doesNotMatch(text, /\b(safe|anonymous|protected|guaranteed?)\b|\b1 in \d|times better/i, `${page}: ${text}`);
      assert.doesNotMatch(text, /\b(figures?|releases?|whoever|practitioners?|curators?|beside)\b/i, `${page}: ${text}`);
      assert.doesNotMatch(text, /\b(do|does|the) (the )?sums\b|\bher own\b/i, `${page}: ${text}`);
    }
  }
});

test("where nothing but the model was published, nothing is said of the other records", () => {
  const components = { leverage: 0.2, gradientNorm: 0.1, gradient: 0.3, release: 0 };
  const summary = (release) => ({ mechanism: { kind: "objective-gaussian" }, release });
  for (const [name, words] of languages) {
    const [[alone, why]] = partsOf({ components }, summary({}), words);
    const [[released, usual]] = partsOf({ components }, summary({ hessian: { sigma: 1 } }), words);
    assert.equal(alone, words.parts.alone.leverage, name);
    assert.equal(why, words.parts.alone.why, name);
    assert.equal(released, words.parts.leverage, name);
    assert.equal(usual, words.parts.why.leverage, name);
    assert.notEqual(alone, released);
    // The other parts are called what they were.
    assert.deepEqual(
      partsOf({ components }, summary({}), words)
        .slice(1)
        .map(([called]) => called),
      [words.parts.gradientNorm, words.parts.gradient, words.parts.releaseNone],
    );
  }
});

test("what the releases cost is no verdict: they can be most of a figure", () => {
  const { en, de, ar } = Object.fromEntries(languages);
  assert.doesNotMatch(texts(en.parts).join("\n"), /a little/);
  assert.doesNotMatch(texts(de.parts).join("\n"), /etwas mehr|ein wenig/);
  assert.doesNotMatch(texts(ar.parts).join("\n"), /قليلًا/);
});

test("no page of the docs recommends an ε or says that the Gaussian mechanism's δ is that of shift", () => {
  const docs = ["README.md", "wasm/README.md", ...readdirSync(new URL("docs/", root)).map((name) => `docs/${name}`)];
  for (const name of docs.filter((each) => each.endsWith(".md"))) {
    const text = readFileSync(new URL(name, root), "utf8");
    assert.doesNotMatch(text, /ε (are )?worth trying/, name);
    assert.doesNotMatch(text, /So δ\(ε\) is that of the Gaussian mechanism at ε − κ/, name);
  }
});

test("what was shared is said in every language of every report that the format allows", async () => {
  const { loadReport } = await loadPackage();
  const reports = new URL("tests/reports/good/", root);
  const kinds = new Set();
  for (const file of readdirSync(reports)) {
    const report = await loadReport(readFileSync(new URL(file, reports), "utf8"));
    kinds.add(report.summary.kind);
    for (const [name, words] of languages)
      assert.match(sharedOf(report.summary, languageOf(words)) ?? "", /\p{L}/u, `${name}: ${file}`);
    report.free();
  }
  assert.deepEqual([...kinds].sort(), ["adaptive", "data-dependent", "data-independent", "hessian"]);
  const hessianAlone = { kind: "hessian", mechanism: { kind: "objective-gaussian" } };
  const { en, de, ar } = Object.fromEntries(languages);
  assert.match(sharedOf(hessianAlone, languageOf(en)), /one technical summary of the data/);
  assert.match(sharedOf(hessianAlone, languageOf(de)), /eine technische Zusammenfassung der Daten/);
  assert.match(sharedOf(hessianAlone, languageOf(ar)), /ملخص تقني واحد/);
});

test("a statement has the words of the check page, and none that promises or that people don't use", () => {
  const AVOIDED = {
    en: /\b(safe|anonymous|protected|guaranteed|figures?|sums|whoever|releases?d?|chosen beforehand|worked out)\b/i,
    de: /sicher|anonym|geschützt|garant|herausgegeben|Datensatz/i,
    ar: /آمن|مجهول|محمي|مضمون|ضمان/,
  };
  for (const [tag, avoided] of Object.entries(AVOIDED))
    for (const text of texts(statements[tag])) assert.doesNotMatch(text, avoided, tag);
});
