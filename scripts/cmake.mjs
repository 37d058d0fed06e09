// CMake presets: configured when they are new or changed, built with the two jobs CMakePresets.json allows.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { run } from "./command.mjs";
import { inBuild, inRoot } from "./paths.mjs";

/** @param {{targets?: string[], log?: string, quiet?: boolean}} how where the output goes, as for `run` */
export async function buildPreset(preset, { targets = [], log, quiet = log === undefined } = {}) {
  // Ninja itself configures again when a CMake file or the list of sources changes; it knows nothing of the presets.
  const stamp = inBuild(preset, "presets.stamp");
  const presets = readFileSync(inRoot("CMakePresets.json"), "utf8");
  const made = [inBuild(preset, "build.ninja"), inBuild(preset, "CMakeCache.txt"), stamp].every((path) => existsSync(path));
  const configured = made && readFileSync(stamp, "utf8") === presets;
  if (!configured) {
    await run(["cmake", "--preset", preset], { log, quiet });
    writeFileSync(stamp, presets);
  }
  const chosen = targets.length > 0 ? ["--target", ...targets] : [];
  await run(["cmake", "--build", "--preset", preset, ...chosen], { log, append: true, quiet });
}
