// Text as bytes, each of them a character: looked at four at a time, and handed to the library as
// they are.

/**
 * Groups of four bytes, and the bytes that are left over.
 *
 * @param {Uint8Array} bytes
 */
function inFours(bytes) {
  const from = (4 - (bytes.byteOffset % 4)) % 4;
  const count = (bytes.length - from) >> 2;
  if (count <= 0) return { fours: new Int32Array(0), rest: [...bytes] };
  return {
    fours: new Int32Array(bytes.buffer, bytes.byteOffset + from, count),
    rest: [...bytes.subarray(0, from), ...bytes.subarray(from + 4 * count)],
  };
}

/** Whether all bytes are ASCII. @param {Uint8Array} bytes */
export function isAscii(bytes) {
  const { fours, rest } = inFours(bytes);
  let all = 0;
  for (let i = 0; i < fours.length; i += 1) all |= fours[i];
  return (all & 0x80808080) === 0 && rest.every((byte) => byte < 0x80);
}

const LINE_FEED = 0x0a;
const QUOTATION_MARK = 0x22;
/** One in each of four bytes, and four of the bytes that are looked for. */
const ONES = 0x01010101;
const LINE_FEEDS = 0x0a0a0a0a;
const QUOTATION_MARKS = 0x22222222;
/** A byte of ASCII and this are 128 or more unless the byte is 0, and never more than a byte. */
const ALL_BUT_ONE = 0x7f7f7f7f;

/** The sum of four bytes. @param {number} four */
const sumOf = (four) =>
  (Math.imul(four & 0x00ff00ff, 0x00010001) >>> 16) + (Math.imul((four >>> 8) & 0x00ff00ff, 0x00010001) >>> 16);

/**
 * How many line feeds there are among bytes of ASCII, or null where a quotation mark is.
 *
 * @param {Uint8Array} bytes
 */
export function linesWithoutQuotes(bytes) {
  const { fours, rest } = inFours(bytes);
  let count = 4 * fours.length + rest.filter((byte) => byte === LINE_FEED).length;
  let noQuotes = -1;
  for (let from = 0; from < fours.length; from += 255) {
    // Each byte counts up to 255 others.
    let others = 0;
    const to = Math.min(from + 255, fours.length);
    for (let i = from; i < to; i += 1) {
      const four = fours[i];
      noQuotes &= (four ^ QUOTATION_MARKS) + ALL_BUT_ONE;
      others = (others + ((((four ^ LINE_FEEDS) + ALL_BUT_ONE) >>> 7) & ONES)) | 0;
    }
    count -= sumOf(others);
  }
  const hasQuotes = (~noQuotes & 0x80808080) !== 0 || rest.includes(QUOTATION_MARK);
  return hasQuotes ? null : count;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The text of bytes of ASCII. @param {Uint8Array} bytes */
export const asciiText = (bytes) => decoder.decode(bytes);

/**
 * The bytes of a text followed by `bytes`; null where the text is not ASCII.
 *
 * @param {string} text
 * @param {Uint8Array} bytes
 */
export function joinedAscii(text, bytes) {
  const joined = new Uint8Array(text.length + bytes.length);
  // No other text has room in as many bytes as it has characters.
  if (encoder.encodeInto(text, joined.subarray(0, text.length)).read !== text.length) return null;
  joined.set(bytes, text.length);
  return joined;
}
