// Arrays of NumPy (.npy, versions 1 to 3): a record's numbers, and iterates of a training, which
// may also be the bare bytes of doubles. Iterates come out as doubles, step by step, the least
// significant byte first.
import { FileRefusal } from "./file-refusal.js";

/** @typedef {(message: string) => Error} Refusal makes the error that is thrown */

/**
 * The numbers of all steps; shape: of one step, where it has two lengths.
 *
 * @typedef {{count: number, data: Uint8Array<ArrayBuffer>, shape?: number[]}} Iterates
 */

/** The first bytes of a .npy file: \x93NUMPY. */
const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const FLOATS = /** @type {const} */ ({ "<f8": 8, "<f4": 4 });

/** @param {Uint8Array} bytes */
export const isNpy = (bytes) => MAGIC.every((byte, index) => bytes[index] === byte);

/**
 * A count with its noun.
 *
 * @param {number} number
 * @param {string} noun
 */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/**
 * Reads the iterates of a model with `size` numbers: from a .npy file in C order with float64 or
 * float32, of shape (T, D) or (T, K, d), or from raw little-endian doubles. Single precision is
 * turned into doubles exactly.
 *
 * @param {Uint8Array} bytes the whole file
 * @param {number} size D, at least 1
 * @param {Refusal} refusal its message begins after the file's name
 * @returns {Iterates}
 */
export function iteratesFrom(bytes, size, refusal) {
  const iterates = isNpy(bytes) ? fromNpy(bytes, size, refusal) : fromRaw(bytes, size, refusal);
  if (iterates.count === 0) throw refusal("holds no iterate; one before each step was expected");
  requireFinite(iterates.data, size, refusal);
  return iterates;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} size
 * @param {Refusal} refusal
 * @returns {Iterates}
 */
function fromRaw(bytes, size, refusal) {
  if (bytes.length % (8 * size) !== 0)
    throw refusal(
      `is no .npy file, and its ${counted(bytes.length, "byte")} are no whole number of iterates of ${counted(size, "double")} (8 bytes each)`,
    );
  return { count: bytes.length / (8 * size), data: Uint8Array.from(bytes) };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} size
 * @param {Refusal} refusal
 * @returns {Iterates}
 */
function fromNpy(bytes, size, refusal) {
  const { descr, fortran, shape, start } = headerOf(bytes, refusal);
  if (!Object.hasOwn(FLOATS, descr))
    throw refusal(`holds numbers of the type ${descr}; little-endian float64 ('<f8') or float32 ('<f4') were expected`);
  if (fortran && shape.length > 1)
    throw refusal("is in Fortran order; C order was expected: save numpy.ascontiguousarray(iterates)");
  const [count, ...each] = shape;
  const found = each.reduce((product, length) => product * length, 1);
  if ((each.length !== 1 && each.length !== 2) || found !== size)
    throw refusal(
      `has the shape (${shape.join(", ")}${shape.length === 1 ? "," : ""}); (steps, ${size}), or (steps, classes, coordinates) with ${counted(size, "number")} a step, was expected`,
    );
  const width = FLOATS[/** @type {keyof typeof FLOATS} */ (descr)];
  const expected = count * size * width;
  const there = bytes.length - start;
  if (there < expected)
    throw refusal(`ends too early: its header promises ${counted(expected, "byte")} of numbers, and ${there} are there`);
  if (there > expected)
    throw refusal(
      `goes on after its array: its header promises ${counted(expected, "byte")} of numbers, and ${there} are there`,
    );
  const array = bytes.subarray(start);
  const data = width === 8 ? Uint8Array.from(array) : doubled(array);
  // Which of the two are classes is the core's to judge.
  return each.length === 2 ? { count, data, shape: each } : { count, data };
}

/**
 * The header of a .npy file, and where its numbers start.
 *
 * @param {Uint8Array} bytes
 * @param {Refusal} refusal
 */
function headerOf(bytes, refusal) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[6];
  const before = version === 1 ? 10 : 12;
  if (bytes.length < before) throw refusal("ends within the header of a .npy file");
  if (version < 1 || version > 3) throw refusal(`is a .npy file of version ${version}; versions 1, 2 and 3 are read`);
  const start = before + (version === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
  if (bytes.length < start) throw refusal("ends within the header of a .npy file");
  const text = new TextDecoder(version === 3 ? "utf-8" : "latin1").decode(bytes.subarray(before, start));
  const fields = fieldsOf(text.trim());
  if (fields === null) throw refusal("has a header that is none of a plain array of NumPy");
  return { ...fields, start };
}

/**
 * The fields of a header, a dictionary of Python with these three keys; null where it isn't that.
 *
 * @param {string} text
 */
function fieldsOf(text) {
  const inside = /^\{(.*)\}$/s.exec(text)?.[1];
  if (inside === undefined) return null;
  const entry = /\s*(['"])(\w+)\1\s*:\s*('[^']*'|"[^"]*"|\w+|\([\d\s,L]*\))\s*(,|$)/y;
  /** @type {Map<string, string>} */
  const entries = new Map();
  while (entry.lastIndex < inside.length && inside.slice(entry.lastIndex).trim() !== "") {
    const found = entry.exec(inside);
    if (found === null || entries.has(found[2])) return null;
    entries.set(found[2], found[3]);
  }
  const [descr, fortran, shape] = ["descr", "fortran_order", "shape"].map((key) => entries.get(key) ?? "");
  const lengths = /^\((?:\d{1,15}L?(?:, ?\d{1,15}L?)*,?)?\)$/.test(shape) ? (shape.match(/\d+/g) ?? []).map(Number) : null;
  if (entries.size !== 3 || !/^['"]/.test(descr) || !/^(True|False)$/.test(fortran) || lengths === null) return null;
  return { descr: descr.slice(1, -1), fortran: fortran === "True", shape: lengths };
}

/**
 * Doubles of numbers in single precision.
 *
 * @param {Uint8Array} singles
 */
function doubled(singles) {
  const from = new DataView(singles.buffer, singles.byteOffset, singles.byteLength);
  const data = new Uint8Array(2 * singles.length);
  const to = new DataView(data.buffer);
  for (let at = 0; at < singles.length; at += 4) to.setFloat64(2 * at, from.getFloat32(at, true), true);
  return data;
}

/**
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {number} size
 * @param {Refusal} refusal
 */
function requireFinite(data, size, refusal) {
  const view = new DataView(data.buffer);
  for (let index = 0; 8 * index < data.length; index += 1) {
    const value = view.getFloat64(8 * index, true);
    if (!Number.isFinite(value))
      throw refusal(
        `number ${(index % size) + 1} of iterate ${Math.floor(index / size) + 1} is ${value}; finite numbers were expected`,
      );
  }
}

/**
 * Readers of a number by its type, without the order of its bytes.
 *
 * @type {Record<string, {width: number, read: (view: DataView, at: number, little:
 *   boolean) => number | bigint}>}
 */
const NUMBERS = {
  b1: { width: 1, read: (view, at) => (view.getUint8(at) > 1 ? NaN : view.getUint8(at)) },
  i1: { width: 1, read: (view, at) => view.getInt8(at) },
  u1: { width: 1, read: (view, at) => view.getUint8(at) },
  i2: { width: 2, read: (view, at, little) => view.getInt16(at, little) },
  u2: { width: 2, read: (view, at, little) => view.getUint16(at, little) },
  i4: { width: 4, read: (view, at, little) => view.getInt32(at, little) },
  u4: { width: 4, read: (view, at, little) => view.getUint32(at, little) },
  i8: { width: 8, read: (view, at, little) => view.getBigInt64(at, little) },
  u8: { width: 8, read: (view, at, little) => view.getBigUint64(at, little) },
  f4: { width: 4, read: (view, at, little) => view.getFloat32(at, little) },
  f8: { width: 8, read: (view, at, little) => view.getFloat64(at, little) },
};

/**
 * Reads the numbers of one array, row by row, NaN where a double can't have one. Throws
 * FileRefusal; nothing is allocated before the shape fits.
 *
 * @param {Uint8Array} bytes the whole file
 * @param {number[][]} shapes that it may have
 */
export function numbersOfNpy(bytes, shapes) {
  const { descr, fortran, shape, start } = headerOf(bytes, () => new FileRefusal("damaged"));
  const type = NUMBERS[/^[<>|](\w\d)$/.exec(descr)?.[1] ?? ""];
  if (!type || (type.width > 1 && descr.startsWith("|"))) throw new FileRefusal("type", descr);
  if (!shapes.some((one) => one.join() === shape.join()))
    throw new FileRefusal("shape", shape.join(" × "), shapes[0].join(" × "));
  if (fortran && shape.filter((length) => length > 1).length > 1) throw new FileRefusal("fortran");
  const count = shape.reduce((product, length) => product * length, 1);
  if (bytes.length - start !== count * type.width) throw new FileRefusal("damaged");
  const view = new DataView(bytes.buffer, bytes.byteOffset + start);
  return Array.from({ length: count }, (_, i) => {
    const value = type.read(view, i * type.width, descr.startsWith("<"));
    return typeof value === "bigint" && !Number.isSafeInteger(Number(value)) ? NaN : Number(value);
  });
}
