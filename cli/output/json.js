// JSON for programs, with every digit. JSON has no infinity; an infinite bound is the text
// "Infinity".
import { print } from "./streams.js";

/** @type {(key: string, value: unknown) => unknown} */
const spellInfinity = (_, value) => (value === Infinity || value === -Infinity ? String(value) : value);

/**
 * A document on one line.
 *
 * @param {unknown} document
 */
export const spelled = (document) => JSON.stringify(document, spellInfinity);

/** @param {unknown} document */
export const printDocument = (document) => print(`${JSON.stringify(document, spellInfinity, 2)}\n`);
