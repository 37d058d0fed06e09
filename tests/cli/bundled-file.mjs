// A file of the command line by itself, in this process.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { commandLineBundle } from "../../scripts/command-line.mjs";
import { fingerprint } from "../../scripts/fingerprint.mjs";
import { pageFolders } from "../../scripts/paths.mjs";
import { packageDir, root } from "./run-expost.mjs";

/**
 * Bundles cli/<path>, or a module of the given text in cli/, with its imports, on the built
 * package, as <outfile>.
 */
async function bundle(path, outfile, text) {
  const { build } = await import("esbuild");
  const entry =
    text === undefined
      ? { entryPoints: [join(root, "cli", path)] }
      : { stdin: { contents: text, resolveDir: join(root, "cli"), sourcefile: path } };
  await build({
    ...commandLineBundle,
    ...entry,
    outfile,
    logLevel: "silent",
    // The pages are found next to the command line's place in the package.
    define: {
      ...commandLineBundle.define,
      "import.meta.url": JSON.stringify(pathToFileURL(join(packageDir, "cli/expost.js")).href),
    },
    plugins: [
      {
        name: "package",
        setup: (b) =>
          b.onResolve({ filter: /^expost$/ }, () => ({
            path: pathToFileURL(join(packageDir, "index.js")).href,
            external: true,
          })),
      },
    ],
  });
}

/** Bundles cli/<path> into the folder; returns the bundle's address. */
export async function bundledFile(path, folder) {
  const outfile = folder.file(`bundled-${basename(path, ".js")}.mjs`);
  await bundle(path, outfile);
  return pathToFileURL(outfile).href;
}

/**
 * Bundles several files of cli/ as one module with all that they export, so that they share what
 * they import.
 */
export async function bundledFiles(paths, folder) {
  const outfile = folder.file("bundled.mjs");
  await bundle("bundled.js", outfile, paths.map((path) => `export * from "./${path}";`).join("\n"));
  return pathToFileURL(outfile).href;
}

/** The same as `bundledFile`, once for all test files that run on the same sources. */
export async function bundledOnce(path) {
  const sources = ["cli", ...pageFolders, "package-lock.json", "tests/cli/bundled-file.mjs"].map((name) => join(root, name));
  const place = join(root, "build/bundled", basename(path, ".js"));
  const name = `${fingerprint(...sources)}.mjs`;
  if (!existsSync(join(place, name))) {
    mkdirSync(place, { recursive: true });
    const own = `${process.pid}.tmp`;
    await bundle(path, join(place, own));
    for (const old of readdirSync(place)) {
      if (old.endsWith(".mjs") && old !== name) rmSync(join(place, old), { force: true });
    }
    renameSync(join(place, own), join(place, name));
  }
  return pathToFileURL(join(place, name)).href;
}
