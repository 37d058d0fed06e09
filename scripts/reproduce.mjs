// npm run reproduce: builds the commit that is checked out twice, in two folders, and compares
// every file of the package; then with the build of this folder, if there is one of the same
// commit. Takes about a quarter of an hour.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { sourceOf } from "../web/site/source.mjs";
import { run } from "./command.mjs";
import { inRoot, isMain, packageDir, root } from "./paths.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

/** Its noise is drawn again in each build. */
const DRAWN = "site/sample/report.json";

/** @param {string} path */
const sha256 = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/**
 * SHA-256 of every file below a folder, by name.
 *
 * @param {string} dir
 */
export function hashesOf(dir) {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = found.map((entry) => relative(dir, join(entry.parentPath ?? entry.path, entry.name)));
  return Object.fromEntries(names.sort().map((name) => [name, sha256(join(dir, name))]));
}

/**
 * Names of the files that are not the same in both, or only in one.
 *
 * @param {Record<string, string>} one
 * @param {Record<string, string>} other
 */
export function differences(one, other, without = [DRAWN]) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !without.includes(name) && one[name] !== other[name]).sort();
}

/**
 * @param {string} folder
 * @param {string} commit
 */
async function builtIn(folder, commit) {
  await run(["git", "clone", "--quiet", root, folder], { quiet: true });
  await run(["git", "-C", folder, "checkout", "--quiet", "--detach", commit], { quiet: true });
  console.log(`Building in ${folder} …`);
  // Its own build.mjs, which installs its own npm packages: nothing of this folder has a part in
  // it.
  await run([process.execPath, join(folder, "scripts/build.mjs")], {
    cwd: folder,
    quiet: true,
    // Objects compiled elsewhere prove nothing.
    env: { CCACHE_DISABLE: "1" },
  });
  return hashesOf(join(folder, "build/package"));
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    const { commit, modified } = sourceOf(root);
    if (commit === null || !existsSync(inRoot(".git")))
      throw new SetupError("This folder is no clone made by git, so there is no commit to build.");
    if (modified) console.log("Changes that are in no commit are left out.");
    const folders = [1, 2].map(() => join(mkdtempSync(join(tmpdir(), "expost-reproduce-")), "source"));
    try {
      const made = [];
      for (const folder of folders) made.push(await builtIn(folder, commit));
      const names = Object.keys(made[0]).filter((name) => name !== DRAWN);
      for (const name of names) console.log(`${made[0][name]}  ${name}`);
      const different = differences(made[0], made[1]);
      for (const name of different) console.log(`DIFFERENT  ${name}`);
      console.log(
        `commit ${commit}: ${names.length} files, ${different.length} different (${DRAWN} is drawn again and not compared)`,
      );
      if (different.length > 0) process.exitCode = 1;
      if (modified || !existsSync(packageDir)) return;
      const here = differences(made[0], hashesOf(packageDir));
      console.log(
        here.length === 0
          ? "build/package is the same."
          : `build/package differs in: ${here.join(", ")} (npm run build first?)`,
      );
    } finally {
      for (const folder of folders) rmSync(join(folder, ".."), { recursive: true, force: true });
    }
  });
}
