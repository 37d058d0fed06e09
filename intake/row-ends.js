// Where the rows of a CSV text end, found while its pieces come, each character once. Papa Parse
// takes time that grows as the square of a row that is broken or long; so it gets whole rows alone,
// and none with a quotation mark out of place.

/** Places in a text: beside quoted fields, in one, at the mark after it, and after that. */
const OUTSIDE = 0;
const INSIDE = 1;
const AT_QUOTE = 2;
const AFTER_QUOTE = 3;

/**
 * The ends of rows as Papa Parse finds them: a field that begins with a quotation mark is quoted,
 * and ends with one that is followed by the separator or the line's end, with blanks before it.
 */
export class RowEnds {
  #delimiter;
  #newline;
  /**
   * The last characters looked at, and those that can't be told yet: a separator's first half.
   *
   * @type {string}
   */
  #tail;
  #untold = 0;
  #length = 0;
  #state = OUTSIDE;
  #end = 0;
  #isQuoted = false;
  #isBroken = false;

  /** @param {{delimiter: string, newline: "\n" | "\r"}} dialect */
  constructor({ delimiter, newline }) {
    this.#delimiter = delimiter;
    this.#newline = newline;
    this.#tail = newline;
  }

  /** How many characters the whole rows have, of the text since the last `take`. */
  get end() {
    return this.#end;
  }

  /** Whether there is a quotation mark after the whole rows. */
  get isQuoted() {
    return this.#isQuoted;
  }

  /**
   * Whether the row after them has a quoted field with a quotation mark that neither ends it nor is
   * doubled. Nothing after it is looked at.
   */
  get isBroken() {
    return this.#isBroken;
  }

  /** Takes the whole rows away. */
  take() {
    this.#length -= this.#end;
    this.#end = 0;
  }

  /**
   * Looks at what comes next.
   *
   * @param {string} piece
   */
  read(piece) {
    if (this.#isBroken) return this;
    const text = this.#tail + piece;
    const before = this.#length + piece.length - text.length;
    let at = this.#tail.length - this.#untold;
    this.#length += piece.length;
    while (at < text.length) {
      const next = this.#step(text, at, before);
      if (this.#isBroken) return this;
      if (next === at) break;
      at = next;
    }
    this.#untold = text.length - at;
    this.#tail = text.slice(Math.max(0, at - this.#delimiter.length));
    return this;
  }

  /**
   * Goes on from `at`, and returns where it came; `at` itself where more text is needed.
   *
   * @param {string} text
   * @param {number} at
   * @param {number} before how much text stands before this
   */
  #step(text, at, before) {
    switch (this.#state) {
      case OUTSIDE:
        return this.#outside(text, at, before);
      case INSIDE:
        return this.#inside(text, at);
      case AT_QUOTE:
        if (text[at] !== '"') break;
        this.#state = INSIDE;
        return at + 1;
    }
    return this.#afterQuote(text, at, before);
  }

  /**
   * @param {string} text
   * @param {number} at
   * @param {number} before
   */
  #outside(text, at, before) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    const newline = text.slice(at, end).lastIndexOf(this.#newline);
    if (newline >= 0) this.#endRow(before + at + newline + 1);
    if (quote < 0) return end;
    this.#isQuoted = true;
    const delimiter = this.#delimiter;
    if (text[quote - 1] === this.#newline || text.startsWith(delimiter, quote - delimiter.length)) this.#state = INSIDE;
    return quote + 1;
  }

  /**
   * @param {string} text
   * @param {number} at
   */
  #inside(text, at) {
    let quote = text.indexOf('"', at);
    while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
    if (quote < 0) return text.length;
    this.#state = AT_QUOTE;
    return quote + 1;
  }

  /**
   * @param {string} text
   * @param {number} at
   * @param {number} before
   */
  #afterQuote(text, at, before) {
    const delimiter = this.#delimiter;
    this.#state = OUTSIDE;
    if (text[at] === this.#newline) return this.#endRow(before + at + 1) - before;
    if (text.startsWith(delimiter, at)) return at + delimiter.length;
    this.#state = AFTER_QUOTE;
    if (at + 1 === text.length && delimiter.startsWith(text[at])) return at;
    if (text[at].trim() === "") return at + 1;
    this.#isBroken = true;
    return at;
  }

  /** @param {number} end */
  #endRow(end) {
    this.#isQuoted = false;
    return (this.#end = end);
  }
}
