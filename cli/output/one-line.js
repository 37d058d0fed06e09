// Names of files, keys and columns are anybody's: what is told of them is one line, and no terminal
// obeys it.

const SHORT = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Control characters of ASCII and C1, and Unicode's own ends of lines. */
const isControl = (code) => code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029;

const escaped = (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The text with control characters as JSON writes them. */
export const oneLine = (text) =>
  Array.from(text, (character) => (isControl(character.codePointAt(0)) ? escaped(character) : character)).join("");
