// From the bytes of a table to its text. A file that is something else is named for what it is,
// with what to do about it. The command line and the pages read through here.
import { isAscii } from "./ascii.js";

/** As many bytes as the kind of a file is told from. */
const HEAD = 4096;
/**
 * Bytes that are handed to the decompressor at once. Deflate makes at most 1,032 bytes of one, so
 * that no file, however it was made, has more than 9 MB of text under way.
 */
const COMPRESSED = 1 << 13;
/** Zero bytes, nearly all the first or the second of their pair, from which text is UTF-16. */
const LEAST_ZEROS = 3;

const AS_CSV = "save the sheet as CSV in UTF-8 and give that";
const UNPACK = "unpack it and give the file that is in it";

/**
 * Files that are no text: how each kind begins, as Latin-1, and a sentence with what to do.
 *
 * @type {[start: RegExp, sentence: string][]}
 */
/* eslint-disable no-control-regex -- no text begins with these bytes */
const KINDS = [
  [/^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis\.opendocument/s, `is an OpenDocument file (.ods); ${AS_CSV}`],
  [/^PK\x03\x04.*\0xl\//s, `is an Excel workbook (.xlsx); ${AS_CSV}`],
  [
    /^PK\x03\x04.{26}(\[Content_Types\]|_rels\/|docProps\/)/s,
    `is an Office file, perhaps an Excel workbook (.xlsx); ${AS_CSV}`,
  ],
  [/^PK(\x03\x04|\x05\x06|\x07\x08)/, `is a zip archive; ${UNPACK}`],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, `is a file of an old Office program, perhaps an Excel workbook (.xls); ${AS_CSV}`],
  [/^(BZh\d1AY&SY|\xfd7zXZ\0|\x28\xb5\x2f\xfd|7z\xbc\xaf)/, `is compressed (bzip2, xz, zstd or 7z); ${UNPACK}`],
  [/^PAR[1E].*\0/s, "is Parquet inside a compressed file; unpack it and give the Parquet file"],
  [/^(ARROW1|FEA1.*)\0/s, "is an Arrow or Feather file; save the table as Parquet or CSV"],
  [/^SQLite format 3\0/, "is a SQLite database; save the table as CSV or Parquet"],
  [/^(\xff\xfe\0\0|\0\0\xfe\xff)/, "is UTF-32 text; save it as UTF-8"],
];
/* eslint-enable no-control-regex */

/** Thrown in the middle of a text, after all of it that could be read. */
export class BrokenText extends Error {
  /** @param {string} fault goes on after "line 7 has " */
  constructor(fault) {
    super(`is not text that can be read: ${fault}`);
    this.fault = fault;
  }
}

/** @typedef {(message: string) => Error} Refusal makes the error for a file, "is …" about it */

/**
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function joined(first, second) {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/**
 * The first bytes, HEAD of them unless the file is shorter, with all chunks from the start; `close`
 * ends reading where no chunk is asked for.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 */
async function opened(chunks) {
  const rest = chunks[Symbol.asyncIterator]();
  let head = new Uint8Array(0);
  while (head.length < HEAD) {
    const { done, value } = await rest.next();
    if (done) break;
    head = joined(head, value);
  }
  const all = async function* () {
    try {
      if (head.length > 0) yield head;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  };
  return { head: head.subarray(0, HEAD), all: all(), close: () => rest.return?.() };
}

/**
 * "utf-16le" or "utf-16be" where every second byte is zero often, and others rarely; else null.
 *
 * @param {Uint8Array} head
 */
function unmarkedUtf16(head) {
  const zeros = [0, 0];
  head.forEach((byte, index) => (zeros[index % 2] += byte === 0 ? 1 : 0));
  const most = Math.max(...zeros);
  if (8 * Math.min(...zeros) > most || most < LEAST_ZEROS || most < head.length / 20) return null;
  return zeros[1] > 0 ? "utf-16le" : "utf-16be";
}

/**
 * Whether a file is gzip, by its first bytes.
 *
 * @param {Uint8Array} head
 */
export const startsAsGzip = (head) => head[0] === 0x1f && head[1] === 0x8b;

/**
 * How the text of a file that begins like this is encoded. Throws a refusal for what is no text.
 *
 * @param {Uint8Array} head
 * @param {Refusal} refusal
 */
function encodingOf(head, refusal) {
  const start = Array.from(head, (byte) => String.fromCharCode(byte)).join("");
  const kind = KINDS.find(([pattern]) => pattern.test(start));
  if (kind !== undefined) throw refusal(kind[1]);
  if (/^\xff\xfe/.test(start)) return "utf-16le";
  if (/^\xfe\xff/.test(start)) return "utf-16be";
  if (unmarkedUtf16(head) !== null)
    throw refusal("is UTF-16 text without a byte order mark, which can't be told for certain; save it as UTF-8");
  return "utf-8";
}

/**
 * The bytes inside a gzip file.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {Refusal} refusal
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* unzipped(chunks, refusal) {
  if (typeof DecompressionStream === "undefined") throw refusal(`is compressed with gzip; ${UNPACK}`);
  const { readable, writable } = new DecompressionStream("gzip");
  const reader = readable.getReader();
  const writer = writable.getWriter();
  /** @type {{error: unknown} | null} */
  let unread = null;
  (async () => {
    const rest = chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await rest.next().catch((error) => {
          unread = { error };
          throw error;
        });
        if (done) break;
        for (let from = 0; from < value.length; from += COMPRESSED) {
          await writer.ready;
          await writer.write(new Uint8Array(value.subarray(from, from + COMPRESSED)));
        }
      }
      await writer.close();
    } finally {
      await rest.return?.();
    }
  })().catch((error) => writer.abort(error).catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        if (unread !== null) throw unread.error;
        throw refusal(
          "is a gzip file that is damaged, cut off, or in several parts; unpack it (gunzip) and give what is in it",
        );
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Where a decoder that was given `chunk` after `before` stopped: the text up to there.
 *
 * @param {Uint8Array} before the beginning of a character
 * @param {Uint8Array} chunk
 * @param {string} encoding
 */
function goodText(before, chunk, encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let good = "";
  try {
    for (const byte of joined(before, chunk)) good += decoder.decode(Uint8Array.of(byte), { stream: true });
  } catch {
    // This is the byte.
  }
  return good;
}

/**
 * The last bytes of a text in UTF-8 that are a character's beginning, of which more follows.
 *
 * @param {Uint8Array} bytes
 */
function unfinished(bytes) {
  const last = bytes.subarray(-3);
  const lead = last.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const length = last[lead] >= 0xf0 ? 4 : last[lead] >= 0xe0 ? 3 : last[lead] >= 0xc0 ? 2 : 1;
  return lead >= 0 && length > last.length - lead ? last.subarray(lead) : last.subarray(0, 0);
}

/**
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {string} encoding
 * @returns {AsyncGenerator<string | Uint8Array, void>}
 */
async function* decoded(chunks, encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let before = new Uint8Array(0);
  // The first chunk may begin with a byte order mark, which the decoder takes away.
  let isFirst = true;
  const broken = () =>
    new BrokenText(
      encoding === "utf-8"
        ? 'a byte that is not UTF-8; the file may be Latin-1 or Windows-1252: save it as UTF-8 ("CSV UTF-8" in a spreadsheet)'
        : "half a character of UTF-16; save the file as UTF-8",
    );
  for await (const chunk of chunks) {
    if (encoding === "utf-8" && !isFirst && before.length === 0 && isAscii(chunk)) {
      if (chunk.length > 0) yield chunk;
      continue;
    }
    isFirst = false;
    let piece;
    try {
      piece = decoder.decode(chunk, { stream: true });
    } catch {
      yield goodText(before, chunk, encoding);
      throw broken();
    }
    // A character of four bytes may come in as many chunks.
    if (encoding === "utf-8") before = new Uint8Array(unfinished(joined(before, chunk.subarray(-3))));
    if (piece !== "") yield piece;
  }
  try {
    decoder.decode();
  } catch {
    throw broken();
  }
}

/**
 * The text of a file in pieces, none of which breaks a character: UTF-8, UTF-16 with a byte order
 * mark, or either inside gzip. Pieces but the first may be bytes of ASCII as they are. Throws a
 * refusal for any other file, and BrokenText after the last text that could be read.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {Refusal} refusal
 * @returns {AsyncGenerator<string | Uint8Array, void>}
 */
export async function* tableText(chunks, refusal) {
  let file = await opened(chunks);
  let encoding;
  try {
    if (startsAsGzip(file.head)) {
      file = await opened(unzipped(file.all, refusal));
      if (startsAsGzip(file.head)) throw refusal(`is gzip inside gzip; ${UNPACK}`);
    }
    encoding = encodingOf(file.head, refusal);
  } catch (error) {
    await file.close();
    throw error;
  }
  yield* decoded(file.all, encoding);
}
