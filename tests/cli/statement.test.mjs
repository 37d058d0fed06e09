// expost statement: a report in plain words, made from its JSON and nothing else.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse, parseDocument } from "yaml";
import { LANGUAGES } from "../../words/languages.mjs";
import { command, folder, isOneLine, root } from "./run-expost.mjs";

const dir = folder();
const good = (name) => JSON.parse(readFileSync(join(root, "tests/reports/good", `${name}.json`), "utf8"));
const squared = good("coded-squared");

async function statement(report, ...options) {
  const result = await command(["statement", dir.write("given.json", report), ...options]);
  assert.equal(result.code, 0, result.stderr);
  return result;
}
/** The words of a text on one line, whatever its lines are. */
const words = ({ stdout }) => stdout.replace(/\s+/g, " ");
/** A report with so much noise and ridge that it can promise nearly anything. */
const withNoise = ({ model, ...report }, level) => ({
  ...report,
  model: { ...model, mechanism: { ...model.mechanism, sigma: level, lambda: level } },
});
const text = async (report, ...options) => words(await statement(report, ...options));

test("what the report says is in its statement", async () => {
  const report = good("adaptive");
  const path = dir.write("report.json", report);
  const { code, stdout, stderr } = await command(["statement", path]);
  assert.equal(code, 0);
  assert.equal(stderr, "");
  const found = words({ stdout });
  for (const expected of [
    "Title: Credit default model, spring 2026",
    "Published by: Example Bank (privacy@example.org)",
    "Date: 1 March 2026",
    "What the model is for: Predicts whether a card holder misses next month's payment.",
    "One record is: one person, one row",
    "a logistic regression, 4 coefficients",
    "Three extra quantities were calculated from the data and published with noise added",
    "Model θ̂, noise in the objective 4 σ = 4.23",
    "Gradient ĝ 4 σ₂ = 4 Hessian Ĥ, upper triangle 10 σ₃ = 0.9 Smallest eigenvalue λ̂ 1 σ₄ = 2",
    "λ = 1, is a published constant",
    "with one such record added or removed",
    "ε = 2 and δ = 0.000001",
    "leaves room for rare outcomes in which what was published reveals more than the table says. δ = 0.000001 is the size of that room. It is not the chance",
    "(the accountant): “joint”, which follows",
    "intercept: always 1 Age: a number from 18 to 90, in years; outside counts as the nearest of the two",
    "Sex: one of: female · male",
    "Missed the payment: no or yes; what the model predicts",
    // Both failure probabilities of the total: ρ for the model and ρ for the rest.
    "too low. That happens in at most 2 of 1,000,000 publications, if you check one record that you had settled on before seeing the report.",
    "ρ = 0.000001, 1 of 1,000,000 publications: it counts once for the model and once for what was published with it.",
    "Questions about the report go to privacy@example.org.",
    `SHA-256 of the file: ${createHash("sha256").update(readFileSync(path)).digest("hex")}`,
  ]) {
    assert.ok(found.includes(expected), `“${expected}” is not in\n${stdout}`);
  }
  assert.ok(stdout.split("\n").every((line) => line.length <= 100));
});

test("accountants and basic composition are explained, by the names of version 0.2 too", async () => {
  for (const [name, how, basic] of [
    ["kst2012", "the formula of Kifer, Smith and Thakurta (2012)", false],
    ["kifer, sum", "the formula of Kifer, Smith and Thakurta (2012)", true],
    ["wang2021, basic composition", "the bound of a lecture on differential privacy (Wang, CS291A, 2021)", true],
    ["lecture", "the bound of a lecture on differential privacy (Wang, CS291A, 2021)", false],
  ]) {
    const report = { ...good("adaptive"), guarantee: { epsilon: 2, delta: 1e-6, accountant: name } };
    const found = words(await command(["statement", dir.write("named.json", report)]));
    assert.ok(found.includes(`(the accountant): “${name}”, ${how}`), found);
    assert.equal(found.includes("the parts' guarantees were added up"), basic, name);
  }
});

test("beliefs are rounded outward", async () => {
  // e/(1 + e) = 0.731…, 1/(1 + e) = 0.268…; from 10 in 100: 0.2319…, 0.0393…; from 1 in 100:
  // 0.0267…, 0.0037….
  const found = await text(good("independent"));
  assert.match(found, /1 in 100 fewer than 1 in 100 3 in 100 10 in 100 3 in 100 24 in 100 50 in 100 26 in 100 74 in 100/);
  const strong = { ...good("adaptive"), guarantee: { epsilon: 50, delta: 1e-6 } };
  assert.match(await text(strong), /50 in 100 fewer than 1 in 100 more than 99 in 100/);
  const weak = withNoise({ ...good("independent"), guarantee: { epsilon: 1e-9, delta: 0.0123 } }, 1000);
  const almost = await text(weak);
  assert.match(almost, /500 in 1,000 499 in 1,000 501 in 1,000/);
  assert.match(almost, /leaves room for rare outcomes.* δ = 0\.0123 is the size of that room/);
});

test("a model in full digits has a known weakness, and a rounded one says how it was rounded", async () => {
  const weakness = /Known weakness: The model in this report was published in full digits\. A known attack/;
  const full = await text(good("independent"));
  assert.match(full, weakness);
  assert.match(full, /Assumed: noise with real numbers\. The model is stated as floating-point numbers/);
  const rounded = await text(good("rounded"));
  assert.doesNotMatch(rounded, /weakness|full digits|floating-point|remaining error/);
  const step = Math.log2(good("rounded").model.mechanism["x-rounding"]);
  const power = String(-step).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  assert.ok(rounded.includes(`rounded at random to multiples of 2⁻${power}. Every result allows for that.`), rounded);
  assert.match(rounded, /The model's coefficients are whole multiples of a power of two/);
});

test("a model from elsewhere: rounded, its residual, and whose claim the promise is", async () => {
  const found = await text({ ...good("rounded-elsewhere"), guarantee: { epsilon: 3, delta: 1e-6 } });
  assert.match(found, /The model came from another program, and was rounded at random to multiples of 2⁻¹⁸\./);
  assert.match(found, /the remaining error was at most 1\.0 × 10⁻⁶/);
  assert.match(found, /The noise was not drawn by this software: the promise is the publisher's claim/);
  assert.doesNotMatch(found, /10⁻²⁵|weakness/);
});

test("the squared loss: no finite ε, said so, and never 0", async () => {
  const found = await text(squared);
  assert.match(found, /This report states no promise to everyone: no ε and no δ\. .* there is no finite ε/);
  assert.match(found, /ε is infinite, not 0/);
  assert.doesNotMatch(found, /ε = |Belief that a record was used/);
  assert.match(found, /Nothing beyond the model\./);
  // One that is stated all the same is no promise that anybody could keep.
  const stated = await command(["statement", dir.write("given.json", { ...squared, guarantee: { epsilon: 2, delta: 1e-6 } })]);
  assert.equal(stated.code, 1);
  assert.match(stated.stderr, /epsilon 2 is stated, but with the squared loss no epsilon is finite for all data/);
});

test("a logistic report without a promise does not blame its loss", async () => {
  const found = await text(good("only-what-is-needed"));
  assert.match(found, /no ε and no δ\. What publishing/);
  assert.doesNotMatch(found, /squared|infinite/);
  for (const expected of ["Published by: not stated", "What the model is for: not stated", "SHA-256"])
    assert.ok(found.includes(expected));
});

test("only the model released: publishing the report costs nothing more", async () => {
  const found = await text(good("independent"));
  assert.match(found, /The report contains nothing else that was calculated from the data\./);
  assert.match(found, /Nothing beyond the model\./);
  assert.match(found, /too low\. That happens in at most 1 of 1,000,000 publications/);
  assert.doesNotMatch(found, /Gradient ĝ|in nats/);
});

test("the cost of the releases is rounded up, and infinite is not 0", async () => {
  const { release, guarantee: _, ...report } = good("adaptive");
  // θ̂ so long that q reaches 1; the gradient alone matters: m = 1/σ₂ = 1/4, m²/2 + m z, z =
  // 4.8916384756….
  const long = { ...report, model: { ...report.model, theta: [60, 0, 0, 0] } };
  const flat = { gradient: release.gradient, hessian: { ...release.hessian, sigma: 1e6 } };
  assert.match(await text({ ...long, release: flat }), /they add at most 1\.255 \(in nats/); // 1.2541…
  const bare = { gradient: { ...release.gradient, sigma: 1e-50 }, hessian: { ...release.hessian, sigma: 1e-50 } };
  const found = await text({ ...long, release: bare });
  assert.doesNotMatch(found, /at most 0(\.0*)? \(in nats/);
  assert.match(found, /from 50 in 100 to more than 99 in 100, or to fewer than 1 in 100/);
});

test("grids are said to be there only where every release has one", async () => {
  const report = good("dependent");
  const withGrid = (...names) => {
    const changed = structuredClone(report);
    for (const name of names) changed.release[name]["x-grid"] = 2 ** -30;
    changed.release.gradient.values = changed.release.gradient.values.map(() => 0.5);
    changed.release.hessian.upper = changed.release.hessian.upper.map(() => 0.25);
    return changed;
  };
  const assumed = /The model and the extra quantities are stated as floating-point numbers/;
  const gridded = /whole multiples of a power of two/;
  for (const names of [[], ["gradient"]]) {
    const found = await text(withGrid(...names));
    assert.match(found, assumed);
    assert.doesNotMatch(found, gridded);
  }
  const found = await text(withGrid("gradient", "hessian"));
  assert.match(found, gridded);
  assert.match(found, /The model is stated as floating-point numbers/);
});

test("every report of the tests has a statement, with no word that promises too much", async () => {
  for (const name of [
    ...["adaptive", "base64-hessian", "base64-one-dimension", "coded-logistic-with-label", "dependent", "empty-release"],
    ...["extreme-numbers", "longest-title-and-leap-day", "negative-curvature-and-empty-scaling", "pseudo-huber-number-label"],
    ...["stand-ins-and-odd-levels", "hessian-alone", "softmax-hessian-alone"],
  ]) {
    for (const format of ["text", "html", "registry-yaml"]) {
      const { stdout } = await statement(good(name), "--format", format);
      assert.doesNotMatch(stdout, /\b(safe|anonymous|protected|guaranteed)\b/i, `${name}, ${format}`);
      assert.doesNotMatch(stdout, /undefined|NaN|\[object|null\b/, `${name}, ${format}`);
    }
  }
});

test("a Hessian alone: one more quantity, with its noise and what it costs, and no gradient", async () => {
  const found = await text(good("hessian-alone"));
  assert.match(found, /One extra quantity was calculated from the data and published with noise added: the Hessian/);
  assert.match(found, /Hessian Ĥ, upper triangle 10 σ₃ = 0\.9375/);
  assert.match(found, /On the diagonal of the Hessian the standard deviation is √2 times σ₃/);
  assert.doesNotMatch(found, /gradient/i);
  const cost = Number(/they add at most ([\d.]+) \(in nats/.exec(found)[1]);
  // Only curvature counts, 1/4 at most for the logistic loss: m = 1/(4√2σ₃), and what its coarse
  // grid can add.
  const m = 1 / (4 * Math.SQRT2 * 0.9375);
  const onGrid = m + (2 * 4 * 0.0078125) / (Math.SQRT2 * 0.9375);
  const z = 4.891638;
  assert.ok(cost >= m ** 2 / 2 + m * z && cost <= onGrid ** 2 / 2 + onGrid * z + 0.02, `${cost}`);
});

test("html: one file, a policy that allows its style only, no script, no request, whatever the report says", async () => {
  const report = { ...good("adaptive"), title: `</style><script>alert("1")</script> & 'more'` };
  const { stdout } = await statement(report, "--format", "html");
  assert.ok(stdout.startsWith('\ufeff<!doctype html>\n<html lang="en" dir="ltr">\n<head>\n<meta http-equiv='));
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(stdout)[1];
  const [style, ...others] = Array.from(stdout.matchAll(/<style>([^]*?)<\/style>/g), (match) => match[1]);
  assert.deepEqual(others, []);
  const hash = createHash("sha256").update(style, "utf8").digest("base64");
  assert.equal(policy, `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
  assert.doesNotMatch(stdout, /<(script|link|img|iframe|form|object)\b|\bon\w+=|style="|javascript:|https?:/i);
  assert.doesNotMatch(style, /@import|url\(/i);
  assert.match(style, /prefers-color-scheme: dark/);
  assert.match(style, /@media print/);
  assert.match(stdout, /<h1>&lt;\/style&gt;&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt; &amp; 'more'<\/h1>/);
  // Every table has a caption, every column and row its heading.
  const tables = Array.from(stdout.matchAll(/<table[^]*?<\/table>/g), ([table]) => table);
  assert.equal(tables.length, 5);
  for (const table of tables) {
    assert.match(table, /<caption>[^<]+<\/caption>/);
    assert.match(table, /<th scope="col">/);
    assert.match(table, /<th scope="row">/);
  }
});

test("html and text say the same", async () => {
  const plain = (html) =>
    html
      .replace(/<(title|style)>[^]*?<\/\1>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replace(/\s+/g, " ");
  const report = good("dependent");
  const html = plain((await statement(report, "--format", "html")).stdout);
  const paragraphs = (await statement(report)).stdout.split("\n\n").map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  const sentences = paragraphs.filter((paragraph) => /^[A-Z].*\.$/.test(paragraph));
  assert.ok(sentences.length > 15);
  for (const sentence of sentences) assert.ok(html.includes(sentence), sentence);
});

// Keys and choices of opendp/deployments-registry-data, schemas/deployments-schema.yaml, commit
// 057e5d81cf60.
const REGISTRY = {
  basic: [
    "name",
    "data_curators",
    "description",
    "intended_use",
    "data_product_type",
    "data_product_region",
    "data_product_sector",
    "publication_date",
  ],
  dp_variant: ["variant_name", "data_domain", "unprotected_quantities"],
  privacy_loss: [
    "privacy_unit",
    "privacy_unit_details",
    "number_of_privacy_units",
    "privacy_parameters",
    "privacy_parameters_details",
  ],
  deployment_model: [
    ...["model_name", "model_name_details", "trust_assumptions", "actors", "release_type", "release_type_details"],
    ...["data_source_type", "data_source_type_details", "access_type", "access_type_details"],
  ],
  implementation: [
    ...["preprocessing_and_hyperparameter_tuning", "mechanisms", "composition", "post_processing", "justification", "utility"],
    "additional_information",
  ],
  administrative: ["status", "registry_authors", "tier"],
};

/**
 * The entry in a YAML text, by the rules of YAML 1.1, which the registry's own checks go by, and
 * of 1.2.
 */
function entryIn(yaml) {
  const entry = parse(yaml, { version: "1.1", prettyErrors: true });
  assert.deepEqual(parse(yaml), entry);
  assert.deepEqual(parseDocument(yaml).warnings, []);
  return entry;
}

test("registry: the registry's keys, with what the report says and what only the publisher can say", async () => {
  const { stdout, stderr } = await statement(good("adaptive"), "--format", "registry-yaml");
  const entry = entryIn(stdout);
  assert.deepEqual(Object.keys(entry), ["url_slug", "deployment"]);
  assert.equal(entry.url_slug, "credit-default-model-spring-2026");
  const { deployment } = entry;
  assert.deepEqual(Object.keys(deployment), Object.keys(REGISTRY));
  for (const [part, keys] of Object.entries(REGISTRY)) assert.deepEqual(Object.keys(deployment[part]), keys, part);
  const {
    basic,
    dp_variant: variant,
    privacy_loss: loss,
    deployment_model: model,
    implementation,
    administrative,
  } = deployment;
  assert.equal(basic.name, "Credit default model, spring 2026");
  assert.equal(basic.data_curators[0].data_curator_name, "Example Bank");
  assert.equal(basic.data_product_type, "Machine learning model");
  assert.strictEqual(basic.publication_date, "2026-03-01");
  assert.equal(variant.variant_name, "Approximate DP");
  assert.match(variant.unprotected_quantities, /Settings of the training are in the clear/);
  assert.match(variant.data_domain, /Age, Sex, Missed the payment/);
  assert.equal(loss.privacy_unit, "one person, one row");
  assert.match(loss.privacy_unit_details, /one such record added or removed/);
  assert.deepEqual(loss.privacy_parameters, { epsilon: 2, delta: 1e-6 });
  assert.equal(model.model_name, "Central");
  assert.equal(model.access_type, "Non-interactive");
  assert.match(implementation.mechanisms, /Objective perturbation .*λ = 1\).*σ = 4\.23.*σ₂ = 4; .*σ₃ = 0\.9; .*σ₄ = 2/);
  assert.match(implementation.mechanisms, /Floating point: /);
  assert.match(implementation.preprocessing_and_hyperparameter_tuning, /^Numbers are mapped to the range from -1 to 1/);
  assert.deepEqual([administrative.status, administrative.tier], ["Draft", 3]);

  const unfilled = [];
  const walk = (value, path) => {
    if (typeof value === "string" && /to be filled in by the publisher/i.test(value)) unfilled.push(path.join("."));
    else if (typeof value === "object") for (const [name, part] of Object.entries(value)) walk(part, [...path, name]);
  };
  walk(entry, []);
  for (const path of [
    "deployment.basic.intended_use",
    "deployment.privacy_loss.number_of_privacy_units",
    "deployment.implementation.mechanisms",
  ])
    assert.ok(unfilled.includes(path), path);
  assert.equal(
    stderr,
    `expost: warning: to be filled in by the publisher, as the report can't know it: ${unfilled.join(", ")}\n`,
  );
});

test("registry: small numbers stay numbers, dates stay texts, and titles can't become YAML", async () => {
  const small = { title: "yes: # [1e3]", guarantee: { epsilon: 1e-7, delta: 1e-300 } };
  const report = withNoise({ ...good("independent"), ...small }, 1e12);
  const { stdout } = await statement(report, "--format", "registry-yaml");
  const { deployment } = entryIn(stdout);
  assert.deepEqual(deployment.privacy_loss.privacy_parameters, { epsilon: 1e-7, delta: 1e-300 });
  // Readers of YAML 1.1 such as PyYAML want a point in a number with an exponent.
  assert.match(stdout, /^ +epsilon: 1\.0e-7$/m);
  assert.match(stdout, /^ +delta: 1\.0e-300$/m);
  assert.equal(deployment.basic.name, "yes: # [1e3]");
});

test("registry: without a guarantee no parameters are made up", async () => {
  const { stdout } = await statement(squared, "--format", "registry-yaml");
  const { dp_variant: variant, privacy_loss: loss, administrative } = entryIn(stdout).deployment;
  assert.equal(variant.variant_name, undefined);
  assert.equal(loss.privacy_parameters, undefined);
  assert.match(loss.privacy_parameters_details, /no finite ε/);
  assert.equal(administrative.tier, 1);
});

test("in German and Arabic: the language's words and numbers, and no word that promises too much", async () => {
  const report = good("labels-per-language");
  const german = await text(report, "--language", "de");
  for (const expected of [
    "Ein Privatsphäre-Bericht in einfachen Worten",
    "Datum: 1. März 2026",
    "eine logistische Regression, 4 Koeffizienten",
    "Modell θ̂, Rauschen in der Zielfunktion 4 σ = 4,23",
    "ε = 2 und δ = 0,000001",
    "Alter: eine Zahl von 18 bis 90 (Jahre)",
  ])
    assert.ok(german.includes(expected), `“${expected}” is not in\n${german}`);
  assert.match(await text(report, "--language", "en"), /^Credit default model, spring 2026 =+ A privacy report in plain words/);
  const html = (await statement(report, "--language", "ar", "--format", "html")).stdout;
  assert.ok(html.startsWith('\ufeff<!doctype html>\n<html lang="ar" dir="rtl">'));
  assert.match(html, /١ مارس ٢٠٢٦/);
  assert.doesNotMatch(html, /<(script|link|img|iframe|form|object)\b|\bon\w+=|style="|https?:/i);
  for (const [language, avoided] of [
    ["de", /sicher|anonym|geschützt|garant/i],
    ["ar", /آمن|مجهول|محمي|مضمون/],
  ])
    for (const name of ["adaptive", "coded-squared", "rounded", "stand-ins-and-odd-levels", "softmax-hessian-alone"])
      for (const format of ["text", "html"]) {
        const { stdout } = await statement(good(name), "--language", language, "--format", format);
        assert.doesNotMatch(stdout, avoided, `${name}, ${language}, ${format}`);
        assert.doesNotMatch(stdout, /undefined|NaN|\[object|null\b/, `${name}, ${language}, ${format}`);
      }
});

test("an unknown language: one sentence that lists those there are", async () => {
  const result = await command(["statement", dir.write("given.json", good("adaptive")), "--language", "xx"]);
  isOneLine(assert, result);
  assert.notEqual(result.code, 0);
  assert.ok(result.stderr.includes(`'xx' is invalid. Allowed choices are ${LANGUAGES.join(", ")}.`), result.stderr);
});

test("registry: English in every language, and it is said", async () => {
  const report = good("labels-per-language");
  const english = await statement(report, "--format", "registry-yaml");
  const german = await statement(report, "--format", "registry-yaml", "--language", "de");
  assert.equal(german.stdout, english.stdout);
  assert.equal(german.stderr, `${english.stderr}expost: warning: the entry is in English, as the registry is\n`);
});

for (const [format, mark] of [
  ["text", /^Experiment: The noise in this report came from a fixed seed/m],
  ["html", /<p class="stamp"><strong>Experiment:<\/strong> The noise in this report came from a fixed seed/],
  ["registry-yaml", /^ {4}name: "Experiment: Credit default model, spring 2026"$/m],
]) {
  test(`a seeded report, ${format}: refused, or marked as an experiment`, async () => {
    const own = folder();
    const path = own.write("seeded.json", { ...good("adaptive"), "x-insecure-seed": 7 });
    const out = own.write("out", "what was there");
    const refused = await command(["statement", path, "--format", format, "--out", out, "--replace"]);
    isOneLine(assert, refused);
    assert.match(refused.stderr, /seeded\.json: its noise came from a seed .*--experiment/);
    assert.equal(refused.code, 1);
    assert.equal(own.read("out"), "what was there");
    const made = await command(["statement", path, "--format", format, "--out", out, "--experiment", "--replace"]);
    assert.equal(made.code, 0, made.stderr);
    assert.match(own.read("out"), mark);
    // The mark is there for a reason: a report that isn't seeded has none.
    assert.doesNotMatch((await statement(good("adaptive"), "--format", format, "--experiment")).stdout, /Experiment/);
  });
}

test("made-up data are marked", async () => {
  assert.match((await statement({ ...good("adaptive"), "x-sample": true })).stdout, /^Sample: Made-up data\./m);
});

test("a bad report: exit 1, one line, and the file that was there stays", async () => {
  const own = folder();
  const report = good("adaptive");
  report.model.theta.push(0);
  const out = own.write("statement.html", "the old statement");
  const result = await command(["statement", own.write("bad.json", report), "--format", "html", "--out", out, "--replace"]);
  isOneLine(assert, result);
  assert.match(result.stderr, /bad\.json: \/model\/theta/);
  assert.equal(result.code, 1);
  assert.equal(own.read("statement.html"), "the old statement");
  assert.deepEqual(own.names(), ["bad.json", "statement.html"]);
});
