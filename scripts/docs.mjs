// npm run docs: the guides and the reference, in build/guides. Programs write them into the site
// as well (scripts/build.mjs).
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { commandLineBundle } from "./command-line.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { inBuild, inRoot, isMain, root } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

/** The guides, as they go into the site. */
export const guidesDir = inBuild("guides");

/**
 * The command line's own programme, without the package: its help is all that is asked for.
 *
 * @returns {Promise<import("commander").Command>}
 */
async function commandLineProgram() {
  const { build } = await import("esbuild");
  const folder = mkdtempSync(join(tmpdir(), "expost-help-"));
  try {
    const outfile = join(folder, "help.mjs");
    await build({
      ...commandLineBundle,
      stdin: { contents: 'export { commandLine } from "./command-line.js";', resolveDir: inRoot("cli") },
      outfile,
      logLevel: "warning",
      plugins: [
        {
          name: "no-package",
          setup(b) {
            b.onResolve({ filter: /^expost$/ }, () => ({ path: "expost", namespace: "none" }));
            b.onLoad({ filter: /.*/, namespace: "none" }, () => ({
              contents: `module.exports = { version: ${JSON.stringify(versionHere())}, limits: {} };`,
              loader: "js",
            }));
          },
        },
      ],
    });
    const { commandLine } = await import(pathToFileURL(outfile).href);
    return commandLine(process);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {string} */
const versionHere = () => JSON.parse(readFileSync(inRoot("package.json"), "utf8")).version;

/** Builds the guides where something changed that they are made of. Returns whether it did. */
export async function buildDocs() {
  const { hasDoxygen } = await import("../web/docs/cpp.mjs");
  const cpp = hasDoxygen();
  if (!cpp) console.log("Doxygen isn't installed: the guides go without the pages of the C++ library.");
  const stamp = inBuild("guides.stamp");
  const sourceUrl = process.env.EXPOST_SOURCE_URL ?? null;
  const sources = [
    "docs",
    "examples",
    "packaging",
    "core/include",
    "core/report/schema",
    "cli",
    "wasm",
    "web/docs",
    "web/look",
    "web/quiet",
    "web/search",
    "web/site",
    "words",
  ];
  const files = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "package-lock.json",
    "scripts/command-line.mjs",
    "scripts/docs.mjs",
  ];
  const made = () =>
    `${JSON.stringify({ sourceUrl, cpp })}\n${fingerprint(...[...sources, ...files].map((name) => inRoot(name)), guidesDir)}\n`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === made()) return false;
  const { buildGuides } = await import("../web/docs/build.mjs");
  const { SITE_FILES } = await import("../web/docs/layout.js");
  const { lostLinks } = await import("../web/docs/lost-anchors.mjs");
  const { build } = await import("esbuild");
  const built = async (/** @type {string} */ entry) => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      format: entry.endsWith(".js") ? "iife" : undefined,
      minify: true,
      charset: "utf8",
      target: ["es2022"],
      write: false,
    });
    return outputFiles[0].text;
  };
  const [style, search] = [await built("web/docs/guides.css"), (await built("web/search/search.js")).trim()];
  const program = await commandLineProgram();
  await buildGuides({ root, outDir: guidesDir, program, style, search, version: versionHere(), sourceUrl });
  const lost = lostLinks(guidesDir, Object.values(SITE_FILES));
  if (lost.length > 0) throw new Error(`Links of the guides that lead nowhere:\n${lost.join("\n")}`);
  writeFileSync(stamp, made());
  return true;
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    await buildDocs();
    console.log("build/guides");
  });
}
