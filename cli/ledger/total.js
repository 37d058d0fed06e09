// The total of publications about the same people by basic composition: ε and δ summed and rounded
// up.

/**
 * A finite number as a whole number of units of 10^-places, exactly as it is written.
 *
 * @param {number} value
 */
function decimal(value) {
  const [mantissa, exponent = "0"] = String(value).split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

/**
 * The next double above one of 0 or more.
 *
 * @param {number} value
 */
function nextUp(value) {
  const bits = new BigUint64Array(1);
  const double = new Float64Array(bits.buffer);
  double[0] = value;
  bits[0] += 1n;
  return double[0];
}

/**
 * True if a double, as it is written, is below the decimal `units`·10^-places.
 *
 * @param {number} value finite
 * @param {bigint} units
 * @param {number} places
 */
function isBelow(value, units, places) {
  const own = decimal(value);
  const shift = BigInt(Math.abs(own.places - places));
  return own.places < places ? own.units * 10n ** shift < units : own.units < units * 10n ** shift;
}

/**
 * Returns the sum of the decimals that numbers of 0 or more are written as, rounded up: the result
 * as it is written is never below the exact sum, and is it where a double can be (0.1 and 0.2 are
 * 0.3). Infinite where a number is, or where the sum is beyond the largest double.
 *
 * @param {number[]} values
 */
export function sumUpward(values) {
  if (values.some((value) => value === Infinity)) return Infinity;
  const parts = values.map(decimal);
  const places = Math.max(0, ...parts.map((part) => part.places));
  const units = parts.reduce((sum, part) => sum + part.units * 10n ** BigInt(places - part.places), 0n);
  const nearest = Number(`${units}e-${places}`);
  return nearest < Infinity && isBelow(nearest, units, places) ? nextUp(nearest) : nearest;
}

/**
 * @param {{epsilon: number, delta: number, seeded: boolean, rows?: number}[]} entries of a ledger
 * @returns {{publications: number, withoutGuarantee: number, experiments: number, epsilon: number,
 *   delta: number, promised: {epsilon: number, delta: number}, isOfRow: boolean}} promised: the
 *   sums of those with a finite ε; experiments (seeded) are counted, but not in the sums: they are
 *   not to be published. isOfRow: some promise something to a person, but not all, so that the sums
 *   hold for one row alone
 */
export function totalOf(entries) {
  const published = entries.filter(({ seeded }) => !seeded);
  const promised = published.filter(({ epsilon }) => epsilon < Infinity);
  return {
    publications: published.length,
    withoutGuarantee: published.filter(({ epsilon }) => epsilon === Infinity).length,
    experiments: entries.length - published.length,
    ...sumsOf(published),
    promised: sumsOf(promised),
    isOfRow: promised.some(({ rows }) => rows !== undefined) && promised.some(({ rows }) => rows === undefined),
  };
}

/** @param {{epsilon: number, delta: number}[]} entries */
const sumsOf = (entries) => ({
  epsilon: sumUpward(entries.map(({ epsilon }) => epsilon)),
  // More than 1 says no more than 1.
  delta: Math.min(1, sumUpward(entries.map(({ delta }) => delta))),
});
