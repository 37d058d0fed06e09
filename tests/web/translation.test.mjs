// Every language says everything that English says: same keys, same values put in, nothing left in
// English, no word that isn't to be used. What the words mean no test can tell; these are what a
// slip of a translator or a new sentence in English would break.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { siteFolder } from "../../web/bake/page-names.js";
import { EXAMPLE, exampleWords } from "../../web/site/example.js";
import { LANGUAGES, languages } from "../../words/languages.mjs";
import { languageOf } from "../../wording/formats.js";
import { readTyped } from "../../wording/typed-number.js";
import { siteDir } from "../browser/built.mjs";
import { fromTo } from "../headline.mjs";

const { en, de, ar } = languages;

/** Settings of a language, not words. */
const SETTINGS = new Set(["language", "locale", "direction", "decimals"]);
/** English's own: settings, and the page for addresses that lead nowhere. */
const notTranslated = (name) => SETTINGS.has(name) || name === "notFound";
const keysOf = (page) => Object.fromEntries(Object.entries(en[page]).filter(([name]) => !notTranslated(name)));

const modules = Object.fromEntries(
  LANGUAGES.filter((tag) => tag !== "en").flatMap((tag) =>
    Object.keys(en).map((page) => [`${page} ${tag}`, [keysOf(page), languages[tag][page], tag]]),
  ),
);

/** Names, formulas, commands and file names: the same in every language. */
const SAME = new Set([
  ...["experts.gradientNorm", "experts.gradient", "check experts.lambda"],
  ...["frame.site", "verify.compare.commands.rows.0.0", "verify.compare.commands.rows.1.0", "verify.compare.commands.rows.2.0"],
  ...[0, 1, 2].map((row) => `verify.compare.commands.rows.${row}.1`),
  ...[0, 1, 5].map((row) => `verify.rebuild.steps.rows.${row}.0`),
  ...["verify.compare.copy.head.0", "states.reading.body"],
  ...["home.ways.0.target", "home.ways.1.target", "home.ways.2.target"],
  // The pages for data holders.
  ...["budget.beliefs.epsilon", "budget.plan.lambda", "review.levels.lambda", "charts.epsilon"],
  ...["names.epsilon", "names.delta", "names.lambda", "errors.fields.lambda", "errors.fields.profile-epsilon"],
  ...["shift", "redberg2023", "wang2021", "kst2012"].map((name) => `experts.accountants.${name}`),
  "experts.descentAccountants.gaussian",
  ...["report", "page", "element", "study"].map((file) => `review.files.${file}`),
]);
/** German words that English has too. */
const ALSO_GERMAN = new Set([
  "report.experiment",
  "experts.dimension",
  "verify.compare.copy.version",
  "verify.compare.copy.commit",
  "verify.compare.commands.head.0",
  "released.parts.gradient",
  "budget.shareGradient",
  "publish parts.gradient",
  "publish experts.momentum",
  "publish review.levels.descent.momentum",
  "result.rate",
]);
/** Formulas and names of files for programs: letters of no language. */
const NO_PROSE = new Set(["result.rate", "charts.sorted.epsilon", "review.embedLanguage"]);

function* leaves(value, path = []) {
  if (value !== null && typeof value === "object") {
    for (const [key, entry] of Object.entries(value)) yield* leaves(entry, [...path, key]);
  } else {
    yield [path.join("."), value];
  }
}

const isolates = /[\u2066-\u2069]/g;

/** Counts that come again as numbers at the end, for the form of a word. */
const COUNTED = {
  "form.codedHint": [17],
  "errors.coded": [17],
  "errors.codedLength": [17, 5],
  "row.done": [4],
  "row.which": [4],
  "row.spare": [4],
  "sure.noise": [5],
  "sure.noiseSeveral": [5],
  "released.losses.softmax": [17],
  "mechanisms.noisy-gradient-descent.shared.trained": [17],
  "mechanisms.noisy-gradient-descent.shared.stopped": [17],
  "mechanisms.noisy-gradient-descent.shared.shuffle": [17],
  "records.noise": [5],
};

/** Values of the pages where not any text will do: pairs, to see that each is used. */
const PUT_IN = {
  "experts.attainedAt": [
    ["upper", "lower"],
    ["in", "out"],
  ],
  "says.compare.malformed": [[17, 4]],
  "released.coefficients": [
    ["⟦0a⟧", "⟦0b⟧"],
    [17, 18],
  ],
  "fields.coded": [
    ["⟦0a⟧", "⟦0b⟧"],
    [17, 18],
  ],
  "charts.typical.description": [
    ["⟦0a⟧", "⟦0b⟧"],
    ["⟦1a⟧", "⟦1b⟧"],
    ["whole", "part"],
  ],
};

const pairsFor = (path, sentence) =>
  PUT_IN[path] ?? Array.from({ length: sentence.length }, (_, index) => [`⟦${index}a⟧`, `⟦${index}b⟧`]);

const AVOIDED = {
  de: /sicher|anonym|geschützt|garant|1 von X|mal besser/iu,
  ar: /آمن|مجهول|محمي|مضمون|ضمان/u,
};

const PUNCTUATION = {
  de(text, path) {
    assert.equal(text.match(/„/g)?.length, text.match(/“/g)?.length, `${path}: ${text}`);
    assert.doesNotMatch(text, /[”‘’«»]/u, `${path}: ${text}`);
  },
  ar(text, path) {
    // Latin letters keep the digits and points that belong to them: names, and what is set apart.
    const prose = text.replace(/\u2066[^\u2069]*\u2069|SHA-256|Apache-2\.0|[A-Z]\w* \d+|\b[A-Za-z][\w.-]*/gu, "");
    if (/\p{L}/u.test(text) && !/\.(txt|html|json|csv)$|^private-[a-z-]+$/.test(text) && !NO_PROSE.has(path))
      assert.match(prose, /[\u0600-\u06ff]/u, `${path}: ${text}`);
    assert.doesNotMatch(prose, /\d/, `${path}: ${prose}`);
    assert.doesNotMatch(prose, /[,;?%]|“|”/u, `${path}: ${prose}`);
  },
};

for (const [module, [english, words, tag]] of Object.entries(modules)) {
  /** A set has a path of every module, or of one with its name before it. */
  const isIn = (set, path) => set.has(path) || set.has(`${module.split(" ")[0]} ${path}`);
  const expected = new Map(leaves(english));
  const found = new Map(leaves(words));

  test(`${module}: every key of English, of the same kind, and no other`, () => {
    for (const [path, value] of expected) {
      assert.equal(typeof found.get(path), typeof value, path);
      if (value !== "") assert.notEqual(found.get(path), "", path);
    }
    for (const path of found.keys()) assert.ok(expected.has(path) || SETTINGS.has(path.split(".")[0]), path);
  });

  test(`${module}: what English puts into a sentence is put in here`, () => {
    for (const [path, sentence] of expected) {
      if (typeof sentence !== "function") continue;
      const own = found.get(path);
      const pairs = pairsFor(path, sentence);
      const counts = COUNTED[path] ?? [];
      assert.ok(own.length <= pairs.length + counts.length, `${path} takes more than the page gives`);
      const written = (values) => own(...values, ...counts).replace(isolates, "");
      const usual = pairs.map(([one]) => one);
      for (const [index, [, other]] of pairs.entries()) {
        // One that English leaves out may be left out.
        const changed = usual.with(index, other);
        if (sentence(...changed, ...counts) === sentence(...usual, ...counts)) continue;
        assert.notEqual(written(changed), written(usual), `${path} leaves out what comes ${index + 1}.`);
      }
      assert.ok(!/undefined|NaN|\[object/.test(written(usual)), `${path}: ${written(usual)}`);
    }
  });

  test(`${module}: nothing is left in English, and marks are those of English`, () => {
    for (const [path, value] of expected) {
      if (typeof value === "function" || value === "" || SETTINGS.has(path)) continue;
      const own = found.get(path);
      const same = isIn(SAME, path) || (tag === "de" && isIn(ALSO_GERMAN, path));
      assert.equal(own.replace(isolates, "") === value, same, `${path}: ${own}`);
      for (const mark of [/\*\*/g, /`[^`]+`/g, /\]\([\w-]+\)/g, /\{\{\w+\}\}/g]) {
        const marks = (text) => (text.match(mark) ?? []).sort();
        // A list of names in Arabic is set apart piece by piece.
        if (path === "verify.rebuild.needs" && mark.source.startsWith("`")) {
          for (const one of marks(value)) assert.ok(marks(own).includes(one), `${path}: ${one}`);
        } else assert.deepEqual(marks(own), marks(value), `${path}: ${own}`);
      }
      const opened = own.match(/[\u2066-\u2068]/g)?.length ?? 0;
      assert.equal(own.match(/\u2069/g)?.length ?? 0, opened, `${path}: an isolate is left open`);
    }
  });

  test(`${module}: its own script, digits and quotation marks, and no word that isn't to be used`, () => {
    for (const [path, value] of found) {
      if (!expected.has(path) || isIn(SAME, path) || SETTINGS.has(path) || value === "") continue;
      const usual = () => pairsFor(path, expected.get(path)).map(([one]) => one);
      const text = typeof value === "function" ? value(...usual(), ...(COUNTED[path] ?? [])).replace(/⟦\w+⟧/g, "") : value;
      if (AVOIDED[tag]) assert.doesNotMatch(text, AVOIDED[tag], path);
      PUNCTUATION[tag]?.(text.replace(/`[^`]*`/g, ""), path);
    }
  });
}

test("Arabic counts its nouns: one, two, a few, many, hundreds", () => {
  const plain = (text) => text.replace(isolates, "");
  const language = languageOf(ar.check);
  const done = (number) => plain(ar.check.row.done(language.count(number), language.count(120), number));
  for (const [number, noun] of [
    [0, "لم تُملأ أي قيمة من ١٢٠"],
    [1, "مُلئت قيمة واحدة من ١٢٠"],
    [2, "مُلئت قيمتان من ١٢٠"],
    [7, "مُلئت ٧ قيم من ١٢٠"],
    [11, "مُلئت ١١ قيمة من ١٢٠"],
    [100, "مُلئت ١٠٠ قيمة من ١٢٠"],
  ])
    assert.ok(done(number).startsWith(noun), done(number));
  const coded = (number) => plain(ar.check.form.codedHint(language.count(number), number));
  for (const [number, words] of [
    [1, "عدد واحد"],
    [2, "عددان اثنان"],
    [3, "٣ أعداد"],
    [34, "٣٤ عددًا"],
    [100, "١٠٠ عدد،"],
  ])
    assert.ok(coded(number).includes(words), coded(number));
  for (const [number, words] of [
    [1, "حرف واحد"],
    [2, "حرفان"],
    [10, "١٠ أحرف"],
    [63, "٦٣ حرفًا"],
    [100, "١٠٠ حرف"],
  ])
    assert.ok(ar.site.says.compare.malformed(number).includes(words), String(number));
});

test("names that follow one another are set apart where they would run backwards", () => {
  assert.equal(languageOf(ar.check).list(["age", "income"]), "\u2068age\u2069 و\u2068income\u2069");
  assert.equal(languageOf(de.check).list(["age", "income"]), "age, income");
});

test("German counts its verbs", () => {
  assert.match(de.check.row.done("1", "7", 1), /^1 von 7 Werten wurde eingetragen/);
  assert.match(de.check.row.done("2", "7", 2), /^2 von 7 Werten wurden eingetragen/);
});

test("the example on the first page is what the check page would say", () => {
  assert.equal(exampleWords(en.check).headline, fromTo(50, 62));
  for (const [tag, { check: sheet, site }] of Object.entries(languages)) {
    const { start, most, headline } = exampleWords(sheet);
    const page = readFileSync(join(siteDir, siteFolder(tag), "index.html"), "utf8");
    for (const shown of [`>${headline}<`, `>${start}<`, `>${most}<`]) assert.ok(page.includes(shown), shown);
    // The sentences round it spell the same counts.
    for (const sentence of [site.home.example.grids, site.home.cardAlt])
      for (const count of Object.values(EXAMPLE)) assert.ok(sentence.includes(languageOf(sheet).count(count)), sentence);
    assert.equal(site.home.title, sheet.title);
  }
});

test("every example of a number may be typed as it is shown", () => {
  for (const { check: sheet } of Object.values(languages)) {
    const language = languageOf(sheet);
    for (const number of [45, 0.25, -120.5, 150000, 0.000001])
      assert.deepEqual(readTyped(language.number(number), sheet.decimals), {
        text: String(number).replace("1e-6", "0.000001"),
      });
    assert.match(sheet.errors.belief, new RegExp(language.number(20)));
  }
});

test("English comes first, and a language has its folder's tag and the same settings on every page", () => {
  assert.equal(LANGUAGES[0], "en");
  for (const [tag, { check, publish, profile, site }] of Object.entries(languages)) {
    const { language, locale, direction } = check;
    assert.equal(language, tag);
    for (const setting of SETTINGS)
      for (const page of [publish, profile]) assert.deepEqual(page[setting], check[setting], `${tag} ${setting}`);
    assert.deepEqual(site.language, { code: tag, direction, name: site.language.name, locale });
  }
});
