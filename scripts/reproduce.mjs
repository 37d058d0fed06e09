// npm run reproduce: builds the commit that is checked out twice, in two folders, and compares
// every file of the package; then with the build of this folder, if there is one of the same
// commit. Takes about a quarter of an hour.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { LIST } from "../web/site/fingerprints.mjs";
import { sourceOf } from "../web/site/source.mjs";
import { run } from "./command.mjs";
import { inRoot, isMain, packageDir, root } from "./paths.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

/** Its noise is drawn again in each build. */
const DRAWN = "site/sample/report.json";

/** The SHA-256 of every file of the site, the drawn one's too. */
const LISTED = `site/${LIST}`;

/** The list as it is compared. */
const LISTED_WITHOUT = `${LISTED} without the line of ${DRAWN}`;

/** @param {string | Uint8Array} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/**
 * SHA-256 of every file below a folder, by name.
 *
 * @param {string} dir
 */
export function hashesOf(dir) {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = found.map((entry) => relative(dir, join(entry.parentPath ?? entry.path, entry.name)));
  return Object.fromEntries(names.sort().map((name) => [name, sha256(readFileSync(join(dir, name)))]));
}

/**
 * SHA-256 of all that is the same in two builds of a commit, by name: of every file but the drawn
 * one, and of the list without the line that tells the drawn one's own SHA-256.
 *
 * @param {string} dir
 */
export function reproducibleIn(dir) {
  const { [DRAWN]: drawn, [LISTED]: listed, ...hashes } = hashesOf(dir);
  if (listed !== undefined) {
    const line = `${drawn}  ${DRAWN.slice("site/".length)}\n`;
    const lines = readFileSync(join(dir, LISTED), "utf8").split(/(?<=\n)/);
    hashes[LISTED_WITHOUT] = sha256(lines.filter((other) => other !== line).join(""));
  }
  return hashes;
}

/**
 * Names of the files that are not the same in both, or only in one.
 *
 * @param {Record<string, string>} one
 * @param {Record<string, string>} other
 */
export function differences(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name]).sort();
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
  return reproducibleIn(join(folder, "build/package"));
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
      const names = Object.keys(made[0]);
      for (const name of names) console.log(`${made[0][name]}  ${name}`);
      const different = differences(made[0], made[1]);
      for (const name of different) console.log(`DIFFERENT  ${name}`);
      console.log(
        `commit ${commit}: ${names.length} files, ${different.length} different. ` +
          `${DRAWN} is drawn again and not compared, nor is its line in ${LISTED}.`,
      );
      if (different.length > 0) process.exitCode = 1;
      if (modified || !existsSync(packageDir)) return;
      const here = differences(made[0], reproducibleIn(packageDir));
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
