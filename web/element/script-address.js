// Where this script came from, for the build that is a plain script and so has no import.meta.
export const scriptAddress =
  document.currentScript?.src || document.querySelector('script[src*="expost-check.js"]')?.src || document.baseURI;
