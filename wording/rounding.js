// Shown numbers are rounded outward: away from the starting belief, never towards it. A figure on
// the page is allowed to be a little too large; it is never allowed to look smaller than what was
// computed.

/** Counts are shown out of this many, where that doesn't hide the start or the change. */
const COARSE = 100;
/** A scale is as many times finer than the one before. */
const FINER = 10;

/** Starting beliefs are whole numbers of these parts of 1. */
export const BELIEF_PARTS = 10_000;

/** "More than so many in 100" is said above this. */
const NEAR_CERTAIN = 0.99;

/**
 * Significant digits of a shown number: one person's figures, on the page and in the terminal; the
 * figures of tables and reports, which are read to compare; those of a privacy profile's page.
 */
export const DIGITS = { page: 3, table: 4, profile: 3 };

/** @typedef {import("expost").Interval} Interval */
/** @typedef {{count: number, open: boolean}} End of a range of counts */

/**
 * A starting belief in ten-thousandths as a whole count on the coarsest scale that has one.
 *
 * @param {number} parts
 */
export function countedFrom(parts) {
  let of = COARSE;
  while ((parts * of) % BELIEF_PARTS !== 0) of *= FINER;
  return { count: (parts * of) / BELIEF_PARTS, of };
}

/**
 * Belief before and after, in counts.
 *
 * `parts` is the starting belief in ten-thousandths (a whole number from 1 to 9,900), `after` the
 * posterior interval in (0, 1) and `changes` false only for a bound of exactly 0. The scale is the
 * coarsest that has the start as a whole count; the next finer one is used when the upper end lies
 * less than one count above the start, and not above 99 in 100: there it is "more than 99 in 100".
 * `open` marks an end that no whole count can state: "more than 99", "fewer than 1".
 *
 * @param {number} parts
 * @param {Interval} after
 */
export function beliefCounts(parts, after, changes = true) {
  const start = parts / BELIEF_PARTS;
  let { of } = countedFrom(parts);
  if (start < NEAR_CERTAIN && after.upper <= NEAR_CERTAIN && after.upper - start < 1 / of) of *= FINER;
  const before = (parts * of) / BELIEF_PARTS;
  if (!changes) return { of, before, atMost: exactly(before), atLeast: exactly(before) };
  // A change too small for a double still is one: the upper count is at least one more, the lower
  // one less.
  const up = Math.max(Math.ceil(after.upper * of), before + 1);
  const down = Math.min(Math.floor(after.lower * of), before - 1);
  return {
    of,
    before,
    atMost: up >= of ? { count: of - 1, open: true } : exactly(up),
    atLeast: down < 1 ? { count: 1, open: true } : exactly(down),
  };
}

/**
 * The counts of another interval on a scale already chosen, so that two bands can be compared.
 *
 * @param {number} of
 * @param {Interval} after
 */
export function countsOn(of, after) {
  const up = Math.ceil(after.upper * of);
  const down = Math.floor(after.lower * of);
  return {
    of,
    atMost: up >= of ? { count: of - 1, open: true } : exactly(up),
    atLeast: down < 1 ? { count: 1, open: true } : exactly(down),
  };
}

/**
 * @param {number} count
 * @returns {End}
 */
function exactly(count) {
  return { count, open: false };
}

/**
 * Decimal places that leave the page's significant digits of `value`, at least one place and at
 * most twelve.
 *
 * @param {number} value
 */
export function placesFor(value) {
  const size = Math.abs(value);
  if (!(size > 0) || !Number.isFinite(size)) return DIGITS.page - 1;
  return Math.min(12, Math.max(1, DIGITS.page - 1 - Math.floor(Math.log10(size))));
}

// toFixed rounds the double's exact decimal expansion, which multiplying by a power of ten would
// not do.
/**
 * @param {number} value
 * @param {number} places
 */
function nearestUnits(value, places) {
  return Number(value.toFixed(places).replace(".", ""));
}

/**
 * @param {number} units
 * @param {number} places
 */
function valueOf(units, places) {
  return Number(`${units}e-${places}`);
}

/**
 * `value` in units of 10^-places, rounded up.
 *
 * @param {number} value
 * @param {number} places
 */
export function unitsUp(value, places) {
  const units = nearestUnits(value, places);
  return valueOf(units, places) < value ? units + 1 : units;
}

/**
 * `value` in units of 10^-places, rounded down.
 *
 * @param {number} value
 * @param {number} places
 */
export function unitsDown(value, places) {
  const units = nearestUnits(value, places);
  return valueOf(units, places) > value ? units - 1 : units;
}

/**
 * A total above this is shown without its parts: a double of this size is off by up to 1e-4 itself,
 * and a sum of them by more.
 */
const LARGEST_SPLIT = 1e12;

/**
 * Signed parts as whole units that add up, exactly, to the total as it is shown (rounded up).
 *
 * Each part is first rounded down; the units still missing go to the parts that lost most by that,
 * so every part is within one unit of its value. Returns { places, total, parts, running } with
 * the running sum after each part; null where the numbers are too large, or don't add up: then no
 * parts may be shown.
 *
 * @param {number} total
 * @param {number[]} values
 */
export function partsThatAddUp(total, values) {
  if (![total, ...values].every((value) => Math.abs(value) <= LARGEST_SPLIT)) return null;
  const places = placesFor(total);
  const shown = unitsUp(total, places);
  const parts = values.map((value) => unitsDown(value, places));
  const lost = values.map((value, index) => value - valueOf(parts[index], places));
  const byLoss = values.map((_, index) => index).sort((a, b) => lost[b] - lost[a] || a - b);
  let missing = shown - parts.reduce((sum, part) => sum + part, 0);
  // Each part lost less than a unit, the total gained less than one, and their sum is off by less
  // than one.
  if (!(missing >= -1 && missing <= parts.length + 1)) return null;
  for (let turn = 0; missing > 0; turn += 1, missing -= 1) parts[byLoss[turn % byLoss.length]] += 1;
  // The parts add up to the total only to rounding: a total that is a hair below their sum takes a
  // unit back from the part that lost least.
  for (let turn = 0; missing < 0; turn += 1, missing += 1) parts[byLoss[byLoss.length - 1 - (turn % byLoss.length)]] -= 1;
  let sum = 0;
  const running = parts.map((part) => (sum += part));
  return { places, total: shown, parts, running };
}

/**
 * A number of units as a number again, for formatting.
 *
 * @param {number} units
 * @param {number} places
 */
export function unitsToNumber(units, places) {
  return valueOf(units, places);
}

/**
 * A failure probability as "at most `count` of `of` releases": `of` is 100, or the power of ten at
 * which the count is a single digit; the count is rounded up.
 *
 * @param {number} probability
 */
export function inReleases(probability) {
  let of = COARSE;
  while (probability * of < 0.9999999999 && of < 1e15) of *= 10;
  // 0.07 · 100 is 7.000000000000001 in doubles; twelve digits are enough for a count.
  return { count: Math.ceil(Number((probability * of).toPrecision(12))), of };
}
