// The running total of a ledger in words. An infinite total is said to be infinite, never left out.
import { plain } from "../../wording/figures.js";

/** @typedef {ReturnType<typeof import("../ledger/total.js").totalOf>} Total */

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {{epsilon: number, delta: number}} promise */
export const promiseInWords = ({ epsilon, delta }) => `ε = ${plain(epsilon)}, δ = ${plain(delta)}`;

/** @param {import("../ledger/ledger.js").Limit} limit */
export const limitInWords = ({ epsilon, delta }) =>
  delta === undefined ? `ε = ${plain(epsilon)} with any δ` : promiseInWords({ epsilon, delta });

/**
 * "ε = 2, δ = 0.000002 (2 publications)". Where some have no finite guarantee, the sums of the
 * others are told too.
 *
 * @param {Total} total
 */
export function totalInWords({ publications, withoutGuarantee, experiments, promised, ...sums }) {
  const counts = publications === 0 ? [] : [counted(publications, "publication", "publications")];
  const finite = publications - withoutGuarantee;
  if (withoutGuarantee > 0 && finite > 0)
    counts.push(`${finite} with a promise: ${promiseInWords(promised)}; ${withoutGuarantee} without a finite guarantee`);
  else if (withoutGuarantee > 0) counts.push(`${withoutGuarantee} without a finite guarantee`);
  if (experiments > 0) counts.push(`${counted(experiments, "seeded experiment", "seeded experiments")} not counted`);
  const all = publications === 0 ? "nothing published" : promiseInWords(sums);
  return counts.length === 0 ? all : `${all} (${counts.join(", ")})`;
}

/**
 * @param {string} path
 * @param {Total} before
 * @param {Total} after
 * @param {import("../ledger/ledger.js").Limit} [limit]
 */
export function ledgerText(path, before, after, limit) {
  const lines = [
    `ledger ${path}, losses added up`,
    `  before: ${totalInWords(before)}`,
    `  now:    ${totalInWords(after)}`,
    ...(limit === undefined ? [] : [`  limit:  ${limitInWords(limit)}`]),
  ];
  return `${lines.join("\n")}\n`;
}
