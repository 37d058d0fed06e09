// JSON documents: reports, studies, records.
import { dirname, join } from "node:path";
import { loadReport } from "expost";
import { jsonError, structureWords } from "../../intake/json-error.js";
import { structureError } from "../../intake/json-structure.js";
import { inputError, naming, usageError } from "../errors.js";
import { STANDARD_INPUT, nameOf, readBytes, readText } from "./bytes.js";
import { mergePatch } from "./merge-patch.js";

/**
 * A parsed document; what it has to hold is checked by the library.
 *
 * @template [Document=unknown] what the caller has the library check it for
 * @param {string} path
 * @returns {Promise<Document>}
 */
export async function readJson(path) {
  const text = await readText(path);
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw inputError(`${nameOf(path)}: ${jsonError(text, /** @type {SyntaxError} */ (error))}`, { cause: error });
  }
  const error = structureError(text);
  if (error !== null) throw inputError(`${nameOf(path)}: ${structureWords(error)}`);
  return document;
}

/**
 * A study in one file, or in one file and others that change parts of it (JSON Merge Patch).
 *
 * @param {string[]} paths
 * @returns {Promise<import("../../wasm/documents.js").StudyDocument>}
 */
export async function readMerged([first, ...changes]) {
  let document = await readJson(first);
  for (const path of changes) document = mergePatch(document, await readJson(path));
  return /** @type {import("../../wasm/documents.js").StudyDocument} */ (document);
}

/**
 * The value of an option that is JSON itself.
 *
 * @param {string} option
 * @param {string} text
 * @param {string} expected
 * @returns {unknown}
 */
export function parseOption(option, text, expected) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${option} ${jsonError(text, /** @type {SyntaxError} */ (error))}; ${expected} was expected`, {
      cause: error,
    });
  }
}

/** A report's path in a file has fewer bytes, even uncompressed. */
const MOST_PATH_BYTES = 2 ** 28;

/**
 * A report's text, checked and prepared, with its path from the file beside it where it leaves it
 * to one. `text` is that of the file to the byte. A report whose signature doesn't fit is refused.
 *
 * @param {string} path
 * @param {string} [signedBy] the public key that must have signed it
 */
export async function openReport(path, signedBy) {
  const text = await readText(path, { keepMark: true });
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  let pathFile;
  const ofPath = async (/** @type {string} */ name) => {
    const bytes = await readBytes(join(path === STANDARD_INPUT ? "." : dirname(path), name), MOST_PATH_BYTES);
    pathFile = bytes;
    return bytes;
  };
  const report = await naming({ report: nameOf(path) }, () => loadReport(text, { signedBy, path: ofPath }));
  return { text, report, pathFile: /** @type {Uint8Array<ArrayBuffer> | undefined} */ (pathFile) };
}
