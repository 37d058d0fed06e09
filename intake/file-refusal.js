// Why a file holds no record that a report takes. Pages and the command line say it in words of
// their own (words/<language>/check.js, `file`).

/**
 * @typedef {"size" | "colours" | "grey" | "interlaced" | "transparent" | "shades" | "noImage" |
 *   "notAnImage" | "type" | "shape" | "fortran" | "number" | "outside" | "count" | "damaged" |
 *   "large" | "unreadable"} FileCode
 */

export class FileRefusal extends Error {
  /**
   * @param {FileCode} code
   * @param {(number | string)[]} values that its words name, in their order
   */
  constructor(code, ...values) {
    super([code, ...values].join(" "));
    this.code = code;
    this.values = values;
  }
}
