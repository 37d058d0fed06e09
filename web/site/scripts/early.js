// Files that the head of a page asks for, so that they are on their way before the page's own
// script is. On a slow way to the host this saves a whole round trip.

/** @typedef {{response: Promise<Response>, given: AbortController}} Asked */

/**
 * Requests by address, and whether the page's script has begun. Head and page are scripts of their
 * own, which have the window in common.
 *
 * @type {{expostEarly?: Map<string, Asked>, expostBegun?: boolean}}
 */
const shared = /** @type {any} */ (window);

/** @type {RequestInit} */
const HOW = { credentials: "omit", referrerPolicy: "no-referrer" };

const absolute = (/** @type {string | URL} */ address) => new URL(address, location.href).href;

/**
 * Asks for a file that the page's script will want.
 *
 * @param {string | URL} address
 * @returns {Promise<unknown>} settles, without an error, when an answer has begun or won't come
 */
export function askEarly(address) {
  const given = new AbortController();
  const response = fetch(address, { ...HOW, signal: given.signal });
  (shared.expostEarly ??= new Map()).set(absolute(address), { response, given });
  // It is the one who takes it that hears of an error.
  return response.catch(() => {});
}

/**
 * Fetches a file, or takes the answer that the head of the page asked for.
 *
 * @param {string | URL} address
 * @param {AbortSignal} [signal]
 */
export function fetched(address, signal) {
  const key = absolute(address);
  const asked = shared.expostEarly?.get(key);
  if (!asked) return fetch(address, { ...HOW, signal });
  shared.expostEarly?.delete(key);
  signal?.addEventListener("abort", () => asked.given.abort());
  return asked.response;
}

/** Tells the head that the page's script asks for files from now on. */
export const takeOver = () => {
  shared.expostBegun = true;
};
export const isTakenOver = () => shared.expostBegun === true;

/** Gives up what was asked for early and nobody wants. */
export function dropEarly() {
  for (const { given } of shared.expostEarly?.values() ?? []) given.abort();
  shared.expostEarly = new Map();
}
