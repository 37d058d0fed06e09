// Arrow's kinds of the columns of a Parquet file, where Parquet has none of its own: a duration is a
// whole number there. The metadata ARROW:schema is a message of Arrow's IPC format, a
// FlatBuffer (arrow.apache.org/docs/format/Columnar.html, Schema.fbs).

/** @import { FileMetaData } from "hyparquet" */

/** Values of Schema.fbs' union Type. */
const KINDS = new Map([
  [9, "time"],
  [11, "interval"],
  [18, "duration"],
]);
/** Extension types whose stored values are the raw ones. */
const PLAIN_EXTENSIONS = ["arrow.bool8", "arrow.json", "arrow.uuid"];

/** A table of a FlatBuffer: its members are found by their numbers. */
class Table {
  #view;
  #at;

  /**
   * @param {DataView} view
   * @param {number} at
   */
  constructor(view, at) {
    this.#view = view;
    this.#at = at;
  }

  /** The place of a member; 0 where it is absent. @param {number} member */
  #placeOf(member) {
    const members = this.#at - this.#view.getInt32(this.#at, true);
    const slot = 4 + 2 * member;
    const offset = slot < this.#view.getUint16(members, true) ? this.#view.getUint16(members + slot, true) : 0;
    return offset === 0 ? 0 : this.#at + offset;
  }

  /** @param {number} member */
  byte(member) {
    const place = this.#placeOf(member);
    return place === 0 ? 0 : this.#view.getUint8(place);
  }

  /** The place that a member points to. @param {number} member */
  #target(member) {
    const place = this.#placeOf(member);
    return place === 0 ? 0 : place + this.#view.getUint32(place, true);
  }

  /** @param {number} member */
  table(member) {
    const target = this.#target(member);
    return target === 0 ? null : new Table(this.#view, target);
  }

  /** @param {number} member */
  text(member) {
    const target = this.#target(member);
    if (target === 0) return "";
    const { buffer, byteOffset } = this.#view;
    const length = this.#view.getUint32(target, true);
    return new TextDecoder().decode(new Uint8Array(buffer, byteOffset + target + 4, length));
  }

  /** @param {number} member */
  *tables(member) {
    const target = this.#target(member);
    const count = target === 0 ? 0 : this.#view.getUint32(target, true);
    for (let i = 0; i < count; i += 1) {
      const place = target + 4 + 4 * i;
      yield new Table(this.#view, place + this.#view.getUint32(place, true));
    }
  }
}

/** @param {Table} field of Schema.fbs */
function kindOf(field) {
  for (const entry of field.tables(6))
    if (entry.text(0) === "ARROW:extension:name" && !PLAIN_EXTENSIONS.includes(entry.text(1)))
      return `extension<${entry.text(1)}>`;
  return KINDS.get(field.byte(2)) ?? null;
}

/**
 * Returns the names of kinds that only Arrow's schema tells of, for each of the columns: null where
 * it tells of none, or is no schema of theirs.
 *
 * @param {FileMetaData} metadata
 * @param {{name: string}[]} columns
 * @returns {(string | null)[]}
 */
export function arrowKinds({ key_value_metadata: pairs = [] }, columns) {
  const none = columns.map(() => null);
  const encoded = pairs.find(({ key }) => key === "ARROW:schema")?.value;
  if (encoded === undefined) return none;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const whole = new DataView(bytes.buffer);
    // A mark and a length are before the message, in old files the length alone.
    const start = whole.getUint32(0, true) === 0xffffffff ? 8 : 4;
    const view = new DataView(bytes.buffer, start);
    const message = new Table(view, view.getUint32(0, true));
    const fields = [...(message.table(2)?.tables(1) ?? [])];
    if (fields.length !== columns.length || fields.some((field, i) => field.text(0) !== columns[i].name)) return none;
    return fields.map(kindOf);
  } catch {
    // It is not needed to read the file.
    return none;
  }
}
