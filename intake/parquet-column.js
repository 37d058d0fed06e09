// The values of a column of Parquet, page by page. Pages are unpacked and decoded by hyparquet,
// whose own assembly serves nested columns too, and takes each value by itself. Here columns are
// flat, and numbers stay the doubles that they are in the file.
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert, convertWithDictionary } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import { readVarInt } from "hyparquet/src/thrift.js";

/** @typedef {import("hyparquet/src/types.js").ColumnDecoder} ColumnDecoder */
/** @typedef {import("hyparquet/src/types.js").DataReader} DataReader */
/** @typedef {import("hyparquet/src/types.js").DecodedArray} DecodedArray */
/** @typedef {import("hyparquet/src/types.js").PageHeader} PageHeader */

/**
 * A page's values without those that are missing, and for each row whether it has one; null where
 * all have.
 *
 * @typedef {{values: DecodedArray, present: boolean[] | null}} Page
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

/**
 * The number of bytes of a page's levels where they are one run that says of every row that its
 * value is there, as writers write it; null for any others. They follow their length, in four
 * bytes.
 *
 * @param {Uint8Array} page of the first version, unpacked, of a column that may lack values
 * @param {number} rows
 */
function lengthOfOneRun(page, rows) {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const reader = { view, offset: 4 };
  if (view.byteLength < 6) return null;
  const length = 4 + view.getUint32(0, true);
  const header = readVarInt(reader);
  // An even header is twice the length of a run of one level, which follows.
  return header % 2 === 0 && header / 2 >= rows && view.getUint8(reader.offset) === 1 ? length : null;
}

/**
 * The content of a page of the first version. Levels of a page in which nothing is missing aren't
 * made into a list.
 *
 * @param {Uint8Array} page unpacked
 * @param {import("hyparquet/src/types.js").DataPageHeader} header
 * @param {ColumnDecoder} decoder
 */
function contentOf(page, header, decoder) {
  const [root, leaf] = decoder.schemaPath;
  const length = leaf.element.repetition_type === "OPTIONAL" ? lengthOfOneRun(page, header.num_values) : null;
  if (length === null) return readDataPage(page, header, decoder);
  const required = { ...leaf, element: { ...leaf.element, repetition_type: /** @type {const} */ ("REQUIRED") } };
  return readDataPage(page.subarray(length), header, { ...decoder, schemaPath: [root, required] });
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
  const { data_page_header: first } = header;
  const stated = statedOf(header);
  if (stated === undefined) throw new Error(`a page of the type ${header.type} was not expected`);
  const rows = stated.num_values;
  if (dictionary === undefined && stated.encoding?.endsWith("_DICTIONARY")) throw new Error("its dictionary is missing");
  const read = (/** @type {Uint8Array} */ bytes) => {
    const { definitionLevels, dataPage } =
      stated === first
        ? contentOf(decompressPage(bytes, header.uncompressed_page_size, decoder.codec, decoder.compressors), first, decoder)
        : readDataPageV2(bytes, header, decoder);
    const values = convertWithDictionary(dataPage, dictionary, stated.encoding, decoder);
    const present = values.length === rows ? null : (definitionLevels ?? []).map((level) => level > 0);
    const count = present === null ? rows : present.filter(Boolean).length;
    if (values.length !== count || (present !== null && present.length !== rows))
      throw new Error("a page has another number of values than it says");
    return { values, present };
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
