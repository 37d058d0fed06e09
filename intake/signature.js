// The publisher's signature inside a report: the last key of the file, "x-signature". It signs the
// file without that key, so it can be made and checked with minisign alone (docs/signing.md).
import { withoutMark } from "./exact-text.js";
import { verified } from "./minisign.js";

const KEY = '"x-signature"';

/** @typedef {import("./minisign.js").Signature & {key: string}} ReportSignature */

/**
 * A report's text in two: what is signed, and the signature. Null where nothing says that the
 * report is signed; `signature` is null where the key isn't the last of the file, or holds
 * something else.
 *
 * @param {string} text
 * @returns {{message: string, signature: ReportSignature | null} | null}
 */
export function signatureParts(text) {
  // No text inside the document can hold these characters: a quotation mark has a backslash there.
  const at = text.lastIndexOf(KEY);
  if (at < 0) return null;
  const before = withoutMark(text.slice(0, at)).trimEnd();
  const message = `${before.slice(0, -1)}\n}\n`;
  try {
    const { "x-signature": signature, ...rest } = JSON.parse(`{${text.slice(at)}`);
    // Nobody could say of keys after it whether they are signed.
    if (before.endsWith(",") && Object.keys(rest).length === 0) return { message, signature };
  } catch {
    // It isn't the last key.
  }
  return { message, signature: null };
}

/**
 * A report's text as it is signed: without a byte order mark, and with a line end, "}" and a line
 * end behind its last value.
 *
 * @param {string} text that of a JSON object
 */
export const toBeSigned = (text) => `${withoutMark(text).trimEnd().slice(0, -1).trimEnd()}\n}\n`;

/**
 * The text with its signature.
 *
 * @param {string} message from `toBeSigned`
 * @param {ReportSignature} signature
 */
export const withSignature = (message, signature) =>
  `${message.slice(0, -"\n}\n".length)},\n  ${KEY}: ${JSON.stringify(signature)}\n}\n`;

/**
 * Sentences for what `signerOf` refuses.
 *
 * @type {Record<"wrong" | "missing" | "unchecked", string>}
 */
export const REFUSALS = {
  wrong: "the signature doesn't fit: the file was changed after it was signed, or is another one",
  missing: "that key did not sign it",
  unchecked: "there is no Ed25519 here to check signatures with",
};

/**
 * Returns the public key in base64 that signed a report, null where none did or where it can't be
 * found out here; or why the report must not be used.
 *
 * "wrong": the report was changed after it was signed. "missing": `wanted` did not sign it.
 * "unchecked": `wanted` is asked for, and this browser can't check signatures.
 *
 * @param {string} text
 * @param {string} [wanted] the key that must have signed it
 * @returns {Promise<{signer: string | null} | {refusal: "wrong" | "missing" | "unchecked"}>}
 */
export async function signerOf(text, wanted) {
  const parts = signatureParts(text);
  if (parts === null) return wanted !== undefined ? { refusal: "missing" } : { signer: null };
  const { message, signature } = parts;
  const bytes = new TextEncoder().encode(message);
  const verdict = signature ? await verified(bytes, signature, signature.key) : "wrong";
  if (verdict === "wrong") return { refusal: "wrong" };
  if (verdict === "unchecked") return wanted !== undefined ? { refusal: "unchecked" } : { signer: null };
  const { key } = /** @type {ReportSignature} */ (signature);
  return wanted !== undefined && wanted !== key ? { refusal: "missing" } : { signer: key };
}
