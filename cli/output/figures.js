// Numbers as people read them. An upper bound is rounded up, a lower bound down, so that no figure looks better than it is.
import { placesFor, unitsDown, unitsToNumber, unitsUp } from "../../web/sheet/rounding.js";

const INFINITE = "∞";
const MINUS = "−";

function written(units, places) {
  const value = unitsToNumber(units, places);
  return value.toFixed(places).replace("-", MINUS);
}

function rounded(value, toUnits) {
  if (!Number.isFinite(value)) return value > 0 ? INFINITE : MINUS + INFINITE;
  // Four significant digits: one more than the page, as tables are read to compare.
  const places = placesFor(value) + 1;
  return written(toUnits(value, places), places);
}

export const upward = (value) => rounded(value, unitsUp);
export const downward = (value) => rounded(value, unitsDown);

/** A number that stands in a document already: as short as it can be written there. */
export const plain = (value) => (Number.isFinite(value) ? String(value) : INFINITE);

/** Units of 10^-places with a sign, for parts that add up to a total. */
export function signedUnits(units, places) {
  const text = written(Math.abs(units), places);
  return units < 0 ? MINUS + text : units > 0 ? `+${text}` : text;
}

export const unsignedUnits = written;
