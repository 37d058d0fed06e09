// Results go to standard output, progress and warnings to standard error.
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { codeOf } from "../errors.js";
import { oneLine } from "./one-line.js";

/**
 * Where a command writes to.
 *
 * @typedef {object} Streams
 * @property {import("node:stream").Writable} stdout
 * @property {import("node:stream").Writable & {isTTY?: boolean}} stderr
 */

/** @type {AsyncLocalStorage<Streams>} */
const given = new AsyncLocalStorage();

/**
 * The streams of the command that runs: the process's own, or those of `withStreams`.
 *
 * @returns {Streams}
 */
export const streams = () => given.getStore() ?? process;

/**
 * Runs `work`, whose results and messages go to the given `stdout` and `stderr`.
 *
 * @template Result
 * @param {Streams} others
 * @param {() => Result} work
 */
export const withStreams = (others, work) => given.run(others, work);

/**
 * Writes to standard output, no faster than it is read.
 *
 * @param {string} text
 */
export async function print(text) {
  const { stdout } = streams();
  if (!stdout.write(text)) await once(stdout, "drain");
}

/** @param {string} sentence */
export function warn(sentence) {
  streams().stderr.write(`expost: warning: ${oneLine(sentence)}\n`);
}

/** @param {string} text */
export function remark(text) {
  streams().stderr.write(`${text.split("\n").map(oneLine).join("\n")}\n`);
}

/** `expost … | head`: nobody reads on, which is no error. */
export function endWithReader() {
  process.stdout.on("error", (error) => {
    if (codeOf(error) !== "EPIPE") throw error;
    process.exit(0);
  });
}
