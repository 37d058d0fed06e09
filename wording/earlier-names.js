// Names in documents of Expost 0.2 and before, which are still read: the core has the same table
// (core/report/include/expost/report/names.hpp), and tests/package/calls.test.mjs compares them.

/** The present name of each. */
export const EARLIER_NAMES = new Map([
  ["kifer", "kst2012"],
  ["lecture", "wang2021"],
  ["whole", "joint"],
  ["sum", "basic"],
]);

/**
 * A name as it is now; one that was never changed comes out as it is.
 *
 * @param {string} name
 */
export const presentName = (name) => EARLIER_NAMES.get(name) ?? name;
