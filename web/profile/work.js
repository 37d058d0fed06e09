// The sums of this page, wherever they are done: in a worker or, where none starts, in the page itself.
import { audit, loadReport, profile } from "expost";
import { CsvTable } from "../intake/csv-table.js";
import { sizeOf, textPieces } from "../intake/source.js";
import { columnsOf, placeOf } from "./study-columns.js";

/** A file that is no table. `file` is the field it was given in. */
const tableFault = (file) => (message) => Object.assign(new Error(message), { type: "table", code: "not-a-table", file });

/** A table with its rows as the library takes them; `onShare` hears how much of it is read, `onStart` that reading began. */
async function openTable(source, file, { signal, onShare = () => {}, onStart = () => {} } = {}) {
  const all = sizeOf(source);
  const pieces = textPieces(source, tableFault(file), (read) => onShare(all > 0 ? read / all : 1));
  const table = await CsvTable.open(pieces, tableFault(file));
  const rows = async function* () {
    onStart();
    for await (const row of table.rows) {
      signal?.throwIfAborted();
      yield row;
    }
  };
  return { table, data: { header: table.header, rows: rows() } };
}

/** Held-out rows must have every column that the study uses, once. */
function checkHeader(header, study) {
  for (const { name } of columnsOf(study)) {
    const times = header.filter((column) => column === name).length;
    if (times === 1) continue;
    const message = times === 0 ? `must have a column "${name}", but has none` : `has the column "${name}" twice`;
    throw tableFault("held-out-file")(`the header ${message}`);
  }
}

const tasks = {
  /** The columns' names. */
  async header({ source, file }) {
    return (await openTable(source, file)).table.header;
  },

  /** Everything that is shown: the profile, and what the library's audit says of a report, null without one. */
  async study({ source, study, heldOut, reportText, options }, { onProgress, signal }) {
    const tables = {};
    // What a fault of the data is about: the library reads one table at a time.
    let reading = "data-file";
    let share = 0;
    const opened = async (from, file) => {
      const found = await openTable(from, file, {
        signal,
        onShare: (read) => (share = read),
        onStart() {
          reading = file;
          share = 0;
        },
      });
      tables[file] = found.table;
      return found.data;
    };
    const progress = (step) => {
      signal?.throwIfAborted();
      onProgress({ ...step, ...(step.phase === "reading" && { share }) });
    };
    const watching = { onProgress: progress, signal };
    let report = null;
    try {
      // First, because it takes no time to see that it is none.
      if (reportText !== null) report = await loadReport(reportText);
      const data = await opened(source, "data-file");
      const others = heldOut === null ? {} : { heldOut: await opened(heldOut, "held-out-file") };
      if (others.heldOut) checkHeader(others.heldOut.header, study);
      const found = await profile(data, study, { ...options, ...others, ...watching });
      if (report === null) return { profile: found, audit: null };
      const audited = await audit(await opened(source, "data-file"), study, report, watching);
      return { profile: found, audit: { ...audited, guarantee: report.summary.guarantee, title: report.summary.title } };
    } catch (error) {
      if (error.type === "data") {
        // Only a row can be that of the other table: its columns were looked at before, and of its rows as a whole nothing is asked.
        error.file = /^\/\d+(\/|$)/.test(error.pointer) ? reading : "data-file";
        error.line = tables[error.file].lineOf(error.pointer);
      }
      throw error;
    } finally {
      report?.free();
    }
  },

  /** Where each row's values of these columns lie, in their order, for a map. */
  async places({ source, columns }) {
    const { table, data } = await openTable(source, "data-file");
    const at = columns.map(({ name }) => table.header.indexOf(name));
    const found = columns.map(() => []);
    for await (const row of data.rows) columns.forEach((column, index) => found[index].push(placeOf(column, row[at[index]])));
    return found.map((values) => Float64Array.from(values));
  },
};

/** Does one task. Rejects with the library's error, or the signal's reason. */
export function work(task, request, options = {}) {
  return tasks[task](request, { onProgress: () => {}, ...options });
}
