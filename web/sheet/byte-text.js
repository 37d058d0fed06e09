// Bytes written as text inside a script. Base64 would hide the bytes' repetitions from the
// compression that web servers apply: measured, base64 costs a third more than the bytes
// themselves, this text a hundredth. A byte is one character, or a mark and a character, all of
// them ASCII, and the text starts with the alphabet: those of the bytes 0 to 255.
// web/pack-bytes.mjs writes it.

const BYTE_VALUES = 256;

/** The first character of a byte of two. */
export const MARKS = "zq";

/**
 * The bytes of a text that starts with its alphabet.
 *
 * @param {string} text
 */
export function bytesOf(text) {
  const [first, second] = [MARKS.charCodeAt(0), MARKS.charCodeAt(1)];
  const byteOf = new Uint8Array(3 * 128);
  const bytes = new Uint8Array(text.length);
  let count = -BYTE_VALUES;
  for (let at = 0; at < text.length; at += 1, count += 1) {
    let code = text.charCodeAt(at);
    if (code === first || code === second) code = (code === first ? 128 : 256) + text.charCodeAt((at += 1));
    if (count < 0) byteOf[code] = count + BYTE_VALUES;
    else bytes[count] = byteOf[code];
  }
  return bytes.slice(0, count);
}
