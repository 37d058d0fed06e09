// clang-tidy over the library's C++, by the compile commands of the preset asan.
import { buildPreset } from "./cmake.mjs";
import { output, run } from "./command.mjs";
import { inBuild, inRoot } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

await main(async () => {
  await setUp({ tests: true, lint: true });
  // Compiled by clang, so that clang-tidy understands the flags, and reads the headers that were precompiled.
  await buildPreset("asan", { targets: ["expost", "expost_report", "expost_operations"] });
  const sources = output("git", "-C", inRoot(), "ls-files", "core/*.cpp").trim().split("\n");
  await run(["clang-tidy", "--quiet", "-p", inBuild("asan"), ...sources]);
});
