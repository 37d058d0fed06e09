// A file of cli/input by itself: what a run of a command does not show.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageDir, root } from "./run-expost.mjs";

/** Bundles cli/input/<name> with its imports, on the built package, into the folder; returns the path. */
export async function bundledInput(name, folder) {
  const { build } = await import("esbuild");
  const outfile = folder.file(`bundled-${name.replace(/\.js$/, "")}.mjs`);
  await build({
    entryPoints: [join(root, "cli/input", name)],
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
  return outfile;
}
