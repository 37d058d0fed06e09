// The states of a report whose signature, or the lack of one, is against it.

/**
 * States by what `signerOf` refuses (intake/signature.js).
 *
 * @type {Record<"wrong" | "missing" | "unchecked", import("./states.js").FailureState>}
 */
export const SIGNATURE_STATES = { wrong: "signatureWrong", missing: "signatureMissing", unchecked: "signatureUnchecked" };
