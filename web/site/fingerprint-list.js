// The list of fingerprints in the form that `sha256sum` writes: a line for each file.

/**
 * The fingerprints in a list by name of the file; null where the text is no such list.
 *
 * @param {string} text
 * @returns {Map<string, string> | null} SHA-256 in small hexadecimal digits
 */
export function listed(text) {
  const found = new Map();
  for (const line of text.split(/\r?\n/)) {
    if (line === "") continue;
    const parts = /^([0-9a-f]{64}) [ *](.+)$/.exec(line);
    if (!parts || found.has(parts[2])) return null;
    found.set(parts[2], parts[1]);
  }
  return found.size > 0 ? found : null;
}

/**
 * Names of files with a fingerprint, in the order of the list.
 *
 * @param {Map<string, string>} list
 * @param {string} fingerprint
 */
export const namesOf = (list, fingerprint) => [...list].filter(([, listed]) => listed === fingerprint).map(([name]) => name);
