// A chosen file as a JSON document.
import { exactText, withoutMark } from "./exact-text.js";
import { jsonFault } from "./json-fault.js";

/**
 * Reads a file: { document, text }, or a { fault } that goes on after the file's name: "is not
 * JSON". `unreadable` is the fault of a file that is no text, or that can't be read at all.
 *
 * @param {Blob} file
 * @param {string} unreadable
 * @returns {Promise<{document: unknown, text: string, fault?: undefined} | {document?: undefined,
 *   text?: undefined, fault: string}>}
 */
export async function readJsonFile(file, unreadable) {
  const bytes = await file.arrayBuffer().catch(() => null);
  const text = bytes && exactText(bytes);
  if (text === null) return { fault: unreadable };
  try {
    return { document: JSON.parse(withoutMark(text)), text };
  } catch (error) {
    return { fault: jsonFault(withoutMark(text), /** @type {SyntaxError} */ (error)) };
  }
}
