// From an image's pixels, as its file has them, to the numbers of a record. No pixel is resized,
// rounded or managed by colour: what can't be read without that is refused.
import { FileRefusal } from "./file-refusal.js";

/** @typedef {{width: number, height: number}} Size in pixels */
/**
 * Pixels row by row, of each its channels: 1 grey, or 3 red, green and blue, from 0 to `most`.
 *
 * @typedef {{values: Uint16Array, channels: number, most: number}} Pixels
 */

/**
 * @param {Size} found
 * @param {Size} wanted
 */
export function requireSize(found, wanted) {
  if (found.width !== wanted.width || found.height !== wanted.height)
    throw new FileRefusal("size", found.width, found.height, wanted.width, wanted.height);
}

/**
 * Returns the pixels' values one channel after the other. A file of three equal channels is grey.
 *
 * @param {Pixels} pixels
 * @param {number} channels that the report takes: 1 or 3
 */
function byChannel({ values, channels: own }, channels) {
  if (own < channels) throw new FileRefusal("grey");
  const count = values.length / own;
  const channel = (/** @type {number} */ at) => Array.from({ length: count }, (_, pixel) => values[pixel * own + at]);
  const all = Array.from({ length: own }, (_, at) => channel(at));
  if (own > channels && all.some((one) => one.some((value, pixel) => value !== all[0][pixel])))
    throw new FileRefusal("colours");
  return all.slice(0, channels).flat();
}

/**
 * Returns the numbers that an image has in a record (docs/report-format.md, Images).
 *
 * @param {Pixels} pixels
 * @param {number[]} shape channels, height and width
 * @param {NonNullable<import("expost").NetworkInput["image"]>} image
 */
export function numbersOfPixels(pixels, [channels, , width], { range: [darkest, lightest], shades }) {
  const { most } = pixels;
  const last = shades - 1;
  return byChannel(pixels, channels).map((value, at) => {
    const shade = Math.round((value * last) / most);
    // Only one shade of the data is written as this value.
    const exact = most >= last ? Math.round((shade * most) / last) === value : last % most === 0;
    if (!exact) {
      const pixel = at % (pixels.values.length / pixels.channels);
      throw new FileRefusal("shades", (pixel % width) + 1, Math.floor(pixel / width) + 1, value, most, shades);
    }
    return shade === last ? lightest : darkest + ((lightest - darkest) * shade) / last;
  });
}
