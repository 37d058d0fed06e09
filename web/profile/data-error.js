// Which of two tables the library's error of data is about.

/** @typedef {"data-file" | "held-out-file"} TableField the field that a table was given in */

/**
 * The table that a pointer is about, and the pointer within that table. Of held-out rows pointers
 * begin with /heldOut; a column of the data may be called so, too.
 *
 * @param {string} pointer
 * @param {boolean} hasHeldOut whether held-out rows were given
 * @returns {{file: TableField, pointer: string}}
 */
export function tableOfError(pointer, hasHeldOut) {
  const inHeldOut = hasHeldOut ? /^\/heldOut(\/.*)?$/s.exec(pointer) : null;
  return inHeldOut ? { file: "held-out-file", pointer: inHeldOut[1] ?? "" } : { file: "data-file", pointer };
}
