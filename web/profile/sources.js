// What the practitioner gives: rows, a study, held-out rows and a report, each from a file, and
// rows that are made up.
import { readJsonFile } from "../../intake/json-file.js";
import { notAStudy } from "../../intake/study-document.js";
import { placedFault } from "./faults.js";
import { madeUpRows } from "./made-up.js";
import { madeUpRowCount } from "./settings.js";
import { columnsOf, gapsIn } from "./study-columns.js";

/** Functions that read into the page's state; each shows what is wrong beside its own field. */
export function sources(page, workplace, language) {
  const { state } = page;
  const { page: words } = language;

  /**
   * The header of a table, or null where it is none and the page says so, unless another was
   * handed over since.
   */
  async function headerOf(data, name, field, isLatest) {
    try {
      return await workplace.do("header", { source: data, file: field });
    } catch (fault) {
      if (fault.name !== "AbortError" && isLatest()) page.refuse([placedFault(fault, { data: name, heldOut: name }, words)]);
      return null;
    }
  }

  async function readRows(data, name, more, isLatest) {
    const source = { data, name, columns: null, madeUp: false, ...more };
    page.show({ source, reading: true, message: null });
    const header = await headerOf(data, name, "data-file", isLatest);
    if (state.source !== source) return;
    if (header === null) state.source = null;
    else {
      source.columns = header.length;
      page.settle("data-file");
    }
    page.show({ reading: false });
  }

  async function readHeldOut(file, isLatest) {
    const header = await headerOf(file, file.name, "held-out-file", isLatest);
    if (header === null || !isLatest()) return;
    page.settle("held-out-file");
    page.show({ heldOut: { data: file, name: file.name, columns: header.length } });
  }

  /**
   * The document in a JSON file: { document, text }. null where `wrong` says why it can't be taken,
   * and the page tells so, or where another file was given meanwhile.
   */
  async function readDocument(file, field, wrong, isLatest) {
    const { document, text, fault } = await readJsonFile(file, words.errors.unreadable);
    if (!isLatest()) return null;
    const reason = fault ?? wrong(document);
    if (!reason) return { document, text };
    page.refuse([{ id: field, message: words.errors.file(file.name, reason) }]);
    return null;
  }

  async function readStudy(file, isLatest) {
    const read = await readDocument(file, "study-file", notAStudy, isLatest);
    if (read === null) return;
    state.study = { document: read.document, name: file.name };
    page.settle("study-file");
    // Made-up rows are of the study: another one has others.
    if (state.source?.madeUp) useMadeUp(state.source.rows);
    page.draw();
  }

  async function readReport(file, isLatest) {
    const wrong = (document) => (document?.format === "expost-report" ? null : words.errors.notAReport);
    const read = await readDocument(file, "report-file", wrong, isLatest);
    if (read === null) return;
    page.settle("report-file");
    page.show({ report: { text: read.text, name: file.name } });
  }

  const useRows = (data, name, more = {}) => page.read("data-file", (isLatest) => readRows(data, name, more, isLatest));
  const useStudy = (file) => page.read("study-file", (isLatest) => readStudy(file, isLatest));
  const useHeldOut = (file) => page.read("held-out-file", (isLatest) => readHeldOut(file, isLatest));
  const useReport = (file) => page.read("report-file", (isLatest) => readReport(file, isLatest));

  /**
   * A dropped JSON file says itself what it is; a table is the data, unless it was dropped on the
   * other field.
   */
  async function useDropped(file, where) {
    const on = (id) => where.closest?.(`#${id}-block`) !== null;
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

  /** Takes made-up rows of the study; no rows where the study has gaps. */
  function useMadeUp(rows) {
    const columns = columnsOf(state.study.document);
    state.source = null;
    if (gapsIn(columns).length === 0) useRows(madeUpRows(columns, rows), words.madeUp.name, { madeUp: true, rows });
  }

  /** Makes up as many rows as the settings say, or says what that still takes. */
  async function makeUp() {
    if (!(await page.everythingRead())) return;
    const { value: rows, message } = madeUpRowCount(state.settings.madeUpRows, words);
    const problems = message ? [{ id: "made-up-rows", message }] : [];
    if (state.study === null) problems.push({ id: "study-file", message: words.errors.studyFirst });
    else {
      const gaps = gapsIn(columnsOf(state.study.document));
      if (gaps.length > 0) problems.push({ id: "study-file", message: words.errors.gaps(language.list(gaps)) });
    }
    if (problems.length > 0) {
      page.refuse(problems);
      return;
    }
    state.problems = [];
    useMadeUp(rows);
  }

  /** Takes back a file that may be left out: the held-out rows ("heldOut") or the report. */
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
