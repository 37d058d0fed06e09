// One fingerprint for a study, however its files are laid out or divided.
import { createHash } from "node:crypto";

/** @type {(key: string, value: unknown) => unknown} */
const sorted = (_, value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** @param {string} text */
export const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * SHA-256 of the study as it is used, all its files merged: its JSON without blanks, keys in order.
 *
 * @param {object} study
 */
export const studyHash = (study) => sha256(JSON.stringify(study, sorted));
