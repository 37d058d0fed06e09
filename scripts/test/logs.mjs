// Where a test run writes.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inBuild } from "../paths.mjs";

/** @param {number} pid */
function isRunning(pid) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * An empty folder for the logs: build/test-logs, or one of its own where another run is still
 * writing there.
 */
export function claimLogs() {
  const usual = inBuild("test-logs");
  const owner = (/** @type {string} */ folder) =>
    Number(existsSync(join(folder, "pid")) && readFileSync(join(folder, "pid"), "utf8"));
  const folder = isRunning(owner(usual)) ? `${usual}-${process.pid}` : usual;
  for (const name of existsSync(inBuild()) ? readdirSync(inBuild()) : []) {
    if (name.startsWith("test-logs") && !isRunning(owner(inBuild(name))))
      rmSync(inBuild(name), { recursive: true, force: true });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pid"), String(process.pid));
  process.once("exit", () => rmSync(join(folder, "pid"), { force: true }));
  return folder;
}

/**
 * The last lines of a log, indented.
 *
 * @param {string} path
 */
export function tail(path, lines = 40) {
  if (!existsSync(path)) return "";
  const all = readFileSync(path, "utf8").trimEnd().split("\n");
  return all
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join("\n");
}
