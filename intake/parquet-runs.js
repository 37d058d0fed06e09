// Runs of Parquet's RLE and bit-packing hybrid, as levels and codes of a dictionary are written.
// hyparquet fills in every run as long as it says it is, so a few damaged bytes would fill the
// memory, or keep it counting for good. So runs are gone through first.
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { readVarInt } from "hyparquet/src/thrift.js";

/** Values that a run of bits may have beyond those of its page: writers fill up groups of eight. */
const MOST_BEYOND = 1024;

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Throws where the runs of `count` values, `width` bits each, are longer than these or too short.
 *
 * @param {Uint8Array} bytes from the first run on
 * @param {number} width
 * @param {number} count
 */
export function requireRuns(bytes, width, count) {
  if (width > 32) throw new Error("codes are longer than 32 bits");
  const reader = { view: viewOf(bytes), offset: 0 };
  for (let seen = 0; seen < count;) {
    if (reader.offset >= bytes.length) throw new Error("a page ends before its values");
    const header = readVarInt(reader) >>> 0;
    const isPacked = header % 2 === 1;
    const size = (header >>> 1) * (isPacked ? 8 : 1);
    if (size > count - seen + (isPacked ? MOST_BEYOND : 0)) throw new Error("a page goes on after its values");
    reader.offset += isPacked ? (size / 8) * width : Math.ceil(width / 8);
    seen += size;
  }
}

/**
 * For each row 1 if its value is there, 0 if not; null where all are.
 *
 * @param {Uint8Array} levels runs of one bit each
 * @param {number} rows
 * @returns {Uint8Array | null}
 */
export function presentIn(levels, rows) {
  if (levels.length > 1) {
    // As a rule it is one run of ones: an even header is twice its length, and the level follows.
    const reader = { view: viewOf(levels), offset: 0 };
    const header = readVarInt(reader) >>> 0;
    if (header % 2 === 0 && header / 2 >= rows && levels[reader.offset] === 1) return null;
  }
  requireRuns(levels, 1, rows);
  const found = new Uint8Array(rows);
  readRleBitPackedHybrid({ view: viewOf(levels), offset: 0 }, 1, found, levels.length);
  return found.includes(0) ? found : null;
}
