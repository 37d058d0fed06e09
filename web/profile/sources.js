// The practitioner's inputs: rows, a study, held-out rows and a report, each from a file, and
// rows that are made up.
import { readJsonFile } from "../../intake/json-file.js";
import { isObject, notAStudy } from "../../intake/study-document.js";
import { isAbort, plainError } from "../worker/plain-error.js";
import { placedError } from "./errors.js";
import { madeUpRows } from "./made-up.js";
import { madeUpRowCount } from "./settings.js";
import { isComma } from "./state.js";
import { columnsOf, gapsIn } from "./study-columns.js";

/** @import { TableField } from "./data-error.js" */
/** @import { Source } from "./state.js" */
/** @import { Study } from "./study-columns.js" */

/** @typedef {() => boolean} IsLatest whether nothing was given for the field since */
/** @typedef {ReturnType<typeof sources>} Sources */

/**
 * Functions that read into the page's state; each shows what is wrong at its own field.
 *
 * @param {import("./state.js").ProfilePage} page
 * @param {import("./work.js").ProfileWorkplace} workplace
 * @param {import("./language.js").ProfileLanguage} language
 */
export function sources(page, workplace, language) {
  const { state } = page;
  const { page: words } = language;

  /**
   * The header of a table, or null where it is none and the page says so, unless another was
   * handed over since.
   *
   * @param {File | string} data
   * @param {string} name
   * @param {TableField} field
   * @param {IsLatest} isLatest
   * @param {boolean} [decimalComma]
   */
  async function headerOf(data, name, field, isLatest, decimalComma = state.decimalComma) {
    try {
      return await workplace.do("header", { source: data, decimalComma, file: field });
    } catch (error) {
      if (!isAbort(error) && isLatest()) {
        page.refuse([placedError(plainError(error), { data: name, heldOut: name }, words)]);
      }
      return null;
    }
  }

  /**
   * @param {File | string} data
   * @param {string} name
   * @param {Partial<Source>} more
   * @param {IsLatest} isLatest
   */
  async function readRows(data, name, more, isLatest) {
    /** @type {Source} */
    const source = { data, name, columns: null, madeUp: false, ...more };
    page.show({ source, reading: true, message: null });
    const header = await headerOf(data, name, "data-file", isLatest, isComma(state, source));
    if (state.source !== source) return;
    if (header === null) state.source = null;
    else {
      source.columns = header.length;
      page.settle("data-file");
    }
    page.show({ reading: false });
  }

  /**
   * @param {File} file
   * @param {IsLatest} isLatest
   */
  async function readHeldOut(file, isLatest) {
    const header = await headerOf(file, file.name, "held-out-file", isLatest);
    if (header === null || !isLatest()) return;
    page.settle("held-out-file");
    page.show({ heldOut: { data: file, name: file.name, columns: header.length } });
  }

  /**
   * The document in a JSON file: { document, text }. null where `wrong` says why it can't be taken,
   * and the page tells so, or where another file was given meanwhile.
   *
   * @param {File} file
   * @param {string} field
   * @param {(document: unknown) => {message: string, core?: string} | null} wrong
   * @param {IsLatest} isLatest
   */
  async function readDocument(file, field, wrong, isLatest) {
    const unreadable = words.errors.unreadable(file.name);
    const read = await readJsonFile(file, unreadable);
    if (!isLatest()) return null;
    if (read.error !== undefined) {
      const refused = { message: words.errors.file(file.name), core: read.error };
      page.refuse([{ id: field, ...(read.error === unreadable ? { message: unreadable } : refused) }]);
      return null;
    }
    const reason = wrong(read.document);
    if (reason === null) return read;
    page.refuse([{ id: field, ...reason }]);
    return null;
  }

  /**
   * @param {File} file
   * @param {IsLatest} isLatest
   */
  async function readStudy(file, isLatest) {
    const wrong = (/** @type {unknown} */ document) => {
      const core = notAStudy(document);
      return core === null ? null : { message: words.errors.file(file.name), core };
    };
    const read = await readDocument(file, "study-file", wrong, isLatest);
    if (read === null) return;
    const study = /** @type {Study} */ (read.document);
    page.settle("study-file");
    state.study = { document: study, name: file.name };
    // Made-up rows are of the study: another one has others.
    const rows = state.source?.madeUp && state.source.rows;
    if (rows) useMadeUp(study, rows);
    page.draw();
  }

  /**
   * @param {File} file
   * @param {IsLatest} isLatest
   */
  async function readReport(file, isLatest) {
    const wrong = (/** @type {unknown} */ document) =>
      isObject(document) && document.format === "expost-report" ? null : { message: words.errors.notAReport(file.name) };
    const read = await readDocument(file, "report-file", wrong, isLatest);
    if (read === null) return;
    page.settle("report-file");
    page.show({ report: { text: read.text, name: file.name } });
  }

  /** @type {(data: File | string, name: string, more?: Partial<Source>) => Promise<void>} */
  const useRows = (data, name, more = {}) => page.read("data-file", (isLatest) => readRows(data, name, more, isLatest));
  const useStudy = (/** @type {File} */ file) => page.read("study-file", (isLatest) => readStudy(file, isLatest));
  const useHeldOut = (/** @type {File} */ file) => page.read("held-out-file", (isLatest) => readHeldOut(file, isLatest));
  const useReport = (/** @type {File} */ file) => page.read("report-file", (isLatest) => readReport(file, isLatest));

  /**
   * A dropped JSON file says itself what it is; a table is the data, unless it was dropped on the
   * other field.
   *
   * @param {File} file
   * @param {EventTarget | null} where
   */
  async function useDropped(file, where) {
    const on = (/** @type {string} */ id) => where instanceof Element && where.closest(`#${id}-block`) !== null;
    if (!/\.json$/i.test(file.name)) {
      if (on("held-out-file")) useHeldOut(file);
      else useRows(file, file.name);
      return;
    }
    if (on("study-file")) useStudy(file);
    else if (on("report-file")) useReport(file);
    else if (/"format"\s*:\s*"expost-report"/.test(await file.text())) useReport(file);
    else useStudy(file);
  }

  /**
   * Takes made-up rows of the study; no rows where the study has gaps.
   *
   * @param {Study} study
   * @param {number} rows
   */
  function useMadeUp(study, rows) {
    const columns = columnsOf(study, words.columns);
    state.source = null;
    if (gapsIn(columns, words.columns).length === 0)
      useRows(madeUpRows(columns, rows), words.madeUp.name, { madeUp: true, rows });
  }

  /** Makes up as many rows as the settings say, or says what that still takes. */
  async function makeUp() {
    if (!(await page.everythingRead())) return;
    const { study } = state;
    const { value: rows, message } = madeUpRowCount(state.settings.madeUpRows, words);
    const problems = message ? [{ id: "made-up-rows", message }] : [];
    if (study === null) problems.push({ id: "study-file", message: words.errors.studyFirst });
    else {
      const gaps = gapsIn(columnsOf(study.document, words.columns), words.columns);
      if (gaps.length > 0) problems.push({ id: "study-file", message: words.errors.gaps(language.list(gaps)) });
    }
    // Without a number of rows or a study there is a problem.
    if (problems.length > 0 || rows === undefined || study === null) {
      page.refuse(problems);
      return;
    }
    state.problems = [];
    useMadeUp(study.document, rows);
  }

  /**
   * Takes back a file that may be left out.
   *
   * @param {"heldOut" | "report"} key
   * @param {string} field
   */
  function drop(key, field) {
    page.forget(field);
    page.show({ [key]: null });
    page.focusOn(field);
  }

  return {
    useRows,
    useStudy,
    useHeldOut,
    useReport,
    useDropped,
    makeUp,
    dropHeldOut: () => drop("heldOut", "held-out-file"),
    dropReport: () => drop("report", "report-file"),
  };
}
