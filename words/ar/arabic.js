// Pieces of Arabic sentences that the files of words share.

/** A piece that is read from left to right, in an isolate of its own: a formula, a file name. */
export const ltr = (/** @type {string | number} */ text) => `\u2066${text}\u2069`;
/** A formula: an isolate on one line, as its halves would change places. */
export const unbroken = (/** @type {string} */ text) => ltr(text.replaceAll(" ", "\u00a0"));
/**
 * Words that came from elsewhere, in whatever language, in an isolate that goes by its first
 * letter.
 */
export const own = (/** @type {string} */ text) => `\u2068${text}\u2069`;

/**
 * A noun.
 *
 * @typedef {{zero?: string, one: string, two: string, few: string, many: string, other: string}}
 *   Forms
 */

const rules = new Intl.PluralRules("ar");
/**
 * A number with its noun in the form that goes with it.
 *
 * @param {string} written
 * @param {number} number
 * @param {Forms} forms
 */
export const counted = (written, number, forms) => {
  const rule = rules.select(number);
  if (rule === "one" || rule === "two") return forms[rule];
  return `${written} ${forms[rule] ?? forms.other}`;
};
