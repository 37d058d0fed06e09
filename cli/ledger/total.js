// The total of publications about the same people: basic composition, ε and δ summed.

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
 * The sum of the decimals that numbers are written as: 0.1 and 0.2 are 0.3. Infinite where one is.
 *
 * @param {number[]} values
 */
export function exactSum(values) {
  if (values.some((value) => value === Infinity)) return Infinity;
  const parts = values.map(decimal);
  const places = Math.max(0, ...parts.map((part) => part.places));
  const units = parts.reduce((sum, part) => sum + part.units * 10n ** BigInt(places - part.places), 0n);
  return Number(`${units}e-${places}`);
}

/**
 * @param {{epsilon: number, delta: number, seeded: boolean}[]} entries of a ledger
 * @returns {{publications: number, withoutGuarantee: number, experiments: number, epsilon: number,
 *   delta: number}} experiments (seeded) are counted, but not in the sums: they are not to be
 *   published
 */
export function totalOf(entries) {
  const published = entries.filter(({ seeded }) => !seeded);
  return {
    publications: published.length,
    withoutGuarantee: published.filter(({ epsilon }) => epsilon === Infinity).length,
    experiments: entries.length - published.length,
    epsilon: exactSum(published.map(({ epsilon }) => epsilon)),
    // More than 1 says no more than 1.
    delta: Math.min(1, exactSum(published.map(({ delta }) => delta))),
  };
}
