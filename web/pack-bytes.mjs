// Writes bytes as text for web/sheet/byte-text.js, so that the text compresses almost as well as the bytes.

// Characters that stand for themselves in a JavaScript string and in a script element, cheapest in UTF-8 first.
const CHARACTERS = [];
for (let code = 0x20; code < 0x7f; code += 1) {
  if (!"\"'`\\<>&$".includes(String.fromCharCode(code))) CHARACTERS.push(String.fromCharCode(code));
}
for (let code = 0xa1; CHARACTERS.length < 256; code += 1) {
  // The soft hyphen, which editors and esbuild may rewrite.
  if (code !== 0xad) CHARACTERS.push(String.fromCharCode(code));
}

/** The bytes as text, the commonest bytes as the characters that take one byte each. */
export function textOf(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] += 1;
  const byCount = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b);
  const alphabet = [];
  byCount.forEach((byte, rank) => (alphabet[byte] = CHARACTERS[rank]));
  return alphabet.join("") + Array.from(bytes, (byte) => alphabet[byte]).join("");
}
