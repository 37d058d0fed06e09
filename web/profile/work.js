// The sums of this page, wherever they are done: in a worker or, where none starts, in the page
// itself.
import { audit, keptRows, loadReport, openCsv, profile } from "expost";
import { singleRows } from "../../intake/row-block.js";
import { headerOf, openTable, tableError } from "../../intake/table.js";
import { tableOfError } from "./data-error.js";
import { placeOf } from "./study-columns.js";

/** @import { ExpostError } from "expost" */
/** @import { Watching } from "../worker/tasks.js" */
/** @import { TableField } from "./data-error.js" */
/** @import { ReportAudit, StudyProgress } from "./state.js" */

/** @typedef {import("../worker/workplace.js").Workplace<typeof tasks>} ProfileWorkplace */

/**
 * The work to do: rows, a study, and what may be left out. The options are those of `profile`.
 *
 * @typedef {object} StudyRequest
 * @property {File | string} source
 * @property {boolean} decimalComma whether numbers in the files have a decimal comma
 * @property {object} study
 * @property {File | null} heldOut
 * @property {string | null} reportText
 * @property {import("expost").ProfileOptions} options
 */

/** Work that this page hands over. */
export const tasks = {
  /**
   * The columns' names.
   *
   * @param {{source: File | string, decimalComma: boolean, file: TableField}} request
   */
  async header({ source, decimalComma, file }) {
    return headerOf(await openTable(source, tableError(file), { openCsv, decimalComma, mayBeEmpty: true }));
  },

  /**
   * Everything that is shown: the profile, and what the library's audit says of a report, null
   * without one.
   *
   * @param {StudyRequest} request
   * @param {Watching<StudyProgress>} watching
   * @returns {Promise<{profile: import("expost").Profile, audit: ReportAudit | null}>}
   */
  async study({ source, decimalComma, study, heldOut, reportText, options }, { onProgress, signal }) {
    /** @type {Partial<Record<TableField, Awaited<ReturnType<typeof openTable>>>>} */
    const tables = {};
    let share = 0;
    const onShare = (/** @type {number} */ read) => (share = read);
    const opened = async (/** @type {File | string} */ from, /** @type {TableField} */ file) => {
      const table = await openTable(from, tableError(file), { openCsv, decimalComma, signal, onShare });
      await tables[file]?.close();
      tables[file] = table;
      return table;
    };
    const progress = (/** @type {StudyProgress} */ step) => {
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
      const { type, pointer = "" } = /** @type {Partial<ExpostError>} */ (error);
      if (type === "data") {
        const at = tableOfError(pointer, heldOut !== null);
        const line = tables[at.file]?.lineOf(at.pointer) ?? null;
        throw Object.assign(/** @type {Error} */ (error), { file: at.file, line });
      }
      if (auditing && type !== "internal") throw Object.assign(/** @type {Error} */ (error), { file: "report-file" });
      throw error;
    } finally {
      report?.free();
      for (const table of Object.values(tables)) await table.close();
    }
  },

  /**
   * Where each row's values of these columns lie, in their order, for a map: of the rows that the
   * profile is about.
   *
   * @param {{source: File | string, decimalComma: boolean, study:
   *   import("./study-columns.js").Study, columns: import("./study-columns.js").Column[]}} request
   */
  async places({ source, decimalComma, study, columns }) {
    const opened = () => openTable(source, tableError("data-file"), { openCsv, decimalComma });
    const people = study.person ? await opened() : null;
    const kept = people && (await keptRows(people, study).finally(people.close));
    const { header, rows, select, close } = await opened();
    const at = columns.map(({ name }) => header.indexOf(name));
    const found = columns.map(() => /** @type {number[]} */ ([]));
    select(
      at.filter((column) => column >= 0),
      [],
      [],
    );
    let index = 0;
    for await (const row of singleRows(rows)) {
      if (kept === null || kept[index])
        columns.forEach((column, side) => found[side].push(placeOf(column, row[at[side]], decimalComma)));
      index += 1;
    }
    await close();
    return found.map((values) => Float64Array.from(values));
  },
};
