// The files of the project, as git has them, or as they lie there where git has none (an unpacked
// archive).
import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { output } from "./command.mjs";
import { root } from "./paths.mjs";

/** Folders that hold nothing of the project's own. */
const LEFT_OUT = new Set(["build", "node_modules"]);

/**
 * @param {string} folder
 * @param {string} base
 * @param {string[]} found
 */
function walk(folder, base, found) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || (folder === base && LEFT_OUT.has(entry.name))) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, base, found);
    else if (entry.isFile()) found.push(relative(base, path).split(sep).join("/"));
  }
  return found;
}

/**
 * Paths below the project's folder, sorted. Of git's those that are tracked or would be, and are
 * there.
 *
 * @param {string[]} endings like ".cpp"; "" is every file's
 * @param {string} [base] the project's folder
 */
export function sourceFiles(endings, base = root) {
  const wanted = (/** @type {string} */ name) => endings.some((ending) => name.endsWith(ending));
  const git = (/** @type {string[]} */ ...options) =>
    output("git", "-C", base, "ls-files", ...options)
      ?.split("\n")
      .filter(Boolean) ?? null;
  // A folder inside somebody else's repository is none of its own.
  const listed = existsSync(join(base, ".git")) ? git("--cached", "--others", "--exclude-standard", "--deduplicate") : null;
  const all = listed ?? walk(base, base, []);
  return all.filter((name) => wanted(name) && existsSync(join(base, name))).sort();
}
