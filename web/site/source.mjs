// Which source a build is made of: the version, and the commit where git or an archive of it can
// tell.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {string} root
 * @param {string[]} args
 */
function git(root, ...args) {
  const { status, stdout } = spawnSync("git", ["-C", root, ...args], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/**
 * The commit that git wrote into an archive it made (.gitattributes), null where this is none.
 *
 * @param {string} root
 */
function archived(root) {
  const path = join(root, "COMMIT");
  const found = existsSync(path) ? /^[0-9a-f]{40,64}$/m.exec(readFileSync(path, "utf8")) : null;
  return found && found[0];
}

/**
 * @param {string} root the folder of the source
 * @returns {{version: string, commit: string | null, modified: boolean}} commit null: nobody
 *   knows; modified: files that are in the commit were changed since
 */
export function sourceOf(root) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // A folder inside somebody else's repository is none of that repository's.
  const isTop = git(root, "rev-parse", "--show-prefix") === "";
  const commit = isTop ? git(root, "rev-parse", "HEAD") : archived(root);
  const modified = isTop && commit !== null && git(root, "status", "--porcelain", "--untracked-files=no") !== "";
  return { version, commit, modified };
}
