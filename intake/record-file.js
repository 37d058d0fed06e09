// The numbers of one record from a file: an image, an array of NumPy, or a list in JSON.
import { FileRefusal } from "./file-refusal.js";
import { isNpy, numbersOfNpy } from "./npy.js";
import { numbersOfPixels } from "./pixels.js";
import { isPng, pixelsOfPng } from "./png.js";
import { isPnm, pixelsOfPnm } from "./pnm.js";

/** @import { NetworkInput, ReportSummary } from "expost" */

/** No file with a record is larger: 4096 numbers and what programs write beside them. */
const LARGEST = 1 << 24;

/**
 * A file's bytes. Throws FileRefusal where it is too large, before it is read, or can't be read.
 *
 * @param {Blob} file
 */
export async function bytesOfRecord(file) {
  if (file.size > LARGEST) throw new FileRefusal("large");
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new FileRefusal("unreadable");
  }
}

/**
 * Shapes of the array of a record: one axis, the network's own shape, or a grey image's two.
 *
 * @param {Pick<ReportSummary, "dimension" | "input">} report
 */
function shapesOf({ dimension, input }) {
  const shape = input?.shape ?? [];
  const own = shape.length === 3 ? [shape, ...(shape[0] === 1 ? [shape.slice(1)] : [])] : [];
  return [...own, [dimension]];
}

/**
 * The list of numbers that a text is, or null.
 *
 * @param {Uint8Array} bytes
 */
function listIn(bytes) {
  try {
    const list = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Array.isArray(list) && list.every((item) => typeof item === "number") ? list : null;
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {NetworkInput | null} input
 */
async function numbersOfImage(bytes, input) {
  if (!input?.image) throw new FileRefusal("noImage");
  const [, height, width] = input.shape;
  const pixels = isPng(bytes) ? await pixelsOfPng(bytes, { width, height }) : pixelsOfPnm(bytes, { width, height });
  return numbersOfPixels(pixels, input.shape, input.image);
}

/**
 * Returns the numbers of a record as the report has them: x, or the raw values of its features in
 * their order. Null for a file that is none of these kinds. Throws FileRefusal.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Pick<ReportSummary, "dimension" | "input">} report
 * @returns {Promise<number[] | null>}
 */
export async function numbersInFile(bytes, report) {
  if (isPng(bytes) || isPnm(bytes)) return numbersOfImage(bytes, report.input);
  const numbers = isNpy(bytes) ? numbersOfNpy(bytes, shapesOf(report)) : listIn(bytes);
  if (numbers === null) return null;
  if (numbers.length !== report.dimension) throw new FileRefusal("count", numbers.length, report.dimension);
  const wrong = numbers.findIndex((number) => !Number.isFinite(number));
  if (wrong >= 0) throw new FileRefusal("number", wrong + 1);
  // 255 where 1 is the lightest pixel is no image of this report.
  const range = report.input?.image?.range ?? [-Infinity, Infinity];
  const [least, most] = [Math.min(...range), Math.max(...range)];
  const outside = numbers.findIndex((number) => !(number >= least && number <= most));
  if (outside >= 0) throw new FileRefusal("outside", outside + 1, numbers[outside], least, most);
  return numbers;
}
