// Faults of a table, by the library's codes. Pages in other languages say them before the library's
// own sentence, which is English; in English that is enough.

/** @typedef {typeof tableErrors} TableErrors */

/** @satisfies {import("../types.js").Texts} */
export const tableErrors = {
  // In a cell: the line comes before, the column is put in.
  cell: {
    missing: (column) => `Column “${column}” is blank here, and every row needs a value in it.`,
    "not-a-number": (column) => `Column “${column}” must have a number here.`,
    "not-finite": (column) => `Column “${column}” must have a finite number here.`,
    "ambiguous-number": (column) =>
      `The number in column “${column}” can be read in two ways: write nothing between thousands.`,
    "not-a-boolean": (column) => `Column “${column}” must have yes or no here, or true, false, 1 or 0.`,
    "unknown-level": (column) => `Column “${column}” has a value here that is none of its choices.`,
    "wrong-type": (column) => `Column “${column}” has another kind of value here.`,
    "out-of-range": (column) => `Column “${column}” has a value here that can't be used.`,
    "not-utf8": (column) => `Column “${column}” has letters here that are not in UTF-8: save the file as UTF-8.`,
  },
  // Faults of a whole column.
  column: {
    "missing-column": (column) => `The file has no column “${column}”.`,
    "duplicate-column": (column) => `The file has the column “${column}” twice.`,
    "wrong-type": (column) => `Column “${column}” has values of a kind that can't be read.`,
    "one-class": (column) => `Column “${column}” has the same value in all rows. At least two are needed.`,
  },
  // Faults of the file, or of a line.
  table: {
    "wrong-length": "This row has more or fewer values than the header has columns.",
    "unclosed-quote": "A quotation mark is not closed here.",
    "too-long": "This row is too long.",
    "not-utf8": "The file is not in UTF-8: save it as UTF-8.",
    "not-a-table": "This file can't be read as a table.",
    empty: "There are no rows below the header.",
    "too-few": "There are too few rows.",
    changed: "The file was changed while it was read.",
  },
};
