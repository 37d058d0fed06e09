// The publications of a ledger, composed tightly by the library.
import { compose } from "expost";
import { totalOf } from "./total.js";

/**
 * @typedef {ReturnType<typeof import("./ledger.js").entriesOf>[number]} Entry
 * @typedef {{epsilon: number, delta: number}} Promised
 * @typedef {ReturnType<typeof totalOf> & {together: Promised}} ComposedTotal
 */

/** The library composes so many. */
const MOST = 2000;

/**
 * ε at δ of entries with a promise, never above their sums; infinite where nothing is proved.
 *
 * @param {import("expost").CompositionPart[]} promised
 * @param {Promised} sums
 * @param {number} delta
 */
async function tightEpsilon(promised, sums, delta) {
  const basic = sums.delta <= delta ? sums.epsilon : Infinity;
  if (promised.length === 0 || promised.length > MOST || !(delta < 1)) return basic;
  const parts = promised.map(({ epsilon, delta: own, gaussian, curve }) => ({
    ...{ epsilon, delta: own },
    ...(gaussian === undefined ? {} : { gaussian }),
    ...(curve === undefined ? {} : { curve }),
  }));
  return Math.min(basic, await compose(parts, delta));
}

/**
 * The sums of a ledger's entries, and what those with a promise have together: ε at the limit's δ,
 * or else at the sum of theirs.
 *
 * @param {Entry[]} entries
 * @param {import("./ledger.js").Limit} [limit]
 * @returns {Promise<ComposedTotal>}
 */
export async function composedTotal(entries, limit) {
  const total = totalOf(entries);
  const promised = entries.filter(({ seeded, epsilon }) => !seeded && epsilon < Infinity);
  const delta = limit?.delta ?? total.promised.delta;
  return { ...total, together: { epsilon: await tightEpsilon(promised, total.promised, delta), delta } };
}
