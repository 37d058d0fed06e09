// npm start: set-up, build, sample report, and the site on this computer. Arguments go to `expost serve` (--port 9000).
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { build } from "./build.mjs";
import { packageDir } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

/** The port `expost serve` has by default, or 0, for any, where it is taken. */
async function freePort() {
  const server = createServer();
  const port = await new Promise((resolve) => {
    server.once("error", () => resolve(0));
    server.listen(8080, "127.0.0.1", () => resolve(8080));
  });
  server.close();
  return port;
}

await main(async () => {
  await setUp();
  console.log("Building …");
  await build();
  const given = process.argv.slice(2);
  const options = given.includes("--port") ? given : [...given, "--port", String(await freePort())];
  console.log("The site is served to this computer only, at the address below. Ctrl+C ends it.");
  const child = spawn(process.execPath, [join(packageDir, "cli/expost.js"), "serve", ...options], { stdio: "inherit" });
  process.on("SIGTERM", () => child.kill());
  // Ctrl+C reaches the child by itself; this process only waits for it to end.
  process.on("SIGINT", () => {});
  process.exitCode = await new Promise((resolve) => child.once("close", (code) => resolve(code ?? 0)));
});
