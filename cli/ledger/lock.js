// One publication at a time enters a ledger: of two that read it at once, the second to write
// would drop the first one's entry.
import { open, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, fileError, inputError } from "../errors.js";
import { behindLinks } from "../output/file.js";
import { withTidying } from "../output/interruption.js";

const BETWEEN_TRIES = 50;

/**
 * The file that is there while a ledger is being written: next to the ledger itself, whatever links
 * lead to it.
 *
 * @param {string} ledger
 */
const lockOf = (ledger) => join(dirname(ledger), `.${basename(ledger)}.lock`);

/** One process's hold on a lock, which it takes when no other has it. */
class Hold {
  #path;
  #lock;
  #trying = Promise.resolve(false);
  /** @type {Promise<void> | null} */
  #releasing = null;

  /**
   * @param {string} path
   * @param {string} lock
   */
  constructor(path, lock) {
    this.#path = path;
    this.#lock = lock;
  }

  /**
   * Makes the lock, or waits until another process takes its own away.
   *
   * @param {number} patience
   */
  async take(patience) {
    const end = Date.now() + patience;
    for (;;) {
      this.#trying = this.#try();
      if (await this.#trying) return;
      if (Date.now() >= end)
        throw inputError(
          `${this.#path}: another publication is being entered; if none is running, delete ${this.#lock} and try again`,
        );
      await pause(BETWEEN_TRIES);
    }
  }

  /** Gives the lock back, if it is this process's; once, as the next one there is another's. */
  release() {
    return (this.#releasing ??= this.#release());
  }

  async #release() {
    const held = await this.#trying.catch(() => false);
    // It may have been taken away by hand.
    if (held) await unlink(this.#lock).catch(() => {});
  }

  async #try() {
    try {
      await (await open(this.#lock, "wx")).close();
      return true;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw fileError(this.#path, "can't be locked", error);
      return false;
    }
  }
}

/**
 * Runs `work` while no other process does with the same ledger.
 *
 * @template Result
 * @param {string} path of the ledger, which need not be there yet
 * @param {() => Promise<Result>} work
 * @param {{patience?: number}} [options] how long to wait for another process, in milliseconds: a
 *   report of 4096 coordinates takes seconds to write
 */
export async function withLockedLedger(path, work, { patience = 60_000 } = {}) {
  const hold = new Hold(path, lockOf(await behindLinks(path)));
  const release = () => hold.release();
  return await withTidying(release, async () => {
    try {
      await hold.take(patience);
      return await work();
    } finally {
      await release();
    }
  });
}
