// The columns that go into the model: the table of their fields, and the study's list of features.
import { isObject } from "../../intake/study-document.js";
import { asTyped } from "../../wording/typed-number.js";
import { is } from "./conditions.js";
import { answersIn, initialAnswers } from "./draft.js";
import { member, put } from "./pointers.js";
import { asText, derived, number, optionalNumber, place, text } from "./rules.js";
import { levelsIn } from "./record-shape.js";

/** @import { AnswersOf, Draft } from "./draft.js" */
/** @import { Part } from "./pointers.js" */
/** @import { Rule } from "./rules.js" */

/**
 * A column of the data or a feature of a study. `base` is the feature as an imported study had it,
 * with keys that this page has no field for.
 *
 * @typedef {AnswersOf<(typeof COLUMN)[number]> & {name: string, base: Part}} Column
 */

/** The name of a column in a sentence. */
const called = (/** @type {{name: string, label: string}} */ column) => column.label.trim() || column.name;

/**
 * The choices of a column, one on each line.
 *
 * @type {Rule<string>}
 */
const levels = {
  initial: () => "",
  read: (value) => (Array.isArray(value) ? value.map(asText).join("\n") : ""),
  write(typed, { answers, refuse, words }) {
    const written = levelsIn(typed);
    if (written.length === 0) refuse(words.errors.levels(called(answers)));
    return written.length > 0 ? written : null;
  },
};

/**
 * Words that people see for the choices, one on each line; none where it is blank. The core counts
 * them.
 *
 * @type {Rule<string>}
 */
export const levelWords = {
  ...levels,
  write(typed) {
    const written = levelsIn(typed);
    return written.length > 0 ? written : undefined;
  },
};

/** @type {Rule<string>} */
const kind = { initial: () => "", read: asText, write: (chosen) => chosen };

/** A blank counts as a number or as one of the choices. */
const missing = optionalNumber();

/** The rows of a column. Pointers begin at its feature, and its id goes before theirs. */
export const COLUMN = /** @type {const} */ ([
  ["kind", "", "kind", place],
  ["kind", "/name", "kind", derived(({ name }) => name)],
  ["label", "/label", "label", text()],
  ["unit", "/unit", "unit", text(), is("kind", "number")],
  ["kind", "/kind", "kind", kind],
  ["value", "/value", "value", number(), is("kind", "constant")],
  ["minimum", "/minimum", "minimum", number(), is("kind", "number")],
  ["maximum", "/maximum", "maximum", number(), is("kind", "number")],
  ["levels", "/levels", "levels", levels, is("kind", "category")],
  ["levelWords", "/levelWords", "level-words", levelWords, is("kind", "category")],
  ["missing", "/missing", "missing", missing, is("kind", "number")],
  ["missing", "/missing", "missing", { ...missing, write: text().write }, is("kind", "category")],
]);

/**
 * A column with nothing said about it.
 *
 * @param {string} name
 * @returns {Column}
 */
export const newColumn = (name) => ({ ...initialAnswers(COLUMN, []), name, base: {} });

/**
 * Spellings of levels that are there, and no levels themselves; undefined where there are none.
 *
 * @param {Part} aliases
 * @param {string[]} now
 */
function meaningful(aliases, now) {
  const left = Object.entries(aliases).filter(
    ([alias, level]) => now.includes(/** @type {string} */ (level)) && !now.includes(alias),
  );
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/**
 * Takes out of a feature or a label the words without a field here that mean nothing any more:
 * units in other languages of what is no number, spellings of levels that aren't there, and levels
 * in other languages unless the levels are the same.
 *
 * @param {Part} part what is written
 * @param {unknown} base the part as it was read
 * @param {string[] | null} now its levels, null of what has none
 */
export function dropWords(part, base, now) {
  if (part.kind !== "number") delete part.units;
  const before = member(base, "levels") ?? [member(base, "negative"), member(base, "positive")];
  if (now === null || JSON.stringify(before) !== JSON.stringify(now)) delete part.levelLabels;
  if (now === null) delete part.aliases;
  else if (isObject(part.aliases)) put(part, "/aliases", meaningful(part.aliases, now));
}

/**
 * A column that goes into the model.
 *
 * @param {Draft} draft
 * @param {Column} column
 * @param {{pointer: string, id: string}} before what goes before pointers and ids of its fields
 */
function featureOf(draft, column, before) {
  /** @type {Record<string, (column: string) => string>} */
  const names = draft.words.names.ofColumn;
  const feature = draft.written(COLUMN, column, (key) => names[key](called(column)), before);
  dropWords(feature, column.base, column.kind === "category" ? levelsIn(column.levels) : null);
  return feature;
}

/**
 * The list of columns. A new study starts with an intercept.
 *
 * @type {Rule<Column[]>}
 */
export const columns = {
  initial: (decimals) => [{ ...newColumn("intercept"), kind: "constant", value: asTyped("1", decimals) }],
  read(value, { decimals }) {
    const features = /** @type {Part[]} */ (value);
    return features.map((base) => ({ ...answersIn(COLUMN, base, decimals), name: asText(base.name), base }));
  },
  write(/** @type {Column[]} */ all, { answers, draft, refuse, words: { errors } }) {
    /** @type {Part[]} */
    const features = [];
    for (const [index, column] of all.entries()) {
      if (column.name === answers.outcome && column.name !== "") continue;
      const id = `column-${index + 1}-`;
      if (column.kind === "") draft.refuse(`${id}kind`, errors.kind(column.name));
      else if (column.kind !== "out") features.push(featureOf(draft, column, { pointer: `/features/${features.length}`, id }));
    }
    const isKnown = all.every((column) => column.kind !== "");
    if (isKnown && features.every((feature) => feature.kind === "constant")) refuse(errors.noColumns);
    return features;
  },
};
