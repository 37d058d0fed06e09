// Whether files changed since something was made of them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Describes the files below some paths: names, lengths, times of change. What isn't there
 * counts as absent.
 *
 * @param {string[]} paths
 */
export function fingerprint(...paths) {
  const hash = createHash("sha256");
  const add = (/** @type {string} */ path) => {
    const stat = statSync(path);
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else {
      hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    }
  };
  for (const path of paths) {
    if (existsSync(path)) add(path);
  }
  return hash.digest("hex");
}
