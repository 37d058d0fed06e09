// npm start: set-up, build, sample report, and the site on this computer. Arguments go to `expost
// serve` (--port 9000).
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { build } from "./build.mjs";
import { packageDir } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

/** The port that `expost serve` has by default. */
const USUAL_PORT = 8080;

/** @param {number} port */
async function isFree(port) {
  const server = createServer();
  const free = await new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}

/** The port to serve at where none is asked for: the usual one, or 0, for any that is free. */
async function portToUse() {
  if (await isFree(USUAL_PORT)) return USUAL_PORT;
  console.log(`Port ${USUAL_PORT} is taken by another program, so another port is used (npm start -- --port N chooses one).`);
  return 0;
}

await main(async () => {
  await setUp();
  console.log("Building …");
  await build();
  const given = process.argv.slice(2);
  const chosen = given.some((option) => option === "--port" || option.startsWith("--port="));
  const options = chosen ? given : [...given, "--port", String(await portToUse())];
  console.log("The site is served to this computer only, at this address. Ctrl+C ends it.\n");
  const child = spawn(process.execPath, [join(packageDir, "cli/expost.js"), "serve", ...options], { stdio: "inherit" });
  // Ending this process ends the server.
  const end = () => child.kill("SIGTERM");
  for (const signal of ["SIGTERM", "SIGHUP", "exit"]) process.on(signal, end);
  // npm hands SIGTERM to the shell that it started this with, and that one ends without a word to
  // it.
  const parent = process.ppid;
  const watch = () => process.ppid !== parent && end();
  if (process.env.npm_lifecycle_event !== undefined) setInterval(watch, 250).unref();
  // Ctrl+C reaches the child by itself; this process only waits for it to end.
  process.on("SIGINT", () => {});
  process.exitCode = await new Promise((resolve) => child.once("close", (code) => resolve(code ?? 0)));
});
