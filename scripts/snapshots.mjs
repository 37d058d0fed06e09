// npm run snapshots: keeps new pictures of the main states, for
// tests/browser/deep/snapshots.test.mjs, after a change of the look that is meant. Look at them
// (git diff shows which changed) before they are committed.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { run } from "./command.mjs";
import { inRoot } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

await main(async () => {
  await setUp({ tests: true });
  await build();
  const folder = inRoot("tests/browser/snapshots");
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  await run([process.execPath, "--test", inRoot("tests/browser/deep/snapshots.test.mjs")], {
    env: { EXPOST_SNAPSHOTS: "renew" },
  });
});
