// The answers as a study, which the core judges. Here it is only found out what has not been
// answered or is no number, and which field each part of the study came from, so that what the
// core refuses finds its way back.
import { readNumber } from "../../wording/typed-decimal.js";

const DEFAULT_FAILURE = 1e-6;
const KINDS_OF_FEATURES = ["number", "boolean", "category", "constant"];

/** Whether a loss has outcomes of two values; the others have numbers. */
export const isBinary = (loss) => loss === "logistic";

/** The parts released beside the model, in the order in which they are asked about. */
const RELEASED = {
  none: [],
  hessian: ["hessian"],
  "gradient+hessian": ["gradient", "hessian"],
  adaptive: ["gradient", "hessian", "smallestEigenvalue"],
};
/** Takes out of a study what it says of parts that are released no more. */
const NOTHING_RELEASED = { gradient: undefined, hessian: undefined, smallestEigenvalue: undefined };
export const releasedParts = ({ release }) => RELEASED[release] ?? [];

/** The answers about each part that can be released, and the field of each. */
const SCALES = {
  gradient: ["scaleGradient", "scale-gradient"],
  hessian: ["scaleHessian", "scale-hessian"],
  smallestEigenvalue: ["scaleEigenvalue", "scale-eigenvalue"],
};
const SHARES = {
  model: ["shareModel", "share-model"],
  gradient: ["shareGradient", "share-gradient"],
  hessian: ["shareHessian", "share-hessian"],
  smallestEigenvalue: ["shareEigenvalue", "share-eigenvalue"],
};
/** For the answers as they are: [part, answer, field] of each that is asked for. */
export const scaleFields = (answers) => releasedParts(answers).map((part) => [part, ...SCALES[part]]);
export const shareFields = (answers) => ["model", ...releasedParts(answers)].map((part) => [part, ...SHARES[part]]);

/**
 * Noise levels of one's own are asked for where none can be worked out, and shown where a study
 * states them.
 */
export const hasScales = (answers) =>
  answers.loss === "squared" ||
  [answers.scaleModel, answers.scaleGradient, answers.scaleHessian, answers.scaleEigenvalue].some(
    (scale) => scale.trim() !== "",
  );

/** The columns that go into the model. The outcome is not one of them. */
const isUsed = (answers, column) => KINDS_OF_FEATURES.includes(column.kind) && column.name !== answers.outcome;

const levelsIn = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * The length that no record can exceed: with it as the norm, no record has to be scaled down.
 * Needs no data.
 */
export function greatestLength(answers) {
  const ends = [answers.rangeStart, answers.rangeEnd].map((text) => readNumber(text).value ?? 1);
  const largest = Math.max(Math.abs(ends[0]), Math.abs(ends[1]));
  let squares = 0;
  for (const column of answers.columns.filter((each) => isUsed(answers, each))) {
    const size = { number: largest, boolean: 1, category: 1, constant: readNumber(column.value).value ?? 1 }[column.kind];
    squares += size * size;
  }
  return Math.sqrt(squares);
}

/** Coordinates of a record, as the core counts them. */
function dimensionOf(answers) {
  const used = answers.columns.filter((column) => isUsed(answers, column));
  return used.reduce((sum, column) => sum + (column.kind === "category" ? levelsIn(column.levels).length : 1), 0);
}

/** The name of a column in a sentence. */
const calledColumn = (column) => column.label.trim() || column.name;

/** An object with what is undefined left out. */
const without = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** An imported part, under what the page says now: keys without a field here stay. */
const over = (base, known) => without({ ...(isObject(base) ? base : {}), ...known });

/** Collects the places of fields in the study, and what is wrong with what they hold. */
class Draft {
  problems = [];
  /** JSON pointer → { id, name } of the field it comes from. */
  places = new Map();

  constructor(words) {
    this.words = words;
  }

  at(pointer, id, name) {
    this.places.set(pointer, { id, name });
  }

  refuse(id, message) {
    this.problems.push({ id, message });
  }

  text(value, pointer, id, name, { required = false } = {}) {
    this.at(pointer, id, name);
    const written = value.trim();
    if (written === "" && required) this.refuse(id, this.words.errors.enter(name));
    return written;
  }

  /**
   * A number; null where it is left blank, the text itself where it is none (the study is then
   * refused by anyone who reads it).
   */
  number(value, pointer, id, name, { required = true } = {}) {
    this.at(pointer, id, name);
    const { value: number, problem } = readNumber(value);
    if (problem === undefined) return number;
    if (problem === "blank") {
      if (required) this.refuse(id, this.words.errors.enter(name));
      return null;
    }
    this.refuse(id, this.words.errors[problem](name));
    return value.trim();
  }

  range(from, to, pointer, ids, names) {
    const minimum = this.number(from, `${pointer}/minimum`, ids[0], names[0]);
    const maximum = this.number(to, `${pointer}/maximum`, ids[1], names[1]);
    if (typeof minimum === "number" && typeof maximum === "number" && !(minimum < maximum)) {
      this.refuse(ids[1], this.words.errors.above(names[1], names[0]));
    }
    return { minimum, maximum };
  }

  choice(value, pointer, id, name, message) {
    this.at(pointer, id, name);
    if (value === "") this.refuse(id, message);
    return value === "" ? null : value;
  }
}

/**
 * The study that the answers make, in the fields' order: { study, places, problems }. `problems`
 * are { id, message }; with any of them the study is not finished, and can only be saved to be
 * finished later.
 */
export function studyFrom(answers, words) {
  const draft = new Draft(words);
  const { names, errors } = words;
  const { base } = answers;

  draft.at("/label/name", "outcome", names.outcome);
  if (answers.outcome === "") draft.refuse("outcome", errors.outcome);
  const loss = lossOf(draft, answers, words);
  const label = labelOf(draft, answers, words);
  const features = featuresOf(draft, answers, words);
  const budget = budgetOf(draft, answers, words);
  const mechanism = over(base.mechanism, {
    name: base.mechanism?.name ?? "objective-perturbation",
    loss,
    lambda: draft.number(answers.lambda, "/mechanism/lambda", "lambda", names.lambda, { required: answers.loss === "squared" }),
    scales: scalesOf(draft, answers, words),
  });
  const scaling = scalingOf(draft, answers, words);
  const failure = draft.number(answers.failure, "/failureProbability", "failure", names.failure);
  const about = aboutOf(draft, answers, words);
  draft.at("/mechanism/loss", "loss", names.loss);

  const study = over(base, {
    ...withFormat(base),
    ...about,
    features,
    scaling,
    label,
    mechanism,
    budget,
    failureProbability: failure === DEFAULT_FAILURE && base.failureProbability === undefined ? undefined : failure,
    "x-sample": answers.madeUp ? (base["x-sample"] ?? true) : undefined,
  });
  return { study, places: draft.places, problems: draft.problems };
}

const withFormat = (base) => ({ format: base.format ?? "expost-study", version: base.version ?? 1 });

function aboutOf(draft, answers, { names, errors }) {
  const title = draft.text(answers.title, "/title", "title", names.title, { required: true });
  const description = draft.text(answers.description, "/description", "description", names.description);
  const publisher = draft.text(answers.publisher, "/publisher/name", "publisher", names.publisher);
  const contact = draft.text(answers.contact, "/publisher/contact", "contact", names.contact);
  const published = draft.text(answers.published, "/published", "published", names.published);
  const unit = draft.text(answers.unit, "/unit", "unit", names.unit, { required: true });
  if (contact !== "" && publisher === "") draft.refuse("publisher", errors.enter(names.publisher));
  const named = publisher !== "" || contact !== "";
  return {
    title,
    description: description === "" ? undefined : description,
    publisher: named
      ? over(answers.base.publisher, { name: publisher, contact: contact === "" ? undefined : contact })
      : undefined,
    published: published === "" ? undefined : published,
    unit,
  };
}

function lossOf(draft, answers, { names, errors }) {
  const name = draft.choice(answers.loss, "/mechanism/loss/name", "loss", names.loss, errors.loss);
  const base = answers.base.mechanism?.loss;
  if (name !== "pseudo-huber") return over(base, { name, width: undefined });
  return over(base, { name, width: draft.number(answers.width, "/mechanism/loss/width", "width", names.width) });
}

function labelOf(draft, answers, { names, errors }) {
  const { base } = answers;
  const common = {
    name: answers.outcome === "" ? null : answers.outcome,
    label: draft.text(answers.outcomeLabel, "/label/label", "outcome-label", names.outcomeLabel) || undefined,
    kind: answers.loss === "" ? null : isBinary(answers.loss) ? "binary" : "number",
  };
  draft.at("/label/kind", "loss", names.loss);
  if (answers.loss === "") return over(base.label, common);
  if (isBinary(answers.loss)) {
    const negative = draft.text(answers.negative, "/label/negative", "negative", names.negative, { required: true });
    const positive = draft.text(answers.positive, "/label/positive", "positive", names.positive, { required: true });
    if (negative !== "" && negative === positive) draft.refuse("positive", errors.same(names.positive, names.negative));
    const values = { negative: negative || null, positive: positive || null };
    return over(base.label, { ...common, ...values, unit: undefined, minimum: undefined, maximum: undefined });
  }
  const unit = draft.text(answers.outcomeUnit, "/label/unit", "outcome-unit", names.outcomeUnit) || undefined;
  const ids = ["outcome-minimum", "outcome-maximum"];
  const range = draft.range(answers.outcomeMinimum, answers.outcomeMaximum, "/label", ids, [
    names.outcomeMinimum,
    names.outcomeMaximum,
  ]);
  return over(base.label, { ...common, unit, ...range, negative: undefined, positive: undefined });
}

function featuresOf(draft, answers, words) {
  const { errors } = words;
  const features = [];
  answers.columns.forEach((column, index) => {
    if (column.name === answers.outcome && answers.outcome !== "") return;
    const id = `column-${index + 1}`;
    if (column.kind === "") draft.refuse(`${id}-kind`, errors.kind(column.name));
    if (column.kind === "" || column.kind === "out") return;
    features.push(featureOf(draft, column, `/features/${features.length}`, id, words));
  });
  draft.at("/features", "columns", words.names.columns);
  if (features.every(({ kind }) => kind === "constant") && answers.columns.every(({ kind }) => kind !== "")) {
    draft.refuse("columns", errors.noColumns);
  }
  return features;
}

function featureOf(draft, column, pointer, id, { names, errors }) {
  const called = calledColumn(column);
  const named = (what) => names.ofColumn[what](called);
  draft.at(pointer, `${id}-kind`, named("kind"));
  draft.at(`${pointer}/name`, `${id}-kind`, named("kind"));
  const common = {
    name: column.name,
    label: draft.text(column.label, `${pointer}/label`, `${id}-label`, named("label")) || undefined,
  };
  const known = { unit: undefined, kind: column.kind, value: undefined, minimum: undefined, maximum: undefined };
  const rest = { ...known, levels: undefined, missing: undefined };
  const missing = column.missing.trim();
  if (column.kind === "constant") {
    return over(column.base, {
      ...common,
      ...rest,
      value: draft.number(column.value, `${pointer}/value`, `${id}-value`, named("value")),
    });
  }
  if (column.kind === "number") {
    const unit = draft.text(column.unit, `${pointer}/unit`, `${id}-unit`, named("unit")) || undefined;
    const ids = [`${id}-minimum`, `${id}-maximum`];
    const range = draft.range(column.minimum, column.maximum, pointer, ids, [named("minimum"), named("maximum")]);
    const standIn = draft.number(missing, `${pointer}/missing`, `${id}-missing`, named("missing"), { required: false });
    return over(column.base, { ...common, ...rest, unit, ...range, missing: standIn ?? undefined });
  }
  if (column.kind === "category") {
    const levels = levelsIn(column.levels);
    draft.at(`${pointer}/levels`, `${id}-levels`, named("levels"));
    draft.at(`${pointer}/missing`, `${id}-missing`, named("missing"));
    if (levels.length === 0) draft.refuse(`${id}-levels`, errors.levels(called));
    else if (missing !== "" && !levels.includes(missing)) draft.refuse(`${id}-missing`, errors.notALevel(named("missing")));
    return over(column.base, { ...common, ...rest, levels: levels.length ? levels : null, missing: missing || undefined });
  }
  return over(column.base, { ...common, ...rest });
}

function scalingOf(draft, answers, { names, errors }) {
  const start = draft.number(answers.rangeStart, "/scaling/range/0", "range-start", names.rangeStart);
  const end = draft.number(answers.rangeEnd, "/scaling/range/1", "range-end", names.rangeEnd);
  draft.at("/scaling/range", "range-end", names.rangeEnd);
  if (typeof start === "number" && typeof end === "number" && !(start < end)) {
    draft.refuse("range-end", errors.above(names.rangeEnd, names.rangeStart));
  }
  draft.at("/scaling/norm", "norm", names.norm);
  const norm =
    answers.norm.trim() === "" ? greatestLength(answers) || 1 : draft.number(answers.norm, "/scaling/norm", "norm", names.norm);
  return over(answers.base.scaling, { range: [start, end], norm });
}

function scalesOf(draft, answers, { names }) {
  const base = answers.base.mechanism?.scales;
  if (!hasScales(answers)) return undefined;
  const needed = answers.loss === "squared";
  const scale = (key, answer, id, required) =>
    draft.number(answers[answer], `/mechanism/scales/${key}`, id, names[answer], { required }) ?? undefined;
  const scales = { ...NOTHING_RELEASED };
  for (const [part, answer, id] of scaleFields(answers)) scales[part] = scale(part, answer, id, needed && part === "gradient");
  return over(base, { model: scale("model", "scaleModel", "scale-model", needed), ...scales });
}

/** The shares as the fields have them, for the release that was chosen. */
function sharesOf(draft, answers, { names, errors }) {
  if (releasedParts(answers).length === 0) return undefined;
  draft.at("/budget/shares", "share-model", names.shares);
  const shares = {};
  for (const [key, answer, id] of shareFields(answers)) {
    const name = names[answer];
    const share = draft.number(answers[answer], `/budget/shares/${key}`, id, name);
    if (typeof share === "number" && !(share > 0 && share < 1)) draft.refuse(id, errors.share(name));
    shares[key] = share;
  }
  const values = Object.values(shares);
  if (values.every((share) => typeof share === "number" && share > 0 && share < 1)) {
    const sum = values.reduce((total, share) => total + share, 0);
    if (Math.abs(sum - 1) > 1e-9) draft.refuse("share-model", errors.shares(String(Number(sum.toPrecision(6)))));
  }
  return over(answers.base.budget?.shares, { ...NOTHING_RELEASED, ...shares });
}

function budgetOf(draft, answers, words) {
  const { names, errors } = words;
  const base = answers.base.budget;
  const epsilon = draft.number(answers.epsilon, "/budget/epsilon", "epsilon", names.epsilon);
  if (typeof epsilon === "number" && !(epsilon > 0)) draft.refuse("epsilon", errors.aboveZero(names.epsilon));
  const delta = draft.number(answers.delta, "/budget/delta", "delta", names.delta);
  if (typeof delta === "number" && !(delta > 0 && delta < 1)) draft.refuse("delta", errors.probability(names.delta));
  const release = draft.choice(answers.release, "/budget/release", "release", names.release, errors.release);
  draft.at("/budget/accountant", "accountant", names.accountant);
  draft.at("/budget/accounting", "accounting", names.accounting);
  const kept = (value, standard, key) => (value === standard && isObject(base) && base[key] === undefined ? undefined : value);
  return over(base, {
    epsilon,
    delta,
    accountant: kept(answers.accountant, "joint", "accountant"),
    accounting: answers.accounting === "whole" && base?.accounting === undefined ? undefined : answers.accounting,
    release: kept(release, "none", "release"),
    shares: sharesOf(draft, answers, words),
  });
}

/** Returns what to ask `plan` for, or null where the budget isn't complete yet. */
export function planOptions(answers, words) {
  const draft = new Draft(words);
  const budget = budgetOf(draft, answers, words);
  const loss = lossOf(draft, answers, words);
  const lambda = draft.number(answers.lambda, "/mechanism/lambda", "lambda", "", { required: false });
  if (draft.problems.length > 0) return null;
  const { epsilon, delta, shares } = budget;
  const dimension = dimensionOf(answers);
  return {
    loss: { name: loss.name, ...(loss.width === undefined ? {} : { width: loss.width }) },
    epsilon,
    delta,
    ...(lambda === null ? {} : { lambda }),
    ...(shares ? { shares: Object.fromEntries(Object.entries(shares).filter(([key]) => !key.startsWith("x-"))) } : {}),
    ...(dimension > 0 ? { dimension } : {}),
    accountant: answers.accountant,
    accounting: answers.accounting,
  };
}
