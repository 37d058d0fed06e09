// CMake presets: configured when they are new, built with the two jobs CMakePresets.json allows.
import { existsSync } from "node:fs";
import { run } from "./command.mjs";
import { inBuild } from "./paths.mjs";

/** @param {{log?: string, quiet?: boolean}} how where the output goes, as for `run` */
export async function buildPreset(preset, { targets = [], log, quiet = log === undefined } = {}) {
  // Ninja itself configures again when a CMake file or the list of sources changes.
  if (!existsSync(inBuild(preset, "build.ninja"))) {
    await run(["cmake", "--preset", preset], { log, quiet });
  }
  const chosen = targets.length > 0 ? ["--target", ...targets] : [];
  await run(["cmake", "--build", "--preset", preset, ...chosen], { log, append: true, quiet });
}
