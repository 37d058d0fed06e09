// Bytes written as text inside the page. Base64 would hide the bytes' repetitions from the compression that web servers
// apply: measured, base64 costs a third more than the bytes themselves, this text a hundredth. So every byte is one character,
// and the text starts with the alphabet: the characters
// of the bytes 0 to 255. web/pack-bytes.mjs writes it.

const BYTE_VALUES = 256;

/** The bytes of a text whose first 256 characters are its alphabet. */
export function bytesOf(text) {
  const byteOf = new Uint8Array(0x400);
  for (let byte = 0; byte < BYTE_VALUES; byte += 1) byteOf[text.charCodeAt(byte)] = byte;
  const bytes = new Uint8Array(text.length - BYTE_VALUES);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = byteOf[text.charCodeAt(index + BYTE_VALUES)];
  return bytes;
}
