// The Python package as a test sees it: an environment with what it needs, and the package's
// sources beside the extension module that the native build made.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { buildPreset } from "./cmake.mjs";
import { output, run } from "./command.mjs";
import { inBuild, inRoot } from "./paths.mjs";
import { pythonWithVenv } from "./requirements.mjs";
import { SetupError } from "./setup.mjs";

const environment = inBuild("python-env");

/** The environment's interpreter. */
export const python = `${environment}/bin/python`;

/** Where tests import the package from. */
export const packageFolder = inBuild("python");

/**
 * A virtual environment with the versions of python/requirements-tests.txt (of the deep run, of
 * requirements-deep.txt too), made where it isn't there or they changed.
 *
 * @param {{log?: string, deep?: boolean}} [options]
 */
export async function pythonEnvironment({ log, deep = false } = {}) {
  const base = pythonWithVenv();
  if (base === null)
    throw new SetupError(
      "Please install Python 3.10 or later with its module venv and its headers (python3-venv, python3-dev).",
    );
  const requirements = ["tests", ...(deep ? ["deep"] : [])].map((name) => inRoot(`python/requirements-${name}.txt`));
  const hash = createHash("sha256").update(output(base, "--version") ?? "");
  for (const path of requirements) hash.update(readFileSync(path));
  const digest = hash.digest("hex");
  const stamp = `${environment}/expost.stamp`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  rmSync(environment, { recursive: true, force: true });
  const quiet = log === undefined;
  await run([base, "-m", "venv", environment], { log, append: true, quiet });
  await run(
    [
      ...[python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"],
      ...requirements.flatMap((path) => ["-r", path]),
    ],
    { log, append: true, quiet },
  );
  writeFileSync(stamp, digest);
}

/**
 * Builds the extension module with the libraries of the preset clang, and puts the package
 * together.
 *
 * @param {{log?: string, deep?: boolean}} [options]
 */
export async function pythonPackage({ log, deep = false } = {}) {
  await pythonEnvironment({ log, deep });
  await buildPreset("clang", { log, jobs: 1, targets: ["_core"], python });
  const folder = `${packageFolder}/expost`;
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = inRoot("python/src/expost");
  for (const name of readdirSync(sources)) {
    if (name !== "__pycache__") symlinkSync(`${sources}/${name}`, `${folder}/${name}`);
  }
  const built = inBuild("clang/python");
  const extension = readdirSync(built).find((name) => /^_core\..*so$/.test(name));
  if (extension === undefined) throw new Error(`${built} has no extension module`);
  symlinkSync(`${built}/${extension}`, `${folder}/${extension}`);
}
