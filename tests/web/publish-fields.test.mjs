// The table of the publisher's form against studies in which the value of each key is the id of its
// field: what is read, written, asked for and found again by an error's pointer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answersFrom, newAnswers, withHeader } from "../../web/publish/answers.js";
import { COLUMN } from "../../web/publish/columns.js";
import { placedError } from "../../web/publish/errors.js";
import { ALL, fieldIn } from "../../web/publish/fields.js";
import { planOptions } from "../../web/publish/plan-options.js";
import { studyFrom } from "../../web/publish/study.js";
import { languages as all } from "../../words/languages.mjs";

const languages = Object.values(all).map(({ publish }) => publish);
const [words] = languages;
const { decimals } = words;

const common = {
  format: "expost-study",
  version: 1,
  title: "title",
  description: "description",
  publisher: {
    name: "publisher",
    contact: "contact",
    "x-links": { privacy: "link-privacy", rights: "link-rights", optOut: "link-opt-out" },
  },
  published: "published",
  membership: "membership",
  people: "people",
  unit: "unit",
  features: [
    {
      name: "age",
      label: "column-1-label",
      unit: "column-1-unit",
      kind: "number",
      minimum: "column-1-minimum",
      maximum: "column-1-maximum",
      missing: "column-1-missing",
    },
    {
      name: "city",
      label: "column-2-label",
      kind: "category",
      levels: ["here", "there"],
      levelWords: ["in here", "over there"],
      missing: "column-2-missing",
    },
    { name: "one", label: "column-3-label", kind: "constant", value: "column-3-value" },
  ],
  scaling: { range: ["range-start", "range-end"], norm: "norm" },
  label: { name: "outcome", label: "outcome-label" },
};
const numbers = { unit: "outcome-unit", minimum: "outcome-minimum", maximum: "outcome-maximum" };
const several = { person: { column: "person-column", rows: "person-rows" }, failureProbability: "failure" };
const OBJECTIVE = {
  ...common,
  label: { ...common.label, kind: "number", ...numbers },
  mechanism: {
    name: "objective-perturbation",
    loss: { name: "squared" },
    lambda: "lambda",
    scales: {
      model: "scale-model",
      gradient: "scale-gradient",
      hessian: "scale-hessian",
      smallestEigenvalue: "scale-eigenvalue",
    },
  },
  budget: {
    epsilon: "epsilon",
    delta: "delta",
    accountant: "accountant",
    composition: "composition",
    release: "adaptive",
    shares: {
      gradient: "share-gradient",
      hessian: "share-hessian",
      smallestEigenvalue: "share-eigenvalue",
      model: "share-model",
    },
  },
  ...several,
};
const descent = (loss, label, sampling) => ({
  ...common,
  label: { ...common.label, ...label },
  mechanism: {
    name: "noisy-gradient-descent",
    loss,
    clip: "clip",
    steps: "steps",
    sampling,
    update: { rate: "learning-rate", momentum: "momentum", ridge: "ridge", divisor: "divisor" },
    final: "final",
    every: "every",
    scales: { model: "scale-sum" },
  },
  budget: { epsilon: "epsilon", delta: "delta", accountant: "accountant" },
  ...several,
});
const POISSON = descent(
  { name: "logistic" },
  { kind: "binary", negative: "negative", positive: "positive", levelWords: ["on time", "late"] },
  { kind: "poisson", rate: "sampling-rate" },
);
const SHUFFLED = descent(
  { name: "pseudo-huber", width: "width" },
  { kind: "number", ...numbers },
  { kind: "shuffle", batches: "batches" },
);
const STUDIES = { OBJECTIVE, POISSON, SHUFFLED };

/** Fields of places whose value is no id. */
const ELSEWHERE = {
  "/features": "columns",
  "/features/0": "column-1-kind",
  "/features/0/name": "column-1-kind",
  "/features/0/kind": "column-1-kind",
  "/features/1/levels": "column-2-levels",
  "/features/1/levels/0": "column-2-levels",
  "/features/1/levelWords": "column-2-level-words",
  "/features/1/levelWords/1": "column-2-level-words",
  "/scaling/range": "range-end",
  "/label/kind": "loss",
  "/mechanism/name": "mechanism",
  "/mechanism/loss": "loss",
  "/mechanism/loss/name": "loss",
  "/person": "person",
};
const OF_OBJECTIVE = { "/mechanism/scales": "scale-model", "/budget/release": "release", "/budget/shares": "share-model" };
const OF_DESCENT = {
  "/mechanism/scales": "scale-sum",
  "/mechanism/sampling": "sampling",
  "/mechanism/sampling/kind": "sampling",
  "/mechanism/update": "learning-rate",
  "/mechanism/update/rate/3": "learning-rate",
};
/** No field of the form: what is wrong there came with a study that was chosen. */
const NOWHERE = ["/label", "/label/unknown", "/mechanism/noise", "/budget", "/unknown"];

/** Values that are no ids: what the form has a list for, and a feature's name, kind and levels. */
const NO_ID =
  /^\/(format|version|features\/\d\/(name|kind|level.*)|label\/(kind|levelWords.*)|mechanism\/(.*\/)?(name|kind)|budget\/release)$/;

/** Values in a study that are ids, with their pointers. */
const ids = (value, pointer = "") =>
  typeof value === "object"
    ? Object.entries(value).flatMap(([key, inner]) => ids(inner, `${pointer}/${key}`))
    : NO_ID.test(pointer)
      ? []
      : [[pointer, value]];

const NUMBERS =
  /^(people|column-\d-(minimum|maximum|value)|column-1-missing|range-.*|norm|outcome-m.*imum|width|lambda|scale-.*|share-.*|epsilon|delta|person-rows|failure|clip|steps|sampling-rate|batches|learning-rate|momentum|ridge|divisor|every)$/;

for (const [name, study] of Object.entries(STUDIES)) {
  const answers = answersFrom(study, decimals);
  const made = studyFrom(answers, words);
  const places = new Map([
    ...ids(study),
    ...Object.entries(ELSEWHERE),
    ...Object.entries(study === OBJECTIVE ? OF_OBJECTIVE : OF_DESCENT),
    ...(study === POISSON ? [["/label/levelWords", "outcome-words"]] : []),
  ]);

  test(`${name}: a study comes out as it went in, with its keys in the same order`, () => {
    assert.equal(JSON.stringify(made.study), JSON.stringify(study));
  });

  test(`${name}: an error leads to the field of its place, and the field has the place's value`, () => {
    const idOf = (pointer) =>
      placedError(
        { type: "study", code: "", pointer, message: `${pointer} is wrong`, line: null },
        { answers, places: made.places, fileName: "" },
        words,
      ).id;
    for (const [pointer, id] of places) assert.equal(idOf(pointer), id, pointer);
    for (const pointer of NOWHERE) assert.equal(idOf(pointer), "study-file", pointer);
    for (const pointer of made.places.keys())
      assert.ok(places.has(pointer) || /accounting$|features.\d($|.kind|.name)/.test(pointer), pointer);
    const values = { ...answers };
    for (const [index, column] of answers.columns.entries())
      for (const [key, value] of Object.entries(column)) values[`column-${index + 1}-${key}`] = value;
    const fields = new Map(ALL.map(([key, , id]) => [id, values[key]]));
    fields.set("accountant", study === OBJECTIVE ? answers.accountant : answers.descentAccountant);
    for (const [, id] of ids(study)) assert.equal(id.startsWith("column-") ? values[id] : fields.get(id), id);
  });

  test(`${name}: what is no number is refused where a number belongs, and nowhere else`, () => {
    const refused = made.problems.map(({ id }) => id).sort();
    assert.deepEqual(
      refused,
      ids(study)
        .map(([, id]) => id)
        .filter((id) => NUMBERS.test(id))
        .sort(),
    );
  });
}

test("a new form has the usual answers, and a study of it only what it asks", () => {
  const answers = newAnswers(decimals);
  const usual = {
    mechanism: "objective-perturbation",
    sampling: "full",
    final: "last",
    accountant: "joint",
    composition: "joint",
    rangeStart: "-1",
    rangeEnd: "1",
    failure: "0.000001",
    unit: "one person, one row",
    madeUp: false,
    base: {},
  };
  assert.equal(answers.seed, "");
  assert.equal(studyFrom({ ...answers, unit: "" }, words).study.unit, "");
  const { columns, ...others } = answers;
  for (const [key, value] of Object.entries(others)) assert.deepEqual(value, usual[key] ?? "", key);
  assert.deepEqual(
    columns.map(({ name, kind, value }) => [name, kind, value]),
    [["intercept", "constant", "1"]],
  );
  const { study, places } = studyFrom(answers, words);
  assert.deepEqual(Object.keys(study), [
    "format",
    "version",
    "title",
    "unit",
    "features",
    "scaling",
    "label",
    "mechanism",
    "budget",
  ]);
  assert.deepEqual(study.features, [{ name: "intercept", kind: "constant", value: 1 }]);
  assert.deepEqual(
    [...places.keys()].filter((pointer) => /person|scales/.test(pointer)),
    [],
  );
});

test("a control has the id of its row, gives its answer and takes a new one", () => {
  const given = [];
  const field = fieldIn(newAnswers(decimals), (...one) => given.push(one));
  for (const [key, , , rule] of ALL) {
    if (!rule.read || key === "columns") continue;
    const { id, set } = field(key);
    assert.equal(
      id,
      key === "descentAccountant" ? "accountant" : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
    set("x");
    assert.deepEqual(given.pop(), [key, "x"]);
  }
});

test("made-up data are marked as they were; a seed is in no study", () => {
  const sample = (value) => {
    const answers = answersFrom({ features: [], "x-sample": value }, decimals);
    const written = (madeUp) => studyFrom({ ...answers, madeUp, seed: "7" }, words).study;
    assert.doesNotMatch(JSON.stringify(written(true)), /7/);
    return [answers.madeUp, written(true)["x-sample"], written(false)["x-sample"]];
  };
  assert.deepEqual(sample("adult"), [true, "adult", undefined]);
  assert.deepEqual(sample(undefined), [false, true, undefined]);
});

/** Ids of the questions that a form of these answers leaves open. */
const open = (changes) =>
  studyFrom({ ...newAnswers(decimals), ...changes }, words)
    .problems.map(({ id }) => id)
    .sort();

test("each blank field is asked for, unless it may be left out", () => {
  const always = ["columns", "delta", "epsilon", "outcome", "title"];
  const range = ["outcome-maximum", "outcome-minimum"];
  assert.deepEqual(open({}), [...always, "loss", "release"].sort());
  assert.deepEqual(open({ loss: "logistic" }), [...always, "negative", "positive", "release"].sort());
  assert.deepEqual(
    open({ loss: "squared", release: "gradient+hessian" }),
    [...always, ...range, "lambda", "scale-gradient", "scale-model", "share-gradient", "share-hessian", "share-model"].sort(),
  );
  const shares = ["share-eigenvalue", "share-gradient", "share-hessian", "share-model"];
  const noise = { loss: "logistic", release: "adaptive", scaleHessian: "1" };
  assert.deepEqual(open(noise), [...always, "negative", "positive", ...shares].sort());
  const training = { mechanism: "noisy-gradient-descent", loss: "pseudo-huber", sampling: "" };
  const constants = ["clip", "divisor", "learning-rate", "steps", "width"];
  assert.deepEqual(open(training), [...always, ...range, ...constants, "sampling"].sort());
  assert.deepEqual(open({ ...training, sampling: "poisson" }), [...always, ...range, ...constants, "sampling-rate"].sort());
  assert.deepEqual(open({ ...training, sampling: "shuffle" }), [...always, ...range, ...constants, "batches"].sort());
  const blank = { rangeStart: "", rangeEnd: "", failure: "", unit: " ", contact: "x", person: "several", release: "none" };
  const asked = ["failure", "loss", "person-column", "person-rows", "publisher", "range-end", "range-start", "unit"];
  assert.deepEqual(open(blank), [...always, ...asked].sort());
  const columns = withHeader(newAnswers(decimals), ["a", "b"]).columns.map((column) => ({
    ...column,
    kind: "category",
    value: "",
  }));
  assert.deepEqual(
    open({ columns: [...columns, { ...columns[0], kind: "number" }, { ...columns[1], kind: "" }] }).filter((id) =>
      /^column-/.test(id),
    ),
    ["column-1-levels", "column-2-levels", "column-3-levels", "column-4-maximum", "column-4-minimum", "column-5-kind"],
  );
});

test("a constant needs its value", () => {
  const columns = newAnswers(decimals).columns.map((column) => ({ ...column, value: "" }));
  assert.ok(open({ columns }).includes("column-1-value"));
});

test("what a study leaves out has its meaning, and null is a question still open", () => {
  const read = (study) => answersFrom({ features: [], ...study }, decimals);
  const scaling = { norm: null, range: [null] };
  const objective = { mechanism: { name: "objective-perturbation" }, budget: {} };
  const update = { mechanism: { name: "noisy-gradient-descent", update: {} } };
  const left = read(objective);
  assert.deepEqual([left.norm, left.failure, left.rangeStart, left.release], ["1", "0.000001", "-1", "none"]);
  const asked = read({ ...objective, scaling, failureProbability: null, budget: { release: null } });
  assert.deepEqual([asked.norm, asked.failure, asked.rangeStart, asked.rangeEnd, asked.release], ["", "", "", "", ""]);
  assert.equal(read({ ...objective, budget: undefined }).release, "");
  assert.equal(read(update).divisor, "1");
  assert.equal(read({ mechanism: { ...update.mechanism, update: { divisor: null } } }).divisor, "");
  // Standard values need not be stated, and earlier names are read.
  const { budget } = studyFrom(read({ ...objective, budget: { accounting: "whole" } }), words).study;
  assert.deepEqual(budget, { epsilon: null, delta: null, composition: "joint" });
  for (const one of [objective, update]) {
    const { study } = studyFrom(read(one), words);
    assert.ok(!("failureProbability" in study) && !("final" in study.mechanism) && !("release" in study.budget));
    assert.equal(study.mechanism.update?.divisor, undefined);
  }
});

test("of the other mechanism nothing stays, and of the own one everything", () => {
  const keys = (study, change) => {
    const made = studyFrom({ ...answersFrom(study, decimals), ...change }, words).study;
    return [Object.keys(made.mechanism), Object.keys(made.budget), Object.keys(made.mechanism.scales ?? {})];
  };
  const noisy = { ...OBJECTIVE, mechanism: { ...OBJECTIVE.mechanism, noise: "gaussian", "x-why": "." } };
  assert.deepEqual(keys(noisy, { mechanism: "noisy-gradient-descent" }), [
    ["name", "loss", "x-why", "clip", "steps", "sampling", "update"],
    ["epsilon", "delta"],
    [],
  ]);
  assert.deepEqual(keys(POISSON, { mechanism: "objective-perturbation" }), [
    ["name", "loss", "lambda"],
    ["epsilon", "delta", "accountant", "release"],
    [],
  ]);
  assert.ok(keys(noisy, {})[0].includes("noise"));
});

test("rates of single steps stay until one is entered", () => {
  const rates = { ...POISSON, mechanism: { ...POISSON.mechanism, update: { rate: [0.1, 0.2], divisor: 3 } } };
  const answers = answersFrom(rates, decimals);
  assert.equal(answers.learningRate, "");
  assert.deepEqual(studyFrom(answers, words).study.mechanism.update, { rate: [0.1, 0.2], divisor: 3 });
  assert.equal(studyFrom({ ...answers, learningRate: "0.5" }, words).study.mechanism.update.rate, 0.5);
});

test("words in other languages stay while they mean something", () => {
  const spelt = {
    aliases: { h: "here", x: "gone", there: "here" },
    levelLabels: { de: ["hier", "dort"] },
    units: { de: "kg" },
  };
  const study = (feature) => ({ ...OBJECTIVE, features: [{ ...OBJECTIVE.features[1], ...spelt, ...feature }] });
  const written = (document, change) => {
    const answers = answersFrom(document, decimals);
    const columns = answers.columns.map((column) => ({ ...column, ...change }));
    const [{ aliases, levelLabels, units }] = studyFrom({ ...answers, columns }, words).study.features;
    return { aliases, levelLabels, units };
  };
  const { levelLabels, units } = spelt;
  assert.deepEqual(written(study(), {}), { aliases: { h: "here" }, levelLabels, units: undefined });
  assert.deepEqual(written(study(), { levels: "there" }), { aliases: undefined, levelLabels: undefined, units: undefined });
  assert.deepEqual(written(study({ kind: "number" }), {}), { aliases: undefined, levelLabels: undefined, units });
});

test("words for levels are lines, of a column and of the outcome; blank, there are none", () => {
  const answers = answersFrom({ ...POISSON, features: [POISSON.features[1]] }, decimals);
  assert.equal(answers.columns[0].levelWords, "in here\nover there");
  assert.equal(answers.outcomeWords, "on time\nlate");
  const written = (changes) => {
    const { features, label } = studyFrom({ ...answers, ...changes }, words).study;
    return [features[0].levelWords, label.levelWords];
  };
  assert.deepEqual(written({}), [
    ["in here", "over there"],
    ["on time", "late"],
  ]);
  const [column] = answers.columns;
  assert.deepEqual(written({ columns: [{ ...column, levelWords: " a \n\n b " }], outcomeWords: " " }), [["a", "b"], undefined]);
  assert.deepEqual(written({ columns: [{ ...column, kind: "number", minimum: "0", maximum: "1" }] })[0], undefined);
});

test("the noise is planned once the budget is complete", () => {
  const answers = { ...newAnswers(decimals), loss: "logistic", epsilon: "1", delta: "1e-6", release: "none" };
  const common = { loss: { name: "logistic" }, epsilon: 1, delta: 1e-6, dimension: 1 };
  assert.deepEqual(planOptions(answers, words), { ...common, accountant: "joint", composition: "joint" });
  const training = { mechanism: "noisy-gradient-descent", clip: "1", steps: "9", sampling: "poisson", samplingRate: "0.5" };
  assert.deepEqual(planOptions({ ...answers, ...training, person: "several", personRows: "3" }, words), {
    ...common,
    personRows: 3,
    mechanism: "noisy-gradient-descent",
    clip: 1,
    steps: 9,
    rate: 0.5,
  });
  for (const change of [
    { loss: "" },
    { epsilon: "" },
    { release: "" },
    { release: "hessian" },
    { lambda: "x" },
    { ...training, clip: "" },
  ])
    assert.equal(planOptions({ ...answers, ...change }, words), null, JSON.stringify(change));
  assert.equal(planOptions({ ...answers, loss: "squared", lambda: "" }, words).lambda, undefined);
});

test("every field has its name in every language, and a key and an id of its own", () => {
  for (const { names } of languages) {
    for (const [key, pointer, , rule] of ALL) {
      if (pointer !== null && key !== "madeUp") assert.equal(typeof names[rule.called ?? key], "string", key);
    }
    for (const [key] of COLUMN) assert.equal(typeof names.ofColumn[key], "function", key);
  }
  const answers = ALL.filter(([, , , rule]) => rule.read);
  assert.equal(new Set(answers.map(([key]) => key)).size, answers.length);
  // The two mechanisms' accountants are one field, and so are their places.
  const own = answers.filter(([key]) => key !== "descentAccountant");
  assert.equal(new Set(own.map(([, , id]) => id)).size, own.length);
});
