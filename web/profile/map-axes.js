// The two sides that a map can have: a column of the data, or a coordinate of the model and how
// far each row moves it.

/** @import { Column } from "./study-columns.js" */

/**
 * A column of the data.
 *
 * @typedef {{key: string, title: string, column: Column, changes?: undefined}} ColumnAxis
 */

/**
 * A coordinate of the model: `base` is its value in the model of all rows, `changes` by row what
 * leaving the row out adds to it.
 *
 * @typedef {{key: string, title: string, column?: undefined, name: string, base: number, changes:
 *   Float64Array}} CoordinateAxis
 */

/** @typedef {ColumnAxis | CoordinateAxis} Axis a side that a map can have */

/**
 * The axes of all columns, then of all coordinates that the profile has.
 *
 * @param {Column[]} columns
 * @param {Pick<import("expost").Profile, "modelCoordinates">} profile
 * @param {{change: (name: string) => string}} words
 * @returns {Axis[]}
 */
export function axesOf(columns, { modelCoordinates }, words) {
  return [
    ...columns.map((column, index) => ({ key: `column-${index}`, title: column.title, column })),
    ...(modelCoordinates ?? []).map(({ name, base, displacement }, index) => ({
      ...{ key: `coordinate-${index}`, title: words.change(name), name, base, changes: displacement },
    })),
  ];
}

/**
 * The keys that a map begins with: two columns, numbers where there are two.
 *
 * @param {Axis[]} axes
 */
export function firstTwo(axes) {
  const columns = axes.filter(({ column }) => column);
  const place = (/** @type {Axis} */ { column }) => (column?.kind === "number" ? 0 : 1);
  const numbersFirst = columns.toSorted((a, b) => place(a) - place(b));
  return [numbersFirst[0].key, (numbersFirst[1] ?? numbersFirst[0]).key];
}

/**
 * The axes that a map's keys name, across first.
 *
 * @param {{chosen: string[]}} map
 * @param {Axis[]} axes
 */
export const chosenAxes = ({ chosen }, axes) => chosen.flatMap((key) => axes.find((axis) => axis.key === key) ?? []);
