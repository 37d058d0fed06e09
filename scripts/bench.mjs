// npm run bench: builds what is measured, then measures (tests/bench/run.mjs). Arguments are
// passed on.
import { build } from "./build.mjs";
import { buildPreset } from "./cmake.mjs";
import { run } from "./command.mjs";
import { inRoot } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

await main(async () => {
  await setUp({ tests: true });
  await build();
  for (const preset of ["native", "wasm"]) await buildPreset(preset, { tests: true, targets: ["expost_bench"] });
  await run([process.execPath, inRoot("tests/bench/run.mjs"), ...process.argv.slice(2)]);
});
