// A graph of stages, run side by side on a number of cores.

/**
 * needs: stages that have to succeed before; cores: how many it keeps busy, 1 by default.
 *
 * @template [Value=unknown]
 * @typedef {{name: string, needs?: string[], cores?: number, run: () => Value | Promise<Value>}}
 *   Stage
 */

/**
 * How a stage ended; missing: the stage that it needed and that failed.
 *
 * @template Value
 * @typedef {{ok: boolean, value?: Value, error?: unknown, missing?: string}} Outcome
 */

/**
 * The stages of those names, and all that they need, in the order of `stages`. Throws for an
 * unknown name.
 *
 * @template {{name: string, needs?: string[]}} Named
 * @param {Named[]} stages
 * @param {string[]} names
 */
export function withNeeds(stages, names) {
  const byName = new Map(stages.map((stage) => [stage.name, stage]));
  const wanted = new Set();
  /**
   * @param {string} name
   * @param {string} [by]
   */
  const add = (name, by) => {
    const stage = byName.get(name);
    if (stage === undefined) {
      const known = stages.map((stage) => stage.name).join(", ");
      throw new Error(by ? `${by} needs ${name}, which is no stage.` : `There is no stage ${name}; the stages are ${known}.`);
    }
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const needed of stage.needs ?? []) add(needed, name);
  };
  for (const name of names) add(name);
  return stages.filter(({ name }) => wanted.has(name));
}

/**
 * Runs every stage as soon as what it needs has succeeded and enough cores are free; of several,
 * the first in the list. A stage whose needs failed does not run.
 *
 * @template {{ok?: boolean}} Value
 * @param {Stage<Value>[]} stages with all that they need among them
 * @param {number} cores
 * @param {(stage: Stage<Value>, outcome: Outcome<Value>) => void} ended called as each ends.
 *   `run`'s value says `ok: false` where the stage ran and failed.
 */
export async function runGraph(stages, cores, ended) {
  const left = [...stages];
  const done = new Map();
  const running = new Set();
  let free = cores;

  /**
   * @param {Stage<Value>} stage
   * @param {Outcome<Value>} outcome
   */
  const finish = (stage, outcome) => {
    done.set(stage.name, outcome.ok);
    ended(stage, outcome);
  };
  const start = (/** @type {Stage<Value>} */ stage) => {
    const taken = Math.min(stage.cores ?? 1, cores);
    free -= taken;
    const work = Promise.resolve()
      .then(() => stage.run())
      .then(
        (value) => finish(stage, { ok: value?.ok !== false, value }),
        (error) => finish(stage, { ok: false, error }),
      )
      .finally(() => {
        free += taken;
        running.delete(work);
      });
    running.add(work);
  };

  while (left.length > 0 || running.size > 0) {
    let moved = true;
    while (moved) {
      moved = false;
      for (const stage of left) {
        const needs = stage.needs ?? [];
        const missing = needs.find((name) => done.get(name) === false);
        const ready = needs.every((name) => done.get(name) === true);
        if (missing === undefined && !(ready && Math.min(stage.cores ?? 1, cores) <= free)) continue;
        left.splice(left.indexOf(stage), 1);
        if (missing === undefined) start(stage);
        else finish(stage, { ok: false, missing });
        moved = true;
        break;
      }
    }
    if (running.size === 0 && left.length > 0) {
      throw new Error(`${left.map(({ name }) => name).join(", ")} wait for each other or for no stage.`);
    }
    await Promise.race(running);
  }
}
