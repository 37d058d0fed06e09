// Writes modules as text, for web/sheet/byte-text.js and web/sheet/module-parts.js, so that the
// text compresses better than the module.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MARKS } from "./sheet/byte-text.js";
import {
  BLOCK,
  constantSize,
  DELEGATE,
  END,
  LOCALS,
  LOCAL,
  moduleOf,
  MOST_LOCALS,
  numberAt,
  numberBytes,
  OPCODES,
  PARTS,
  partsAfter,
  REAL,
  TARGETS,
} from "./sheet/module-parts.js";

// Characters that need no escape in a JavaScript string, in any quotes, and in a script element.
/** @type {number[]} */
const CODES = [];
for (let code = 0x20; code < 0x7f; code += 1) {
  if (!`"\\<\`$${MARKS}`.includes(String.fromCharCode(code))) CODES.push(code);
}
const HEADER = 8;
const CODE_SECTION = 10;

/**
 * Small letters and the blank: the module's sentences stay words, which the page has more of.
 *
 * @param {number} code
 */
const isItself = (code) => (code === 0x20 || (code >= 0x61 && code <= 0x7a)) && CODES.includes(code);

/**
 * The bytes as text: the commonest bytes as one character each, the others as a mark and a
 * character. All is ASCII, which bundlers and pages of any encoding leave alone. With rarer
 * characters than two letters as marks, brotli makes up to 0.4 kB more of the check page.
 *
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] += 1;
  const free = CODES.filter((code) => !isItself(code));
  const others = Array.from(counts.keys())
    .filter((byte) => !isItself(byte))
    .sort((a, b) => counts[b] - counts[a] || a - b);
  const alphabet = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  others.splice(0, free.length).forEach((byte, rank) => (alphabet[byte] = String.fromCharCode(free[rank])));
  others
    .sort((a, b) => a - b)
    .forEach((byte, rank) => {
      const mark = MARKS[Math.floor(rank / CODES.length)];
      alphabet[byte] = mark + String.fromCharCode(CODES[rank % CODES.length]);
    });
  return alphabet.join("") + Array.from(bytes, (byte) => alphabet[byte]).join("");
}

/**
 * A module sorted for web/sheet/module-parts.js. A module with instructions that are unknown there
 * stays as it is, "before its functions".
 *
 * @param {Uint8Array} module
 */
export function sortedModule(module) {
  const none = Uint8Array.of();
  try {
    const sorted = joined(partsOf(module));
    if (Buffer.compare(moduleOf(sorted), module) === 0) return sorted;
  } catch {
    // Unknown.
  }
  return joined({ before: module, parts: Array(PARTS).fill(none), after: none });
}

/** @typedef {{before: Uint8Array, parts: Uint8Array[], after: Uint8Array}} ModuleParts */

/** @param {ModuleParts} module */
function joined({ before, parts, after }) {
  const sizes = Uint32Array.from([...parts, before], ({ length }) => length);
  return Uint8Array.from(Buffer.concat([new Uint8Array(sizes.buffer), before, ...parts, after]));
}

/**
 * @param {Uint8Array} module
 * @returns {ModuleParts}
 */
function partsOf(module) {
  let at = HEADER;
  /** @type {number[][]} */
  const parts = Array.from({ length: PARTS }, () => []);
  const number = (/** @type {number[]} */ part = []) => {
    const value = numberAt(module, at);
    do part.push(module[at]);
    while (module[at++] > 127);
    return value;
  };
  while (module[at] !== CODE_SECTION) {
    if (at >= module.length) throw new Error("no functions");
    at += 1;
    at = number() + at;
  }
  at += 1;
  const end = number() + at;
  number();
  const before = module.subarray(0, at);
  const follow = partsAfter();
  while (at < end) {
    number();
    // The module's local variables, the ones used last in front.
    const recent = Array.from({ length: MOST_LOCALS }, (_, index) => index);
    for (let left = 2 * number(parts[LOCALS]); left > 0; left -= 1) number(parts[LOCALS]);
    for (let depth = 1; depth > 0;) {
      let code = module[at++];
      if (at > end) throw new Error("an unknown instruction");
      parts[OPCODES].push(code);
      if (code === END || code === DELEGATE) depth -= 1;
      else if (code === 0xfc || code === 0xfd) code = (code - 0xfb) * 0x100 + number(parts[OPCODES]);
      for (let rest = follow[code]; rest > 0; rest >>= 4) {
        const part = rest & 15;
        if (part >= REAL) {
          for (let left = constantSize(code); left > 0; left -= 1) parts[part].push(module[at++]);
          continue;
        }
        if (part === LOCAL) {
          const local = number();
          const rank = recent.indexOf(local);
          if (rank < 0) throw new Error("too many local variables");
          recent.splice(rank, 1);
          recent.unshift(local);
          parts[part].push(...numberBytes(rank));
          continue;
        }
        const value = number(parts[part]);
        if (part === BLOCK) depth += 1;
        else if (part === TARGETS) for (let left = value; left >= 0; left -= 1) number(parts[part]);
      }
    }
  }
  return { before, parts: parts.map((part) => Uint8Array.from(part)), after: module.subarray(end) };
}

/**
 * Texts of modules, by the modules' SHA-256: a build puts one module into many pages.
 *
 * @type {Map<string, string>}
 */
const texts = new Map();

/**
 * A module as text.
 *
 * @param {Uint8Array} module
 */
export function moduleText(module) {
  const digest = createHash("sha256").update(module).digest("hex");
  const text = texts.get(digest) ?? textOf(sortedModule(module));
  texts.set(digest, text);
  return text;
}

/**
 * For esbuild: imports a .wasm file as a function that makes its Uint8Array, written into the
 * script as text. A function, so that bundlers see that nothing happens before it is called.
 *
 * @type {import("esbuild").Plugin}
 */
export const bytesAsText = {
  name: "bytes-as-text",
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: `import { bytesOf } from "./byte-text.js"; import { moduleOf } from "./module-parts.js"; export default () => moduleOf(bytesOf(${JSON.stringify(moduleText(await readFile(path)))}));`,
      resolveDir: fileURLToPath(new URL("sheet/", import.meta.url)),
    }));
  },
};
