// A report's text where it is read: the path of a descent can have millions of characters.

/** A string of the file with more characters than this is shown in part. */
const LONGEST = 100_000;
/** The characters of it that are shown. */
const SHOWN = 1000;

/**
 * Returns a text of JSON with its longest strings cut, and how many characters are left out.
 *
 * @param {string} text
 */
export function shortened(text) {
  if (text.length <= LONGEST) return { text, left: 0 };
  let left = 0;
  // Base64 has no characters that JSON escapes.
  const shown = text.replace(/"[\w+/=]+"/g, (string) => {
    if (string.length <= LONGEST) return string;
    left += string.length - 2 - SHOWN;
    return `${string.slice(0, SHOWN + 1)}…"`;
  });
  return { text: shown, left };
}
