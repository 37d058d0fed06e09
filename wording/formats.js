// A language at work: its words, and how it writes numbers, dates and lists.

/** @typedef {ReturnType<typeof languageOf>} Language */

/**
 * Words and formats for one file of words.
 *
 * @param {import("../words/en/check.js").CheckWords} words
 */
export function languageOf(words) {
  const { locale, direction } = words;
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15, useGrouping: false });
  const list = new Intl.ListFormat(locale, { type: "unit", style: "long" });
  // From right to left, names in Latin letters that follow one another would run backwards, and a
  // fingerprint's digits apart.
  /** @type {(text: string) => string} */
  const isolated = direction === "rtl" ? (text) => `\u2068${text}\u2069` : (text) => text;
  /**
   * @param {number} value
   * @param {number} places
   * @param {Intl.NumberFormatOptions["signDisplay"]} signDisplay
   */
  const withPlaces = (value, places, signDisplay) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places, signDisplay })
      .format(value)
      .replace("-", "\u2212");
  return {
    words,
    /** A count: "1,000". */
    count: (/** @type {number} */ value) => whole.format(value),
    /** A number as a person may type it, nothing between thousands: "0.000001", "150000". */
    number: (/** @type {number} */ value) => (Number.isFinite(value) ? plain.format(value) : "∞"),
    /** A number with a set number of decimal places. */
    fixed: (/** @type {number} */ value, /** @type {number} */ places) => withPlaces(value, places, "auto"),
    /** The same with a sign: "+0.31", "−0.02". */
    signed: (/** @type {number} */ value, /** @type {number} */ places) => withPlaces(value, places, "exceptZero"),
    date: (/** @type {string} */ value) => {
      const day = new Date(`${value}T00:00:00Z`);
      return Number.isNaN(day.getTime())
        ? value
        : new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(day);
    },
    list: (/** @type {string[]} */ items) => list.format(items.map(isolated)),
    /** A text from elsewhere inside one of the page's own. */
    isolated,
  };
}
