// Made-up data from a seed: a generator of 32 bits (Mulberry32), and normal numbers by Box and
// Muller's method. Not for publishing.

/**
 * @param {number} seed
 * @returns {{uniform: () => number, normal: () => number}}
 */
export function drawsFrom(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

/**
 * As [R] make data for their Figures 2, 4 and 5: x normal and scaled to length 1. The label is the
 * side of a random plane through 0.
 *
 * @param {number} n
 * @param {number} d
 * @param {number} seed
 */
export function unitRows(n, d, seed) {
  const { normal } = drawsFrom(seed);
  const plane = Array.from({ length: d }, normal);
  const rows = Array.from({ length: n }, () => {
    const x = Array.from({ length: d }, normal);
    const length = Math.hypot(...x);
    const unit = x.map((value) => value / length);
    return { x: unit, side: unit.reduce((sum, value, j) => sum + value * plane[j], 0) > 0 };
  });
  const header = [...Array.from({ length: d }, (_, j) => `x${j + 1}`), "y"];
  return { header, rows: rows.map(({ x, side }) => [...x, side ? "yes" : "no"]) };
}

/**
 * As [R] make data for their Figure 1: points of the unit disc, no nearer than half a margin to a
 * line through 0.
 *
 * @param {number} n
 * @param {number} margin
 * @param {number} seed
 */
export function separableRows(n, margin, seed) {
  const { uniform } = drawsFrom(seed);
  const rows = [];
  while (rows.length < n) {
    const [a, b] = [2 * uniform() - 1, 2 * uniform() - 1];
    const side = (a + b) / Math.SQRT2;
    if (a * a + b * b <= 1 && Math.abs(side) >= margin / 2) rows.push([a, b, side > 0 ? "yes" : "no"]);
  }
  return { header: ["x1", "x2", "y"], rows };
}
