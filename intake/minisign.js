// Keys and signatures as minisign writes them (https://jedisct1.github.io/minisign/): Ed25519 with
// a key number, in base64. Verified by WebCrypto, in pages and in Node alike.

/** Bytes of a public key: "Ed", 8 of the key number, 32 of the key. */
const KEY_BYTES = 42;
/** Bytes of a signature: "Ed" or "ED", 8 of the key number, 64 of the signature. */
const SIGNATURE_BYTES = 74;
const START = 10;
const LONGEST_COMMENT = 200;

/**
 * A signature and what it is made of: `value` and `commentValue` in base64, `comment` is the
 * trusted one, which `commentValue` signs together with the signature.
 *
 * @typedef {{value: string, comment: string, commentValue: string}} Signature
 */

/**
 * "signed": by this key. "wrong": by no such key, or of something else. "unchecked": the browser
 * has no Ed25519, or no cryptography because the page came over plain http.
 *
 * @typedef {"signed" | "wrong" | "unchecked"} Verdict
 */

/**
 * Returns the bytes of strict base64, null if the text is anything else or isn't so many bytes.
 *
 * @param {unknown} text
 * @param {number} bytes
 */
function decoded(text, bytes) {
  if (typeof text !== "string" || text.length !== Math.ceil(bytes / 3) * 4) return null;
  try {
    const binary = atob(text);
    // A second text for the same bytes would be a second signature.
    if (binary.length !== bytes || btoa(binary) !== text) return null;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * The key in a public key's text: the line of base64, alone or under its comment as in a file that
 * minisign wrote; null where there is none.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function publicKeyIn(text) {
  const line = text.trim().split(/\r?\n/).at(-1) ?? "";
  return keyBytes(line) && line;
}

/**
 * Whether a text is a public key.
 *
 * @param {string} text
 */
export const isPublicKey = (text) => keyBytes(text) !== null;

/** @param {unknown} key */
function keyBytes(key) {
  const bytes = decoded(key, KEY_BYTES);
  return bytes?.[0] === 0x45 && bytes[1] === 0x64 ? bytes : null;
}

/**
 * The signature in a .minisig file, or null.
 *
 * @param {string} text
 * @returns {Signature | null}
 */
export function signatureIn(text) {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const [first, value, comment, commentValue] = lines;
  if (lines.length !== 4 || !first.startsWith("untrusted comment:") || !comment.startsWith("trusted comment: ")) return null;
  return { value, comment: comment.slice("trusted comment: ".length), commentValue };
}

/**
 * A .minisig file.
 *
 * @param {Signature} signature
 * @param {string} untrusted a comment that nothing signs
 */
export const signatureFile = ({ value, comment, commentValue }, untrusted) =>
  `untrusted comment: ${untrusted}\n${value}\ntrusted comment: ${comment}\n${commentValue}\n`;

/**
 * Whether a signature is of these bytes and by this key, comment included.
 *
 * Takes signatures of the bytes themselves ("Ed", `minisign -S -l`); those of their BLAKE2b hash
 * ("ED") where `hash` is given.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Signature} signature
 * @param {unknown} key a public key in base64, from a document
 * @param {(bytes: Uint8Array) => Uint8Array<ArrayBuffer>} [hash] BLAKE2b of 64 bytes
 * @returns {Promise<Verdict>}
 */
export async function verified(bytes, { value, comment, commentValue }, key, hash) {
  const [own, signed, global] = [keyBytes(key), decoded(value, SIGNATURE_BYTES), decoded(commentValue, 64)];
  if (!own || !signed || !global || typeof comment !== "string" || comment.length > LONGEST_COMMENT) return "wrong";
  const hashed = signed[0] === 0x45 && signed[1] === 0x44;
  if (!(hashed ? hash : signed[0] === 0x45 && signed[1] === 0x64)) return "wrong";
  // The key numbers are the same.
  if (own.slice(2, START).join() !== signed.slice(2, START).join()) return "wrong";
  const signature = signed.slice(START);
  const subtle = globalThis.crypto?.subtle;
  let imported;
  try {
    imported = await subtle.importKey("raw", own.slice(START), "Ed25519", false, ["verify"]);
  } catch {
    return "unchecked";
  }
  const message = hashed && hash ? hash(bytes) : bytes;
  const withComment = new Uint8Array([...signature, ...new TextEncoder().encode(comment)]);
  const right =
    (await subtle.verify("Ed25519", imported, signature, message)) &&
    (await subtle.verify("Ed25519", imported, global, withComment));
  return right ? "signed" : "wrong";
}
