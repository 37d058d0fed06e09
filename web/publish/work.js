// The sums of this page, wherever they are done: in a worker or, where none starts, in the page
// itself.
import { loadReport, plan, posterior, publish, scaffold } from "expost";
import { documentText } from "../../intake/document-text.js";
import { openTable, tableFault } from "../../intake/table.js";

export const tasks = {
  plan: (options) => plan(options),

  /** Beliefs after seeing everything, for each ε and each starting belief. */
  beliefs: ({ epsilons, priors }) =>
    Promise.all(epsilons.map((epsilon) => Promise.all(priors.map((prior) => posterior(epsilon, prior))))),

  /** The columns' names. */
  async header({ source }) {
    return (await openTable(source, tableFault())).header;
  },

  /**
   * Returns the kind that each column seems to be, by name, from the form of its values; nothing
   * else of them.
   */
  async kinds({ source, label }) {
    const { header, rows } = await openTable(source, tableFault());
    const { features } = await scaffold({ header, rows }, { label });
    return Object.fromEntries(features.filter(({ kind }) => kind !== "constant").map(({ name, kind }) => [name, kind]));
  },

  /** Trains, draws the noise, and returns the report as the text that `expost publish` writes. */
  async publish({ source, study, seed }, { onProgress, signal }) {
    let share = 0;
    const table = await openTable(source, tableFault(), { signal, onShare: (read) => (share = read), mayBeEmpty: true });
    const progress = (step) => {
      signal?.throwIfAborted();
      onProgress({ ...step, share });
    };
    let published;
    try {
      published = await publish(table, study, { seed, onProgress: progress, signal });
    } catch (error) {
      if (error.type === "data") error.line = table.lineOf(error.pointer);
      throw error;
    }
    signal?.throwIfAborted();
    const text = documentText(published.report);
    // The file offered for download is the one that the check page will read.
    (await loadReport(text)).free();
    return { text, report: published.report, notes: published.notes };
  },
};
