// Programs remember results between their runs in files of JSON in build/. Without these they only
// do more.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The digest of some texts and bytes, which are kept apart.
 *
 * @param {(string | Uint8Array)[]} parts
 */
export function digestOf(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) {
    const bytes = Buffer.from(part);
    hash.update(`${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * The JSON that a file remembers.
 *
 * @param {string} path
 * @param {unknown} nothing the answer where it isn't there or can't be read as JSON
 * @returns {unknown} any file may lie there
 */
export function remembered(path, nothing) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return nothing;
  }
}

/**
 * Writes it whole or not at all, so that a run that is broken off leaves what was there.
 *
 * @param {string} path
 * @param {unknown} value
 */
export function remember(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, JSON.stringify(value));
  renameSync(written, path);
}
