// A chosen file as a JSON document.
import { exactText, withoutMark } from "./exact-text.js";
import { jsonError } from "./json-error.js";

/**
 * Reads a file: { document, text }, or a { error } that goes on after the file's name: "is not
 * JSON". `unreadable` is the error of a file that is no text, or that can't be read at all.
 *
 * @param {Blob} file
 * @param {string} unreadable
 * @returns {Promise<{document: unknown, text: string, error?: undefined} | {document?: undefined,
 *   text?: undefined, error: string}>}
 */
export async function readJsonFile(file, unreadable) {
  const bytes = await file.arrayBuffer().catch(() => null);
  const text = bytes && exactText(bytes);
  if (text === null) return { error: unreadable };
  try {
    return { document: JSON.parse(withoutMark(text)), text };
  } catch (error) {
    return { error: jsonError(withoutMark(text), /** @type {SyntaxError} */ (error)) };
  }
}
