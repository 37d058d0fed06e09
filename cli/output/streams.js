// Results go to standard output, progress and warnings to standard error.
import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, fstatSync } from "node:fs";
import { codeOf, fileError } from "../errors.js";
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

/** Nobody reads standard output any more, which is no error: `expost … | head`. */
export class ReaderLeft extends Error {}

/** @param {unknown} error */
const isReaderLeaving = (error) => ["EPIPE", "ECONNRESET"].includes(codeOf(error) ?? "");

/**
 * Hands a text over to the system, whole; throws where it can't be.
 *
 * @param {string} text
 */
async function handOver(text) {
  const { stdout } = streams();
  // Node's stream for a file takes the first part of a text for all of it where the disk gets full.
  if (stdout === process.stdout && fstatSync(process.stdout.fd).isFile()) appendFileSync(process.stdout.fd, text);
  else await new Promise((resolve, reject) => stdout.write(text, (error) => (error ? reject(error) : resolve(undefined))));
}

/**
 * Writes to standard output, no faster than it is read. Throws `ReaderLeft` where nobody reads on.
 *
 * @param {string} text
 * @param {string} [lost] the end of the sentence about a failure; with it a reader that leaves is
 *   a failure as others are
 */
export async function print(text, lost) {
  try {
    await handOver(text);
  } catch (error) {
    if (lost === undefined && isReaderLeaving(error)) throw new ReaderLeft();
    throw fileError("standard output", "can't be written", error, lost);
  }
}

/** @param {string} sentence */
export function warn(sentence) {
  streams().stderr.write(`expost: warning: ${oneLine(sentence)}\n`);
}

/** @param {string} text */
export function remark(text) {
  streams().stderr.write(`${text.split("\n").map(oneLine).join("\n")}\n`);
}

/** Leaves it to `print` to tell of what the process's standard output doesn't take. */
export function leaveErrorsToPrint() {
  process.stdout.on("error", () => {});
}
