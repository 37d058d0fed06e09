// npm run lint: ESLint over all JavaScript, then clang-tidy over the library's C++, two files at a
// time, by the compile commands of the preset lint.
//
//   npm run lint -- --js     ESLint alone
import { availableParallelism } from "node:os";
import { configurePreset } from "./cmake.mjs";
import { run } from "./command.mjs";
import { eslint } from "./eslint.mjs";
import { inBuild } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";
import { sourceFiles } from "./sources.mjs";

async function clangTidy() {
  // Nothing is compiled: clang-tidy reads the sources by itself, with the flags of each.
  await configurePreset("lint");
  const left = sourceFiles([".cpp"]).filter((name) => name.startsWith("core/"));
  /** @type {string[]} */
  const failures = [];
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      await run(["clang-tidy", "--quiet", "-p", inBuild("lint"), name], { quiet: true }).catch((error) =>
        failures.push(error.message),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 8) }, work));
  if (failures.length > 0) throw new Error(failures.join("\n\n"));
}

await main(async () => {
  const all = !process.argv.includes("--js");
  await setUp({ tests: all, lint: all });
  await eslint();
  if (all) await clangTidy();
});
