// Where this script came from, for the build that is a plain script and so has no import.meta.
export const scriptAddress =
  /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src ||
  /** @type {HTMLScriptElement | null} */ (document.querySelector('script[src*="expost-check.js"]'))?.src ||
  document.baseURI;
