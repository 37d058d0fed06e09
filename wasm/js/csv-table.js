// Tables of CSV (index.d.ts: openCsv). The core reads them (core/report, CsvReader); here bytes are
// handed over, a gzip file's unpacked, and what was read is named to the operations about rows.
import { argumentError, refuseUnknown } from "./errors.js";
import { loaded } from "./module.js";

/** @import { CsvOptions } from "expost" */
/** @import { Instance } from "./module.js" */

/** Bytes a call. */
const PIECE = 1 << 20;
/**
 * Bytes that are handed to the decompressor at once. Deflate makes at most 1,032 bytes of one, so
 * that no file, however it was made, has more than 9 MB of text under way.
 */
const COMPRESSED = 1 << 13;

/** @typedef {AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>} Chunks */

/** Thrown by the decompressor's side for bytes that are no gzip file. */
class Damaged extends Error {}

const encoder = new TextEncoder();
const bytesOf = (/** @type {Uint8Array | string} */ chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk);

/**
 * Chunks as bytes, from the first on that has two of them, and whether they are a gzip file.
 *
 * @param {Chunks} chunks
 */
async function opened(chunks) {
  const rest = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  let head = new Uint8Array(0);
  while (head.length < 2) {
    const { done, value } = await rest.next();
    if (done) break;
    const bytes = bytesOf(value);
    const joined = new Uint8Array(head.length + bytes.length);
    joined.set(head);
    joined.set(bytes, head.length);
    head = joined;
  }
  const all = async function* () {
    try {
      if (head.length > 0) yield head;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield bytesOf(next.value);
    } finally {
      await rest.return?.();
    }
  };
  return { bytes: all(), isGzip: head[0] === 0x1f && head[1] === 0x8b };
}

/**
 * The bytes inside a gzip file.
 *
 * @param {AsyncIterable<Uint8Array>} chunks
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* unpacked(chunks) {
  const { readable, writable } = new DecompressionStream("gzip");
  // A file in one part ends with the length of what is in it. Node unpacks others too, browsers and
  // Python don't.
  let unpackedBytes = 0;
  const tail = new Uint8Array(4);
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
        const last = value.subarray(-4);
        tail.copyWithin(0, last.length);
        tail.set(last, 4 - last.length);
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
        throw unread === null ? new Damaged() : unread.error;
      });
      if (done) break;
      unpackedBytes += value.length;
      yield value;
    }
    if (new DataView(tail.buffer).getUint32(0, true) !== unpackedBytes % 2 ** 32) throw new Damaged();
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The rows that a table has read last: a RowBlock until it reads on. */
export class CsvBlock {
  #table;
  #instance;

  /**
   * @param {Instance} instance
   * @param {number} table
   * @param {number} columns
   */
  constructor(instance, table, columns) {
    this.#instance = instance;
    this.#table = table;
    this.columnCount = columns;
  }

  /**
   * The part of a request that names the rows of a block.
   *
   * @param {CsvBlock} block
   */
  static requestOf = (block) => ({ table: block.#table });

  /**
   * Texts of the columns with these places, an array each.
   *
   * @param {number[]} columns
   * @returns {string[][]}
   */
  texts(columns) {
    const { texts } = this.#instance.call("table-texts", { table: this.#table, columns });
    return texts.map((/** @type {string} */ joined) => joined.split("\0"));
  }

  /** The rows, each an array of texts. */
  rows() {
    const columns = this.texts([...Array(this.columnCount).keys()]);
    return Array.from(columns[0], (_, row) => columns.map((column) => column[row]));
  }
}

/** A table under way: DataRows whose rows are there once. */
export class CsvTable {
  #instance;
  #table;
  #bytes;
  #reading;
  #first = 0;
  /** @type {string[]} */
  header = [];
  /** @type {number | undefined} */
  expectedRows;
  /** @type {boolean | undefined} */
  decimalComma;
  /** @type {number[]} */
  thousands = [];

  /**
   * @param {Instance} instance
   * @param {number} table
   * @param {AsyncIterator<Uint8Array>} bytes
   */
  constructor(instance, table, bytes) {
    this.#instance = instance;
    this.#table = table;
    this.#bytes = bytes;
    this.#reading = this.#read();
  }

  /**
   * Reads up to the header.
   *
   * @param {number | undefined} size
   */
  async start(size) {
    for (let next = await this.#reading.next(); !next.done; next = await this.#reading.next()) {
      this.#first = next.value;
      if (this.header.length > 0) break;
    }
    if (size !== undefined && this.#first > 0)
      this.expectedRows = Math.ceil(this.#instance.call("estimate-rows", { table: this.#table, bytes: size }).rows);
    return this;
  }

  /** The data rows, in blocks, once. */
  get rows() {
    return this.#blocks();
  }

  /**
   * The line of the row that a pointer of the library names ("/7/age"), null where it names none.
   *
   * @param {string} pointer
   * @returns {number | null}
   */
  lineOf(pointer) {
    const row = /^\/(\d+)(\/|$)/.exec(pointer)?.[1];
    return row === undefined ? null : this.#instance.call("line-of-row", { table: this.#table, row: Number(row) }).line;
  }

  /** Frees what the module holds. No line is known any more. */
  async close() {
    await this.#bytes.return?.();
    this.#instance.release("close-table", { table: this.#table });
  }

  async *#blocks() {
    const block = new CsvBlock(this.#instance, this.#table, this.header.length);
    if (this.#first > 0) yield block;
    for (let next = await this.#reading.next(); !next.done; next = await this.#reading.next()) if (next.value > 0) yield block;
  }

  /** Numbers of rows, as the module reads them. */
  async *#read() {
    const table = this.#table;
    const call = (/** @type {object} */ request, /** @type {Uint8Array | undefined} */ beside = undefined) => {
      const { header, thousands, ...read } = this.#instance.call("read-table", { table, ...request }, beside);
      if (header !== null) this.header = header;
      if (thousands !== undefined) this.thousands = thousands;
      return /** @type {{rows: number, more: boolean}} */ (read);
    };
    for (;;) {
      const { done, value } = await this.#bytes.next().catch((error) => {
        if (error instanceof Damaged) call({ damaged: true });
        throw error;
      });
      if (done) break;
      for (let from = 0; from < value.length; from += PIECE) yield call({}, value.subarray(from, from + PIECE)).rows;
    }
    for (let more = true; more;) {
      const read = call({ last: true });
      yield read.rows;
      more = read.more;
    }
  }
}

/**
 * @param {Chunks} chunks
 * @param {CsvOptions} [options]
 */
export async function openCsv(chunks, { decimalComma, size, ...left } = {}) {
  refuseUnknown(left);
  const iterable =
    typeof chunks === "object" && chunks !== null && (Symbol.asyncIterator in chunks || Symbol.iterator in chunks);
  if (!iterable) throw argumentError("wrong-type", "The chunks must be an iterable, or an async iterable, of bytes or texts.");
  const instance = await loaded();
  const { bytes, isGzip } = await opened(chunks);
  const packed = isGzip && typeof DecompressionStream !== "undefined";
  const { table } = instance.call("open-table", { decimalComma, unpacked: packed });
  const csv = new CsvTable(instance, table, packed ? unpacked(bytes) : bytes);
  csv.decimalComma = decimalComma;
  try {
    return await csv.start(packed ? undefined : size);
  } catch (error) {
    await csv.close();
    throw error;
  }
}
