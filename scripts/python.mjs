// The Python package as a test sees it: an environment with what it needs, and the package's
// sources beside the extension module that the native build made.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { buildPreset } from "./cmake.mjs";
import { output, run } from "./command.mjs";
import { inBuild, inRoot } from "./paths.mjs";
import { pythonWithVenv } from "./requirements.mjs";
import { SetupError } from "./setup.mjs";

const folderOf = (/** @type {string} */ name) => inBuild(name === "" ? "python-env" : `python-env-${name}`);
const pythonOf = (/** @type {string} */ name) => `${folderOf(name)}/bin/python`;

/** The environment's interpreter. */
export const python = pythonOf("");

/**
 * Packages that the deep run's tests train with, each in an environment of its own, and the
 * variable by which a test finds its interpreter: diffprivlib does not import with the
 * scikit-learn of requirements-tests.txt, and torch brings some 3 GB.
 */
const TRAINERS = { diffprivlib: "EXPOST_DIFFPRIVLIB_PYTHON", opacus: "EXPOST_OPACUS_PYTHON" };

/** Where tests import the package from. */
export const packageFolder = inBuild("python");

/**
 * A virtual environment with the versions of files in python/, made where it isn't there or they
 * changed.
 *
 * @param {string} name
 * @param {string[]} files
 * @param {{log?: string}} options
 */
async function environmentWith(name, files, { log }) {
  const base = pythonWithVenv();
  if (base === null)
    throw new SetupError(
      "Please install Python 3.10 or later with its module venv and its headers (python3-venv, python3-dev).",
    );
  const requirements = files.map((file) => inRoot(`python/requirements-${file}.txt`));
  const hash = createHash("sha256").update(output(base, "--version") ?? "");
  for (const path of requirements) hash.update(readFileSync(path));
  const digest = hash.digest("hex");
  const folder = folderOf(name);
  const stamp = `${folder}/expost.stamp`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  rmSync(folder, { recursive: true, force: true });
  const quiet = log === undefined;
  await run([base, "-m", "venv", folder], { log, append: true, quiet });
  await run(
    [
      ...[pythonOf(name), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"],
      ...requirements.flatMap((path) => ["-r", path]),
    ],
    { log, append: true, quiet },
  );
  writeFileSync(stamp, digest);
}

/**
 * The environment of the tests; in the deep run with requirements-deep.txt too.
 *
 * @param {{log?: string, deep?: boolean}} [options]
 */
export const pythonEnvironment = ({ log, deep = false } = {}) =>
  environmentWith("", ["tests", ...(deep ? ["deep"] : [])], { log });

/**
 * The environments of the packages that the deep run trains with.
 *
 * @param {{log?: string}} [options]
 * @returns {Promise<Record<string, string>>} variables for the tests
 */
export async function trainerEnvironments({ log } = {}) {
  /** @type {Record<string, string>} */
  const variables = {};
  for (const [name, variable] of Object.entries(TRAINERS)) {
    await environmentWith(name, [name], { log });
    variables[variable] = pythonOf(name);
  }
  return variables;
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
