// One publication at a time enters a ledger: of two that read it at once, the second to write would drop the first one's entry.
import { unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileFault, inputFault } from "../faults.js";
import { SIGNALS, behindLinks } from "../output/file.js";

const BETWEEN_TRIES = 50;

/** The file that is there while a ledger is being written: beside the ledger itself, whatever links lead to it. */
const lockOf = (ledger) => join(dirname(ledger), `.${basename(ledger)}.lock`);

/** Makes the lock, or waits until another process takes its own away. */
async function acquire(path, lock, patience) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await (await open(lock, "wx")).close();
    } catch (error) {
      if (error.code !== "EEXIST") throw fileFault(path, "can't be locked", error);
    }
    if (Date.now() >= end)
      throw inputFault(`${path}: another publication is being entered; if none is running, delete ${lock} and try again`);
    await pause(BETWEEN_TRIES);
  }
}

/**
 * Runs `work` while no other process does with the same ledger.
 *
 * @param {string} path of the ledger, which need not be there yet
 * @param {{patience?: number}} options how long to wait for another process, in milliseconds: a report of 4096 coordinates
 *   takes seconds to write
 */
export async function withLockedLedger(path, work, { patience = 60_000 } = {}) {
  const lock = lockOf(await behindLinks(path));
  await acquire(path, lock, patience);
  const release = () => {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
    try {
      unlinkSync(lock);
    } catch {
      // Taken away by hand.
    }
  };
  const stop = (signal) => {
    release();
    // Who else listens to the signal ends the program (writeFiles); else it ends as one that doesn't listen.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work();
  } finally {
    release();
  }
}
