// CMake presets: configured when they are new or changed, built with the jobs that are asked for.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { output, run } from "./command.mjs";
import { inBuild, inRoot, root } from "./paths.mjs";

/**
 * The folder that a build folder was configured from, or null.
 *
 * @param {string} folder
 */
function homeOf(folder) {
  const cache = `${folder}/CMakeCache.txt`;
  if (!existsSync(cache)) return null;
  return /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(readFileSync(cache, "utf8"))?.[1] ?? null;
}

/** @type {Record<string, string> | null | undefined} */
let cacheSettings;

/**
 * Settings that make ccache fit this checkout: folders below it are one and the same wherever the
 * checkout is, and a new version of any compiler is another compiler. (For Emscripten the time of
 * `em++`, ccache's own criterion, says nothing of the clang behind it.) Null where there is no
 * ccache.
 */
export function ccache() {
  if (cacheSettings === undefined) {
    if (output("ccache", "--version") === null) cacheSettings = null;
    else {
      const versions = [
        ["c++", "--version"],
        ["clang++", "--version"],
        ["em++", "--version"],
        ["clang", "--version"],
      ].map(([program, option]) => output(program, option) ?? "");
      const hash = createHash("sha256").update(versions.join("\n")).digest("hex");
      cacheSettings = { CCACHE_BASEDIR: root, CCACHE_NOHASHDIR: "1", CCACHE_COMPILERCHECK: `string:${hash}` };
    }
  }
  return cacheSettings;
}

/**
 * Configures a preset where it is new or has changed.
 *
 * @param {string} preset a name of CMakePresets.json
 * @param {{tests?: boolean, log?: string, quiet?: boolean}} [how]
 *   tests: with the test programs, whatever the preset says; once a folder has them it keeps them
 */
export async function configurePreset(preset, { tests = false, log, quiet = log === undefined } = {}) {
  const folder = inBuild(preset);
  const home = homeOf(folder);
  if (home !== null && home !== root) {
    // A checkout that was copied or moved together with its build/ would go on with the old
    // folder's sources.
    console.log(`build/${preset} was made from ${home}, so it is made again.`);
    rmSync(folder, { recursive: true, force: true });
  }
  // Ninja itself configures again when a CMake file or the list of sources changes; it knows
  // nothing of the presets.
  const stamp = inBuild(preset, "presets.stamp");
  const options = [
    ...(ccache() === null ? [] : ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]),
    ...(tests ? ["-DEXPOST_BUILD_TESTS=ON"] : []),
  ];
  const presets = readFileSync(inRoot("CMakePresets.json"), "utf8");
  const made = ["build.ninja", "CMakeCache.txt", "presets.stamp"].every((name) => existsSync(inBuild(preset, name)));
  const [earlier = null, ...given] = made ? readFileSync(stamp, "utf8").split("\0") : [];
  if (earlier === presets && options.every((option) => given.includes(option))) return;
  const kept = earlier === presets ? given.filter((option) => option.startsWith("-DEXPOST_")) : [];
  const all = [...new Set([...kept, ...options])];
  await run(["cmake", "--preset", preset, ...all], { log, quiet, env: ccache() ?? {} });
  writeFileSync(stamp, [presets, ...all].join("\0"));
}

/**
 * Configures a preset where that is needed, and builds it.
 *
 * @param {string} preset a name of CMakePresets.json
 * @param {{targets?: string[], tests?: boolean, jobs?: number, log?: string,
 *   quiet?: boolean}} [how]
 *   as for `configurePreset`
 */
export async function buildPreset(preset, { targets = [], tests = false, jobs = 2, log, quiet = log === undefined } = {}) {
  await configurePreset(preset, { tests, log, quiet });
  const chosen = targets.length > 0 ? ["--target", ...targets] : [];
  const command = ["cmake", "--build", inBuild(preset), "--parallel", String(jobs), ...chosen];
  await run(command, { log, append: true, quiet, env: ccache() ?? {} });
}
