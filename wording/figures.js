// Numbers as people read them. An upper bound is rounded up, a lower bound down, so that no figure
// looks better than it is. All else is rounded to the nearest number.
//
// There are two ways to write a number with so many significant digits. Where figures are read to
// compare, they have decimal places: 0.2500, 12346. Elsewhere they are compact: 0.25, 12,300,
// 1.23 × 10⁻⁵.
import { DIGITS, placesFor as placesOnPage, unitsDown, unitsToNumber, unitsUp } from "./rounding.js";

const INFINITE = "∞";
const MINUS = "−";
/** @type {Record<string, string>} */
const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/**
 * A whole number as an exponent.
 *
 * @param {number} exponent
 */
const raised = (exponent) => Array.from(String(exponent), (character) => SUPERSCRIPT[character]).join("");

/**
 * @param {number} units
 * @param {number} places
 */
function written(units, places) {
  const value = unitsToNumber(units, places);
  return value.toFixed(places).replace("-", MINUS);
}

/**
 * Decimal places for so many significant digits; whole numbers keep all of theirs.
 *
 * @param {number} value
 * @param {number} digits
 */
function placesFor(value, digits) {
  const size = Math.abs(value);
  return size > 0 ? Math.min(12, Math.max(0, digits - 1 - Math.floor(Math.log10(size)))) : digits - 1;
}

/**
 * @param {number} value
 * @param {(value: number, places: number) => number} toUnits
 * @param {(value: number) => number} placesOf
 */
function rounded(value, toUnits, placesOf) {
  if (!Number.isFinite(value)) return value > 0 ? INFINITE : MINUS + INFINITE;
  // Written as it is: units of such a number are beyond what a double counts.
  if (Math.abs(value) >= 1e15) return String(value).replace(/^-/, MINUS);
  const places = placesOf(value);
  return written(toUnits(value, places), places);
}

/**
 * @param {number} digits
 * @returns {(value: number) => number}
 */
const to = (digits) => (value) => placesFor(value, digits);

/**
 * With decimal places, as many significant digits as tables have unless the caller wants others.
 *
 * @param {number} value
 */
export const upward = (value, digits = DIGITS.table) => rounded(value, unitsUp, to(digits));
/** @param {number} value */
export const downward = (value, digits = DIGITS.table) => rounded(value, unitsDown, to(digits));
/**
 * For a number that is no bound: the nearest one.
 *
 * @param {number} value
 */
export const nearest = (value) =>
  rounded(
    value,
    (exact, places) => Number(exact.toFixed(places).replace(".", "")),
    // 9.9999 has the places of the 10.00 that it is rounded to.
    (exact) => placesFor(Number(exact.toPrecision(DIGITS.table)), DIGITS.table),
  );

/**
 * One person's own figure: in the digits of the page, so that the two can be compared.
 *
 * @param {number} value
 */
export const upwardAsOnPage = (value) => rounded(value, unitsUp, placesOnPage);
/** @param {number} value */
export const downwardAsOnPage = (value) => rounded(value, unitsDown, placesOnPage);

/**
 * Writes a number that is in a document already, as short as it can be written there.
 *
 * @param {number} value
 */
export const plain = (value) => (Number.isFinite(value) ? String(value) : INFINITE);

/**
 * The same for reading: a table's digits are enough of it, unless it is as short anyway, or too
 * small or too large for places.
 *
 * @param {number} value
 */
export function short(value) {
  const all = plain(value);
  if (Math.abs(value) < 1e-6 || Math.abs(value) >= 1e15) return all;
  const shorter = nearest(value);
  return all.length <= shorter.length ? all : shorter;
}

/**
 * An upper bound that may be tiny, to two digits: 8.4 × 10⁻¹³.
 *
 * @param {number} given
 */
export function upwardPower(given) {
  if (!(given > 0 && given < 1e-3)) return upward(given, 2);
  // Doubles have no powers of ten much below this.
  const value = Math.max(given, 1e-300);
  let power = Math.floor(Math.log10(value)) - 1;
  let digits = Math.ceil(Number((value / 10 ** power).toPrecision(12)));
  if (Number(`${digits}e${power}`) < value) digits += 1;
  if (digits >= 100) [digits, power] = [digits / 10, power + 1];
  return `${(digits / 10).toFixed(1)} × 10${raised(power + 1)}`;
}

/**
 * A power of two up to 1: 2⁻⁵⁰.
 *
 * @param {number} value
 */
export const powerOfTwo = (value) => (value === 1 ? "1" : `2${raised(Math.log2(value))}`);

/**
 * Units of 10^-places with a sign, for parts that add up to a total.
 *
 * @param {number} units
 * @param {number} places
 */
export function signedUnits(units, places) {
  const text = written(Math.abs(units), places);
  return units < 0 ? MINUS + text : units > 0 ? `+${text}` : text;
}

export const unsignedUnits = written;

/** A figure that can't be worked out is said, never left out. */
const NONE = "can't be worked out";

/**
 * The next number of so many digits at or beyond `value`: `towards` is 1 for up, −1 for down.
 *
 * @param {number} value
 * @param {number} digits
 * @param {1 | -1} towards
 */
function stepped(value, digits, towards) {
  if (!Number.isFinite(value) || value === 0) return value;
  const [leading, exponent] = value.toExponential(digits - 1).split("e");
  const near = Number(`${leading}e${exponent}`);
  if (towards * near >= towards * value) return near;
  const units = Math.round(Number(leading) * 10 ** (digits - 1)) + towards;
  return Number(`${units}e${Number(exponent) - (digits - 1)}`);
}

/**
 * Returns the functions that write compact figures of so many significant digits: `nearest`,
 * `upward` (never below the value), `downward` (never above it), and `power`, which writes 10 to a
 * whole power for the marks of a logarithmic axis.
 *
 * @param {number} digits
 */
export function compactFigures(digits) {
  const grouped = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: digits });
  /** @param {number} exponent */
  const hasPlaces = (exponent) => exponent >= -4 && exponent < 6;
  /** @param {number} value */
  const nearest = (value) => {
    if (Number.isNaN(value)) return NONE;
    if (!Number.isFinite(value)) return value > 0 ? INFINITE : MINUS + INFINITE;
    if (value === 0) return "0";
    const size = Math.abs(value);
    const sign = value < 0 ? MINUS : "";
    const [leading, exponent] = size.toExponential(digits - 1).split("e");
    // Rounded, 999,999 is a million.
    if (hasPlaces(Number(exponent))) return sign + grouped.format(size);
    return `${sign}${Number(leading)} × 10${raised(Number(exponent))}`;
  };
  return {
    nearest,
    upward: (/** @type {number} */ value) => nearest(stepped(value, digits, 1)),
    downward: (/** @type {number} */ value) => nearest(stepped(value, digits, -1)),
    power: (/** @type {number} */ exponent) => (hasPlaces(exponent) ? grouped.format(10 ** exponent) : `10${raised(exponent)}`),
  };
}

const whole = /* @__PURE__ */ new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/**
 * A number of things: 12,346.
 *
 * @param {number} value
 */
export const count = (value) => whole.format(value);

/**
 * A share of all as a percentage, with one decimal place.
 *
 * @param {number} share
 */
export const percent = (share) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)}%` : NONE);
