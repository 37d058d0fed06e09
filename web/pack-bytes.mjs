// Writes bytes as text for web/sheet/byte-text.js, so that the text compresses like the bytes.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MARKS } from "./sheet/byte-text.js";

// Characters that need no escape in a JavaScript string, in any quotes, and in a script element.
/** @type {number[]} */
const CODES = [];
for (let code = 0x20; code < 0x7f; code += 1) {
  if (!`"\\<\`$${MARKS}`.includes(String.fromCharCode(code))) CODES.push(code);
}
/**
 * Small letters and the blank: the module's sentences stay words, which the page has more of.
 *
 * @param {number} code
 */
const isItself = (code) => (code === 0x20 || (code >= 0x61 && code <= 0x7a)) && CODES.includes(code);

/**
 * The bytes as text: the commonest bytes as one character each, the others as a mark and a
 * character. All is ASCII, which bundlers and pages of any encoding leave alone. Of a module of
 * 236.7 kB brotli makes 77.3 kB, of this text 78.1 kB, of base64 104.0 kB; with rarer characters
 * than two letters as marks it makes up to 0.4 kB more.
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
 * For esbuild: imports a .wasm file as a function that makes its Uint8Array, written into the
 * script as text. A function, so that bundlers see that nothing happens before it is called.
 *
 * @type {import("esbuild").Plugin}
 */
export const bytesAsText = {
  name: "bytes-as-text",
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: `import { bytesOf } from "./byte-text.js"; export default () => bytesOf(${JSON.stringify(textOf(await readFile(path)))});`,
      resolveDir: fileURLToPath(new URL("sheet/", import.meta.url)),
    }));
  },
};
