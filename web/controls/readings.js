// Files that were handed over and are still being read. Clicking straight away uses these, not what
// was there before.

export class Readings {
  #latest = new Map();
  #underway = new Set();

  /**
   * Reads something for a field. `read` gets a function that says whether nothing was handed over
   * for that field since; it shows its own faults.
   */
  start(field, read) {
    const turn = {};
    this.#latest.set(field, turn);
    return this.wait(read(() => this.#latest.get(field) === turn));
  }

  /** Files being read for the field don't count any more; without a field, nothing does. */
  forget(field) {
    if (field === undefined) this.#latest.clear();
    else this.#latest.delete(field);
  }

  /** Counts something among what is being read. */
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
