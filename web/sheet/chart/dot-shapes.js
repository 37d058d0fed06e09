// The outlines of a grid of dots. Three shapes, so that it reads without colour: discs for the
// belief before, diamonds for what was added at most, small rings for the rest.

/** @typedef {"kept" | "added" | "rest"} Dot */

const CELL = 10;

const disc = (/** @type {number} */ x, /** @type {number} */ y) => `M${x - 3.4} ${y}a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z`;
const diamond = (/** @type {number} */ x, /** @type {number} */ y) =>
  `M${x} ${y - 4.6}L${x + 4.6} ${y}L${x} ${y + 4.6}L${x - 4.6} ${y}z`;
const ring = (/** @type {number} */ x, /** @type {number} */ y) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z`;

/** The outline of one shape around the middle of a cell. */
export const shapeOf = { kept: disc, added: diamond, rest: ring };

/**
 * Outlines of `kept` discs, then `added` diamonds, then rings up to `of`, row by row, with the
 * size of the whole.
 *
 * @param {number} of
 * @param {number} kept
 * @param {number} added
 */
export function gridShapes(of, kept, added) {
  const columns = of > 100 ? 40 : 10;
  const shapes = { kept: "", added: "", rest: "" };
  for (let index = 0; index < of; index += 1) {
    const kind = index < kept ? "kept" : index < kept + added ? "added" : "rest";
    shapes[kind] += shapeOf[kind]((index % columns) * CELL + CELL / 2, Math.floor(index / columns) * CELL + CELL / 2);
  }
  return { ...shapes, width: columns * CELL, height: Math.ceil(of / columns) * CELL };
}
