// Numbers as people read them. An upper bound is rounded up, a lower bound down, so that no figure looks better than it is.
import { placesFor as placesOnPage, unitsDown, unitsToNumber, unitsUp } from "./rounding.js";

const INFINITE = "∞";
const MINUS = "−";

function written(units, places) {
  const value = unitsToNumber(units, places);
  return value.toFixed(places).replace("-", MINUS);
}

/** Decimal places for so many significant digits; whole numbers keep all of theirs. */
function placesFor(value, digits) {
  const size = Math.abs(value);
  return size > 0 ? Math.min(12, Math.max(0, digits - 1 - Math.floor(Math.log10(size)))) : digits - 1;
}

function rounded(value, toUnits, placesOf) {
  if (!Number.isFinite(value)) return value > 0 ? INFINITE : MINUS + INFINITE;
  // Written as it is: units of such a number are beyond what a double counts.
  if (Math.abs(value) >= 1e15) return String(value).replace(/^-/, MINUS);
  const places = placesOf(value);
  return written(toUnits(value, places), places);
}

const to = (digits) => (value) => placesFor(value, digits);

/** Significant digits: four where tables are read to compare. */
export const upward = (value, digits = 4) => rounded(value, unitsUp, to(digits));
export const downward = (value, digits = 4) => rounded(value, unitsDown, to(digits));
/** What is no bound: the nearest number. */
export const nearest = (value) =>
  rounded(
    value,
    (exact, places) => Number(exact.toFixed(places).replace(".", "")),
    // 9.9999 has the places of the 10.00 that it is rounded to.
    (exact) => placesFor(Number(exact.toPrecision(4)), 4),
  );

/** One person's own figure: in the digits of the page, so that the two can be compared. */
export const upwardAsOnPage = (value) => rounded(value, unitsUp, placesOnPage);
export const downwardAsOnPage = (value) => rounded(value, unitsDown, placesOnPage);

/** A number that stands in a document already: as short as it can be written there. */
export const plain = (value) => (Number.isFinite(value) ? String(value) : INFINITE);

/** The same for reading: four digits are enough of it, unless it is as short anyway, or too small or too large for places. */
export function short(value) {
  const all = plain(value);
  if (Math.abs(value) < 1e-6 || Math.abs(value) >= 1e15) return all;
  const four = nearest(value);
  return all.length <= four.length ? all : four;
}

/** Of a whole number below 0. */
const superscript = (power) => `⁻${Array.from(String(-power), (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;

/** An upper bound that may be tiny, to two digits: 8.4 × 10⁻¹³. */
export function upwardPower(given) {
  if (!(given > 0 && given < 1e-3)) return upward(given, 2);
  // Doubles have no powers of ten much below this.
  const value = Math.max(given, 1e-300);
  let power = Math.floor(Math.log10(value)) - 1;
  let digits = Math.ceil(Number((value / 10 ** power).toPrecision(12)));
  if (Number(`${digits}e${power}`) < value) digits += 1;
  if (digits >= 100) [digits, power] = [digits / 10, power + 1];
  return `${(digits / 10).toFixed(1)} × 10${superscript(power + 1)}`;
}

/** A power of two up to 1: 2⁻⁵⁰. */
export const powerOfTwo = (value) => (value === 1 ? "1" : `2${superscript(Math.log2(value))}`);

/** Units of 10^-places with a sign, for parts that add up to a total. */
export function signedUnits(units, places) {
  const text = written(Math.abs(units), places);
  return units < 0 ? MINUS + text : units > 0 ? `+${text}` : text;
}

export const unsignedUnits = written;
