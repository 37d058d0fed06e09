// The columns of the data that a study uses, as far as this page needs them: to make up rows and
// to draw a map.

/**
 * A feature or the label of a study that may not be finished: everything may be missing or be
 * something else.
 *
 * @typedef {{name?: string, kind?: string, label?: string, unit?: string, minimum?: number,
 *   maximum?: number, missing?: unknown, levels?: string[], negative?: string, positive?:
 *   string, aliases?: Record<string, string>}} StudyColumn
 */

/**
 * A study as far as this page reads it: a document that `notAStudy` has nothing against.
 *
 * @typedef {object} Study
 * @property {StudyColumn[]} features
 * @property {StudyColumn} [label]
 * @property {string} [title]
 * @property {object} [person]
 * @property {{lambda?: unknown, loss?: {name?: string}}} [mechanism]
 * @property {{epsilon?: unknown}} [budget]
 */

/**
 * A column of numbers.
 *
 * @typedef {{name: string, title: string, missing: unknown, kind: "number", minimum: number,
 *   maximum: number}} NumberColumn
 */

/**
 * A column of levels. `binary`: it holds yes and no.
 *
 * @typedef {{name: string, title: string, missing: unknown, kind: "level", levels: string[],
 *   aliases?: Record<string, string>, binary: boolean}} LevelColumn
 */

/** @typedef {NumberColumn | LevelColumn} Column */

const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isNumber = (/** @type {unknown} */ value) => typeof value === "number" && Number.isFinite(value);

/**
 * The two values of a label in one list, or those of a feature.
 *
 * @param {StudyColumn} column
 */
function levelsOf({ kind, levels, negative, positive }) {
  if (kind === "binary") return [negative, positive];
  if (kind === "boolean") return ["no", "yes"];
  return Array.isArray(levels) ? levels : [];
}

/** @typedef {{withUnit: (title: string, unit: string) => string, outcome: string}} ColumnWords */

/**
 * The columns that go into the model, the outcome last. The study may still have gaps: `gapsIn`
 * finds the columns that are not yet what their type says.
 *
 * @param {Pick<Study, "features" | "label">} study
 * @param {Pick<ColumnWords, "withUnit">} words
 * @returns {Column[]}
 */
export function columnsOf({ features, label }, { withUnit }) {
  const used = [...features.filter(({ kind }) => kind !== "constant"), label ?? {}].map((column) => {
    const { name, kind, label: title, unit, minimum, maximum, missing, aliases } = column;
    const named = { name, title: unit ? withUnit(title ?? name ?? "", unit) : (title ?? name), missing };
    return kind === "number"
      ? { ...named, kind: "number", minimum, maximum }
      : { ...named, kind: "level", levels: levelsOf(column), aliases, binary: kind === "boolean" };
  });
  return /** @type {Column[]} */ (used);
}

/**
 * Names of the columns for which no value could be made up: a range or a list of levels is missing.
 *
 * @param {Column[]} columns
 * @param {Pick<ColumnWords, "outcome">} words
 */
export function gapsIn(columns, { outcome }) {
  return columns
    .filter((column) =>
      column.kind === "number"
        ? !(isNumber(column.minimum) && isNumber(column.maximum) && column.minimum < column.maximum)
        : column.levels.length === 0 || !column.levels.every(isText),
    )
    .map(({ name }) => name ?? outcome);
}

const YES = /^(yes|true|1)$/i;

/** Values of a file that has values (Parquet), as a text file would have it. */
const asText = (/** @type {unknown} */ raw) => (raw === null ? "" : String(raw).trim());

/**
 * The level that a text means by an alias; else the text itself.
 *
 * @param {Column} column
 * @param {string} text
 */
function meant(column, text) {
  const aliases = (column.kind === "level" && column.aliases) || {};
  return Object.hasOwn(aliases, text) ? aliases[text] : text;
}

/** Blank, as the library takes it: "?" is, unless a level is called that. */
const isBlank = (/** @type {string} */ text, /** @type {Column} */ column) =>
  text === "" || (text === "?" && !(column.kind === "level" && column.levels.includes("?")));

/**
 * Where a value of this column lies: a number within its range, or the number of its level. The
 * library has read the same value before and refused what it is not; this is for drawing only.
 *
 * @param {Column} column
 * @param {unknown} raw
 * @param {boolean} [decimalComma]
 */
export function placeOf(column, raw, decimalComma = false) {
  const text = meant(column, asText(raw));
  const value = isBlank(text, column) ? asText(column.missing ?? null) : text;
  if (column.kind === "number") {
    const number = Number(decimalComma ? value.replace(",", ".") : value);
    return value === "" || Number.isNaN(number) ? NaN : Math.min(Math.max(number, column.minimum), column.maximum);
  }
  if (column.binary) return YES.test(value) ? 1 : 0;
  const place = column.levels.indexOf(value);
  // "1.0" is the level "1".
  const named = place < 0 && value !== "" ? column.levels.findIndex((level) => Number(level) === Number(value)) : place;
  return named < 0 ? NaN : named;
}
