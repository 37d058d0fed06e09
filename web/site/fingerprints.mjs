// fingerprints.txt: the SHA-256 of every file of the site, as `sha256sum` writes and checks it.
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The list's own file; a signature of it is next to it (docs/signing.md). */
export const LIST = "fingerprints.txt";

/**
 * Writes the list of a folder's files into the folder, in the order of their names.
 *
 * @param {string} folder
 */
export async function writeFingerprints(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((name) => name !== LIST)
    .sort();
  const lines = [];
  for (const name of names) {
    const digest = createHash("sha256")
      .update(await readFile(join(folder, name)))
      .digest("hex");
    lines.push(`${digest}  ${name}\n`);
  }
  await writeFile(join(folder, LIST), lines.join(""));
}
