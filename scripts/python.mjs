// The Python package as a user has it: built by pip, with the machine's own compiler, and installed
// in an environment with what the tests need.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ccache } from "./cmake.mjs";
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
const TRAINERS = {
  diffprivlib: "EXPOST_DIFFPRIVLIB_PYTHON",
  jax: "EXPOST_JAX_PYTHON",
  opacus: "EXPOST_OPACUS_PYTHON",
};

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
 * Builds and installs the package by pip. A folder that is kept and ccache, where it is there, make
 * the next time take seconds.
 *
 * @param {{log?: string, deep?: boolean}} [options]
 */
export async function pythonPackage({ log, deep = false } = {}) {
  await pythonEnvironment({ log, deep });
  const settings = ccache();
  await run(
    [
      ...[python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps"],
      // With the versions of requirements-tests.txt: an isolated build is another folder each time.
      ...["--no-build-isolation", "-C", `build-dir=${inBuild("pip")}`, inRoot("python")],
    ],
    {
      log,
      append: true,
      quiet: log === undefined,
      env: {
        CMAKE_BUILD_PARALLEL_LEVEL: "1",
        ...(settings === null ? {} : { CMAKE_CXX_COMPILER_LAUNCHER: "ccache", ...settings }),
      },
    },
  );
}
