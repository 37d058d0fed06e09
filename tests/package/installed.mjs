// The package as someone gets it: packed, and installed offline into an empty folder.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { fingerprint } from "../../scripts/fingerprint.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const consumer = JSON.stringify({ name: "consumer", private: true, type: "module" });

const npm = (folder, ...args) =>
  execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/**
 * build/package packed and installed, once for all test files that run on the same package: a
 * folder with node_modules, and packed.json with what is in the tarball.
 */
function installedOnce() {
  const folder = join(root, "build/installed");
  const from = join(root, "build/package");
  const place = join(folder, fingerprint(from, fileURLToPath(import.meta.url)));
  if (existsSync(place)) return place;
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, "making-"));
  try {
    const [packed] = JSON.parse(npm(from, "pack", "--json", "--pack-destination", own));
    writeFileSync(join(own, "package.json"), consumer);
    npm(own, "install", "--offline", "--no-audit", "--no-fund", join(own, packed.filename));
    writeFileSync(join(own, "packed.json"), JSON.stringify(packed));
    for (const old of readdirSync(folder)) {
      if (!old.startsWith("making-") && join(folder, old) !== place)
        rmSync(join(folder, old), { recursive: true, force: true });
    }
    try {
      renameSync(own, place);
    } catch (error) {
      // Another test file was first.
      if (!existsSync(place)) throw error;
    }
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  return place;
}

/**
 * The package installed into a folder of its own, which goes when the tests of the file are done.
 */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), "expost-package-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const place = installedOnce();
  cpSync(join(place, "node_modules"), join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
  const packed = JSON.parse(readFileSync(join(place, "packed.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), consumer);
  return {
    folder,
    /** Paths in the tarball. */
    files: packed.files.map(({ path }) => path),
    manifest: JSON.parse(readFileSync(join(folder, "node_modules/expost/package.json"), "utf8")),
    inPackage: (...parts) => join(folder, "node_modules/expost", ...parts),
    /** The output of a module of the consumer, which is JSON. */
    run(source, ...nodeOptions) {
      const file = join(folder, "consumer.mjs");
      writeFileSync(file, source);
      const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, file], { cwd: folder, encoding: "utf8" });
      // Node shows the line an error comes from, and the package is one long line.
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
