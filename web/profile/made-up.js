// Rows of the same shape as the study's, without a look at any data: each value is drawn by
// itself, evenly, from the range or the levels that the study states. The randomness is the
// browser's own (crypto.getRandomValues).

const WORDS = 4096;

/**
 * Random numbers, fetched in blocks.
 *
 * @param {(words: Uint32Array<ArrayBuffer>) => void} fill puts random 32-bit words into an array
 */
function drawer(fill) {
  const block = new Uint32Array(WORDS);
  let used = WORDS;
  const word = () => {
    if (used === WORDS) {
      fill(block);
      used = 0;
    }
    return block[used++];
  };
  return {
    /** In [0, 1), with all 53 bits that a double has. */
    share: () => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53,
    /** A whole number below `end`, each as likely as any other. */
    below(/** @type {number} */ end) {
      const most = Math.floor(2 ** 32 / end) * end;
      for (;;) {
        const drawn = word();
        if (drawn < most) return drawn % end;
      }
    },
  };
}

const quoted = (/** @type {string} */ text) => (/[",;\t\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Digits enough to tell any two values in a range apart for drawing, few enough to be read.
 *
 * @param {{minimum: number, maximum: number}} range
 * @param {number} share
 */
function valueIn({ minimum, maximum }, share) {
  const value = minimum + (maximum - minimum) * share;
  return String(Math.min(Math.max(Number(value.toPrecision(6)), minimum), maximum));
}

/**
 * A CSV text of `rows` rows with these columns (from `columnsOf`, without gaps).
 *
 * @param {import("./study-columns.js").Column[]} columns
 * @param {number} rows
 * @param {(words: Uint32Array<ArrayBuffer>) => void} fill for tests; the browser's own randomness
 *   unless given
 */
export function madeUpRows(columns, rows, fill = (words) => crypto.getRandomValues(words)) {
  const draw = drawer(fill);
  const lines = [columns.map(({ name }) => quoted(name)).join(",")];
  for (let row = 0; row < rows; row += 1) {
    const cells = columns.map((column) =>
      column.kind === "number" ? valueIn(column, draw.share()) : quoted(column.levels[draw.below(column.levels.length)]),
    );
    lines.push(cells.join(","));
  }
  return `${lines.join("\n")}\n`;
}
