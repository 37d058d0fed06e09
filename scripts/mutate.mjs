// Tries the faults of tests/mutations/list.mjs, each in a copy of the checkout, and says which ones
// the tests don't notice: node scripts/mutate.mjs [number …]. C++ is built once: a variable of the
// environment turns a fault on. JavaScript and Python need a checkout that was built and tested.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { mutations } from "../tests/mutations/list.mjs";
import { inBuild, inRoot, root } from "./paths.mjs";

const copy = inBuild("mutants");
const at = (/** @type {string[]} */ ...path) => join(copy, ...path);
const chosen = process.argv.slice(2).map(Number);
const isNative = (/** @type {string} */ file) => file.startsWith("core/");
const HEADER = `#pragma once
#include <cstdlib>
inline bool expost_mutant(int number) {
  static const int chosen = [] {
    const char* const text = std::getenv("EXPOST_MUTANT");
    return text == nullptr ? -1 : std::atoi(text);
  }();
  return number == chosen;
}
`;

/** A copy of what is committed or changed, with every fault of C++ in it, turned off. */
function prepare() {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root });
  const packed = execFileSync("tar", ["--null", "-T", "-", "-cf", "-"], { cwd: root, input: files, maxBuffer: 2 ** 31 });
  execFileSync("tar", ["-xf", "-"], { cwd: copy, input: packed });
  symlinkSync(inRoot("node_modules"), at("node_modules"));
  mkdirSync(at("build"));
  for (const name of readdirSync(inBuild("."))) {
    if (name !== "package" && name !== "mutants") symlinkSync(inBuild(name), at("build", name));
  }
  cpSync(inBuild("package"), at("build/package"), { recursive: true });
  writeFileSync(at("core/include/expost_mutant.hpp"), HEADER);
  utimesSync(at("core/include/expost_mutant.hpp"), 0, 0);
  mutations.forEach(({ file, find, replace }, number) => {
    const text = readFileSync(at(file), "utf8");
    if (text.split(find).length !== 2) throw new Error(`${number}: ${file} does not have this once: ${find}`);
    if (!isNative(file)) return;
    const mutated = text.replace(find, () => `(expost_mutant(${number}) ? (${replace}) : (${find}))`);
    const header = '#include "expost_mutant.hpp"\n';
    writeFileSync(at(file), mutated.startsWith(header) ? mutated : header + mutated);
    // As old as what it is made of, so that the next time compiles what changed.
    const made = Math.max(...[inRoot(file), inRoot("tests/mutations/list.mjs")].map((path) => statSync(path).mtimeMs)) / 1000;
    utimesSync(at(file), made, made);
  });
}

/** The copy's package and command line, which are tested as they are bundled. */
function bundle() {
  const script = 'const { bundleScripts } = await import("./scripts/build.mjs"); await bundleScripts();';
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: copy });
}

/** The programs of the tests, without warnings as errors. */
function build() {
  const out = inBuild("mutants-native");
  const flags = [`-DCMAKE_CXX_FLAGS=-I${at("core/include")}`, "-DEXPOST_WARNINGS_AS_ERRORS=OFF", "-DEXPOST_BUILD_TESTS=ON"];
  const compiler = ["-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON"];
  execFileSync("cmake", ["-S", copy, "-B", out, "-G", "Ninja", ...compiler, ...flags], { stdio: "ignore" });
  const targets = ["core", "report", "operations"].map((name) => `expost_${name}_tests`);
  execFileSync("cmake", ["--build", out, "--target", ...targets], { stdio: ["ignore", "inherit", "inherit"] });
  return join(out, "tests");
}

/**
 * Whether a command failed, as it must.
 *
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 */
function fails([program, ...args], env = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: copy,
    env: { ...process.env, ...env },
    timeout: 900_000,
    stdio: "ignore",
  });
  if (error && status === null && /** @type {NodeJS.ErrnoException} */ (error).code !== "ETIMEDOUT") throw error;
  return status !== 0;
}

/**
 * Whether the tests notice a fault. In number -1 nothing is wrong.
 *
 * @param {number} number
 * @param {string} by
 * @param {string} programs
 */
function isNoticed(number, by, programs) {
  const tests = by.split(" ");
  if (tests[0].startsWith("tests/")) return fails([process.execPath, "--test", ...tests]);
  if (tests[0].startsWith("python/")) {
    const python = inBuild("python-env/bin/python");
    return fails([python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", ...tests], { PYTHONPATH: at("python/src") });
  }
  return tests.some((test) => {
    const source = `-sf=*/tests/${dirname(test)}/${basename(test)}.cpp`;
    return fails([join(programs, `expost_${dirname(test)}_tests`), source, "-m"], {
      EXPOST_MUTANT: String(number),
      EXPOST_REPETITIONS_SHARE: "4",
    });
  });
}

prepare();
const programs = chosen.length === 0 || chosen.some((number) => isNative(mutations[number].file)) ? build() : "";
const module = execFileSync(inBuild("python-env/bin/python"), ["-c", "import expost._core as c; print(c.__file__)"], {
  cwd: "/",
  encoding: "utf8",
}).trim();
if (!existsSync(at("python/src/expost", basename(module)))) symlinkSync(module, at("python/src/expost", basename(module)));

// Tests that fail without a fault would prove nothing.
const sound = new Map();
let missed = 0;
mutations.forEach(({ file, find, replace, by }, number) => {
  if (chosen.length > 0 && !chosen.includes(number)) return;
  if (!sound.has(by)) {
    if (by.startsWith("tests/cli/")) bundle();
    sound.set(by, !isNoticed(-1, by, programs));
  }
  const text = readFileSync(at(file), "utf8");
  if (!isNative(file))
    writeFileSync(
      at(file),
      text.replace(find, () => replace),
    );
  if (by.startsWith("tests/cli/")) bundle();
  const verdict = !sound.get(by) ? "FAILS WITHOUT A FAULT" : isNoticed(number, by, programs) ? "noticed" : "MISSED";
  writeFileSync(at(file), text);
  if (verdict !== "noticed") missed += 1;
  console.log(`${String(number).padStart(2)} ${verdict.padEnd(8)} ${file}: ${find.split("\n")[0]}`);
});
console.log(`${missed} not noticed.`);
process.exitCode = missed > 0 ? 1 : 0;
