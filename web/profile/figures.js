// Numbers as this page writes them: compact, in the language of this build.
import { profile } from "#words/profile";
import { compactFigures, count as counted } from "../../wording/figures.js";
import { DIGITS } from "../../wording/rounding.js";
import { writtenIn } from "../../wording/written.js";

/** @typedef {ReturnType<typeof profileFigures>} Figures */

/**
 * Returns the functions that write numbers in the language of some words; `NaN` is said.
 *
 * @param {import("#words/profile").ProfileWords} words
 */
export function profileFigures({ locale, direction, charts }) {
  const written = writtenIn({ locale, direction });
  const compact = compactFigures(DIGITS.profile);
  const own = (/** @type {(value: number) => string} */ write) => (/** @type {number} */ value) =>
    Number.isNaN(value) ? charts.unknown : written(write(value));
  /** @param {Intl.NumberFormatOptions} digits */
  const percents = (digits) => {
    const format = new Intl.NumberFormat(locale, { style: "percent", ...digits });
    return (/** @type {number} */ share) => (Number.isFinite(share) ? format.format(share) : charts.unknown);
  };
  const both = new Intl.ListFormat(locale, { type: "conjunction" });
  return {
    figure: own(compact.nearest),
    upward: own(compact.upward),
    downward: own(compact.downward),
    /** 10 to a whole power, for the marks of a logarithmic axis. */
    power: (/** @type {number} */ exponent) => written(compact.power(exponent)),
    count: (/** @type {number} */ value) => written(counted(value)),
    /** A share of all as a percentage, with one decimal place. */
    percent: percents({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    percentUpward: percents({ minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: "ceil" }),
    percentDownward: percents({ minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: "floor" }),
    /** A share as a percentage with as many significant digits as other numbers here. */
    finePercent: percents({ maximumSignificantDigits: DIGITS.profile }),
    /** A share as a percentage for the marks of an axis. */
    markedPercent: percents({ maximumSignificantDigits: 6 }),
    /** Two or more texts: "a and b". */
    and: (/** @type {string[]} */ texts) => both.format(texts),
    /** A text in a chart, whose axes run from left to right in every language. */
    inChart: direction === "rtl" ? (/** @type {string} */ text) => `\u2067${text}\u2069` : (/** @type {string} */ text) => text,
  };
}

export const {
  figure,
  upward,
  downward,
  power,
  count,
  percent,
  percentUpward,
  percentDownward,
  finePercent,
  markedPercent,
  and,
  inChart,
} = profileFigures(profile);
