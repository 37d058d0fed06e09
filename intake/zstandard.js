// Zstandard for Parquet's pages. fzstd 0.1.1 never ends where the weights of a Huffman tree are
// coded by a table with a single symbol: its states take no bits. No writer makes such a table
// (RFC 8878, 4.2.1.2 and 4.1.1), so a page that has one is damaged, and is refused before it is
// decoded.
import { decompress } from "fzstd";

const MAGIC = 0xfd2fb528;
/** Headers of frames that are skipped, but for their last four bits. */
const SKIPPED = 0x184d2a5;

const damaged = () => new Error("its Zstandard data are damaged");

/** Bytes that are read one after the other. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  /** The next bytes as a number, the lowest first. @param {number} count 6 at most */
  number(count) {
    let value = 0;
    for (let i = 0; i < count; i += 1) value += (this.bytes[this.at + i] ?? 0) * 2 ** (8 * i);
    this.skip(count);
    return value;
  }

  /** @param {number} count */
  skip(count) {
    this.at += count;
    if (this.at > this.bytes.length) throw damaged();
  }
}

/**
 * Throws where a table of weights has a single symbol (RFC 8878, 4.1.1: the first count is of that
 * many states, or follows counts of none).
 *
 * @param {Uint8Array} bytes from the table on
 */
function requireSeveralSymbols(bytes) {
  const log = ((bytes[0] ?? 0) & 15) + 5;
  let place = 4;
  const bits = (/** @type {number} */ count) => {
    let value = 0;
    for (let i = 0; i < count; i += 1, place += 1) value |= (((bytes[place >> 3] ?? 0) >> (place & 7)) & 1) << i;
    return value;
  };
  const states = 1 << log;
  // As long as no state is taken, a count is coded in log + 1 bits, a small one in log.
  for (let symbol = 0; symbol < 256; symbol += 1) {
    const low = bits(log);
    const isSmall = low < (1 << (log + 1)) - 1 - (states + 1);
    const whole = isSmall ? low : low | (bits(1) << log);
    const count = (!isSmall && whole >= 1 << log ? whole - ((1 << (log + 1)) - 1 - (states + 1)) : whole) - 1;
    if (count === states) throw damaged();
    if (count !== 0) return;
    for (let more = 3; more === 3;) symbol += more = bits(2);
  }
}

/**
 * Looks at a compressed block (RFC 8878, 3.1.1.3.1).
 *
 * @param {Uint8Array} block
 */
function checkBlock(block) {
  const [first = 0] = block;
  const isTree = (first & 3) === 2;
  // 3, 3, 4 or 5 bytes, by the format of its sizes.
  const start = [3, 3, 4, 5][(first >> 2) & 3];
  const header = block[start] ?? 0;
  if (isTree && header < 128) requireSeveralSymbols(block.subarray(start + 1, start + 1 + header));
}

/**
 * Throws where data are not whole frames, or have a table that their decoder doesn't come to the
 * end of, or more than `length` bytes in blocks whose sizes are stated.
 *
 * @param {Uint8Array} bytes
 * @param {number} length
 */
function check(bytes, length) {
  const reader = new Reader(bytes);
  let stated = 0;
  while (!reader.isAtEnd) {
    const magic = reader.number(4);
    if (Math.floor(magic / 16) === SKIPPED) {
      reader.skip(reader.number(4));
      continue;
    }
    if (magic !== MAGIC) throw damaged();
    const flags = reader.number(1);
    const isSingle = (flags & 0x20) !== 0;
    reader.skip((isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3]);
    const sizeBytes = flags >> 6 === 0 ? (isSingle ? 1 : 0) : 1 << (flags >> 6);
    const content = reader.number(Math.min(6, sizeBytes)) + (sizeBytes === 2 ? 256 : 0);
    if (sizeBytes === 8 && reader.number(2) > 0) throw damaged();
    if (content > length) throw damaged();
    for (let isLast = false; !isLast;) {
      const header = reader.number(3);
      isLast = (header & 1) === 1;
      const kind = (header >> 1) & 3;
      const size = header >> 3;
      if (kind < 2) stated += size;
      if (stated > length) throw damaged();
      const start = reader.at;
      reader.skip(kind === 1 ? 1 : size);
      if (kind === 2) checkBlock(bytes.subarray(start, reader.at));
    }
    if (flags & 4) reader.skip(4);
  }
}

/**
 * Decompresses Zstandard frames of `length` bytes in all. Throws, in bounded time, where they are
 * damaged.
 *
 * @param {Uint8Array} bytes
 * @param {number} length
 */
export function decompressZstandard(bytes, length) {
  check(bytes, length);
  return decompress(bytes);
}
