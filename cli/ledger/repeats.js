// Whether this was published before: then losses add up, and the curator is told before any work
// is done.
import { readFile, stat } from "node:fs/promises";
import { totalInWords } from "../output/ledger-text.js";
import { totalOf } from "./total.js";

/** @param {string[]} items */
const together = (items) => new Intl.ListFormat("en-GB", { type: "conjunction" }).format([...new Set(items)]);

/**
 * A sentence about earlier publications of the same study in a ledger's entries, or null.
 *
 * @param {ReturnType<typeof import("./ledger.js").entriesOf>} entries
 * @param {string} study the study's hash
 */
export function repeatInLedger(entries, study) {
  const earlier = entries.filter((entry) => entry.study === study && !entry.seeded);
  if (earlier.length === 0) return null;
  const dates = together(earlier.map(({ published }) => published));
  return `this study was published before, on ${dates}: losses add up, so far to ${totalInWords(totalOf(entries))}`;
}

/**
 * A sentence about other data than those that a ledger's entries are about, or null. Entries of
 * version 1 don't say.
 *
 * @param {string} path of the ledger
 * @param {ReturnType<typeof import("./ledger.js").entriesOf>} entries
 * @param {string} data their fingerprint
 */
export function otherData(path, entries, data) {
  const known = entries.filter((entry) => entry.data !== undefined && !entry.seeded);
  if (known.length === 0 || known.some((entry) => entry.data === data)) return null;
  const dates = together(known.map(({ published }) => published));
  return `these data are not those of earlier publications in ${path} (${dates}): if they are about other people, give them a ledger of their own`;
}

/**
 * The report that a file holds, or null: anything else that is about to be replaced is nobody's
 * publication.
 *
 * @param {string} path
 * @returns {Promise<import("../../types/documents.js").ReportDocument | null>}
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
 * @param {import("../../types/documents.js").StudyDocument} study
 */
export async function repeatInPlace(path, study) {
  const earlier = await reportIn(path);
  if (earlier === null || earlier["x-insecure-seed"]) return null;
  const names = namesOf(study);
  if (names === null || names !== namesOf(earlier) || earlier.title !== study.title) return null;
  return `${path} holds a report of this title and these features already, published on ${earlier.published}: if it was made public, losses add up (--ledger FILE keeps the total)`;
}
