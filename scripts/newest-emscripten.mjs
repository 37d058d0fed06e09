// Builds the modules with another Emscripten, whose folder EXPOST_NEWEST_EMSCRIPTEN names, and
// compares its numbers with those of the native build: what a new version changes is seen before
// it is used.
import { run } from "./command.mjs";
import { inBuild, inRoot } from "./paths.mjs";
import { SetupError, main, setUp } from "./setup.mjs";

await main(async () => {
  const emscripten = process.env.EXPOST_NEWEST_EMSCRIPTEN;
  if (emscripten === undefined) throw new SetupError("EXPOST_NEWEST_EMSCRIPTEN must name the folder of an Emscripten.");
  await setUp({ tests: true });
  const env = { EMSCRIPTEN_ROOT: emscripten };
  const folder = inBuild("newest-emscripten");
  await run(["cmake", "--preset", "wasm", "-B", folder, "-DEXPOST_BUILD_TESTS=ON"], { env });
  const targets = [
    "expost_wasm",
    "expost_check_wasm",
    "expost_check_every_wasm",
    "expost_posterior_wasm",
    "expost_report_tests",
    "expost_parity",
  ];
  await run(["cmake", "--build", folder, "--parallel", "2", "--target", ...targets], { env });
  await run([process.execPath, `${folder}/tests/expost_report_tests.cjs`]);
  await run([process.execPath, "--test", inRoot("tests/parity/parity.test.mjs")], {
    env: { EXPOST_PARITY_WASM: `${folder}/tests/expost_parity.cjs` },
  });
});
