// Two clouds of points: what is published, drawn again and again without one record and with it.
// Pure functions, for the site and the check page. Nothing is random: everyone sees the same
// picture.

/** @typedef {{x: number, y: number}} Point in standard deviations of the noise */

/** The plastic number: its powers make the sequence whose pairs fill a square most evenly. */
const PLASTIC = 1.324717957244746;
/** No more points than this can be told apart in a picture. */
const MOST_POINTS = 1000;
/** Beyond this many standard deviations the two clouds are drawn no further apart. */
const FURTHEST = 12;
/** Half the height of the picture in standard deviations: no point is drawn further out. */
const REACH = 3.4;
/** Units of the picture for a standard deviation, and half the size of a mark. */
const UNIT = 20;
const MARK = 2.6;

const fractionOf = (/** @type {number} */ value) => value - Math.floor(value);

/**
 * Returns a point of an even cloud around (0, 0): pair `index` of a low-discrepancy sequence
 * (Roberts' R₂), mapped by the transformation of Box and Muller.
 *
 * @param {number} index from 0
 * @returns {Point}
 */
function normalPoint(index) {
  const first = fractionOf(0.5 + (index + 1) / PLASTIC);
  const second = fractionOf(0.5 + (index + 1) / PLASTIC ** 2);
  const radius = Math.min(Math.sqrt(-2 * Math.log(1 - first)), REACH);
  return { x: radius * Math.cos(2 * Math.PI * second), y: radius * Math.sin(2 * Math.PI * second) };
}

/**
 * Returns the points of the two clouds. Each is spread as a normal distribution in two dimensions
 * with standard deviation 1; the cloud without the record is around (−distance/2, 0), the one with
 * it around (distance/2, 0).
 *
 * @param {number} distance between the two centres, in standard deviations of the noise: at least 0
 * @param {number} count of points in each cloud: whole, from 1 to 1,000
 * @returns {{without: Point[], including: Point[]}} `count` points each, the same for the same
 *   arguments
 * @throws {RangeError} where an argument is none of these
 */
export function clouds(distance, count) {
  if (!(distance >= 0 && distance < Infinity)) throw new RangeError("a distance between clouds is a finite number from 0 on");
  if (!Number.isInteger(count) || count < 1 || count > MOST_POINTS)
    throw new RangeError(`a cloud has 1 to ${MOST_POINTS} points`);
  // Other points for the other cloud, or each would be the other moved aside.
  const around = (/** @type {number} */ centre, /** @type {number} */ start) =>
    Array.from({ length: count }, (_, index) => {
      const { x, y } = normalPoint(start + index);
      return { x: centre + x, y };
    });
  return { without: around(-distance / 2, 0), including: around(distance / 2, count) };
}

const disc = (/** @type {number} */ x, /** @type {number} */ y) =>
  `M${x - MARK} ${y}a${MARK} ${MARK} 0 1 0 ${2 * MARK} 0a${MARK} ${MARK} 0 1 0-${2 * MARK} 0z`;
const cross = (/** @type {number} */ x, /** @type {number} */ y) =>
  `M${x - MARK} ${y - MARK}l${2 * MARK} ${2 * MARK}m0-${2 * MARK}l-${2 * MARK} ${2 * MARK}`;

/**
 * Returns outlines of the two clouds for an SVG of `width` by `height`: discs, to be filled, for
 * what is published without the record; crosses, to be stroked, for what is published with it. So
 * the clouds can be told apart without colour. `centres` are the clouds' middles, in the picture's
 * units. Clouds further apart than 12 standard deviations are drawn 12 apart.
 *
 * @param {number} distance as for `clouds`
 * @param {number} count as for `clouds`
 * @throws {RangeError} as `clouds` does
 */
export function cloudShapes(distance, count) {
  // The arguments are checked before the distance is cut.
  clouds(distance, count);
  const drawn = Math.min(distance, FURTHEST);
  const { without, including } = clouds(drawn, count);
  const [width, height] = [UNIT * (drawn + 2 * REACH) + 4 * MARK, UNIT * 2 * REACH + 4 * MARK];
  const placed = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const outline = (/** @type {Point[]} */ points, /** @type {typeof disc} */ shape) =>
    points.map(({ x, y }) => shape(placed(width / 2 + UNIT * x), placed(height / 2 - UNIT * y))).join("");
  const centreAt = (/** @type {number} */ x) => ({ x: placed(width / 2 + UNIT * x), y: placed(height / 2) });
  return {
    ...{ width: placed(width), height: placed(height) },
    ...{ without: outline(without, disc), including: outline(including, cross) },
    centres: { without: centreAt(-drawn / 2), including: centreAt(drawn / 2) },
  };
}

/** The height of a row of marks as a share of that of its cloud, and the space between two rows. */
const FLAT = 0.32;
const BETWEEN = 10;

/**
 * Returns outlines of the two clouds one above the other, flattened: `without` in the upper row,
 * `including` in the lower one, so that no mark covers another cloud's however close they are.
 * `middles` is a line through the middle of each row, over both; `scale` a line as long as one
 * standard deviation of the noise, below them. The rest is as for `cloudShapes`.
 *
 * @param {number} distance as for `clouds`
 * @param {number} count as for `clouds`
 * @throws {RangeError} as `clouds` does
 */
export function rowShapes(distance, count) {
  clouds(distance, count);
  const drawn = Math.min(distance, FURTHEST);
  const { without, including } = clouds(drawn, count);
  const width = UNIT * (drawn + 2 * REACH) + 4 * MARK;
  const row = FLAT * UNIT * 2 * REACH + 4 * MARK;
  const bottom = 2 * row + BETWEEN;
  const placed = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const outline = (/** @type {Point[]} */ points, /** @type {typeof disc} */ shape, /** @type {number} */ middle) =>
    points.map(({ x, y }) => shape(placed(width / 2 + UNIT * x), placed(middle - FLAT * UNIT * y))).join("");
  const middle = (/** @type {number} */ x) => `M${placed(width / 2 + UNIT * x)} 0V${placed(bottom)}`;
  return {
    ...{ width: placed(width), height: placed(bottom + BETWEEN) },
    without: outline(without, disc, row / 2),
    including: outline(including, cross, row + BETWEEN + row / 2),
    middles: { without: middle(-drawn / 2), including: middle(drawn / 2) },
    scale: `M${placed(width / 2 - UNIT / 2)} ${placed(bottom + 2)}v6m0-3h${UNIT}m0-3v6`,
  };
}
