// Whether this was published before: then losses add up, and the curator is told before any work
// is done.
import { readFile, stat } from "node:fs/promises";

/**
 * The report that a file holds, or null: anything else that is about to be replaced is nobody's
 * publication.
 *
 * @param {string} path
 * @returns {Promise<import("../../wasm/documents.js").ReportDocument | null>}
 */
async function reportIn(path) {
  try {
    // A device may never end.
    if (!(await stat(path)).isFile()) return null;
    const document = JSON.parse((await readFile(path, "utf8")).replace(/^\ufeff/, ""));
    return document?.format === "expost-report" ? document : null;
  } catch {
    return null;
  }
}

/**
 * The names of the features, or null where nothing in the document could be names.
 *
 * @param {{features?: {name: string}[]} | null} document
 */
const namesOf = (document) =>
  Array.isArray(document?.features) ? JSON.stringify(document.features.map((feature) => feature?.name)) : null;

/**
 * A sentence about a report that is about to be replaced by another one of the same study, or null.
 *
 * @param {string} path
 * @param {import("../../wasm/documents.js").StudyDocument} study
 */
export async function repeatInPlace(path, study) {
  const earlier = await reportIn(path);
  if (earlier === null || earlier["x-insecure-seed"]) return null;
  const names = namesOf(study);
  if (names === null || names !== namesOf(earlier) || earlier.title !== study.title) return null;
  return `${path} holds a report of this title and these features already, published on ${earlier.published}: if it was made public, losses add up (--ledger FILE keeps the total)`;
}
