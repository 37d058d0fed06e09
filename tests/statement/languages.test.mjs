// Statements in every language: numbers, what the report itself says, and what it could say to turn
// a sentence round. A statement is hostile where a number loses its size, a name changes what is
// next to it, or a sentence says more than in English.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { factsOf } from "../../statement/facts.js";
import { statementHtml } from "../../statement/html.js";
import { registryEntry } from "../../statement/registry.js";
import { statement } from "../../statement/sections.js";
import { statementText } from "../../statement/text.js";
import { LANGUAGES } from "../../words/languages.mjs";
import * as reports from "../browser/made-up-reports.mjs";
import { packageDir, root } from "../cli/run-expost.mjs";
import { languages } from "./languages.mjs";

const { loadReport, posterior } = await import(pathToFileURL(join(packageDir, "index.js")));
const good = (name) => JSON.parse(readFileSync(join(root, "tests/reports/good", `${name}.json`), "utf8"));

async function factsFor(document) {
  const report = await loadReport(document);
  const facts = await factsOf({ document, report, library: { posterior }, sha256: "7f".repeat(32) });
  report.free();
  return facts;
}
const modelOf = async (document, tag) => statement(await factsFor(document), languages[tag]);
const plain = (text) => text.replace(/[\u2066-\u2069]/g, "").replace(/\s+/g, " ");
const textOf = async (document, tag) => plain(statementText(await modelOf(document, tag)));

/** A report of each mechanism and kind. */
const kinds = () => ({
  ...{ independent: reports.independent(), adaptive: reports.adaptive(), coded: reports.coded(), laplace: reports.laplace() },
  ...{ output: reports.output(), posterior: reports.posterior(), adaptivePosterior: reports.adaptivePosterior() },
  ...{ classes: reports.severalClasses(), classesRelease: reports.severalClasses({ release: true }) },
  ...{ elsewhere: { ...good("rounded-elsewhere"), guarantee: { epsilon: 3, delta: 1e-6 } }, hessian: good("hessian-alone") },
  ...{ several: good("several-rows"), severalPure: good("several-rows-pure") },
  ...{ squared: good("coded-squared"), units: good("units-per-language"), standIns: good("stand-ins-and-odd-levels") },
});

test("the same headings, paragraphs and tables in every language, and nothing in English left", async () => {
  const shape = ({ sections }) =>
    sections.map(({ id, blocks }) => [id, blocks.map((block) => [block.kind, (block.rows ?? block.items ?? []).length])]);
  for (const [name, document] of Object.entries(kinds())) {
    const english = await modelOf(document, "en");
    for (const tag of ["de", "ar"]) {
      const model = await modelOf(document, tag);
      assert.deepEqual(shape(model), shape(english), `${name} ${tag}`);
      const text = plain(statementText(model));
      assert.doesNotMatch(text, /undefined|NaN|\[object|\bnull\b/, `${name} ${tag}`);
      // Words that every English statement has; a report's own may be English.
      assert.doesNotMatch(text, /\b(the model|your|which|published|result|record is)\b/i, `${name} ${tag}: ${text}`);
      if (tag === "ar") {
        const prose = statementText(model).replace(/[\u2066\u2068][^\u2066-\u2069]*\u2069|SHA-256|^\d\. /gm, "");
        assert.doesNotMatch(prose, /\d/, `${name}: ${prose}`);
      }
    }
  }
});

test("every number of English is in the other languages, in their digits", async () => {
  const western = (text) =>
    text
      .replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit)))
      .replaceAll("٫", ".")
      .replaceAll("٬", ",")
      .replaceAll("\u061c", "");
  // From German, so that points and commas are those of English.
  const swapped = (text) => text.replace(/(?<=\d)[.,](?=\d)/g, (sign) => (sign === "." ? "," : "."));
  const numbersIn = (text) => (text.match(/\d[\d.,]*\d|\d/g) ?? []).sort();
  // Numbers that a section's own words have in one language only.
  const counted = ({ sections }) =>
    sections
      .filter(({ id }) => ["released", "cost", "exact", "sure"].includes(id))
      .flatMap(({ blocks }) => blocks.flatMap((block) => block.text ?? block.items ?? block.rows.map((row) => row.join(" "))))
      .join("\n");
  for (const document of [
    reports.adaptive(),
    reports.output(),
    reports.laplace(),
    good("hessian-alone"),
    good("rounded-elsewhere"),
  ]) {
    const english = numbersIn(plain(counted(await modelOf(document, "en"))));
    assert.ok(english.length > 4);
    assert.deepEqual(numbersIn(swapped(plain(counted(await modelOf(document, "de"))))), english);
    assert.deepEqual(numbersIn(western(plain(counted(await modelOf(document, "ar"))))), english);
  }
});

test("a person with several rows is promised something of its own, in every language; of one row nothing is said", async () => {
  const found =
    /(A person with up to 3 rows: ε = 3, δ = 0\.000012|Person mit höchstens 3 Zeilen gilt: ε = 3, δ = 0,000012|لشخص عدد صفوفه ٣ على الأكثر: ε = ٣، δ = ٠٫٠٠٠٠١٢)/;
  for (const tag of ["en", "de", "ar"]) {
    assert.match(await textOf(good("several-rows"), tag), found, tag);
    const one = good("several-rows");
    one.person.rows = 1;
    assert.doesNotMatch(await textOf(one, tag), found, tag);
    assert.doesNotMatch(await textOf(good("independent"), tag), /up to|höchstens \d Zeilen|عدد صفوفه/, tag);
  }
});

test("numbers are written as each language does, tiny and huge ones with a power of ten", () => {
  for (const [written, en, de, ar] of [
    ["4.23", "4.23", "4,23", "٤٫٢٣"],
    ["-1", "-1", "-1", "\u061c-١"],
    ["−0.5", "−0.5", "−0,5", "\u061c-٠٫٥"],
    ["150000", "150000", "150000", "١٥٠٠٠٠"],
    ["∞", "∞", "∞", "∞"],
    ["1e-9", "1 × 10⁻⁹", "1 × 10⁻⁹", "\u20661 × 10⁻⁹\u2069"],
    ["1.234567e+300", "1.234567 × 10³⁰⁰", "1,234567 × 10³⁰⁰", "\u20661.234567 × 10³⁰⁰\u2069"],
    ["8.4 × 10⁻¹³", "8.4 × 10⁻¹³", "8,4 × 10⁻¹³", "\u20668.4 × 10⁻¹³\u2069"],
    ["2⁻⁵⁹", "2⁻⁵⁹", "2⁻⁵⁹", "\u20662⁻⁵⁹\u2069"],
  ])
    assert.deepEqual(
      ["en", "de", "ar"].map((tag) => languages[tag].figure(written)),
      [en, de, ar],
    );
  for (const [value, en, de, ar] of [
    [0.000001, "0.000001", "0,000001", "٠٫٠٠٠٠٠١"],
    [1e-300, "1 × 10⁻³⁰⁰", "1 × 10⁻³⁰⁰", "\u20661 × 10⁻³⁰⁰\u2069"],
    [0, "0", "0", "٠"],
  ])
    assert.deepEqual(
      ["en", "de", "ar"].map((tag) => languages[tag].probability(value)),
      [en, de, ar],
    );
});

test("extreme numbers keep their size in every language", async () => {
  const document = good("extreme-numbers");
  const noisy = { ...reports.independent(), guarantee: { epsilon: 1e-7, delta: 1e-300 } };
  Object.assign(noisy.model.mechanism, { sigma: 1e12, lambda: 1e12 });
  for (const tag of LANGUAGES) {
    const found = await textOf(document, tag);
    assert.doesNotMatch(found, /\d{40}|[٠-٩]{40}|\de[+-]?\d|NaN/, tag);
    assert.match(await textOf(noisy, tag), /δ = 1 × 10⁻³⁰⁰/, tag);
  }
});

test("Arabic counts its nouns: one, two, a few, many, hundreds", () => {
  const { count, statement: words } = languages.ar;
  for (const [number, coefficients, classes] of [
    [1, "معامل واحد", "فئة واحدة"],
    [2, "معاملان", "فئتان"],
    [3, "٣ معاملات", "٣ فئات"],
    [48, "٤٨ معاملًا", "٤٨ فئة"],
    [100, "١٠٠ معامل", "١٠٠ فئة"],
  ]) {
    assert.equal(words.released.coefficients(count(number), number), coefficients);
    assert.ok(words.released.losses.softmax(count(number), number).endsWith(classes));
  }
});

test("labels, units and levels are those of the language, where the report has them, else the usual ones", async () => {
  const document = good("labels-per-language");
  const found = await textOf(document, "de");
  for (const expected of [
    "Was es vorhersagt: Zahlung versäumt",
    "Achsenabschnitt: immer 1",
    "Alter: eine Zahl von 18 bis 90 (Jahre); ein Wert außerhalb zählt wie der nähere der beiden",
    "Geschlecht: eines von: weiblich · männlich",
    "Zahlung versäumt: nein oder ja; das sagt das Modell vorher",
  ])
    assert.ok(found.includes(expected), `${expected}: ${found}`);
  const arabic = await textOf(document, "ar");
  for (const expected of ["العمر: عدد من ١٨ إلى ٩٠ (سنة)؛", "Sex: واحد من: woman · man", "لم يُسدَّد: paid أو missed؛"])
    assert.ok(arabic.includes(expected), `${expected}: ${arabic}`);
  assert.match(await textOf(document, "en"), /Age: a number from 18 to 90, in years;.*Missed the payment: paid or missed/);
  assert.match(await textOf(good("units-per-language"), "de"), /Quality: eine Zahl von 0 bis 10 \(Punkte\)/);
  assert.match(await textOf(good("softmax-level-labels"), "de"), /Income: eines von: a · b · c; das sagt/);
});

test("a blank's level is called as the levels are", async () => {
  const document = good("labels-per-language");
  document.features[2].missing = "male";
  assert.match(await textOf(document, "de"), /weiblich · männlich; ein leeres Feld zählt als männlich/);
  assert.match(await textOf(document, "en"), /woman · man; a blank counts as man/);
});

test("the registry's entry is English, whatever else the report speaks", async () => {
  const { entry } = registryEntry(await factsFor(good("labels-per-language")));
  const text = JSON.stringify(entry);
  assert.match(text, /Age, Sex, Missed the payment/);
  assert.doesNotMatch(text, /Alter|Geschlecht|[\u0600-\u06ff]/);
});

// Attacks: what a report says stays what it says, and where it says it.
const TITLE = `</h1><script>alert("1")</script> 50 & שלום‏`.replace(/\u200f/g, "");

test("a title with markup and letters from right to left: escaped, and in an isolate of its own", async () => {
  const document = { ...reports.adaptive(), title: TITLE, unit: "שלום (1)" };
  for (const tag of LANGUAGES) {
    const model = await modelOf(document, tag);
    const html = await statementHtml(model, "");
    assert.ok(!/<script/i.test(html), tag);
    assert.equal(model.title, TITLE, tag);
    assert.equal(model.heading, `\u2068${TITLE}\u2069`, tag);
    assert.ok(html.includes(`<h1>\u2068&lt;/h1&gt;&lt;script&gt;alert(&quot;1&quot;)`), tag);
    const sentence = languages[tag].statement.promise.unit("\u2068שלום (1)\u2069");
    assert.ok(statementText(model).replace(/\s+/g, " ").includes(sentence), tag);
  }
});

test("marks of writing direction in a report's words are refused before there is a statement", async () => {
  for (const mark of ["\u202e", "\u2066", "\u2069", "\u200f", "\u061c"])
    for (const changed of [
      { title: `a${mark}b` },
      { unit: `a${mark}b` },
      { publisher: { name: `a${mark}b` } },
      { guarantee: { ...reports.adaptive().guarantee, accountant: `joint${mark}` } },
    ])
      await assert.rejects(loadReport({ ...reports.adaptive(), ...changed }), { name: "ReportError" }, JSON.stringify(changed));
});

test("no line of a text leaves an isolate open, and lines that are broken keep theirs", async () => {
  const description = "Predicts whether a card holder misses next month's payment, ".repeat(12).trim();
  const text = statementText(
    await modelOf({ ...reports.adaptive(), title: `${description.slice(0, 150)}`, description }, "ar"),
  );
  const lines = text.split("\n");
  for (const line of lines) assert.equal(line.match(/[\u2066-\u2068]/g)?.length ?? 0, line.match(/\u2069/g)?.length ?? 0, line);
  const broken = lines.filter((line) => line.includes("card holder"));
  assert.ok(broken.length > 5);
  for (const line of broken) assert.match(line, /\u2068[^\u2069]*card holder[^\u2069]*\u2069/);
});

test("a failure that the check page states is stated in its words", async () => {
  for (const tag of LANGUAGES) {
    const { sheet, count } = languages[tag];
    const found = statementText(await modelOf(reports.output(), tag)).replace(/\s+/g, " ");
    assert.ok(found.includes(`${sheet.sure.noise(count(5), count(100), 5)} ${sheet.sure.trying}`), found);
    const always = statementText(await modelOf(reports.laplace(), tag)).replace(/\s+/g, " ");
    assert.ok(always.includes(`${sheet.sure.always} ${sheet.sure.tryingAlways}`), always);
    assert.ok(!always.includes(sheet.sure.trying), tag);
  }
});
