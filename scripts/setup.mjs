// Installs what is missing: Debian packages where this user may, npm packages from the lock file.
// Quick where nothing is. Uses Node's own modules only, because nothing is installed yet when it
// runs first.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { CommandError, output, run } from "./command.mjs";
import { inRoot, isMain } from "./paths.mjs";
import { toBuild, toLint, toTest } from "./requirements.mjs";

/** A step that can't be done here and is up to the person: one sentence, no stack. */
export class SetupError extends Error {}

/**
 * ESLint, which is among the tests, needs a later Node than the rest.
 *
 * @param {boolean} tests whether they are to run
 */
function checkNode(tests) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const least = tests ? 19 : 0;
  if (major < 20 || (major === 20 && minor < least)) {
    throw new SetupError(`Node 20${least > 0 ? `.${least}` : ""} or later is needed; this is ${process.versions.node}.`);
  }
}

/** How apt-get can be run here: as root, by sudo without a password, or not at all. */
function aptCommand() {
  if (output("apt-get", "--version") === null) return null;
  if (process.getuid?.() === 0) return ["apt-get"];
  return output("sudo", "-n", "true") === null ? null : ["sudo", "-n", "apt-get"];
}

/** @param {import("./requirements.mjs").Requirement[]} requirements */
async function installPackages(requirements) {
  const absent = requirements.filter(({ there }) => !there());
  const apt = absent.length > 0 ? aptCommand() : null;
  const missing = absent.filter(({ optional }) => !(optional && apt === null));
  if (missing.length === 0) return;
  const packages = missing.flatMap((requirement) => requirement.packages);
  const names = missing.map(({ what }) => what).join(", ");
  if (apt === null) {
    throw new SetupError(`Please install ${names} (on Debian: apt-get install --no-install-recommends ${packages.join(" ")}).`);
  }
  console.log(`Installing ${names} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run([...apt, "update"], { quiet: true, env });
  await run([...apt, "install", "--yes", "--no-install-recommends", ...packages], { quiet: true, env });
  const still = missing.filter(({ there }) => !there());
  if (still.length > 0) {
    throw new SetupError(`Installed ${packages.join(" ")}, but can't find ${still.map(({ what }) => what).join(", ")}.`);
  }
}

/** node_modules as in the lock file; a stamp in it says which lock file it was made from. */
async function installNodeModules() {
  const stamp = inRoot("node_modules/.expost-lock");
  const lock = createHash("sha256")
    .update(readFileSync(inRoot("package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing npm packages …");
  // Install scripts are not needed (esbuild's only saves a start-up cost) and not run.
  await run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], { quiet: true });
  writeFileSync(stamp, lock);
}

/** @param {{tests?: boolean, lint?: boolean}} [which] what is needed in addition to building */
export async function setUp({ tests = false, lint = false } = {}) {
  checkNode(tests);
  await installPackages([...toBuild, ...(tests ? toTest : []), ...(lint ? toLint : [])]);
  await installNodeModules();
}

/**
 * Runs a script's work. What is up to the person, and a program that already said what is wrong,
 * end in one line.
 *
 * @param {() => unknown} work
 */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    const told = error instanceof SetupError || error instanceof CommandError;
    console.error(told ? `expost: ${error.message}` : error);
    process.exitCode = 1;
  }
}

if (isMain(import.meta)) {
  await main(() => setUp({ tests: process.argv.includes("--tests"), lint: process.argv.includes("--lint") }));
}
