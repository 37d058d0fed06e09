// Results go to standard output, progress and warnings to standard error.
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { oneLine } from "./one-line.js";

const given = new AsyncLocalStorage();

/** The streams of the command that runs: the process's own, or those of `withStreams`. */
export const streams = () => given.getStore() ?? process;

/** Runs `work`, whose results and messages go to the given `stdout` and `stderr`. */
export const withStreams = (others, work) => given.run(others, work);

/** Writes to standard output, no faster than it is read. */
export async function print(text) {
  const { stdout } = streams();
  if (!stdout.write(text)) await once(stdout, "drain");
}

export function warn(sentence) {
  streams().stderr.write(`expost: warning: ${oneLine(sentence)}\n`);
}

export function remark(text) {
  streams().stderr.write(`${text.split("\n").map(oneLine).join("\n")}\n`);
}

/** `expost … | head`: nobody reads on, which is no fault. */
export function endWithReader() {
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}
