// Files that were handed over and are still being read. Clicking straight away uses these, not what
// was there before.

export class Readings {
  /**
   * For each field, a function that gives up what was given for it last.
   *
   * @type {Map<string, () => void>}
   */
  #latest = new Map();
  /** @type {Set<unknown>} */
  #underway = new Set();

  /**
   * Reads something for a field. `read` gets a function that says whether nothing was handed over
   * for that field since; it shows its own errors. Nobody waits for what was given for the field
   * before: it may take long.
   *
   * @template T
   * @param {string} field
   * @param {(isLatest: () => boolean) => Promise<T>} read
   * @returns {Promise<T | void>}
   */
  start(field, read) {
    this.forget(field);
    return this.wait(
      new Promise((/** @type {(value: T | void) => void} */ resolve, reject) => {
        const giveUp = () => resolve();
        this.#latest.set(field, giveUp);
        read(() => this.#latest.get(field) === giveUp).then(resolve, reject);
      }),
    );
  }

  /**
   * Files being read for the field don't count any more; without a field, nothing does.
   *
   * @param {string} [field]
   */
  forget(field) {
    for (const one of field === undefined ? [...this.#latest.keys()] : [field]) {
      this.#latest.get(one)?.();
      this.#latest.delete(one);
    }
  }

  /**
   * Counts something among what is being read.
   *
   * @template T
   * @param {Promise<T>} work
   */
  async wait(work) {
    this.#underway.add(work);
    try {
      return await work;
    } finally {
      this.#underway.delete(work);
    }
  }

  get underway() {
    return this.#underway.size > 0;
  }

  /** Ends once nothing is being read any more. */
  async settled() {
    while (this.underway) await Promise.allSettled([...this.#underway]);
  }
}
