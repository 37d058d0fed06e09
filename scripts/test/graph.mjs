// A graph of stages, run side by side on a number of cores.

/**
 * @typedef {{name: string, needs?: string[], cores?: number, run: () => Promise<object>}} Stage
 *   needs: stages that have to succeed before; cores: how many it keeps busy, 1 by default
 */

/**
 * The stages of those names, and all that they need, in the order of `stages`. Throws for an
 * unknown name.
 */
export function withNeeds(stages, names) {
  const byName = new Map(stages.map((stage) => [stage.name, stage]));
  const wanted = new Set();
  const add = (name, by) => {
    if (!byName.has(name)) {
      const known = stages.map((stage) => stage.name).join(", ");
      throw new Error(by ? `${by} needs ${name}, which is no stage.` : `There is no stage ${name}; the stages are ${known}.`);
    }
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const needed of byName.get(name).needs ?? []) add(needed, name);
  };
  for (const name of names) add(name);
  return stages.filter(({ name }) => wanted.has(name));
}

/**
 * Runs every stage as soon as what it needs has succeeded and enough cores are free; of several,
 * the first in the list. A stage whose needs failed does not run.
 *
 * @param {Stage[]} stages with all that they need among them
 * @param {number} cores
 * @param {(stage: Stage, outcome: {ok: boolean, value?: any, error?: Error, missing?: string}) =>
 *   void} ended called as each ends; missing: the stage that it needed and that failed. `run`'s
 *   value says `ok: false` where the stage ran and failed.
 */
export async function runGraph(stages, cores, ended) {
  const left = [...stages];
  const done = new Map();
  const running = new Set();
  let free = cores;

  const finish = (stage, outcome) => {
    done.set(stage.name, outcome.ok);
    ended(stage, outcome);
  };
  const start = (stage) => {
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
