// Parquet as a header and a stream of rows, with the same raw values as text or JSON would have:
// numbers, text, booleans, null. The command line and the curator's pages read through here, so
// that they take the same files and say the same about others.
import { parquetMetadataAsync, parquetSchema } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { compressors } from "hyparquet-compressors";
import { PagePlaces, columnValues } from "./parquet-column.js";
import { magicOf } from "./parquet-magic.js";

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
  header;
  /** How many rows there are. */
  expectedRows;

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
    for (const { name, unread: why } of columns) {
      if (why !== null) throw refuse(`the column ${JSON.stringify(name)} ${why}; leave it out of the file`);
    }
    for (const { meta_data, crypto_metadata, encrypted_column_metadata } of metadata.row_groups.flatMap(
      (group) => group.columns,
    )) {
      const name = JSON.stringify(meta_data?.path_in_schema?.join(".") ?? "");
      if (crypto_metadata !== undefined || encrypted_column_metadata !== undefined || meta_data === undefined) {
        throw refuse(`the column ${name} is encrypted; decrypt the file first`);
      }
      if (!SUPPORTED_CODECS.includes(meta_data.codec)) {
        throw refuse(
          `the column ${name} is compressed with ${meta_data.codec ?? "an unknown method"}, which can't be read; ` +
            "write the file with Snappy, Zstandard or gzip",
        );
      }
    }
    if (columns.length === 0) throw refuse("has no columns");
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
    this.expectedRows = Number(metadata.num_rows);
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
    let before = 0;
    for (const group of this.#groups) {
      const rows = Number(group.num_rows);
      for (let start = 0; start < rows; start += length) {
        const end = Math.min(rows, start + length);
        const columns = [];
        // One after the other: only one column's compressed bytes are held at a time.
        for (const column of this.#columns) columns.push(await this.#read(column, group, { before, start, end }));
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
   * @returns {Promise<(from: number, to: number) => RawValue[] | Float64Array>}
   */
  async #read(column, group, { before, start, end }) {
    const place = `, column ${JSON.stringify(column.name)}, rows ${before + start + 1} to ${before + end}`;
    /** @type {Float64Array | unknown[]} */
    let values;
    try {
      const { parts, decoder, first } = await column.in(group, this.#file, start, end);
      values = columnValues(parts, decoder, { start, end, rows: Number(group.num_rows), first });
    } catch (error) {
      throw this.#damaged(place, error);
    }
    if (values.length !== end - start) throw this.#damaged(place, new Error("it ends too early"));
    const raw = column.raw;
    /**
     * @param {any} value
     * @param {number} row
     */
    const rawOf = (value, row) => {
      try {
        return value === undefined || value === null ? null : raw(value);
      } catch (error) {
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
  /** @type {string | null} */
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
    if (children.length > 0 || element.repetition_type === "REPEATED") {
      this.unread = "is nested (a list, a map or a group); a value must be one number, text or boolean";
    } else if (kind !== undefined && UNREAD.includes(kind)) {
      this.unread = `is of the kind ${kind}, which is no number, text or boolean`;
    } else if (kind === "DECIMAL") {
      const scale = element.scale ?? (element.logical_type?.type === "DECIMAL" ? element.logical_type.scale : 0);
      this.raw = (value) => decimalText(value, scale);
      asStored(element);
    } else if (kind === "UINT_64") {
      this.raw = (value) => plain(BigInt.asUintN(64, BigInt(value)));
      asStored(element);
    } else if (element.type === "FIXED_LEN_BYTE_ARRAY" && kind !== "UUID" && kind !== "FLOAT16") {
      this.unread = "holds bytes, which are no number, text or boolean";
    } else if (element.type === "BYTE_ARRAY") {
      this.raw = (value) => (typeof value === "string" ? value : utf8(value));
    }
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
    const chunk = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === this.name);
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

const UNREAD = ["INTERVAL", "BSON", "GEOMETRY", "GEOGRAPHY", "VARIANT"];

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
const dayText = (days) => new Date(days * 86400000).toISOString().slice(0, 10);

/**
 * @param {bigint} units
 * @param {bigint} perSecond
 */
function momentText(units, perSecond) {
  const remainder = ((units % perSecond) + perSecond) % perSecond;
  const seconds = (units - remainder) / perSecond;
  const digits = String(perSecond).length - 1;
  const fraction = String(remainder).padStart(digits, "0").replace(/0+$/, "");
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fraction === "" ? "" : `.${fraction}`}`;
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
