// Pixels of a PNG file (ISO/IEC 15948), as they are stored. The platform inflates them; the header
// says how many bytes that must be, and the first one more ends it.
import { FileRefusal } from "./file-refusal.js";
import { requireSize } from "./pixels.js";

/** @import { Pixels, Size } from "./pixels.js" */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Samples of a pixel and their possible bits, by colour type. */
const GREY = 0;
const PALETTE = 3;
/** @type {Record<number, {samples: number, depths: number[]}>} */
const COLOUR_TYPES = {
  [GREY]: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  [PALETTE]: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

const damaged = () => new FileRefusal("damaged");

/**
 * True of the first bytes of PNG.
 *
 * @param {Uint8Array} bytes
 */
export const isPng = (bytes) => SIGNATURE.every((byte, index) => bytes[index] === byte);

/** @param {Uint8Array} bytes */
function crcOf(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/**
 * The chunks of a file up to its end, each checked.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function* chunksOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE.length; ;) {
    if (bytes.length - at < 12) throw damaged();
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || crcOf(bytes.subarray(at + 4, end)) !== view.getUint32(end)) throw damaged();
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "IEND") return;
    yield { type, data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}

/**
 * @param {{type: string, data: Uint8Array} | undefined} chunk
 * @param {Size} wanted
 */
function headerOf(chunk, wanted) {
  if (chunk?.type !== "IHDR" || chunk.data.length !== 13) throw damaged();
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset);
  requireSize({ width: view.getUint32(0), height: view.getUint32(4) }, wanted);
  const [depth, colour, compression, filter, interlace] = chunk.data.subarray(8);
  const type = COLOUR_TYPES[colour];
  if (!type?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) throw damaged();
  if (interlace === 1) throw new FileRefusal("interlaced");
  return { depth, colour, samples: type.samples };
}

/**
 * @param {Uint8Array<ArrayBuffer>[]} parts
 * @param {number} size of what they inflate to
 */
async function inflated(parts, size) {
  const whole = new Uint8Array(size);
  // Nothing that so few bytes were deflated to is much longer.
  if (parts.reduce((sum, { length }) => sum + length, 0) > 2 * size + 1024) throw damaged();
  const reader = new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let at = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      whole.set(chunk.value, at);
      at += chunk.value.length;
    }
  } catch {
    throw damaged();
  } finally {
    reader.cancel().catch(() => {});
  }
  if (at !== size) throw damaged();
  return whole;
}

/**
 * The byte that the filter of a line predicts.
 *
 * @param {number} filter
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function predicted(filter, left, above, corner) {
  if (filter < 4) return [0, left, above, (left + above) >> 1][filter];
  const [a, b, c] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs);
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/**
 * Takes the filters off, in place, and returns each line without its first byte.
 *
 * @param {Uint8Array} bytes
 * @param {number} width of a line, in bytes
 * @param {number} step from a byte to that of the pixel before
 */
function unfiltered(bytes, width, step) {
  const lines = [];
  /** @type {Uint8Array} */
  let before = new Uint8Array(width);
  for (let at = 0; at < bytes.length; at += width + 1) {
    const filter = bytes[at];
    if (filter > 4) throw damaged();
    const line = bytes.subarray(at + 1, at + 1 + width);
    for (let i = 0; i < width; i += 1) line[i] += predicted(filter, line[i - step] ?? 0, before[i], before[i - step] ?? 0);
    lines.push(line);
    before = line;
  }
  return lines;
}

/**
 * The samples of a line.
 *
 * @param {Uint8Array} line
 * @param {number} count
 * @param {number} depth in bits
 */
const samplesOf = (line, count, depth) =>
  Array.from({ length: count }, (_, i) => {
    if (depth === 16) return line[2 * i] * 256 + line[2 * i + 1];
    const bit = i * depth;
    return (line[bit >> 3] >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  });

/**
 * Reads the pixels: grey or colours of 1 to 16 bits, palettes, and alpha that hides nothing.
 * Chunks about colour (gAMA, iCCP and the like) change no number.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes the whole file
 * @param {Size} size that it must have: the header is refused before anything is allocated
 * @returns {Promise<Pixels>}
 */
export async function pixelsOfPng(bytes, size) {
  const chunks = chunksOf(bytes);
  const { depth, colour, samples } = headerOf(chunks.next().value ?? undefined, size);
  const parts = [];
  /** @type {Uint8Array | undefined} */
  let palette;
  for (const { type, data } of chunks) {
    if (type === "IDAT") parts.push(data);
    else if (type === "PLTE") palette = data;
    else if (type === "tRNS") throw new FileRefusal("transparent");
    // Upper case: needed for reading the image.
    else if (/^[A-Z]/.test(type)) throw damaged();
  }
  const width = Math.ceil((size.width * samples * depth) / 8);
  const data = await inflated(parts, size.height * (width + 1));
  const lines = unfiltered(data, width, Math.max(1, (samples * depth) / 8));
  const values = lines.flatMap((line) => samplesOf(line, size.width * samples, depth));
  if (colour === PALETTE) return { ...fromPalette(values, palette), most: 255 };
  const most = 2 ** depth - 1;
  const channels = samples > 2 ? 3 : 1;
  if (samples !== channels && values.some((value, i) => i % samples === channels && value !== most))
    throw new FileRefusal("transparent");
  const kept = samples === channels ? values : values.filter((_, i) => i % samples !== channels);
  return { values: Uint16Array.from(kept), channels, most };
}

/**
 * @param {number[]} indices
 * @param {Uint8Array} [palette]
 */
function fromPalette(indices, palette = new Uint8Array(0)) {
  const values = indices.flatMap((index) => [...palette.subarray(3 * index, 3 * index + 3)]);
  if (values.length !== 3 * indices.length) throw damaged();
  return { values: Uint16Array.from(values), channels: 3 };
}
