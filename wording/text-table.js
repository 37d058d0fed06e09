// A table in text: the first column to the left, the others to the right, two blanks between.

/** @param {string[][]} rows */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => length(row[column]))));
  return rows
    .map((row) => row.map((cell, column) => padded(cell, widths[column], column > 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

// Neither a combining mark (ε̄) nor a mark of writing direction takes a place of its own.
/** @param {string} text */
const length = (text) => Array.from(text.replace(/[\p{M}\p{Cf}]/gu, "")).length;

/**
 * @param {string} text
 * @param {number} width
 * @param {boolean} right
 */
function padded(text, width, right) {
  const blanks = " ".repeat(width - length(text));
  return right ? blanks + text : text + blanks;
}
