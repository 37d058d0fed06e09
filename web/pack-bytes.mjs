// Writes bytes as text for web/sheet/byte-text.js, so that the text compresses almost as well as the bytes.

// Characters that stand for themselves in a JavaScript string and in a script element. The string goes in double quotes.
const ONE_BYTE = [];
for (let code = 0x20; code < 0x7f; code += 1) {
  if (!'"\\<'.includes(String.fromCharCode(code))) ONE_BYTE.push(code);
}
const TWO_BYTES = [];
for (let code = 0xa1; ONE_BYTE.length + TWO_BYTES.length < 256; code += 1) {
  // The soft hyphen, which editors and esbuild may rewrite.
  if (code !== 0xad) TWO_BYTES.push(code);
}
/** Small letters and the blank: the module's sentences stay words, which the page has more of. */
const isItself = (code) => code === 0x20 || (code >= 0x61 && code <= 0x7a);

/**
 * The bytes as text, the commonest bytes as the characters that take one byte each, both in their own order: measured on the
 * module, brotli makes 67.1 kB of it, 68.7 kB where the order is by how common they are, and 66.5 kB of the bytes themselves.
 */
export function textOf(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] += 1;
  const free = ONE_BYTE.filter((code) => !isItself(code));
  const others = Array.from(counts.keys())
    .filter((byte) => !isItself(byte))
    .sort((a, b) => counts[b] - counts[a] || a - b);
  const alphabet = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  const assign = (some, codes) =>
    some.sort((a, b) => a - b).forEach((byte, rank) => (alphabet[byte] = String.fromCharCode(codes[rank])));
  assign(others.slice(0, free.length), free);
  assign(others.slice(free.length), TWO_BYTES);
  return alphabet.join("") + Array.from(bytes, (byte) => alphabet[byte]).join("");
}
