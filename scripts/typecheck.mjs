// The hand-written types by themselves: strict, and without leaning on Node's or anyone's.
import { run } from "./command.mjs";
import { inRoot, isMain } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

export async function typecheck({ log } = {}) {
  await run([process.execPath, inRoot("node_modules/typescript/bin/tsc"), "--project", inRoot("tsconfig.json")], { log });
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    await typecheck();
  });
}
