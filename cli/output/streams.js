// Results go to standard output, progress and warnings to standard error.
import { once } from "node:events";

/** Writes to standard output, no faster than it is read. */
export async function print(text) {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

export function warn(sentence) {
  process.stderr.write(`expost: warning: ${sentence}\n`);
}

export function remark(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** `expost … | head`: nobody reads on, which is no fault. */
export function endWithReader() {
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}
