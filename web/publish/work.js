// The sums of this page, wherever they are done: in a worker or, where none starts, in the page
// itself.
import { guessedKinds, loadReport, openCsv, plan, posterior, publish, studyErrors } from "expost";
import { documentText } from "../../intake/document-text.js";
import { headerOf, openTable, tableError } from "../../intake/table.js";

/** @import { Watching } from "../worker/tasks.js" */
/** @import { MadeReport, MakingProgress } from "./state.js" */

/** @typedef {import("../worker/workplace.js").Workplace<typeof tasks>} PublishWorkplace */

/** Work that this page hands over. */
export const tasks = {
  /**
   * The noise that a budget takes.
   *
   * @param {import("./plan-options.js").PlanQuestion} options
   * @returns {Promise<import("expost").Plan | import("expost").DescentPlan>}
   */
  plan: (options) => ("clip" in options ? plan(options) : plan(options)),

  /**
   * Beliefs after seeing everything, for each ε and each starting belief.
   *
   * @param {{epsilons: number[], priors: number[]}} request
   */
  beliefs: ({ epsilons, priors }) =>
    Promise.all(epsilons.map((epsilon) => Promise.all(priors.map((prior) => posterior(epsilon, prior))))),

  /**
   * Everything that the library would refuse in a study.
   *
   * @param {{study: object}} request
   * @param {Watching<never>} watching
   */
  async studyErrors({ study }, { signal }) {
    signal?.throwIfAborted();
    return studyErrors(study);
  },

  /**
   * The columns' names.
   *
   * @param {{source: File | string, decimalComma: boolean}} request
   */
  async header({ source, decimalComma }) {
    return headerOf(await openTable(source, tableError(), { openCsv, decimalComma, mayBeEmpty: true }));
  },

  /**
   * Returns the kind that each column seems to be, by name, from the form of its values; nothing
   * else of them.
   *
   * @param {{source: File | string, decimalComma: boolean}} request
   * @returns {Promise<Record<string, string>>}
   */
  async kinds({ source, decimalComma }) {
    const table = await openTable(source, tableError(), { openCsv, decimalComma });
    table.selectAll([], [], []);
    const kinds = await guessedKinds(table).finally(table.close);
    return Object.fromEntries(kinds.map(({ name, kind }) => [name, kind]));
  },

  /**
   * Trains, draws the noise, and returns the report as the text that `expost publish` writes.
   *
   * @param {{source: File | string, decimalComma: boolean, study: object, seed?: number}} request
   * @param {Watching<MakingProgress>} watching
   */
  async publish({ source, decimalComma, study, seed }, { onProgress, signal }) {
    let share = 0;
    const onShare = (/** @type {number} */ read) => (share = read);
    const table = await openTable(source, tableError(), { openCsv, decimalComma, signal, onShare, mayBeEmpty: true });
    const progress = (/** @type {import("expost").Progress} */ step) => {
      signal?.throwIfAborted();
      onProgress({ ...step, share });
    };
    let published;
    try {
      published = await publish(table, study, { seed, onProgress: progress, signal });
    } catch (error) {
      const { type, pointer } = /** @type {Partial<import("expost").ExpostError>} */ (error);
      if (type !== "data" || pointer === undefined) throw error;
      throw Object.assign(/** @type {Error} */ (error), { line: table.lineOf(pointer) });
    } finally {
      await table.close();
    }
    signal?.throwIfAborted();
    const text = documentText(published.report);
    // The file offered for download is the one that the check page will read.
    const { path, notes } = published;
    (await loadReport(text, { path: path?.bytes })).free();
    return { text, path, report: /** @type {MadeReport} */ (published.report), notes, doubtful: table.doubtful() };
  },
};
