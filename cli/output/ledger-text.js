// The running total of a ledger in words. An infinite total is said to be infinite, never left out.
import { plain } from "../../wording/figures.js";

/** @typedef {ReturnType<typeof import("../ledger/total.js").totalOf>} Total */
/**
 * @typedef {import("../ledger/composed.js").ComposedTotal} ComposedTotal
 */

/** Digits of an ε that was composed: it is no decimal by itself. */
const SHOWN = 4;

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
 * A number of 0 or more with four digits, rounded up.
 *
 * @param {number} value
 */
function shownUpward(value) {
  const nearest = Number(value.toPrecision(SHOWN));
  if (nearest >= value) return nearest;
  const [mantissa, exponent] = value.toExponential(SHOWN - 1).split("e");
  return Number(`${(Number(mantissa) + 10 ** (1 - SHOWN)).toFixed(SHOWN - 1)}e${exponent}`);
}

/**
 * "together ε = 1.441 at δ = 0.000002, composed tightly"; null where that says no more than the
 * sums. Where some have no finite guarantee it is about the others.
 *
 * @param {ComposedTotal} total
 */
export function togetherInWords({ promised, together, withoutGuarantee }) {
  const epsilon = shownUpward(together.epsilon);
  const says = together.epsilon < Infinity && (epsilon < promised.epsilon || together.delta < promised.delta);
  if (!says) return null;
  const whose = withoutGuarantee > 0 ? " of those with a promise" : "";
  return `together ε = ${plain(epsilon)} at δ = ${plain(together.delta)}${whose}, composed tightly`;
}

/**
 * @param {string} path
 * @param {Total} before
 * @param {ComposedTotal} after
 * @param {import("../ledger/ledger.js").Limit} [limit]
 */
export function ledgerText(path, before, after, limit) {
  const together = togetherInWords(after);
  const lines = [
    `ledger ${path}, losses added up`,
    `  before: ${totalInWords(before)}`,
    `  now:    ${totalInWords(after)}`,
    ...(together === null ? [] : [`          ${together}`]),
    ...(after.isOfRow ? ["          for one row: some of them promise nothing to a person with several rows"] : []),
    ...(limit === undefined ? [] : [`  limit:  ${limitInWords(limit)}`]),
  ];
  return `${lines.join("\n")}\n`;
}
