// npm run lint: clang-tidy over the library's C++, two files at a time, by the compile commands of
// the preset lint.
import { availableParallelism } from "node:os";
import { configurePreset } from "./cmake.mjs";
import { run } from "./command.mjs";
import { inBuild } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";
import { sourceFiles } from "./sources.mjs";

await main(async () => {
  await setUp({ tests: true, lint: true });
  // Nothing is compiled: clang-tidy reads the sources by itself, with the flags of each.
  await configurePreset("lint");
  const left = sourceFiles([".cpp"]).filter((name) => name.startsWith("core/"));
  let failure = null;
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      await run(["clang-tidy", "--quiet", "-p", inBuild("lint"), name], { quiet: true }).catch((error) => (failure = error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 8) }, work));
  if (failure !== null) throw failure;
});
