// Names of files, keys and columns are anybody's: what is told of them is one line, no terminal
// obeys it, and nothing in it is hidden.

/** @type {Record<string, string>} */
const SHORT = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Control characters of ASCII and C1, Unicode's own ends of lines, what turns the direction of
 * writing, and what nobody sees or takes for an ordinary blank. The core has the same in
 * core/report/src/document.cpp (is_control, is_unseen).
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- it looks for these
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/**
 * The text with such characters by name: "age[U+200B]"; line ends and tabs as JSON writes them.
 *
 * @param {string} text
 */
export const visible = (text) =>
  text.replace(
    UNSEEN,
    (character) => SHORT[character] ?? `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
