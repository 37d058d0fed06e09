// The package as someone gets it: packed, and installed offline into an empty folder.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const npm = (folder, ...args) =>
  execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Packs build/package and installs the tarball; the folder goes when the tests of the file are done. */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), "expost-package-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [packed] = JSON.parse(npm(join(root, "build/package"), "pack", "--json", "--pack-destination", folder));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename));
  return {
    folder,
    /** Paths in the tarball. */
    files: packed.files.map(({ path }) => path),
    manifest: JSON.parse(readFileSync(join(folder, "node_modules/expost/package.json"), "utf8")),
    inPackage: (...parts) => join(folder, "node_modules/expost", ...parts),
    /** What a module of the consumer prints, as JSON. */
    run(source, ...nodeOptions) {
      const file = join(folder, "consumer.mjs");
      writeFileSync(file, source);
      const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, file], { cwd: folder, encoding: "utf8" });
      // Node shows the line a fault comes from, and the package is one long line.
      const short = stderr.replace(/^.{300,}$/gm, (line) => `${line.slice(0, 80)} …`);
      if (status !== 0) throw new Error(`the consumer ended with ${status}:\n${short}`);
      return JSON.parse(stdout);
    },
  };
}

/** A copy of a file of this repository in the consumer's folder. */
export function bring(folder, path, name) {
  cpSync(join(root, path), join(folder, name));
}
