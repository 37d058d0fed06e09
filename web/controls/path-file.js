// The file that a report leaves a long path to, beside it (docs/report-format.md, "The path").

/** Whether a file's name is that of a path. */
export const isPathFile = (/** @type {string} */ name) => /^path-[0-9a-f]{16}\.bin\.gz$/.test(name);

/**
 * The name of the file that a report's text asks for; null where it asks for none. The core checks
 * what is in it.
 *
 * @param {string} text
 */
export function pathFileOf(text) {
  try {
    const name = `path-${JSON.parse(text).release.iterates.sha256.slice(0, 16)}.bin.gz`;
    return isPathFile(name) ? name : null;
  } catch {
    return null;
  }
}

/**
 * The file beside a report; undefined where it asks for none, or it can't be had.
 *
 * @param {string} text
 * @param {URL} address the report's
 * @param {(address: URL) => Promise<Response>} fetched
 * @returns {Promise<Blob | undefined>}
 */
export async function pathBeside(text, address, fetched) {
  const name = pathFileOf(text);
  if (name === null) return undefined;
  try {
    const response = await fetched(new URL(name, address));
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}
