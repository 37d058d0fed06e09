// JSON for programs, with every digit. JSON has no infinity; an infinite bound is the text
// "Infinity".
import { print } from "./streams.js";

const spellInfinity = (_, value) => (value === Infinity || value === -Infinity ? String(value) : value);

/** A document on one line. */
export const spelled = (document) => JSON.stringify(document, spellInfinity);

export const printDocument = (document) => print(`${JSON.stringify(document, spellInfinity, 2)}\n`);
