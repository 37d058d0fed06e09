// Running programs.
import { spawn, spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { root } from "./paths.mjs";

/** A program ended with something else than 0. */
export class CommandError extends Error {
  /**
   * @param {string[]} command
   * @param {number | string | null} code its exit code, or the signal that ended it
   */
  constructor(command, code) {
    super(`${command.join(" ")} ended with ${code}`);
    this.code = code;
  }
}

/**
 * Returns what a program prints, or null where it isn't there or fails.
 *
 * @param {string} program
 * @param {string[]} args
 */
export function output(program, ...args) {
  const result = spawnSync(program, args, { encoding: "utf8" });
  return result.status === 0 ? result.stdout : null;
}

/**
 * Runs a program to its end; throws CommandError where it fails.
 *
 * @param {string[]} command
 * @param {object} [options]
 * @param {string} [options.log] file for its output, instead of the terminal
 * @param {boolean} [options.append] to that file
 * @param {NodeJS.ProcessEnv} [options.env] added to the environment
 * @param {string} [options.cwd]
 * @param {boolean} [options.quiet] shown only where it fails
 * @param {number} [options.minutes] ended after that
 */
export async function run(command, { log, append = false, env, cwd = root, quiet = false, minutes } = {}) {
  const [program, ...args] = command;
  const captured = log !== undefined || quiet;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    timeout: minutes === undefined ? undefined : minutes * 60_000,
    stdio: captured ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
  });
  /** @type {Buffer[]} */
  const chunks = [];
  const file = log === undefined ? null : createWriteStream(log, { flags: append ? "a" : "w" });
  for (const stream of captured ? [child.stdout, child.stderr] : []) {
    stream?.on("data", (chunk) => {
      if (file) file.write(chunk);
      else chunks.push(chunk);
    });
  }
  /** @type {number | string | null} */
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  if (file) {
    file.end();
    await once(file, "finish");
  }
  if (code !== 0) {
    if (quiet && log === undefined) process.stderr.write(Buffer.concat(chunks));
    throw new CommandError(command, code);
  }
}
