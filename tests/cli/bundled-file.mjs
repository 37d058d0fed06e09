// A file of the command line by itself: what a run of a command does not show.
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageDir, root } from "./run-expost.mjs";

/** Bundles cli/<path> with its imports, on the built package, into the folder; returns the bundle's address. */
export async function bundledFile(path, folder) {
  const { build } = await import("esbuild");
  const outfile = folder.file(`bundled-${basename(path, ".js")}.mjs`);
  await build({
    entryPoints: [join(root, "cli", path)],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "silent",
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
  return pathToFileURL(outfile).href;
}
