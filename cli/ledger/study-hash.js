// One fingerprint for a study, however its files are laid out or divided.
import { createHash } from "node:crypto";
import { studyText } from "expost";

/** @param {string} text */
export const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * SHA-256 of the study as it is used, all its files merged.
 *
 * @param {object} study
 */
export const studyHash = async (study) => sha256(await studyText(study));
