// Files that were handed over and are still being read. Clicking straight away uses these, not what
// was there before.

export class Readings {
  /**
   * For each field, a mark of what was given for it last.
   *
   * @type {Map<string, object>}
   */
  #latest = new Map();
  /** @type {Set<unknown>} */
  #underway = new Set();

  /**
   * Reads something for a field. `read` gets a function that says whether nothing was handed over
   * for that field since; it shows its own errors.
   *
   * @template T
   * @param {string} field
   * @param {(isLatest: () => boolean) => Promise<T>} read
   */
  start(field, read) {
    const turn = {};
    this.#latest.set(field, turn);
    return this.wait(read(() => this.#latest.get(field) === turn));
  }

  /**
   * Files being read for the field don't count any more; without a field, nothing does.
   *
   * @param {string} [field]
   */
  forget(field) {
    if (field === undefined) this.#latest.clear();
    else this.#latest.delete(field);
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
