// Pixels of a PGM or PPM file (Netpbm), binary or as text.
import { FileRefusal } from "./file-refusal.js";
import { requireSize } from "./pixels.js";

/** @import { Pixels, Size } from "./pixels.js" */

/**
 * True of the first bytes of PGM or PPM.
 *
 * @param {Uint8Array} bytes
 */
export const isPnm = (bytes) => /^P[2356]\s/.test(String.fromCharCode(...bytes.subarray(0, 3)));

/** A number of the header, after blanks and comments. */
const NUMBER = /(?:\s|#[^\r\n]*[\r\n])+(\d{1,9})/y;

/**
 * Reads the pixels. Nothing is allocated before the size fits.
 *
 * @param {Uint8Array} bytes the whole file
 * @param {Size} size that it must have
 * @returns {Pixels}
 */
export function pixelsOfPnm(bytes, size) {
  const text = new TextDecoder("latin1").decode(bytes);
  NUMBER.lastIndex = 2;
  const [width, height, most] = [0, 1, 2].map(() => Number(NUMBER.exec(text)?.[1] ?? NaN));
  if (!(width > 0 && height > 0 && most > 0 && most < 65536)) throw new FileRefusal("damaged");
  requireSize({ width, height }, size);
  const start = NUMBER.lastIndex;
  const channels = /[36]/.test(text[1]) ? 3 : 1;
  const values = new Uint16Array(width * height * channels);
  if (/[56]/.test(text[1])) {
    const wide = most > 255 ? 2 : 1;
    const data = bytes.subarray(start + 1);
    if (!/\s/.test(text.charAt(start)) || data.length !== wide * values.length) throw new FileRefusal("damaged");
    values.forEach((_, i) => (values[i] = wide === 2 ? data[2 * i] * 256 + data[2 * i + 1] : data[i]));
  } else {
    const words = text.slice(start).trim().split(/\s+/);
    if (!/\s/.test(text.charAt(start)) || words.length !== values.length || !words.every((word) => /^\d{1,5}$/.test(word)))
      throw new FileRefusal("damaged");
    // Above 65535 a number would come round to a small one.
    if (words.some((word) => Number(word) > most)) throw new FileRefusal("damaged");
    values.set(words.map(Number));
  }
  if (values.some((value) => value > most)) throw new FileRefusal("damaged");
  return { values, channels, most };
}
