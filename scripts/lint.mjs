// clang-tidy over the library's and the boundary's C++.
import { existsSync } from "node:fs";
import { buildPreset } from "./cmake.mjs";
import { output, run } from "./command.mjs";
import { inBuild, inRoot } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

await main(async () => {
  await setUp({ tests: true, lint: true });
  // Compiled by clang, so that clang-tidy understands the flags.
  if (!existsSync(inBuild("asan/compile_commands.json"))) await buildPreset("asan");
  const sources = output("git", "-C", inRoot(), "ls-files", "core/*.cpp").trim().split("\n");
  await run(["clang-tidy", "--quiet", "-p", inBuild("asan"), ...sources]);
});
