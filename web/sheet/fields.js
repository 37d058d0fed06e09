// The form's questions, from the report's public description of a record.

/** @import { Language } from "../../wording/formats.js" */
/** @import { CheckWords } from "#words/check" */
/** @import { Feature, Label, ReportSummary } from "expost" */

/**
 * `names` are other words for it.
 *
 * @typedef {{value: string, text: string, names?: string[]}} Choice
 */
/**
 * Parts that a field of any kind may have: the id of its element, its name in the record (`key`),
 * what a pasted column may be called besides (`names`), how its unit may be written (`units`), what
 * a blank counts as (`missing`), and how many classes a coded outcome has. Label and unit are in
 * the page's language where the report has them; `short` is the label as sentences have it.
 *
 * @typedef {object} AnyField
 * @property {string} id
 * @property {string} key
 * @property {string} label
 * @property {string} short
 * @property {string[]} [names]
 * @property {string} [unit]
 * @property {string[]} [units]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string | number} [missing]
 * @property {boolean} [outcome]
 * @property {boolean} [coded]
 * @property {number} [classes]
 */
/**
 * @typedef {AnyField & {kind: "number", widget: "text", choices?: undefined, count?: undefined}}
 *   NumberField
 */
/**
 * @typedef {AnyField & {kind: "choice", widget: "radios" | "select", choices: Choice[], aliases?:
 *   Record<string, string>, count?: undefined}} ChoiceField
 */
/**
 * A field for `count` numbers.
 *
 * @typedef {AnyField & {kind: "coded", widget: "area", count: number, choices?: undefined}}
 *   CodedField
 */
/**
 * A field for an image of `count` numbers, those of the features in `columns`, or x where there are
 * none.
 *
 * @typedef {AnyField & {kind: "image", widget: "image", count: number, columns: string[] | null,
 *   shape: number[], image: NonNullable<import("expost").NetworkInput["image"]>, choices?:
 *   undefined}} ImageField
 */
/** @typedef {NumberField | ChoiceField | CodedField | ImageField} Field */

/**
 * A feature or the label: they are described alike.
 *
 * @typedef {Omit<Feature, "kind"> & Pick<Label, "negative" | "positive"> & {kind: Feature["kind"] |
 *   Label["kind"]}} Described
 */

/** Up to this many choices are shown at once; more go into a list. */
const MOST_RADIOS = 7;

/**
 * One field for each value a person enters, in the report's order, the outcome last.
 *
 * @param {ReportSummary} summary
 * @param {CheckWords} words
 * @returns {Field[]}
 */
export function fieldsOf(summary, words) {
  const { input } = summary;
  if (input?.image) return [imageField(summary, input.shape, input.image, words), outcomeField(summary, words)];
  if (!summary.features) return [codedField(summary, words), outcomeField(summary, words)];
  const asked = summary.features.filter((feature) => feature.kind !== "constant");
  const fields = asked.map((feature, index) => fieldOf(feature, `value-${index + 1}`, words));
  return shortened([...fields, outcomeField(summary, words)]);
}

/**
 * The outcome: a report without features has its code.
 *
 * @param {ReportSummary} summary
 * @param {CheckWords} words
 * @returns {Field}
 */
function outcomeField({ features, label, loss }, words) {
  if (features) return { ...fieldOf(/** @type {Label} */ (label), "outcome", words), outcome: true };
  const { codedOutcome } = words.form;
  return {
    ...{ id: "outcome", key: "y", label: codedOutcome, short: codedOutcome },
    ...{ kind: "number", widget: "text", coded: true, outcome: true, classes: loss.classes },
  };
}

/**
 * @param {ReportSummary} summary
 * @param {number[]} shape
 * @param {NonNullable<import("expost").NetworkInput["image"]>} image
 * @param {CheckWords} words
 * @returns {ImageField}
 */
const imageField = ({ features, dimension }, shape, image, { form }) => ({
  ...{ id: "image", key: "x", label: form.image, short: form.image, kind: "image", widget: "image" },
  ...{ coded: true, count: dimension, columns: features && features.map(({ name }) => name), shape, image },
});

/** A label without what is explained in brackets at its end. */
export const withoutBrackets = (/** @type {string} */ label) => label.replace(/\s*\([^()]*\)$/, "") || label;

/**
 * The fields with their labels cut short, where these still differ.
 *
 * @param {Field[]} fields
 */
function shortened(fields) {
  const short = fields.map(({ label }) => withoutBrackets(label));
  return new Set(short).size < fields.length ? fields : fields.map((field, index) => ({ ...field, short: short[index] }));
}

/**
 * @param {Described} described
 * @param {string} id
 * @param {CheckWords} words
 * @returns {NumberField | ChoiceField}
 */
function fieldOf(described, id, words) {
  const { name, kind, minimum, maximum, missing, levels, negative, positive } = described;
  const { labels, units, levelWords, levelLabels, aliases } = described;
  const label = labels?.[words.language] ?? (described.label || name);
  const unit = units?.[words.language] ?? described.unit;
  const names = [described.label, label, withUnit({ label, unit }, words)];
  const field = { id, key: name, label, short: label, names, unit, missing };
  if (kind === "number")
    return { ...field, kind: "number", widget: "text", minimum, maximum, units: [described.unit ?? "", unit ?? ""] };
  const values = /** @type {string[]} */ (
    kind === "boolean" ? ["yes", "no"] : kind === "binary" ? [negative, positive] : levels
  );
  const shown = levelLabels?.[words.language] ?? levelWords ?? values;
  /** @type {Choice[]} */
  const choices = values.map((value, index) => ({
    value,
    names: levelWords && [levelWords[index]],
    text: kind === "boolean" ? words.form[/** @type {"yes" | "no"} */ (value)] : shown[index],
  }));
  const widget = choices.length <= MOST_RADIOS ? "radios" : "select";
  // A list has a blank entry anyway; a radio button, once pressed, can't be taken back.
  if (missing !== undefined && widget === "radios") choices.push({ value: "", text: words.form.notRecorded });
  return { ...field, kind: "choice", widget, choices, aliases };
}

/**
 * The keys of what is answered besides a field's value: whether it isn't known, its end, and
 * whether nothing is known of the series that it begins.
 */
export const unsureKey = (/** @type {Pick<Field, "id">} */ { id }) => `${id}-unsure`;
export const noneKey = (/** @type {Pick<Field, "id">} */ { id }) => `${id}-none`;
export const toKey = (/** @type {Pick<Field, "id">} */ { id }) => `${id}-to`;

/**
 * The question of a field, with its unit.
 *
 * @param {{label: string, unit?: string}} field
 * @param {CheckWords} words
 */
export const withUnit = ({ label, unit }, { form }) => (unit ? form.labelWithUnit(label, unit) : label);

/**
 * A number without its field's unit before or after it: "37 years" is "37" where the unit is years.
 *
 * @param {Field} field
 * @param {string} text
 */
export function withoutUnit({ units = [] }, text) {
  const typed = text.trim();
  const lower = typed.toLowerCase();
  // A unit with a digit or a sign in it could be part of the number.
  for (const unit of units.map((one) => one.trim().toLowerCase()).filter((one) => /^[^\d.,+-]+$/.test(one))) {
    const rest = lower.endsWith(unit) ? typed.slice(0, -unit.length) : lower.startsWith(unit) ? typed.slice(unit.length) : "";
    if (/\d/.test(rest)) return rest.trim();
  }
  return text;
}

// A report without features is for records that were coded elsewhere; few people meet one.
/**
 * @param {ReportSummary} summary
 * @param {CheckWords} words
 * @returns {CodedField}
 */
const codedField = ({ dimension }, { form: { coded } }) => ({
  ...{ id: "coded", key: "x", label: coded, short: coded, kind: "coded", widget: "area", coded: true, count: dimension },
});

/**
 * The field of a column of the report.
 *
 * @param {Field[]} fields
 * @param {string} name
 */
export const fieldNamed = (fields, name) => /** @type {Field} */ (fields.find((field) => field.key === name));

/**
 * A value of the report's, as the form writes it: a number, or one of the choices.
 *
 * @param {Field} field
 * @param {string | number} value
 * @param {Language} language
 */
export function valueInWords(field, value, language) {
  if (typeof value === "number") return language.number(value);
  return field.choices?.find((choice) => choice.value === value)?.text ?? value;
}

/**
 * A number a person might have written here, for messages ("like 45").
 *
 * @param {{minimum: number, maximum: number}} field or one without a range
 */
export function exampleFor(field) {
  if (!(field.maximum > field.minimum)) return 1;
  const middle = field.minimum + (field.maximum - field.minimum) / 2;
  const spread = field.maximum - field.minimum;
  if (spread > 4) {
    const step = 10 ** Math.max(0, Math.floor(Math.log10(spread / 4)));
    return Math.round(middle / step) * step;
  }
  return Number(middle.toPrecision(2));
}
