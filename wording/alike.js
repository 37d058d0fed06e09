// Rows that move the model as far as a given one: naming one of many identical rows alone would
// single it out for nothing.

/** The numbers that are equal except for rounding. */
const ROUNDING = 1e-12;

/**
 * How many other rows move the model as far as row `row`, counted from 1.
 *
 * @param {Float64Array} displacement
 * @param {number} row
 */
export function othersAlike(displacement, row) {
  const distance = displacement[row - 1];
  const alike = displacement.filter((other) => Math.abs(other - distance) <= ROUNDING * distance);
  return alike.length - 1;
}
