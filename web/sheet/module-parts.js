// A WebAssembly module sorted by kind of byte: the codes of all instructions, then the numbers of
// local variables, of functions, of places in memory, and so on. Brotli makes a twelfth less of
// that than of the module, and 1.1 kB less where local variables are told by how recently they were
// used. web/pack-bytes.mjs sorts it; this puts it together again.

export const [
  OPCODES,
  LOCALS,
  BLOCK,
  LABEL,
  TARGETS,
  CALL,
  TYPE,
  LOCAL,
  GLOBAL,
  ALIGN,
  OFFSET,
  WHOLE,
  LONG,
  LANE,
  REAL,
  VECTOR,
] = Array(16).keys();
export const PARTS = VECTOR + 1;

/**
 * Numbers after an instruction: its first and last code, then the part of each number, at most
 * three. Codes after a first code of 0xfc or 0xfd are 0x100 or 0x200 more.
 */
const NUMBERS = [
  [0x02, 0x04, BLOCK],
  [0x06, 0x06, BLOCK],
  [0x07, 0x09, LABEL],
  [0x0c, 0x0d, LABEL],
  [0x0e, 0x0e, TARGETS],
  [0x10, 0x10, CALL],
  [0x11, 0x11, TYPE, TYPE],
  [0x18, 0x18, LABEL],
  [0x20, 0x22, LOCAL],
  [0x23, 0x24, GLOBAL],
  [0x28, 0x3e, ALIGN, OFFSET],
  [0x3f, 0x40, ALIGN],
  [0x41, 0x41, WHOLE],
  [0x42, 0x42, LONG],
  [0x43, 0x44, REAL],
  [0x10a, 0x10a, ALIGN, ALIGN],
  [0x10b, 0x10b, ALIGN],
  [0x200, 0x20b, ALIGN, OFFSET],
  [0x20c, 0x20d, VECTOR],
  [0x215, 0x222, LANE],
  [0x254, 0x25b, ALIGN, OFFSET, LANE],
  [0x25c, 0x25d, ALIGN, OFFSET],
];
export const [DELEGATE, END] = [0x18, 0x0b];

/** Parts of the numbers after each code, four bits each, the first ones lowest. */
export function partsAfter() {
  const parts = new Uint16Array(0x400);
  for (const [first, last, ...all] of NUMBERS)
    parts.fill(
      all.reduceRight((more, part) => (more << 4) | part, 0),
      first,
      last + 1,
    );
  return parts;
}

/** More local variables than a function of ours has. */
export const MOST_LOCALS = 4096;

/** The bytes of a constant that is no LEB128. */
export const constantSize = (/** @type {number} */ code) => (code === 0x43 ? 4 : code === 0x44 ? 8 : 16);

/**
 * The LEB128 at a place.
 *
 * @param {Uint8Array} bytes
 * @param {number} place
 */
export function numberAt(bytes, place) {
  let value = 0;
  for (let at = place, shift = 0; ; at += 1, shift += 7) {
    value |= (bytes[at] & 127) << shift;
    if (!(bytes[at] > 127)) return value;
  }
}

/**
 * Returns the module that was sorted: sizes, what is before its functions, their parts, what is
 * after them. One long loop without calls, because engines run it once, before they compile it.
 *
 * @param {Uint8Array<ArrayBuffer>} sorted
 */
export function moduleOf(sorted) {
  const sizes = new Uint32Array(sorted.slice(0, 4 * (PARTS + 1)).buffer);
  let start = sizes.byteLength;
  // The shortest function has two bytes, and one more for its size.
  const module = new Uint8Array(2 * sorted.length);
  let size = sizes[PARTS];
  module.set(sorted.subarray(start, (start += size)));
  const next = sizes.subarray(0, PARTS).map((length) => (start += length) - length);
  const follow = partsAfter();
  // Local variables, the ones used last in front: from `known` on, each is in its own place.
  const recent = new Uint16Array(MOST_LOCALS).map((_, index) => index);
  let known = 0;
  let at = next[OPCODES];
  const end = at + sizes[OPCODES];
  while (at < end) {
    const first = size;
    let place = next[LOCALS];
    for (let left = 2 * numberAt(sorted, place) + 1; left > 0; left -= 1) while ((module[size++] = sorted[place++]) > 127);
    next[LOCALS] = place;
    for (; known > 0; known -= 1) recent[known - 1] = known - 1;
    for (let depth = 1; depth > 0 && at < end;) {
      let code = (module[size++] = sorted[at++]);
      if (code === END || code === DELEGATE) depth -= 1;
      else if (code === 0xfc || code === 0xfd) {
        code = (code - 0xfb) * 0x100 + numberAt(sorted, at);
        while ((module[size++] = sorted[at++]) > 127);
      }
      for (let parts = follow[code]; parts > 0; parts >>= 4) {
        const part = parts & 15;
        place = next[part];
        let left = 1;
        if (part === LOCAL) {
          let rank = numberAt(sorted, place);
          next[part] = place + (rank > 127 ? 2 : 1);
          if (rank >= known) known = rank + 1;
          const local = recent[rank];
          for (; rank > 0; rank -= 1) recent[rank] = recent[rank - 1];
          recent[0] = local;
          if (local > 127) module[size++] = (local & 127) | 128;
          module[size++] = local > 127 ? local >> 7 : local;
          continue;
        }
        if (part === BLOCK) depth += 1;
        else if (part === TARGETS) left = numberAt(sorted, place) + 2;
        else if (part >= REAL) for (left = constantSize(code); left > 0; left -= 1) module[size++] = sorted[place++];
        for (; left > 0; left -= 1) while ((module[size++] = sorted[place++]) > 127);
        next[part] = place;
      }
    }
    const bytes = numberBytes(size - first);
    module.copyWithin(first + bytes.length, first, size);
    module.set(bytes, first);
    size += bytes.length;
  }
  const after = sorted.subarray(start);
  module.set(after, size);
  return module.slice(0, size + after.length);
}

/**
 * LEB128.
 *
 * @param {number} value
 */
export function numberBytes(value) {
  const bytes = [];
  for (; value > 127; value >>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
