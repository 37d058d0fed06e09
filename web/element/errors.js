// Why there is no form: codes and what they mean, for the owner of the page. They are about the
// report, never about a record.

/** @type {Record<import("./expost-check-element.d.ts").ExpostCheckErrorCode, string>} */
export const errors = {
  "no-frame": "check-frame.html did not load: it has to be beside expost-check.js, and the page's policy has to allow it.",
  "not-fetched": "The report could not be fetched.",
  "bad-sha256": "The sha256 attribute is not 64 hexadecimal digits.",
  unreadable: "The report is not text in UTF-8.",
  "hash-mismatch": "The report is not the one that the sha256 attribute names.",
  "hash-unchecked": "The report's fingerprint can't be checked on an unencrypted connection.",
  "signature-wrong": "The report was changed after it was signed.",
  "signature-missing": "The report is not signed by the key that the signed-by attribute names.",
  "signature-unchecked": "The browser can't check the report's signature, which the signed-by attribute asks for.",
  "not-a-report": "This is not a privacy report.",
  "damaged-report": "This is a privacy report with an error in it.",
  "newer-format": "The report is in a newer format.",
  "no-figure": "The check page has no method for the kind of model in the report.",
  "path-missing": "The report's path is in a file of its own, which has to be beside the report.",
  "no-web-assembly": "The browser has no WebAssembly.",
  "self-test": "The library fails its own known-answer test in this browser.",
};

/** @typedef {import("./expost-check-element.d.ts").ExpostCheckErrorCode} ErrorCode */

/**
 * Whether something that was received is one of the codes.
 *
 * @param {unknown} code
 * @returns {code is ErrorCode}
 */
export const isErrorCode = (code) => typeof code === "string" && Object.hasOwn(errors, code);
