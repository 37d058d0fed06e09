// A report's fingerprint is that of its bytes, so bytes become text without loss: invalid UTF-8 is
// refused instead of replaced, and a byte order mark stays.

/**
 * The text of these bytes, or null where they are not UTF-8.
 *
 * @param {ArrayBuffer | Uint8Array} bytes
 */
export function exactText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The text without the byte order mark that some editors write, for parsers.
 *
 * @param {string} text
 */
export function withoutMark(text) {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
