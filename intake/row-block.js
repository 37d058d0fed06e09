// Several rows at once, as a file has them. The library takes them whole
// (RowBlock of index.d.ts); here they are taken apart for those who look at single rows.

/**
 * @typedef {import("./table.js").RawValue} RawValue
 * @typedef {{columns: (RawValue[] | Float64Array)[]}} ColumnBlock
 * @typedef {RawValue[] | ColumnBlock | import("expost").CsvBlock} RowOrBlock
 */

/**
 * @param {RowOrBlock} item
 * @returns {Iterable<RawValue[]>}
 */
function rowsIn(item) {
  if (Array.isArray(item)) return [item];
  if ("rows" in item) return item.rows();
  const { columns } = item;
  return Array.from(columns[0] ?? [], (_, row) => columns.map((column) => column[row]));
}

/**
 * The rows of rows and blocks, one by one.
 *
 * @param {AsyncIterable<RowOrBlock> | Iterable<RowOrBlock>} items
 * @returns {AsyncGenerator<RawValue[], void>}
 */
export async function* singleRows(items) {
  for await (const item of items) yield* rowsIn(item);
}

/**
 * The same rows and blocks; `see` is called with each row before it goes on.
 *
 * @param {AsyncIterable<RowOrBlock> | Iterable<RowOrBlock>} items
 * @param {(row: RawValue[]) => void} see
 */
export async function* seenRows(items, see) {
  for await (const item of items) {
    for (const row of rowsIn(item)) see(row);
    yield item;
  }
}
