// The running total of a ledger in words. An infinite total is said to be infinite, never left out.
import { plain } from "../../wording/figures.js";

/** @typedef {ReturnType<typeof import("../ledger/total.js").totalOf>} Total */

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/**
 * "ε = 2, δ = 0.000002 (2 publications)".
 *
 * @param {Total} total
 */
export function totalInWords({ publications, withoutGuarantee, experiments, epsilon, delta }) {
  const counts = publications === 0 ? [] : [counted(publications, "publication", "publications")];
  if (withoutGuarantee > 0) counts.push(`${withoutGuarantee} without a finite guarantee`);
  if (experiments > 0) counts.push(`${counted(experiments, "seeded experiment", "seeded experiments")} not counted`);
  const sums = publications === 0 ? "nothing published" : `ε = ${plain(epsilon)}, δ = ${plain(delta)}`;
  return counts.length === 0 ? sums : `${sums} (${counts.join(", ")})`;
}

/**
 * @param {string} path
 * @param {Total} before
 * @param {Total} after
 */
export const ledgerText = (path, before, after) =>
  `ledger ${path}, losses added up\n  before: ${totalInWords(before)}\n  now:    ${totalInWords(after)}\n`;
