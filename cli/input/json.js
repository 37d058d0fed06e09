// JSON documents: reports, studies, records.
import { loadReport } from "expost";
import { jsonFault, structureWords } from "../../intake/json-fault.js";
import { structureFault } from "../../intake/json-structure.js";
import { inputFault, naming, usageFault } from "../faults.js";
import { nameOf, readText } from "./bytes.js";
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
    throw inputFault(`${nameOf(path)}: ${jsonFault(text, /** @type {SyntaxError} */ (error))}`, { cause: error });
  }
  const fault = structureFault(text);
  if (fault !== null) throw inputFault(`${nameOf(path)}: ${structureWords(fault)}`);
  return document;
}

/**
 * A study in one file, or in one file and others that change parts of it (JSON Merge Patch).
 *
 * @param {string[]} paths
 * @returns {Promise<import("../../types/documents.js").StudyDocument>}
 */
export async function readMerged([first, ...changes]) {
  let document = await readJson(first);
  for (const path of changes) document = mergePatch(document, await readJson(path));
  return /** @type {import("../../types/documents.js").StudyDocument} */ (document);
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
    throw usageFault(`${option} ${jsonFault(text, /** @type {SyntaxError} */ (error))}; ${expected} was expected`, {
      cause: error,
    });
  }
}

/**
 * A report's text, checked and prepared. `text` is that of the file to the byte.
 *
 * @param {string} path
 */
export async function openReport(path) {
  const text = await readText(path, { keepMark: true });
  return { text, report: await naming({ report: nameOf(path) }, () => loadReport(text)) };
}
