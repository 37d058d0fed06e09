// The columns of the data that a study uses, as far as this page needs them: to make up rows and
// to draw a map.

const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

/** The two values of a label in one list, or those of a feature. */
function levelsOf({ kind, levels, negative, positive }) {
  if (kind === "binary") return [negative, positive];
  if (kind === "boolean") return ["no", "yes"];
  return Array.isArray(levels) ? levels : [];
}

/**
 * { name, title, kind: "number", minimum, maximum, missing } or { name, title, kind: "level",
 * levels, missing } of each column that goes into the model, the outcome last. The study may still
 * have gaps; `gapsIn` finds them.
 */
export function columnsOf({ features, label }) {
  return [...features.filter(({ kind }) => kind !== "constant"), label ?? {}].map((column) => {
    const { name, kind, label: title, unit, minimum, maximum, missing } = column;
    const named = { name, title: unit ? `${title ?? name}, in ${unit}` : (title ?? name), missing };
    return kind === "number"
      ? { ...named, kind: "number", minimum, maximum }
      : { ...named, kind: "level", levels: levelsOf(column), binary: kind === "boolean" };
  });
}

/**
 * Names of the columns for which no value could be made up: a range or a list of levels is missing.
 */
export function gapsIn(columns) {
  return columns
    .filter((column) =>
      column.kind === "number"
        ? !(isNumber(column.minimum) && isNumber(column.maximum) && column.minimum < column.maximum)
        : column.levels.length === 0 || !column.levels.every(isText),
    )
    .map(({ name }) => name ?? "the outcome");
}

const YES = /^(yes|true|1)$/i;

/** Values of a file that has values (Parquet), as a text file would have it. */
const asText = (raw) => (raw === null ? "" : String(raw).trim());

/** Blank, as the library takes it: "?" is, unless a level is called that. */
const isBlank = (text, { levels }) => text === "" || (text === "?" && !levels?.includes("?"));

/**
 * Where a value of this column lies: a number within its range, or the number of its level. The
 * library has read the same value before and refused what it is not; this is for drawing only.
 */
export function placeOf(column, raw) {
  const value = isBlank(asText(raw), column) ? asText(column.missing ?? null) : asText(raw);
  if (column.kind === "number") {
    const number = Number(value);
    return value === "" || Number.isNaN(number) ? NaN : Math.min(Math.max(number, column.minimum), column.maximum);
  }
  if (column.binary) return YES.test(value) ? 1 : 0;
  const place = column.levels.indexOf(value);
  // "1.0" is the level "1".
  const named = place < 0 && value !== "" ? column.levels.findIndex((level) => Number(level) === Number(value)) : place;
  return named < 0 ? NaN : named;
}
