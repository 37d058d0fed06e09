// The study's record: its features and its label.
import { isObject } from "../../intake/study-document.js";
import { over } from "./draft.js";
import { levelsIn } from "./record-shape.js";

/** @import { Answers, Column, Part } from "./answers.js" */
/** @import { Draft } from "./draft.js" */
/** @import { AskedLoss, PublishWords } from "#words/publish" */

/**
 * The kind of label that a loss has.
 *
 * @type {Record<AskedLoss, "binary" | "number">}
 */
const LABEL_KINDS = { logistic: "binary", "pseudo-huber": "number", squared: "number" };

/**
 * Whether a loss has outcomes of two values; the others have numbers.
 *
 * @param {string} loss
 */
export const isBinary = (loss) => LABEL_KINDS[/** @type {AskedLoss} */ (loss)] === "binary";

/** Parts without a field here, of what has levels. */
const NO_LEVELS = { levelLabels: undefined, aliases: undefined };

/**
 * Spellings of levels that are there, and no levels themselves; undefined where there are none.
 *
 * @param {Part} aliases
 * @param {string[]} levels
 */
function meaningful(aliases, levels) {
  const left = Object.entries(aliases).filter(
    ([alias, level]) => levels.includes(/** @type {string} */ (level)) && !levels.includes(alias),
  );
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/**
 * Parts of a study about levels that have no field here, as far as they still mean something:
 * spellings of levels that are there, and words in other languages while the levels are the same.
 *
 * @param {unknown} base the part as it was read
 * @param {string[]} levels
 */
function aboutLevels(base, levels) {
  const { aliases, levelLabels, ...read } = isObject(base) ? base : {};
  const before = read.levels ?? [read.negative, read.positive];
  const isSame = JSON.stringify(before) === JSON.stringify(levels);
  return { aliases: isObject(aliases) ? meaningful(aliases, levels) : aliases, levelLabels: isSame ? levelLabels : undefined };
}

/** The name of a column in a sentence. */
const calledColumn = (/** @type {Column} */ column) => column.label.trim() || column.name;

/**
 * The outcome.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function labelOf(draft, answers, { names }) {
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
    const values = { negative: negative || null, positive: positive || null };
    const numbers = { unit: undefined, units: undefined, minimum: undefined, maximum: undefined };
    return over(base.label, { ...common, ...values, ...numbers, ...aboutLevels(base.label, [negative, positive]) });
  }
  const unit = draft.text(answers.outcomeUnit, "/label/unit", "outcome-unit", names.outcomeUnit) || undefined;
  /** @type {[string, string]} */
  const ids = ["outcome-minimum", "outcome-maximum"];
  const range = draft.range(answers.outcomeMinimum, answers.outcomeMaximum, "/label", ids, [
    names.outcomeMinimum,
    names.outcomeMaximum,
  ]);
  return over(base.label, { ...common, unit, ...range, negative: undefined, positive: undefined, ...NO_LEVELS });
}

/**
 * The columns that go into the model.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function featuresOf(draft, answers, words) {
  const { errors } = words;
  /** @type {Part[]} */
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

/**
 * A column that goes into the model.
 *
 * @param {Draft} draft
 * @param {Column} column
 * @param {string} pointer its place in the study
 * @param {string} id of its fields, which goes before their own
 * @param {PublishWords} words
 * @returns {Part}
 */
function featureOf(draft, column, pointer, id, { names, errors }) {
  const called = calledColumn(column);
  const named = (/** @type {keyof typeof names.ofColumn} */ what) => names.ofColumn[what](called);
  draft.at(pointer, `${id}-kind`, named("kind"));
  draft.at(`${pointer}/name`, `${id}-kind`, named("kind"));
  const common = {
    name: column.name,
    label: draft.text(column.label, `${pointer}/label`, `${id}-label`, named("label")) || undefined,
  };
  const known = { unit: undefined, kind: column.kind, value: undefined, minimum: undefined, maximum: undefined };
  const rest = { ...known, ...NO_LEVELS, units: undefined, levels: undefined, missing: undefined };
  // Words in other languages have no field here; they stay while the kind does.
  const { units } = /** @type {Part} */ (column.base ?? {});
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
    /** @type {[string, string]} */
    const ids = [`${id}-minimum`, `${id}-maximum`];
    const range = draft.range(column.minimum, column.maximum, pointer, ids, [named("minimum"), named("maximum")]);
    const standIn = draft.number(missing, `${pointer}/missing`, `${id}-missing`, named("missing"), { required: false });
    return over(column.base, { ...common, ...rest, unit, units, ...range, missing: standIn ?? undefined });
  }
  if (column.kind === "category") {
    const levels = levelsIn(column.levels);
    draft.at(`${pointer}/levels`, `${id}-levels`, named("levels"));
    draft.at(`${pointer}/missing`, `${id}-missing`, named("missing"));
    if (levels.length === 0) draft.refuse(`${id}-levels`, errors.levels(called));
    return over(column.base, {
      ...common,
      ...rest,
      levels: levels.length ? levels : null,
      ...aboutLevels(column.base, levels),
      missing: missing || undefined,
    });
  }
  return over(column.base, { ...common, ...rest });
}
