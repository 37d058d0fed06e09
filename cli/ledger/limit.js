// The limit on all publications of a ledger together.
import { inputError } from "../errors.js";
import { limitInWords, promiseInWords, togetherInWords, totalInWords } from "../output/ledger-text.js";
import { composedTotal } from "./composed.js";
import { totalOf } from "./total.js";

/** @typedef {import("./ledger.js").Ledger} Ledger */
/** @typedef {import("./ledger.js").Limit} Limit */
/** @typedef {ReturnType<typeof import("./ledger.js").entriesOf>} Entries */

/**
 * The ledger with the limit of the command line. It may be lowered here, not raised.
 *
 * @template {Ledger} Kept
 * @param {string} path
 * @param {Kept} ledger
 * @param {Limit} [limit]
 * @returns {Kept}
 */
export function withLimit(path, ledger, limit) {
  if (limit === undefined) return ledger;
  const { limit: before } = ledger;
  if (before !== undefined && (limit.epsilon > before.epsilon || (limit.delta ?? 1) > (before.delta ?? 1)))
    throw inputError(
      `${path}: has the limit ${limitInWords(before)}, which --limit can lower but not raise; whoever may raise it edits the file`,
    );
  return { ...ledger, limit };
}

/**
 * Throws where one more publication would go beyond the limit, by the sums and composed tightly.
 *
 * @param {string} path
 * @param {Limit | undefined} limit
 * @param {Entries} entries
 * @param {Pick<Entries[number], "epsilon" | "delta" | "gaussian" | "curve">} next
 */
export async function checkLimit(path, limit, entries, next) {
  if (limit === undefined) return;
  const all = [...entries, /** @type {Entries[number]} */ ({ ...next, seeded: false })];
  const { epsilon, delta } = totalOf(all);
  if (epsilon <= limit.epsilon && delta <= (limit.delta ?? 1)) return;
  const total = await composedTotal(all, limit);
  if (total.withoutGuarantee === 0 && total.together.epsilon <= limit.epsilon) return;
  const together = togetherInWords(total);
  throw inputError(
    `${path}: this publication would go beyond the limit ${limitInWords(limit)}: it adds ${promiseInWords(next)} to ` +
      `${totalInWords(totalOf(entries))}${together === null ? "" : `, which is ${together}`}; nothing was written`,
  );
}
