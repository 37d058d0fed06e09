// Names of files, keys and columns are anybody's: what is told of them is one line, and no terminal
// obeys it.

/** @type {Record<string, string>} */
const SHORT = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Control characters of ASCII and C1, Unicode's own ends of lines, and what turns the direction of
 * writing. The core refuses the same in a report's texts (core/report/src/document.cpp).
 */
// eslint-disable-next-line no-control-regex -- these are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * The text with control characters as JSON writes them.
 *
 * @param {string} text
 */
export const visible = (text) =>
  text.replace(CONTROL, (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
