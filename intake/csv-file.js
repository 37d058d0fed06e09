// A file of CSV as a table, read by the package (openCsv of index.d.ts). What is wrong in its text
// is a refusal, as whoever opened it makes them.

/** @typedef {typeof import("expost").openCsv} OpenCsv */

/**
 * @param {OpenCsv} openCsv
 * @param {Parameters<OpenCsv>[0]} chunks
 * @param {(message: string, more?: {cause: unknown}) => Error} refusal
 * @param {import("expost").CsvOptions} options
 * @returns {Promise<import("./table.js").Table & {close: () => Promise<void>}>}
 */
export async function openCsvFile(openCsv, chunks, refusal, options) {
  /**
   * @template Result
   * @param {Promise<Result>} work
   */
  const refused = (work) =>
    work.catch((error) => {
      throw error.type === "data" ? refusal(error.message, { cause: error }) : error;
    });
  const table = await refused(openCsv(chunks, options));
  const rows = table.rows[Symbol.asyncIterator]();
  return {
    header: table.header,
    rows: {
      [Symbol.asyncIterator]: () => ({
        next: () => refused(rows.next()),
        return: async () => ({ done: true, value: undefined }),
      }),
    },
    expectedRows: table.expectedRows,
    noRows: () => refusal("has a header, but no rows below it"),
    lineOf: (pointer) => table.lineOf(pointer),
    thousands: () => table.thousands,
    close: () => table.close(),
  };
}
