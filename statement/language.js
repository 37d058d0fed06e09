// A language of statements: its sentences, the check page's words, and how it writes numbers.
import { languageOf } from "../wording/formats.js";

/** @typedef {ReturnType<typeof statementLanguage>} StatementLanguage */

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Letters that are written from right to left: Hebrew, Arabic, and what Unicode has near them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/;
/** A number as program code writes it: with a power of ten, or with places alone. */
const NUMBER = /^(?<digits>[-−]?\d+(?:\.\d+)?)(?:e(?<power>[-+]?\d+))?$/;
/** Below this, a probability is written with a power of ten. */
const TINY = 1e-9;

/**
 * Writes "-17" as "⁻¹⁷".
 *
 * @param {string} power
 */
const raised = (power) =>
  power
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)])
    .replace("-", "⁻")
    .replace("+", "");

/**
 * Returns how a locale writes the digits, the minus sign and the decimal sign.
 *
 * @param {string} locale
 */
function signsOf(locale) {
  const digits = Array.from(new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210)).reverse();
  const parts = new Intl.NumberFormat(locale).formatToParts(-0.5);
  const integer = parts.findIndex(({ type }) => type === "integer");
  // In Arabic a mark of writing direction comes with it.
  const minus = parts
    .slice(0, integer)
    .map(({ value }) => value)
    .join("");
  return { digits, minus, point: parts.find(({ type }) => type === "decimal")?.value ?? "" };
}

/**
 * Puts together what statements say in one language.
 *
 * @param {import("../words/en/statement.js").StatementWords} statement
 * @param {import("../words/en/check.js").CheckWords} sheet those of the same language
 */
export function statementLanguage(statement, sheet) {
  const language = languageOf(sheet);
  const { digits, minus, point } = signsOf(sheet.locale);
  const toRight = sheet.direction === "rtl";
  /** A formula, from left to right with the digits that formulas have everywhere. */
  const formula = (/** @type {string} */ text) => {
    const written = toRight ? text : text.replace(".", point);
    return toRight ? `\u2066${written}\u2069` : written;
  };
  /**
   * Writes a number of wording/figures.js in this language: its digits and its decimal sign. Powers
   * of ten are formulas: "1e-50" becomes "1 × 10⁻⁵⁰".
   *
   * @param {string} written
   */
  function figure(written) {
    const groups = NUMBER.exec(written)?.groups;
    if (groups === undefined) return written === "∞" ? written : formula(written);
    if (groups.power !== undefined) return formula(`${groups.digits} × 10${raised(groups.power)}`);
    if (!toRight) return written.replace(".", point);
    return written
      .replace(/\d/g, (digit) => digits[Number(digit)])
      .replace(".", point)
      .replace(/[-−]/, minus);
  }
  return {
    ...language,
    statement,
    sheet,
    figure,
    /** A probability: as a person would type it, unless that were nearly all zeros. */
    probability: (/** @type {number} */ value) =>
      value === 0 || value >= TINY ? language.number(value) : figure(String(value)),
    /**
     * A text of the report inside a sentence: in an isolate where its letters could turn round what
     * is next to it.
     */
    theirs: (/** @type {string} */ text) => (toRight || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text),
  };
}
