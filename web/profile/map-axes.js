// The two sides that a map can have: a column of the data, or a coordinate of the model and how
// far each row moves it.

/**
 * { key, title, column } of each column (from `columnsOf`), then { key, title, name, base, changes
 * } of each coordinate that the profile has: `base` its value in the model of all rows, `changes`
 * by row what leaving the row out adds to it.
 */
export function axesOf(columns, { modelCoordinates }, words) {
  return [
    ...columns.map((column, index) => ({ key: `column-${index}`, title: column.title, column })),
    ...(modelCoordinates ?? []).map(({ name, base, displacement }, index) => ({
      ...{ key: `coordinate-${index}`, title: words.change(name), name, base, changes: displacement },
    })),
  ];
}

/** The keys that a map begins with: two columns, numbers where there are two. */
export function firstTwo(axes) {
  const columns = axes.filter(({ column }) => column);
  const numbersFirst = columns.toSorted((a, b) => (a.column.kind === "number" ? 0 : 1) - (b.column.kind === "number" ? 0 : 1));
  return [numbersFirst[0].key, (numbersFirst[1] ?? numbersFirst[0]).key];
}
