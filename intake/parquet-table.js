// Parquet as a header and a stream of rows, with the same raw values as text or JSON would have:
// numbers, text, booleans, null. The command line and the curator's pages read through here, so
// that they take the same files and say the same about others.
import { parquetMetadataAsync, parquetSchema } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { compressors as others } from "hyparquet-compressors";
import { arrowKinds } from "./arrow-schema.js";
import { PagePlaces, columnValues } from "./parquet-column.js";
import { magicOf } from "./parquet-magic.js";
import { decompressZstandard } from "./zstandard.js";

const compressors = { ...others, ZSTD: decompressZstandard };
const SUPPORTED_CODECS = ["UNCOMPRESSED", ...Object.keys(compressors)];
/** Values held at once. Files of one huge row group are read in parts. */
const WINDOW_VALUES = 1 << 22;
const LONGEST_WINDOW = 1 << 17;
/** Values handed on at once. */
const BLOCK_VALUES = 1 << 17;

/** A magic number alone at both ends and the length between them: nothing is shorter. */
const SHORTEST_FILE = 12;

/** @typedef {import("./table.js").RawValue} RawValue */
/** @typedef {import("hyparquet").SchemaElement} SchemaElement */

/**
 * Any part of a file.
 *
 * @typedef {object} Parts
 * @property {number} size
 * @property {(from: number, to?: number) => Promise<ArrayBuffer>} slice
 */

/** A Parquet file under way. */
export class ParquetTable {
  #file;
  #groups;
  #columns;
  #refuse;
  #damaged;
  #onBytes;
  /** The columns that are read, by their places; null: all. @type {Set<number> | null} */
  #selected = null;
  /** Columns of which each value is UNREAD. @type {Set<number>} */
  #marked = new Set();
  /** The columns of which all has to be read; null: all. @type {Set<number> | null} */
  #needed = null;
  header;
  /** How many rows there are. */
  expectedRows;
  /** Names of the columns' kinds, null of those that are plainly numbers, texts or booleans. */
  kinds;

  /**
   * Reads the schema of a file that starts as Parquet.
   *
   * @param {Parts} file what `slice` throws is passed on as it is
   * @param {import("./table.js").TableError} refusal makes the error that is thrown where the file
   *   can't be read as a table; `place`: "" or `, column "town", rows 1 to 60`
   * @param {{onBytes?: (read: number) => void}} [options] onBytes: told how far reading has got, in
   *   bytes of the file
   */
  static async open(file, refusal, { onBytes } = {}) {
    /** @param {string} why */
    const refuse = (why) => refusal(why, { place: "" });
    /** @type {Set<unknown>} */
    const unread = new Set();
    /**
     * @param {number} from
     * @param {number} to
     */
    const slice = async (from, to) => {
      try {
        return await file.slice(from, to);
      } catch (error) {
        unread.add(error);
        throw error;
      }
    };
    /**
     * @param {string} place
     * @param {unknown} error
     * @returns {unknown}
     */
    const damaged = (place, error) =>
      unread.has(error)
        ? error
        : refusal(`can't be read as Parquet: ${/** @type {Error} */ (error).message}`, { place, cause: error });
    const start = magicOf(await file.slice(0, 4));
    const end = magicOf(await file.slice(Math.max(0, file.size - 4), file.size));
    if (start === "PARE" || end === "PARE") throw refuse("is an encrypted Parquet file; decrypt it first");
    if (file.size < SHORTEST_FILE || end !== "PAR1") {
      throw refuse("is a Parquet file that is not complete: its last bytes, which say what is in it, are not there");
    }
    const source = { byteLength: file.size, slice: (/** @type {number} */ from, to = file.size) => slice(from, to) };
    let metadata;
    let columns;
    try {
      metadata = await parquetMetadataAsync(source, { geoparquet: false });
      const root = parquetSchema(metadata);
      columns = root.children.map((child) => new Column(root, child));
      const { num_rows: stated } = metadata;
      const rows = metadata.row_groups.reduce((sum, group) => sum + BigInt(group.num_rows), 0n);
      if (rows !== stated) throw new Error(`it says that it has ${stated} rows, but its row groups have ${rows}`);
    } catch (error) {
      throw damaged("", error);
    }
    if (columns.length === 0) throw refuse("has no columns");
    for (const [i, kind] of arrowKinds(metadata, columns).entries()) columns[i].kind = kind ?? columns[i].kind;
    return new ParquetTable({ file: source, metadata, columns, refuse, damaged, onBytes });
  }

  /**
   * @param {object} parts
   * @param {{byteLength: number, slice: Parts["slice"]}} parts.file
   * @param {import("hyparquet").FileMetaData} parts.metadata
   * @param {Column[]} parts.columns
   * @param {(why: string) => Error} parts.refuse
   * @param {(place: string, error: unknown) => unknown} parts.damaged
   * @param {(read: number) => void} [parts.onBytes]
   */
  constructor({ file, metadata, columns, refuse, damaged, onBytes }) {
    this.#file = file;
    this.#groups = metadata.row_groups;
    this.#columns = columns;
    this.#refuse = refuse;
    this.#damaged = damaged;
    this.#onBytes = onBytes;
    // As the library does it.
    this.header = columns.map(({ name }) => name.trim());
    this.kinds = columns.map(({ kind }) => kind);
    this.expectedRows = Number(metadata.num_rows);
  }

  /**
   * Has only these columns read, by their places: nothing is decoded of the others, and their
   * values are blank. To be called before the rows are read. Throws where one of them can't be
   * read.
   *
   * @param {number[]} columns
   */
  select(columns) {
    this.#selected = new Set(columns);
    this.#requireReadable(columns);
  }

  /**
   * Has all columns read that can be, for a fingerprint of the table: each value of `unread`, and
   * each that can't be decoded, is UNREAD. Throws where one of `columns` can't be read.
   *
   * @param {number[]} columns
   * @param {number[]} unread
   */
  selectAll(columns, unread) {
    this.select(columns);
    this.#needed = this.#selected;
    this.#selected = null;
    this.#marked = new Set(unread);
    for (const [i, column] of this.#columns.entries()) if (this.#whyUnreadable(column) !== null) this.#marked.add(i);
  }

  /** @param {Iterable<number>} columns */
  #requireReadable(columns) {
    for (const i of columns) {
      const why = this.#whyUnreadable(this.#columns[i]);
      if (why !== null) throw this.#refuse(`the column ${JSON.stringify(this.#columns[i].name)} ${why}`);
    }
  }

  /**
   * Returns why a column can't be decoded; null where it can.
   *
   * @param {Column} column
   */
  #whyUnreadable(column) {
    if (column.unread !== null) return `${column.unread}; leave it out of the file`;
    for (const group of this.#groups) {
      const chunk = column.chunkIn(group);
      const meta = chunk?.meta_data;
      // Metadata that are encrypted don't say whose they are.
      const isEncrypted = chunk
        ? chunk.crypto_metadata !== undefined || chunk.encrypted_column_metadata !== undefined
        : group.columns.some(({ meta_data }) => meta_data === undefined);
      if (isEncrypted) return "is encrypted; decrypt the file first";
      if (meta !== undefined && !SUPPORTED_CODECS.includes(meta.codec))
        return (
          `is compressed with ${meta.codec ?? "an unknown method"}, which can't be read; ` +
          "write the file with Snappy, Zstandard or gzip"
        );
    }
    return null;
  }

  /** The data rows in columns, once. */
  get rows() {
    return this.#dataRows();
  }

  /** A row has no line here, and the library names its number. */
  lineOf() {
    return null;
  }

  /** @returns {AsyncGenerator<import("./row-block.js").ColumnBlock, void>} */
  async *#dataRows() {
    const block = Math.max(1, Math.floor(BLOCK_VALUES / this.#columns.length));
    const length = Math.max(1, Math.min(LONGEST_WINDOW, Math.floor(WINDOW_VALUES / this.#columns.length)));
    if (this.#selected === null) this.#requireReadable([...this.#columns.keys()].filter((column) => !this.#marked.has(column)));
    let before = 0;
    for (const group of this.#groups) {
      const rows = Number(group.num_rows);
      for (let start = 0; start < rows; start += length) {
        const end = Math.min(rows, start + length);
        const columns = [];
        // One after the other: only one column's compressed bytes are held at a time.
        for (const [i, column] of this.#columns.entries()) {
          if (this.#marked.has(i)) columns.push(allOf(UNREAD));
          else if (this.#selected !== null && !this.#selected.has(i)) columns.push(allOf(null));
          else columns.push(await this.#read(column, group, { before, start, end }, this.#needed?.has(i) ?? true));
        }
        for (let from = 0; from < end - start; from += block) {
          const to = Math.min(end - start, from + block);
          yield { columns: columns.map((column) => column(from, to)) };
        }
        this.#onBytes?.((this.#file.byteLength * (before + end)) / this.expectedRows);
      }
      before += rows;
    }
  }

  /** Says that there are none. */
  noRows() {
    return this.#refuse("has columns, but no rows");
  }

  /**
   * A function to the raw values of some rows, by their numbers in the window.
   *
   * @param {Column} column
   * @param {import("hyparquet").RowGroup} group
   * @param {{before: number, start: number, end: number}} rows from `start` to `end` in the group,
   *   `before` of the file before it
   * @param {boolean} isNeeded else a value that can't be decoded is UNREAD
   * @returns {Promise<(from: number, to: number) => RawValue[] | Float64Array>}
   */
  async #read(column, group, { before, start, end }, isNeeded) {
    const place = `, column ${JSON.stringify(column.name)}, rows ${before + start + 1} to ${before + end}`;
    /** @type {Float64Array | unknown[]} */
    let values;
    try {
      const { parts, decoder, first } = await column.in(group, this.#file, start, end);
      values = columnValues(parts, decoder, { start, end, rows: Number(group.num_rows), first });
      if (values.length !== end - start) throw new Error("it ends too early");
    } catch (error) {
      const refused = this.#damaged(place, error);
      // A file that can't be read is another matter than what is in it.
      if (isNeeded || refused === error) throw refused;
      return allOf(UNREAD);
    }
    const raw = column.raw;
    /**
     * @param {any} value
     * @param {number} row
     */
    const rawOf = (value, row) => {
      try {
        return value === undefined || value === null ? null : raw(value);
      } catch (error) {
        if (!isNeeded) return UNREAD;
        throw this.#damaged(`, column ${JSON.stringify(column.name)}, row ${row}`, error);
      }
    };
    return (from, to) => {
      // Most columns are numbers, as they are stored.
      if (raw === plain && values instanceof Float64Array) return values.subarray(from, to);
      return Array.from(values.slice(from, to), (value, i) => rawOf(value, before + start + from + i + 1));
    };
  }
}

/**
 * A column of the file: its name, why it can't be read (or null), and how its values become raw
 * ones.
 */
class Column {
  name;
  /** The name of its kind; null where it has none. @type {string | null} */
  kind;
  /** Why it can't be decoded. @type {string | null} */
  unread = null;
  /**
   * Takes any value: the kind of the column decides on what hyparquet hands over.
   *
   * @type {(value: any) => RawValue}
   */
  raw = plain;

  #schemaPath;
  /** @type {{group: import("hyparquet").RowGroup, places: PagePlaces} | null} */
  #known = null;

  /**
   * @param {import("hyparquet").SchemaTree} root
   * @param {import("hyparquet").SchemaTree} schema
   */
  constructor(root, schema) {
    const { element, children } = schema;
    this.#schemaPath = [root, schema];
    this.name = element.name;
    const kind = kindOf(element);
    this.kind = kind ?? null;
    if (kind === "VARIANT" || kind === "GEOMETRY" || kind === "GEOGRAPHY") {
      this.unread = `is of the kind ${kind}, which is no number, text or boolean`;
    } else if (children.length > 0 || element.repetition_type === "REPEATED") {
      this.kind = "nested";
      this.unread = "is nested (a list, a map or a group); a value must be one number, text or boolean";
    } else if (kind === "DECIMAL") {
      const scale = element.scale ?? (element.logical_type?.type === "DECIMAL" ? element.logical_type.scale : 0);
      this.raw = (value) => decimalText(value, scale);
      asStored(element);
    } else if (kind === "UINT_64") {
      this.raw = (value) => plain(BigInt.asUintN(64, BigInt(value)));
      asStored(element);
    } else if (element.type === "FIXED_LEN_BYTE_ARRAY" && kind !== "UUID" && kind !== "FLOAT16") {
      this.kind = kind ?? element.type;
      this.unread = "holds bytes, which are no number, text or boolean";
    } else if (element.type === "BYTE_ARRAY") {
      this.raw = (value) => (typeof value === "string" ? value : utf8(value));
    }
  }

  /** @param {import("hyparquet").RowGroup} group */
  chunkIn(group) {
    return group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === this.name);
  }

  /**
   * The column's bytes in a row group with rows `start` to `end`, from row `first` on, and how they
   * are read. The whole column only for the first rows: then it is known where the others are.
   *
   * @param {import("hyparquet").RowGroup} group
   * @param {{slice: Parts["slice"]}} file
   * @param {number} start
   * @param {number} end
   */
  async in(group, file, start, end) {
    const chunk = this.chunkIn(group);
    const meta = chunk?.meta_data;
    if (meta === undefined) throw new Error("a row group lacks it");
    if (chunk?.file_path !== undefined) throw new Error("it is in another file");
    const from = Number(meta.dictionary_page_offset || meta.data_page_offset);
    const [, { element }] = this.#schemaPath;
    const decoder = { ...DECODING, ...meta, pathInSchema: meta.path_in_schema, element, schemaPath: this.#schemaPath };
    if (this.#known?.group !== group) {
      const whole = await file.slice(from, from + Number(meta.total_compressed_size));
      this.#known = { group, places: new PagePlaces(whole) };
      return { parts: [whole], decoder, first: 0 };
    }
    const { row, parts } = this.#known.places.partsWith(start, end);
    const bytes = [];
    for (const [begin, after] of parts) bytes.push(await file.slice(from + begin, from + after));
    return { parts: bytes, decoder, first: row };
  }
}

/** In the place of each value of a column that can't be read, in the fingerprint of a table. */
export const UNREAD = "(unread)";

/** @type {(value: RawValue) => (from: number, to: number) => RawValue[]} */
const allOf = (value) => (from, to) => /** @type {RawValue[]} */ (new Array(to - from).fill(value));

/**
 * @param {SchemaElement} element
 * @returns {string | undefined}
 */
function kindOf({ converted_type, logical_type }) {
  if (logical_type?.type === "INTEGER" && logical_type.bitWidth === 64 && !logical_type.isSigned) return "UINT_64";
  return converted_type ?? logical_type?.type;
}

/**
 * Has the reader hand over what is stored, without its own conversion, which goes through doubles
 * and loses digits.
 *
 * @param {SchemaElement} element
 */
function asStored(element) {
  delete element.converted_type;
  delete element.logical_type;
}

/**
 * Integers beyond 2⁵³ as text, which loses no digit.
 *
 * @param {string | number | bigint | boolean} value
 * @returns {RawValue}
 */
function plain(value) {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * An integer, or its bytes with the highest first, with `scale` digits after the point.
 *
 * @param {Uint8Array | bigint | number} value
 * @param {number} scale
 */
function decimalText(value, scale) {
  const unscaled = value instanceof Uint8Array ? signed(value) : BigInt(value);
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const fraction = scale > 0 ? `.${digits.slice(point)}` : "";
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, point)}${fraction}`;
}

/** @param {Uint8Array} bytes */
function signed(bytes) {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** @param {Uint8Array} bytes */
function utf8(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error("its text is not UTF-8");
  }
}

/**
 * Days and moments as ISO 8601 text: "2026-03-01", "2026-03-01T12:30:00.25".
 *
 * @param {number} days
 */
function dayText(days) {
  const date = new Date(days * 86400000);
  const year = date.getUTCFullYear();
  // Others have no form that all readers agree on.
  if (!(year >= 1 && year <= 9999)) throw new Error("a day is not of the years 1 to 9999");
  return date.toISOString().slice(0, 10);
}

/**
 * @param {bigint} units
 * @param {bigint} perSecond
 */
function momentText(units, perSecond) {
  const remainder = ((units % perSecond) + perSecond) % perSecond;
  const seconds = Number((units - remainder) / perSecond);
  const digits = String(perSecond).length - 1;
  const fraction = String(remainder).padStart(digits, "0").replace(/0+$/, "");
  const days = Math.floor(seconds / 86400);
  const time = new Date((seconds - days * 86400) * 1000).toISOString().slice(10, 19);
  return `${dayText(days)}${time}${fraction === "" ? "" : `.${fraction}`}`;
}

const PARSERS = {
  stringFromBytes: (/** @type {Uint8Array | undefined} */ bytes) => bytes && utf8(bytes),
  jsonFromBytes: (/** @type {Uint8Array | undefined} */ bytes) => bytes && utf8(bytes),
  dateFromDays: dayText,
  timestampFromMilliseconds: (/** @type {bigint} */ millis) => momentText(BigInt(millis), 1000n),
  timestampFromMicroseconds: (/** @type {bigint} */ micros) => momentText(BigInt(micros), 1000000n),
  timestampFromNanoseconds: (/** @type {bigint} */ nanos) => momentText(BigInt(nanos), 1000000000n),
};

/** The way all columns are decoded. */
const DECODING = { compressors, parsers: { ...DEFAULT_PARSERS, ...PARSERS }, utf8: false };
