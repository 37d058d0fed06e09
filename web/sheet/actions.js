// Actions of the sheet.
import { exactText } from "../../intake/exact-text.js";
import { copyFrom } from "../controls/copy-text.js";
import { isPathFile, pathFileOf } from "../controls/path-file.js";
import { saveFile } from "../controls/save-file.js";
import { beliefChoosing } from "./belief.js";
import { earlierOf } from "./earlier.js";
import { openReport } from "./engine.js";
import { numbersDocument } from "./experts.js";
import { noneKey, toKey, unsureKey } from "./fields.js";
import { letter } from "./next-steps.js";
import { isOutside } from "./outside.js";
import { rowFilling } from "./row-intake.js";
import { resultState } from "./sheet-view.js";
import { summaryPage } from "./summary-page.js";
import { summaryText } from "./summary.js";
import { valuesLetter } from "./values-letter.js";

/** @import { Field } from "./fields.js" */
/** @import { Answered } from "./sheet-view.js" */

/** @typedef {ReturnType<typeof sheetActions>} Actions */
/**
 * A further publication: the text of its report, and the file that it leaves its path to.
 *
 * @typedef {{name: string, text: string, path?: Blob}} Further
 */

/**
 * Functions for the buttons and fields of the sheet. `clear` forgets the record.
 *
 * @param {import("./state.js").SheetPage} page
 * @param {import("../../wording/formats.js").Language} language
 * @param {ReturnType<typeof import("./report-loading.js").reportLoading>} reports
 * @param {ReturnType<typeof import("./checking.js").checking>} checks
 * @param {() => void} clear
 */
export function sheetActions(page, language, reports, { drawResult, ...checks }, clear) {
  const { state, draw, focusOn } = page;
  const { ask, decimals, finish, next } = language.words;

  /**
   * Saves a file that is made of the result on the page.
   *
   * @param {string} name
   * @param {string} type
   * @param {(result: Answered) => string} textOf
   */
  function saveResult(name, type, textOf) {
    const result = /** @type {Answered | null} */ (resultState(state));
    if (result) saveFile(name, type, textOf(result));
  }

  const earlier = () => earlierOf(/** @type {import("./sheet-view.js").Result | null} */ (resultState(state)), language);

  /**
   * Adds publications to the report's.
   *
   * @param {Further[]} further
   */
  async function addTexts(further) {
    const { report } = state;
    const opened = await Promise.all(
      further.map(async ({ name, text, path }) => ({ name, ...(await openReport(text, undefined, path)) })),
    );
    const found = opened.flatMap((one) => one.report ?? []);
    if (state.report !== report) {
      for (const one of found) one.free();
      return;
    }
    state.others = [...state.others, ...found];
    state.unusable = opened
      .flatMap(({ report: one, name, state: why, message }) =>
        one ? [] : [why === "pathMissing" ? `${name} (${message})` : name],
      )
      .join(", ");
    checks.recount();
  }

  /** Takes a figure away with the record that it belongs to; true if there was one. */
  function setAside() {
    const stale = state.outcome !== null;
    if (stale) Object.assign(state, { earlier: earlier(), outcome: null });
    return stale;
  }

  return {
    ...checks,
    ...beliefChoosing(page, drawResult),
    ...rowFilling(page, language, earlier),
    answer(/** @type {Field} */ field, /** @type {string} */ value, key = field.id) {
      const before = isOutside(field, state.answers, decimals);
      state.answers[key] = value;
      // A value that was entered is no end of a range.
      if (key === unsureKey(field)) state.answers[field.id] = state.answers[toKey(field)] = "";
      const stale = setAside();
      const drawn = field.widget === "radios" || key === unsureKey(field);
      if (stale || drawn || isOutside(field, state.answers, decimals) !== before) draw();
    },
    /** Nothing is known of a series, or its fields are asked one by one. */
    unsureOfAll(/** @type {Field[]} */ fields, /** @type {boolean} */ checked) {
      const unsure = checked ? "yes" : "";
      state.answers[noneKey(fields[0])] = unsure;
      for (const field of fields)
        Object.assign(state.answers, { [unsureKey(field)]: unsure, [field.id]: "", [toKey(field)]: "" });
      setAside();
      draw();
    },
    exploring(/** @type {boolean} */ checked) {
      state.several = checked ? "exploring" : null;
      setAside();
      draw();
    },
    formOpened(/** @type {boolean} */ open) {
      state.formOpen = open;
    },
    rowOpened(/** @type {boolean} */ open) {
      state.rowOpen = open;
    },
    async reportFile(/** @type {File} */ file) {
      if (isPathFile(file.name)) await reports.usePath(file);
      else await reports.use(exactText(await file.arrayBuffer()), { fromFile: true });
    },
    reportText: (/** @type {string} */ text) => reports.use(text, { fromFile: true }),
    addTexts,
    async addReports(/** @type {File[]} */ files) {
      const [paths, reports] = [true, false].map((is) => files.filter(({ name }) => isPathFile(name) === is));
      const found = await Promise.all(
        reports.map(async (file) => {
          const text = exactText(await file.arrayBuffer()) ?? "";
          return { name: file.name, text, path: paths.find(({ name }) => name === pathFileOf(text)) };
        }),
      );
      // A path without its report is no report.
      const alone = paths.filter((file) => found.every(({ path }) => path !== file));
      await addTexts([...found, ...alone.map(({ name }) => ({ name, text: "" }))]);
    },
    removeReport(/** @type {number} */ index) {
      state.others[index].free();
      state.others = state.others.filter((_, place) => place !== index);
      state.unusable = "";
      checks.recount();
      focusOn("more-reports");
    },
    forgetReport() {
      reports.without({});
      focusOn("report-file");
    },
    print: () => window.print(),
    savePage: () => saveFile(finish.pageFile, "text/html", summaryPage(document, language)),
    saveSummary: () => saveResult(finish.summaryFile, "text/plain", (result) => summaryText(result, language)),
    saveLetter: () => saveResult(next.letterFile, "text/plain", (result) => `${letter(result, language)}\n`),
    saveValuesLetter() {
      const { summary } = /** @type {import("expost").Report} */ (state.report);
      saveFile(ask.file, "text/plain", `${valuesLetter({ summary, hash: state.hash }, state.fields, language)}\n`);
    },
    copyText(/** @type {string} */ id) {
      state.copied = { id, done: copyFrom(/** @type {HTMLTextAreaElement} */ (document.getElementById(id))) };
      draw();
      focusOn(state.copied.done ? `${id}-copy` : id);
    },
    saveNumbers: () => saveResult(finish.numbersFile, "application/json", numbersDocument),
    clear() {
      clear();
      focusOn("record-heading");
    },
  };
}
