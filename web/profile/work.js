// The sums of this page, wherever they are done: in a worker or, where none starts, in the page
// itself.
import { audit, loadReport, profile } from "expost";
import { openTable, tableFault } from "../../intake/table.js";
import { placeOf } from "./study-columns.js";

export const tasks = {
  /** The columns' names. */
  async header({ source, file }) {
    return (await openTable(source, tableFault(file))).header;
  },

  /**
   * Everything that is shown: the profile, and what the library's audit says of a report, null
   * without one.
   */
  async study({ source, study, heldOut, reportText, options }, { onProgress, signal }) {
    const tables = {};
    let share = 0;
    const opened = async (from, file) => {
      tables[file] = await openTable(from, tableFault(file), { signal, onShare: (read) => (share = read) });
      return tables[file];
    };
    const progress = (step) => {
      signal?.throwIfAborted();
      onProgress({ ...step, ...(step.phase === "reading" && { share }) });
    };
    const watching = { onProgress: progress, signal };
    let report = null;
    let auditing = false;
    try {
      // First, because it takes no time to see that it is none.
      if (reportText !== null) report = await loadReport(reportText);
      const data = await opened(source, "data-file");
      const others = heldOut === null ? {} : { heldOut: await opened(heldOut, "held-out-file") };
      const found = await profile(data, study, { ...options, modelCoordinates: true, ...others, ...watching });
      if (report === null) return { profile: found, audit: null };
      // The data and the study were taken, so what is refused from here on is the report.
      auditing = true;
      const { rows, summary } = await audit(await opened(source, "data-file"), study, report, watching);
      const { guarantee, title, mechanism } = report.summary;
      return { profile: found, audit: { rows, summary, guarantee, title, mechanism } };
    } catch (error) {
      if (error.type === "data") {
        const [, other, pointer] = /^(\/heldOut)?(.*)$/s.exec(error.pointer);
        error.file = other === undefined ? "data-file" : "held-out-file";
        error.line = tables[error.file].lineOf(pointer);
      } else if (auditing && error.type !== "internal") {
        error.file = "report-file";
      }
      throw error;
    } finally {
      report?.free();
    }
  },

  /** Where each row's values of these columns lie, in their order, for a map. */
  async places({ source, columns }) {
    const { header, rows } = await openTable(source, tableFault("data-file"));
    const at = columns.map(({ name }) => header.indexOf(name));
    const found = columns.map(() => []);
    for await (const row of rows) columns.forEach((column, index) => found[index].push(placeOf(column, row[at[index]])));
    return found.map((values) => Float64Array.from(values));
  },
};
