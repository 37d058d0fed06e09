// The values of a column of Parquet, page by page. Pages are unpacked and decoded by hyparquet,
// whose own assembly serves nested columns too, and takes each value by itself. Here columns are
// flat, and numbers stay the doubles that they are in the file.
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert, convertWithDictionary } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage } from "hyparquet/src/datapage.js";
import { presentIn, requireRuns } from "./parquet-runs.js";

/** @typedef {import("hyparquet/src/types.js").ColumnDecoder} ColumnDecoder */
/** @typedef {import("hyparquet/src/types.js").DataReader} DataReader */
/** @typedef {import("hyparquet/src/types.js").DecodedArray} DecodedArray */
/** @typedef {import("hyparquet/src/types.js").PageHeader} PageHeader */

/**
 * A page's values without those that are missing, and for each row 1 if it has one, 0 if not; null
 * where all have.
 *
 * @typedef {{values: DecodedArray, present: Uint8Array | null}} Page
 */

/** Values of rows, numbers as long as there is nothing else. */
class Values {
  /** @type {Float64Array | unknown[]} */
  list;
  #length = 0;

  /** @param {number} rows */
  constructor(rows) {
    this.list = new Float64Array(rows);
  }

  get length() {
    return this.#length;
  }

  /**
   * Adds some of a page's values.
   *
   * @param {Page} page
   * @param {number} from row of the page
   * @param {number} to
   */
  add({ values, present }, from, to) {
    if (present === null) {
      for (let row = this.#addNumbers(values, from, to); row < to; row += 1) this.#push(values[row]);
      return;
    }
    let next = 0;
    for (let row = 0; row < to; row += 1) {
      if (row >= from) this.#push(present[row] ? values[next] : null);
      next += present[row] ? 1 : 0;
    }
  }

  /**
   * Adds numbers to numbers, up to the first value that is something else. Returns the row after
   * them.
   *
   * @param {DecodedArray} values
   * @param {number} from
   * @param {number} to
   */
  #addNumbers(values, from, to) {
    const { list } = this;
    if (!(list instanceof Float64Array)) return from;
    if (isOfNumbers(values)) {
      list.set(values.subarray(from, to), this.#length);
      this.#length += to - from;
      return to;
    }
    let length = this.#length;
    let row = from;
    for (; row < to; row += 1) {
      const value = values[row];
      if (typeof value !== "number") break;
      list[length] = value;
      length += 1;
    }
    this.#length = length;
    return row;
  }

  /** @param {unknown} value */
  #push(value) {
    if (value === undefined) throw new Error("a value is not in its dictionary");
    if (typeof value !== "number" && this.list instanceof Float64Array)
      this.list = Array.from(this.list.subarray(0, this.#length));
    this.list[this.#length] = value;
    this.#length += 1;
  }
}

/**
 * @param {DecodedArray} values
 * @returns {values is Float64Array | Float32Array | Int32Array | Uint32Array}
 */
const isOfNumbers = (values) => ArrayBuffer.isView(values) && typeof (values[0] ?? 0n) === "number";

/** Rows that a page may have. Arrow puts no more into a row group. */
const MOST_ROWS = 1 << 26;

const NO_LEVELS = /** @type {const} */ ({ definition_level_encoding: "RLE", repetition_level_encoding: "RLE" });

/**
 * The content of a page, unpacked: the runs of its levels, of a column that may lack values, and
 * its values.
 *
 * @param {Uint8Array} bytes
 * @param {PageHeader} header
 * @param {ColumnDecoder} decoder
 * @param {boolean} hasLevels
 * @returns {{levels: Uint8Array | null, data: Uint8Array}}
 */
function unpacked(bytes, header, { codec, compressors }, hasLevels) {
  const { data_page_header_v2: second } = header;
  if (header.type === "DATA_PAGE" || second === undefined) {
    const page = decompressPage(bytes, header.uncompressed_page_size, codec, compressors);
    if (!hasLevels) return { levels: null, data: page };
    // Levels follow their length, in four bytes.
    const end = 4 + new DataView(page.buffer, page.byteOffset, 4).getUint32(0, true);
    if (end > page.length) throw new Error("a page ends before its values");
    return { levels: page.subarray(4, end), data: page.subarray(end) };
  }
  const { repetition_levels_byte_length: before, definition_levels_byte_length: length } = second;
  const start = before + length;
  if (!(before >= 0 && length >= 0 && start <= bytes.length)) throw new Error("a page ends before its values");
  const packed = bytes.subarray(start);
  const size = header.uncompressed_page_size - start;
  const isPacked = second.is_compressed !== false;
  const data = isPacked ? decompressPage(packed, size, codec, compressors) : packed;
  return { levels: hasLevels ? bytes.subarray(before, start) : null, data };
}

/**
 * Throws where a page's values are runs that don't fit its number of values.
 *
 * @param {Uint8Array} data
 * @param {string | undefined} encoding
 * @param {number} count
 * @param {ColumnDecoder} decoder
 */
function requireFitting(data, encoding, count, { type }) {
  if (encoding !== "RLE" && !encoding?.endsWith("_DICTIONARY")) return;
  // Truth values are behind the length of their runs, codes behind their number of bits; those of
  // no bits have no runs.
  if (type === "BOOLEAN") requireRuns(data.subarray(4), 1, count);
  else if (data[0] !== 0) requireRuns(data.subarray(1), data[0], count);
}

/**
 * The part of the header that a page of values has; undefined for any other page.
 *
 * @param {PageHeader} header
 */
function statedOf({ type, data_page_header: first, data_page_header_v2: second }) {
  return type === "DATA_PAGE" ? first : type === "DATA_PAGE_V2" ? second : undefined;
}

/**
 * The rows of a page, and how it is read.
 *
 * @param {PageHeader} header
 * @param {ColumnDecoder} decoder
 * @param {DecodedArray | undefined} dictionary
 * @returns {{rows: number, read: (bytes: Uint8Array) => Page}}
 */
function pageOf(header, decoder, dictionary) {
  const stated = statedOf(header);
  if (stated === undefined) throw new Error(`a page of the type ${header.type} was not expected`);
  const rows = stated.num_values;
  if (dictionary === undefined && stated.encoding?.endsWith("_DICTIONARY")) throw new Error("its dictionary is missing");
  const [root, leaf] = decoder.schemaPath;
  const hasLevels = leaf.element.repetition_type === "OPTIONAL";
  const required = { ...leaf, element: { ...leaf.element, repetition_type: /** @type {const} */ ("REQUIRED") } };
  const read = (/** @type {Uint8Array} */ bytes) => {
    if (rows > MOST_ROWS) throw new Error(`a page has more than ${MOST_ROWS} rows`);
    const { levels, data } = unpacked(bytes, header, decoder, hasLevels);
    const present = levels === null ? null : presentIn(levels, rows);
    const count = present === null ? rows : present.reduce((sum, level) => sum + (level > 0 ? 1 : 0), 0);
    // A page without values need not say how they are written.
    if (count === 0) return { values: [], present };
    requireFitting(data, stated.encoding, count, decoder);
    // Both versions differ in their levels only, so this is a page of the first, without any.
    const levelless = { ...NO_LEVELS, encoding: stated.encoding, num_values: count };
    const { dataPage } = readDataPage(data, levelless, { ...decoder, schemaPath: [root, required] });
    return { values: convertWithDictionary(dataPage, dictionary, stated.encoding, decoder), present };
  };
  return { rows, read };
}

/** Rows between two places at which reading can begin. */
const LEAST_ROWS = 1 << 12;

/**
 * The header at the reader's place, and the bytes of the page that follows it.
 *
 * @param {DataReader} reader
 */
function nextPage(reader) {
  const header = parquetHeader(reader);
  const size = header.compressed_page_size;
  if (!(size >= 0 && size <= reader.view.byteLength - reader.offset)) throw new Error("a page is longer than the column");
  return { header, size };
}

/**
 * The places at which pages begin in a column of a row group, so that some of its rows can be read
 * without the others.
 */
export class PagePlaces {
  #length;
  /** Bytes of the dictionary's page, which comes first; 0 if there is none. */
  #dictionary = 0;
  /** @type {{row: number, offset: number, usesDictionary: boolean}[]} */
  #places = [];

  /**
   * Reads the headers of all pages, up to one that is no page of values; what follows is read with
   * the last of those.
   *
   * @param {ArrayBuffer} bytes of the column in the row group
   */
  constructor(bytes) {
    this.#length = bytes.byteLength;
    /** @type {DataReader} */
    const reader = { view: new DataView(bytes), offset: 0 };
    try {
      for (let row = 0; reader.offset < bytes.byteLength;) row += this.#next(reader, row);
    } catch {
      // Told when those rows are read.
    }
  }

  /**
   * Goes past a page that begins with `row`. Returns its rows.
   *
   * @param {DataReader} reader
   * @param {number} row
   */
  #next(reader, row) {
    const { offset } = reader;
    const { header, size } = nextPage(reader);
    reader.offset += size;
    if (header.type === "DICTIONARY_PAGE" && offset === 0) {
      this.#dictionary = reader.offset;
      return 0;
    }
    const stated = statedOf(header);
    if (stated === undefined || !(stated.num_values >= 0)) throw new Error("no page of values");
    const rows = stated.num_values;
    const usesDictionary = stated.encoding?.endsWith("_DICTIONARY") ?? true;
    const last = this.#places.at(-1);
    if (last === undefined || row >= last.row + LEAST_ROWS) this.#places.push({ row, offset, usesDictionary });
    else last.usesDictionary ||= usesDictionary;
    return rows;
  }

  /**
   * The parts of the column's bytes, by their ends, in which rows `start` to `end` are, and the row
   * at which they begin.
   *
   * @param {number} start
   * @param {number} end
   * @returns {{row: number, parts: [from: number, to: number][]}}
   */
  partsWith(start, end) {
    const first = this.#places.findLastIndex(({ row }) => row <= start);
    if (first < 0) return { row: 0, parts: [[0, this.#length]] };
    const after = this.#places.findIndex(({ row }) => row >= end);
    const places = this.#places.slice(first, after < 0 ? undefined : after);
    const { row, offset } = places[0];
    /** @type {[number, number]} */
    const pages = [offset, after < 0 ? this.#length : this.#places[after].offset];
    const usesDictionary = this.#dictionary > 0 && places.some((place) => place.usesDictionary);
    return { row, parts: usesDictionary ? [[0, this.#dictionary], pages] : [pages] };
  }
}

/**
 * The values of rows `start` to `end` of a row group, `null` where one is missing; fewer where the
 * column ends before. Numbers come as a Float64Array where there is nothing else.
 *
 * @param {ArrayBuffer[]} parts whole pages of the column in the row group, with its dictionary
 *   before those that need it
 * @param {ColumnDecoder} decoder of a flat column
 * @param {{start: number, end: number, rows: number, first?: number}} place rows from 0, of all in
 *   the group; `first`: with which the pages begin
 * @returns {Float64Array | unknown[]}
 */
export function columnValues(parts, decoder, { start, end, rows: all, first = 0 }) {
  const found = new Values(end - start);
  /** @type {DecodedArray | undefined} */
  let dictionary;
  let row = first;
  for (const bytes of parts) {
    /** @type {DataReader} */
    const reader = { view: new DataView(bytes), offset: 0 };
    while (row < end && reader.offset < bytes.byteLength) {
      const { header, size } = nextPage(reader);
      if (header.type === "DICTIONARY_PAGE") {
        const { data } = readPage(reader, header, decoder, undefined, undefined, 0);
        dictionary = data && convert(data, decoder);
        continue;
      }
      const { rows, read } = pageOf(header, decoder, dictionary);
      if (!(rows >= 0 && rows <= all - row)) throw new Error("a page has more rows than the row group");
      if (row + rows > start) {
        const page = read(new Uint8Array(bytes, reader.offset, size));
        found.add(page, Math.max(0, start - row), Math.min(rows, end - row));
      }
      reader.offset += size;
      row += rows;
    }
  }
  return found.length === end - start ? found.list : found.list.slice(0, found.length);
}
