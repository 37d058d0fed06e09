/**
 * Rows of which there has to be one. Not for what is published: whether there is a report must not
 * depend on the data.
 *
 * @template Row
 * @param {AsyncIterable<Row>} rows
 * @param {() => Error} noRows makes what is thrown where there is none
 */
export async function* someRows(rows, noRows) {
  let none = true;
  for await (const row of rows) {
    none = false;
    yield row;
  }
  if (none) throw noRows();
}
