// JavaScript's side of values.cpp, linked into the module's glue: looks at values, copies what is
// in them, and makes new ones. C++ names a value by embind's handle.
//
// Arrays of numbers, and arrays of texts, cross at once: a report of 500 features has 250,000
// numbers. Nothing that is looked at can throw into C++, which would be left as it is in the middle
// of its work. Functions are written as Emscripten 3.1.6 can read them.
/* global Emval, HEAPF64, HEAPU8, LibraryManager, mergeInto, TextDecoder, TextEncoder */

/** @type {Record<string, ((...numbers: number[]) => unknown) | string[]>} */
const values = {
  /** The kind of a value, as values.cpp counts them. */
  expost_kind: function (handle) {
    try {
      const value = Emval.toValue(handle);
      if (value === undefined || value === null) return 0;
      if (typeof value === "boolean") return 1;
      if (typeof value === "number") return 2;
      if (typeof value === "string") return 3;
      if (typeof value !== "object" || ArrayBuffer.isView(value) || value instanceof Date) return 8;
      if (!Array.isArray(value)) return 7;
      const first = typeof value[0];
      for (const item of value) if (typeof item !== first) return 6;
      if (first === "number") return 4;
      return first === "string" && !/\0|\p{Cs}/u.test(value.join(" ")) ? 5 : 6;
    } catch {
      return 8;
    }
  },

  expost_number: function (handle) {
    return Number(Emval.toValue(handle));
  },

  /** The number of items of a list, or of bytes. */
  expost_length: function (handle) {
    return Emval.toValue(handle).length;
  },

  expost_item: function (handle, index) {
    return Emval.toHandle(Emval.toValue(handle)[index]);
  },

  /**
   * [names, values] of an object's members, those that are undefined left out; undefined where
   * reading one throws.
   */
  expost_members: function (handle) {
    try {
      const members = Object.entries(Emval.toValue(handle)).filter(([, value]) => value !== undefined);
      return Emval.toHandle([members.map(([name]) => name), members.map(([, value]) => value)]);
    } catch {
      return Emval.toHandle(undefined);
    }
  },

  /**
   * The UTF-8 of a text, or of several with a zero byte between them. A text with a lone surrogate
   * ends with a byte that is in no UTF-8.
   */
  expost_bytes: function (handle) {
    const value = Emval.toValue(handle);
    const text = typeof value === "string" ? value : value.join("\0");
    const encoder = new TextEncoder();
    // The first is many times faster; some engines don't have it.
    const isWhole = text.isWellFormed ? text.isWellFormed() : !/\p{Cs}/u.test(text);
    if (isWhole) return Emval.toHandle(encoder.encode(text));
    return Emval.toHandle(Uint8Array.from([...encoder.encode(text), 0xff]));
  },

  expost_is_doubles: function (handle) {
    return Emval.toValue(handle) instanceof Float64Array;
  },

  expost_copy_bytes: function (handle, start) {
    HEAPU8.set(Emval.toValue(handle), start);
  },

  expost_copy_numbers: function (handle, start) {
    HEAPF64.set(Emval.toValue(handle), start / 8);
  },

  expost_flag: function (flag) {
    return Emval.toHandle(flag !== 0);
  },

  expost_double: function (number) {
    return Emval.toHandle(number);
  },

  expost_text: function (start, size) {
    return Emval.toHandle(new TextDecoder("utf-8", { ignoreBOM: true }).decode(HEAPU8.subarray(start, start + size)));
  },

  expost_numbers: function (start, size) {
    return Emval.toHandle(Array.from(HEAPF64.subarray(start / 8, start / 8 + size)));
  },

  expost_push: function (list, item) {
    Emval.toValue(list).push(Emval.toValue(item));
  },

  /** An object of [name, value] pairs, with "__proto__" a name as any other. */
  expost_object: function (members) {
    return Emval.toHandle(Object.fromEntries(Emval.toValue(members)));
  },
};

for (const name of Object.keys(values)) values[`${name}__deps`] = ["$Emval"];

mergeInto(LibraryManager.library, values);
