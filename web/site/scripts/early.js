// Files that the head of a page asks for, so that they are on their way before the page's own
// script is. On a slow way to the host this saves a whole round trip.

/**
 * Requests by address. Head and page are scripts of their own, which have the window in common.
 *
 * @type {{expostEarly?: Map<string, Promise<Response>>}}
 */
const shared = /** @type {any} */ (window);

/** @type {RequestInit} */
const HOW = { credentials: "omit", referrerPolicy: "no-referrer" };

const absolute = (/** @type {string | URL} */ address) => new URL(address, location.href).href;

/**
 * Asks for a file that the page's script will want.
 *
 * @param {string | URL} address
 */
export function askEarly(address) {
  const response = fetch(address, HOW);
  // It is the one who takes it that hears of an error.
  response.catch(() => {});
  (shared.expostEarly ??= new Map()).set(absolute(address), response);
}

/**
 * Fetches a file, or takes the answer that the head of the page asked for.
 *
 * @param {string | URL} address
 */
export function fetched(address) {
  const key = absolute(address);
  const asked = shared.expostEarly?.get(key);
  shared.expostEarly?.delete(key);
  return asked ?? fetch(address, HOW);
}
