// Where this script came from, for the build that is a plain script and so has no import.meta.
const own = /** @type {HTMLScriptElement | null} */ (document.currentScript);
/** @type {HTMLScriptElement | null} */
const named = document.querySelector('script[src*="expost-check.js"]');

export const scriptAddress = own?.src || named?.src || document.baseURI;
