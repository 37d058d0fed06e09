// The sums of this page, wherever they are done: in a worker or, where none starts, in the page itself.
import { loadReport, plan, posterior, publish, scaffold } from "expost";
import { documentText } from "../../cli/output/report-text.js";
import { CsvTable } from "../intake/csv-table.js";
import { sizeOf, textPieces } from "../intake/source.js";

/** A data file that is no table. */
const tableFault = (message) => Object.assign(new Error(message), { type: "table", code: "not-a-table" });

const tasks = {
  plan: (options) => plan(options),

  /** Beliefs after seeing everything, for each ε and each starting belief. */
  beliefs: ({ epsilons, priors }) =>
    Promise.all(epsilons.map((epsilon) => Promise.all(priors.map((prior) => posterior(epsilon, prior))))),

  /** The columns' names. */
  async header({ source }) {
    return (await CsvTable.open(textPieces(source, tableFault), tableFault)).header;
  },

  /** What kind each column seems to be, by name, from the form of its values; nothing else of them. */
  async kinds({ source, label }) {
    const table = await CsvTable.open(textPieces(source, tableFault), tableFault);
    const { features } = await scaffold({ header: table.header, rows: table.rows }, { label });
    return Object.fromEntries(features.filter(({ kind }) => kind !== "constant").map(({ name, kind }) => [name, kind]));
  },

  /** Trains, draws the noise, and returns the report as the text that `expost publish` writes. */
  async publish({ source, study, seed }, { onProgress, signal }) {
    let bytes = 0;
    const all = sizeOf(source);
    const pieces = textPieces(source, tableFault, (read) => (bytes = read));
    const table = await CsvTable.open(pieces, tableFault);
    const rows = async function* () {
      for await (const row of table.rows) {
        signal?.throwIfAborted();
        yield row;
      }
    };
    const progress = (step) => {
      signal?.throwIfAborted();
      onProgress({ ...step, share: all > 0 ? bytes / all : 1 });
    };
    let published;
    try {
      published = await publish({ header: table.header, rows: rows() }, study, { seed, onProgress: progress, signal });
    } catch (error) {
      if (error.type === "data") error.line = table.lineOf(error.pointer);
      throw error;
    }
    signal?.throwIfAborted();
    const text = documentText(published.report);
    // What is offered for download is what the check page will read.
    (await loadReport(text)).free();
    return { text, report: published.report, notes: published.notes };
  },
};

/** Does one task. Rejects with the library's error, or the signal's reason. */
export function work(task, request, options = {}) {
  return tasks[task](request, { onProgress: () => {}, ...options });
}
