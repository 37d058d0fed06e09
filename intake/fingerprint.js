// SHA-256 in hexadecimal, as `sha256sum` prints it for the same file.
//
// Only the browser's own implementation is used. It is there on https, on localhost, in the
// sandboxed frame and from file:// (tried in Chromium and Firefox); it is missing on a page that
// came over plain http from another machine. Such a page could have been changed on the way, so a
// second implementation inside it would prove nothing.

/**
 * The fingerprint of a text's UTF-8 bytes, or null where the browser offers no hash.
 *
 * @param {string} text
 */
export const fingerprint = (text) => fingerprintOf(new TextEncoder().encode(text));

/**
 * The fingerprint of bytes, or null where the browser offers no hash.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function fingerprintOf(bytes) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether two fingerprints are the same, however they are written.
 *
 * @param {string} one
 * @param {string} other
 */
export function sameFingerprint(one, other) {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
