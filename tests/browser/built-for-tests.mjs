// Sites that only the tests need, built once: the double of the package (double/) and the pages in
// a made-up language (pseudo-language/). A run of many files has them built beforehand
// (scripts/browser-tests.mjs); a file that is run alone builds what is missing.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb } from "../../web/build.mjs";
import { fingerprint } from "../../scripts/fingerprint.mjs";
import { pageFolders } from "../../scripts/paths.mjs";
import { packageDir } from "./built.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const own = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const sources = [...pageFolders, "package-lock.json"].map((name) => join(root, name));

/**
 * Returns the folder that `make(folder)` fills, in build/, as it is made of `inputs`; made again
 * only where one of them changed.
 *
 * @param {string} name
 * @param {string[]} inputs
 * @param {(folder: string) => Promise<void>} make
 */
async function once(name, inputs, make) {
  const ready = process.env[`EXPOST_${name.toUpperCase().replaceAll("-", "_")}`];
  if (ready) return ready;
  const dir = join(root, "build", name);
  const stamp = join(dir, "stamp");
  const made = `${fingerprint(...sources, ...inputs)}\n`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === made) return dir;
  // Several files may be run at the same time: each makes a folder of its own, and one of them
  // gets the name.
  mkdirSync(dirname(dir), { recursive: true });
  const fresh = mkdtempSync(`${dir}-`);
  await make(fresh);
  writeFileSync(join(fresh, "stamp"), made);
  rmSync(dir, { recursive: true, force: true });
  try {
    renameSync(fresh, dir);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  return dir;
}

/** The folder of the pages with the double in place of the package. */
export const doubleDir = () =>
  once("web-double", [own("double")], (outDir) => buildWeb({ packageDir: own("double"), outDir, module: null }));

/**
 * The folder of the pages with a made-up language, Arabic by its tag, and one that has only words
 * of its own, by the tag "bare".
 */
export const pseudoDir = () =>
  once(
    "web-pseudo",
    [own("pseudo-language"), join(packageDir, "index.js"), join(packageDir, "../wasm/wasm")],
    async (outDir) => {
      const { check } = await import("./pseudo-language/check.js");
      // The made-up words are English until the page runs; these never are.
      const bare = join(outDir, "bare.mjs");
      writeFileSync(bare, `export const check = ${JSON.stringify(check)};`);
      const texts = { en: join(root, "words/en/check.js"), ar: own("pseudo-language/check.js"), bare };
      await buildWeb({ packageDir, outDir, texts });
    },
  );

/** The double's check page. */
export const doubledSheet = async () => readFileSync(join(await doubleDir(), "sheet.html"), "utf8");

/** The environment that test files get, once both are built. */
export async function buildForTests() {
  return { EXPOST_WEB_DOUBLE: await doubleDir(), EXPOST_WEB_PSEUDO: await pseudoDir() };
}
